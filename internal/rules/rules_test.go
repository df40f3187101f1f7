package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/dibmap/dibmap/"
)

// commandFolder holds the packages of the command.
const commandFolder = "cmd/dibmap/internal/"

// maxLines is the largest length of a file. A longer one probably holds two ideas.
const maxLines = 450

// source is a parsed Go file that is not a test.
type source struct {
	path, pkg string // pkg is the folder, relative to the root
	file      *ast.File
	lines     int
}

func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "tools") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		list = append(list, source{path, filepath.ToSlash(folder), file, set.File(file.Pos()).LineCount()})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 20 {
		t.Fatalf("only %d files found: the walk is wrong", len(list))
	}
	return list
}

func TestImportsRunOneWay(t *testing.T) {
	for _, s := range sources(t) {
		allowed, ruled := mayImport[s.pkg]
		if !ruled && !strings.HasPrefix(s.pkg, "internal/") && !strings.HasPrefix(s.pkg, "cmd/") {
			t.Errorf("%s: package %s has no entry in mayImport", s.path, s.pkg)
			continue
		}
		for _, spec := range s.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			ours, ok := strings.CutPrefix(path, module)
			family, inCommand := strings.CutPrefix(s.pkg, commandFolder)
			other, ofCommand := strings.CutPrefix(ours, commandFolder)
			switch {
			case inCommand && ofCommand && !slices.Contains(commands[family], other):
				t.Errorf("%s imports %s; package %s of the command may import %v only", s.path, other, family, commands[family])
			case slices.Contains(pure, s.pkg) && impure[path] != "":
				t.Errorf("%s imports %s: %s", s.path, path, impure[path])
			case !ok || strings.HasPrefix(s.pkg, "cmd/") || ours == everywhere && s.pkg != "internal/checker":
			case strings.HasPrefix(ours, "internal/") && !slices.Contains(pure, s.pkg):
			case !slices.Contains(allowed, ours):
				t.Errorf("%s imports %s; package %s may import %v only", s.path, ours, s.pkg, allowed)
			}
		}
	}
}

// TestLibrariesDoNotPrint looks for calls that print, and for init functions,
// outside the command.
func TestLibrariesDoNotPrint(t *testing.T) {
	for _, s := range sources(t) {
		if slices.ContainsFunc(programs, func(folder string) bool { return strings.HasPrefix(s.pkg, folder) }) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == "init" && s.pkg != "internal/seeded" { // for tests only
					t.Errorf("%s has an init function: nothing happens at import", s.path)
				}
			case *ast.CallExpr:
				if name := calledName(n); name == "print" || name == "println" || strings.HasPrefix(name, "fmt.Print") || name == "os.Exit" {
					t.Errorf("%s calls %s: a library returns what it has to say", s.path, name)
				}
			}
			return true
		})
	}
}

// TestParquetIsOpenedInOnePlace: the library takes as much memory as a file claims to need, and only package
// parquetfile checks that first.
func TestParquetIsOpenedInOnePlace(t *testing.T) {
	readers := []string{"OpenFile", "NewReader", "NewGenericReader", "NewRowGroupReader", "Read", "ReadFile"}
	opened := false
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(readers, selector.Sel.Name) {
				return true
			}
			if from, ok := selector.X.(*ast.Ident); ok && from.Name == "parquet" {
				if opened = true; s.pkg != "internal/parquetfile" {
					t.Errorf("%s uses parquet.%s: use parquetfile.Open", s.path, selector.Sel.Name)
				}
			}
			return true
		})
	}
	if !opened {
		t.Error("no call found that opens Parquet")
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

func TestFilesAreShort(t *testing.T) {
	for _, s := range sources(t) {
		if s.lines > maxLines {
			t.Errorf("%s has %d lines, more than %d: does it hold two ideas?", s.path, s.lines, maxLines)
		}
	}
}

// TestPackagesAreDocumented wants exactly one package comment for each package.
func TestPackagesAreDocumented(t *testing.T) {
	docs := make(map[string]int)
	for _, s := range sources(t) {
		docs[s.pkg] += 0
		if s.file.Doc != nil {
			docs[s.pkg]++
		}
	}
	for pkg, count := range docs {
		if count != 1 {
			t.Errorf("package %s has %d package comments, want 1", pkg, count)
		}
	}
}

// TestRulesNameWhatExists wants a folder for every package that the rules name.
func TestRulesNameWhatExists(t *testing.T) {
	var named []string
	for pkg := range mayImport {
		named = append(named, pkg)
	}
	for family := range commands {
		named = append(named, commandFolder+family)
	}
	for _, pkg := range append(named, pure...) {
		if _, err := os.Stat(filepath.Join(root, pkg)); err != nil {
			t.Errorf("the rules name %s: %v", pkg, err)
		}
	}
}

// eachTestFile parses every file of tests.
func eachTestFile(t *testing.T, mode parser.Mode, visit func(path string, file *ast.File)) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, mode)
		if err == nil {
			visit(path, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPropertiesAreSeeded: a package with property tests imports internal/seeded in one
// of its tests.
func TestPropertiesAreSeeded(t *testing.T) {
	const properties, seeded = `"pgregory.net/rapid"`, `"github.com/dibmap/dibmap/internal/seeded"`
	imports := map[string]map[string]bool{} // by folder
	eachTestFile(t, parser.ImportsOnly, func(path string, file *ast.File) {
		folder := filepath.Dir(path)
		if imports[folder] == nil {
			imports[folder] = map[string]bool{}
		}
		for _, spec := range file.Imports {
			imports[folder][spec.Path.Value] = true
		}
	})
	found := 0
	for folder, paths := range imports {
		if !paths[properties] {
			continue
		}
		found++
		if !paths[seeded] {
			t.Errorf("%s: property tests without a seed: import %s", folder, seeded)
		}
	}
	if found < 20 {
		t.Errorf("only %d packages with property tests found", found)
	}
}
