package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// testCommand matches a call of "go test" with the folder of a package.
	testCommand = regexp.MustCompile("go test (-C (\\S+) )?\\./(\\S*) ([^`\n]*)")
	// chosen matches the option that chooses tests or benchmarks.
	chosen = regexp.MustCompile(`-(run|bench) ('[^']*'|\S+)`)
)

// TestDocumentsNameTestsThatExist looks for every test and benchmark that a document
// says to run.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	documents, err := filepath.Glob(root + "/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, document := range append(documents, root+"/README.md", root+"/CONTRIBUTING.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range testCommand.FindAllStringSubmatch(string(text), -1) {
			folder := filepath.Join(root, command[2], strings.TrimSuffix(command[3], "..."))
			names := testNames(t, folder)
			for _, option := range chosen.FindAllStringSubmatch(command[4], -1) {
				pattern, _, _ := strings.Cut(strings.Trim(option[2], "'"), "/")
				if pattern == "xxx" { // no test, only benchmarks
					continue
				}
				checked++
				kind := map[string]string{"run": "Test", "bench": "Benchmark"}[option[1]]
				if !anyMatch(t, pattern, kind, names) {
					t.Errorf("%s says %q, but %s has no such %s", document, command[0], folder, kind)
				}
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d commands found: the pattern is wrong", checked)
	}
}

// placeInCode matches a file of the project in a document, with or without a function,
// type or method of it: `internal/pareto/set.go` or `internal/pareto/set.go:Set.Add`.
var placeInCode = regexp.MustCompile("`([a-z0-9_]+/[a-z0-9_/]+\\.go)(?::([A-Za-z.]+))?`")

// TestDocumentsNameCodeThatExists looks for the files and declarations that documents
// name, and for the name of every package in docs/architecture.md.
func TestDocumentsNameCodeThatExists(t *testing.T) {
	declared := make(map[string]bool)
	packages := make(map[string]bool)
	for _, s := range sources(t) {
		path, err := filepath.Rel(root, s.path)
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.ToSlash(path)
		declared[path] = true
		packages[s.pkg] = true
		for _, decl := range s.file.Decls {
			for _, name := range declaredNames(decl) {
				declared[path+":"+name] = true
			}
		}
	}
	documents, err := filepath.Glob(root + "/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, root+"/README.md", root+"/CONTRIBUTING.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range placeInCode.FindAllStringSubmatch(string(text), -1) {
			name := strings.Trim(place[0], "`")
			if !declared[name] {
				t.Errorf("%s names %s, which does not exist", document, name)
			}
		}
		if filepath.Base(document) != "architecture.md" {
			continue
		}
		for pkg := range packages {
			if pkg != "." && !strings.HasPrefix(pkg, "experiments/") && !strings.Contains(string(text), "`"+pkg+"`") {
				t.Errorf("%s does not name package %s", document, pkg)
			}
		}
	}
}

// declaredNames returns the names that a declaration declares, those of methods after
// the name of their type.
func declaredNames(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			return []string{receiver(d) + "." + d.Name.Name}
		}
		return []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// testNames returns the names of the functions in the test files of a folder.
func testNames(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

// anyMatch tells whether a pattern matches the name of a test or benchmark.
func anyMatch(t *testing.T, pattern, kind string, names []string) bool {
	t.Helper()
	expression, err := regexp.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, kind) && expression.MatchString(name) {
			return true
		}
	}
	return false
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}
