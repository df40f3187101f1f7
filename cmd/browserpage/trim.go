package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// trim applies a cut to a file, and removes the imports that become unused.
func trim(name string, c cut) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	left := slices.Clone(c.functions)
	var out bytes.Buffer
	at := 0
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || f.Name.Name == "init" {
			continue
		}
		if n := slices.Index(left, f.Name.Name); n >= 0 {
			left = slices.Delete(left, n, n+1)
		} else if c.functions != nil {
			continue
		}
		begin, end := f.Body.Lbrace+1, f.Body.Rbrace
		if c.body == gone {
			begin, end = f.Pos(), f.End()
		}
		out.Write(source[at:files.Position(begin).Offset])
		out.WriteString(c.body)
		at = files.Position(end).Offset
	}
	out.Write(source[at:])
	if len(left) > 0 {
		return fmt.Errorf("%s has no function %s: the list of cuts is for another version", name, left[0])
	}
	text, err := withoutImports(name, out.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// withoutImports removes the unused imports of a file.
func withoutImports(name string, source []byte) ([]byte, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	used := make(map[string]bool)
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, d := range parsed.Decls {
		list, ok := d.(*ast.GenDecl)
		if !ok || list.Tok != token.IMPORT {
			continue
		}
		list.Specs = slices.DeleteFunc(list.Specs, func(s ast.Spec) bool {
			spec := s.(*ast.ImportSpec)
			imported, _ := strconv.Unquote(spec.Path.Value)
			local := strings.TrimPrefix(path.Base(imported), "go-") // as these libraries name packages
			if spec.Name != nil {
				local = spec.Name.Name
			}
			return local != "_" && !used[local]
		})
	}
	parsed.Decls = slices.DeleteFunc(parsed.Decls, func(d ast.Decl) bool {
		list, ok := d.(*ast.GenDecl)
		return ok && list.Tok == token.IMPORT && len(list.Specs) == 0
	})
	var out bytes.Buffer
	if err := format.Node(&out, files, parsed); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// copied copies the Go files of a folder, without tests, and the other files that the go command needs.
func copied(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, inside), 0o755)
		}
		if ext := filepath.Ext(name); strings.HasSuffix(name, "_test.go") || ext != ".go" && ext != ".s" && ext != ".mod" && entry.Name() != "LICENSE" {
			return nil
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, inside), content, 0o644)
	})
}
