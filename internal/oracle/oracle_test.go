package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder stands for a test that calls this package, and records how it ended.
type recorder struct {
	testing.TB
	outcome string
}

func (*recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.outcome = "failed: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Skipf(format string, args ...any) {
	r.outcome = "skipped: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// outcome returns how a test ends that makes a call: "passed", or "skipped" or
// "failed" with the reason.
func outcome(t *testing.T, call func(t testing.TB)) string {
	r := &recorder{TB: t, outcome: "passed"}
	done := make(chan struct{})
	go func() {
		defer close(done)
		call(r)
	}()
	<-done
	return r.outcome
}

// TestWhatIsMissing checks that a test is skipped when something is missing, and
// fails instead under continuous integration.
func TestWhatIsMissing(t *testing.T) {
	for name, call := range map[string]func(t testing.TB){
		"a program":        func(t testing.TB) { Program(t, "no-such-program") },
		"a Python module":  func(t testing.TB) { Python(t, "no_such_module") },
		"a reference file": func(t testing.TB) { Shared(t, "no", "such", "file") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(require, "")
			if got := outcome(t, call); !strings.HasPrefix(got, "skipped: needs ") {
				t.Errorf("a test %s, want it skipped", got)
			}
			t.Setenv(require, "1")
			if got := outcome(t, call); !strings.HasPrefix(got, "failed: needs ") {
				t.Errorf("with %s=1 a test %s, want it to fail", require, got)
			}
		})
	}
}

// TestSharedIsBesideTheProject finds the reference data from a package of the main
// module and from one of a nested module.
func TestSharedIsBesideTheProject(t *testing.T) {
	parent := t.TempDir()
	write := func(content string, elements ...string) {
		t.Helper()
		path := filepath.Join(append([]string{parent}, elements...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("module github.com/dibmap/dibmap\n\ngo 1.26\n", "project", "go.mod")
	write("module github.com/dibmap/dibmap/experiments\n", "project", "experiments", "go.mod")
	write("", "project", "experiments", "paper", "paper.go")
	write("", "project", "info", "info.go")
	write("table", "shared", "data", "table.csv")
	t.Setenv(require, "1")
	for _, folder := range []string{"project", "project/info", "project/experiments", "project/experiments/paper"} {
		t.Chdir(filepath.Join(parent, folder))
		var path string
		if got := outcome(t, func(t testing.TB) { path = Shared(t, "data", "table.csv") }); got != "passed" {
			t.Errorf("in %s a test %s", folder, got)
			continue
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "table" {
			t.Errorf("in %s the reference file is read as %q, %v", folder, text, err)
		}
	}
}
