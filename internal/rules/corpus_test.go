package rules

import (
	"go/ast"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryFuzzTargetHasACorpus: go test tries what fuzzing has found to reach new code, so that a change which
// breaks that is seen without hours of fuzzing.
func TestEveryFuzzTargetHasACorpus(t *testing.T) {
	targets := 0
	eachTestFile(t, 0, func(path string, file *ast.File) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			targets++
			inputs, err := filepath.Glob(filepath.Join(filepath.Dir(path), "testdata/fuzz", f.Name.Name, "*"))
			if err != nil {
				t.Fatal(err)
			}
			if len(inputs) == 0 {
				t.Errorf("%s: %s has no inputs in testdata/fuzz: run .ci/fuzz, and commit a few of those that it keeps in the cache of Go", path, f.Name.Name)
			}
		}
	})
	if targets < 40 {
		t.Errorf("only %d targets found: the walk is wrong", targets)
	}
}
