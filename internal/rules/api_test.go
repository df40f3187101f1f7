package rules

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the list of the public interface anew")

// listing is the file that shows the public interface.
const listing = root + "/docs/api.txt"

// maxExported is the largest number of exported types, functions, methods,
// constants and variables in the packages that users import.
const maxExported = 476

// TestPublicInterface compares the exported declarations of all packages that users
// import with docs/api.txt, so that every change of the interface shows in a review.
func TestPublicInterface(t *testing.T) {
	text, count := publicInterface(t)
	if count > maxExported {
		t.Errorf("%d identifiers are exported, more than %d", count, maxExported)
	}
	if *update {
		if err := os.WriteFile(listing, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(listing)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text, "\n")); d != "" {
		t.Errorf("the public interface has changed; if it should, run 'go test ./internal/rules -update' (-docs/api.txt +now):\n%s", d)
	}
}

// publicInterface returns the listing of the public interface, and how many
// identifiers it has.
func publicInterface(t *testing.T) (text string, count int) {
	t.Helper()
	// Files for other systems are left out, so that the listing does not depend on
	// the machine.
	system := build.Default
	system.GOOS, system.GOARCH, system.CgoEnabled = "linux", "amd64", false
	packages := make(map[string][]string)
	embedding := embeddingTypes(t)
	all := sources(t)
	resolveAliases(t, all, packages)
	for _, s := range all {
		if s.file.Name.Name == "main" || !public(s.pkg) {
			continue
		}
		if match, err := system.MatchFile(filepath.Dir(s.path), filepath.Base(s.path)); err != nil || !match {
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, decl := range s.file.Decls {
			packages[s.pkg] = append(packages[s.pkg], exported(t, decl)...)
			if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil && method.Name.IsExported() {
				for _, outer := range embedding[s.pkg+"."+receiver(method)] {
					packages[s.pkg] = append(packages[s.pkg], methodText(t, method, "*"+outer))
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("The public interface of dibmap. Written by 'go test ./internal/rules -update'.\n")
	names := make([]string, 0, len(packages))
	for name := range packages {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		slices.Sort(packages[name])
		count += len(packages[name])
		b.WriteString("\npackage " + name + "\n\n" + strings.Join(packages[name], "\n") + "\n")
	}
	return b.String(), count
}

// resolveAliases puts the type itself in the place of aliases of internal types, of which users
// see nothing else, and adds its methods to the packages.
func resolveAliases(t *testing.T, all []source, packages map[string][]string) {
	t.Helper()
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			alias, ok := n.(*ast.TypeSpec)
			if !ok || !public(s.pkg) || !alias.Assign.IsValid() {
				return true
			}
			name, of := alias.Name.Name, oneLine(t, alias.Type)
			for _, other := range all {
				if public(other.pkg) || other.file.Name.Name+"."+name != of {
					continue
				}
				ast.Inspect(other.file, func(n ast.Node) bool {
					switch d := n.(type) {
					case *ast.TypeSpec:
						if d.Name.Name == name {
							alias.Type = d.Type
						}
					case *ast.FuncDecl:
						if d.Recv != nil && receiver(d) == name && d.Name.IsExported() {
							packages[s.pkg] = append(packages[s.pkg], methodText(t, d, "*"+name))
						}
					}
					return true
				})
			}
			return true
		})
	}
}

// embeddingTypes returns, for every unexported type, the exported structs that embed it:
// users call its exported methods on them. Keys are folder and type, as in "joint.table".
func embeddingTypes(t *testing.T) map[string][]string {
	t.Helper()
	found := make(map[string][]string)
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() {
				return true
			}
			kind, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range kind.Fields.List {
				inner := strings.TrimPrefix(oneLine(t, field.Type), "*")
				if len(field.Names) == 0 && !ast.IsExported(inner) && !strings.Contains(inner, ".") {
					found[s.pkg+"."+inner] = append(found[s.pkg+"."+inner], spec.Name.Name)
				}
			}
			return true
		})
	}
	return found
}

// methodText returns a function with its signature, as a method of a type unless that is
// empty. The name of the receiver is left out, since users never see it.
func methodText(t *testing.T, d *ast.FuncDecl, of string) string {
	t.Helper()
	text := "func "
	if of != "" {
		text += "(" + of + ") "
	}
	return text + d.Name.Name + strings.TrimPrefix(oneLine(t, d.Type), "func")
}

// public tells whether users can import a package, by its folder.
func public(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !slices.Contains(strings.Split(pkg, "/"), "internal") && first != "cmd" && first != "experiments"
}

// exported returns the exported identifiers that a declaration makes, each with its
// signature, fields or type.
func exported(t *testing.T, decl ast.Decl) (list []string) {
	t.Helper()
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			of := ""
			if d.Recv != nil {
				of = oneLine(t, d.Recv.List[0].Type)
			}
			list = append(list, methodText(t, d, of))
		}
	case *ast.GenDecl:
		// In a group of constants, type and values hold until others are given.
		var kind ast.Expr
		var values []ast.Expr
		for place, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					list = append(list, typeText(t, s))
				}
			case *ast.ValueSpec:
				if s.Type != nil || s.Values != nil {
					kind, values = s.Type, s.Values
				}
				for i, name := range s.Names {
					if !name.IsExported() {
						continue
					}
					text := d.Tok.String() + " " + name.Name
					if kind != nil {
						text += " " + oneLine(t, kind)
					}
					// The value of a constant is part of the interface, that of a variable is not.
					if d.Tok == token.CONST {
						value := oneLine(t, values[i])
						text += " = " + value
						if strings.Contains(value, "iota") {
							text += fmt.Sprintf(" // iota = %d", place)
						}
					}
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// typeText returns a type with its exported fields or methods, one on each line.
func typeText(t *testing.T, s *ast.TypeSpec) string {
	t.Helper()
	var members *ast.FieldList
	keyword := ""
	switch kind := s.Type.(type) {
	case *ast.StructType:
		members, keyword = kind.Fields, "struct"
	case *ast.InterfaceType:
		members, keyword = kind.Methods, "interface"
	default:
		return "type " + oneLine(t, s)
	}
	head := &ast.TypeSpec{Name: s.Name, TypeParams: s.TypeParams, Assign: s.Assign, Type: ast.NewIdent(keyword)}
	lines := []string{"type " + oneLine(t, head)}
	hidden := false
	for _, m := range members.List {
		kind := oneLine(t, m.Type)
		if len(m.Names) == 0 {
			lines = append(lines, "\t"+kind) // embedded
		}
		for _, name := range m.Names {
			_, method := m.Type.(*ast.FuncType)
			switch {
			case !name.IsExported():
				hidden = true
			case method && keyword == "interface":
				lines = append(lines, "\t"+name.Name+strings.TrimPrefix(kind, "func"))
			default:
				lines = append(lines, "\t"+name.Name+" "+kind)
			}
		}
	}
	if hidden && keyword == "interface" {
		lines = append(lines, "\t(and unexported methods)")
	}
	return strings.Join(lines, "\n")
}

// oneLine prints a node without comments and line breaks.
func oneLine(t *testing.T, node any) string {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
