// Package oracle finds the programs and reference data that tests compare this
// project with. A test skips where they are missing, except under continuous
// integration, which installs them: there it fails.
package oracle

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// required tells whether a missing tool is a failure: .ci/run sets the
// variable.
func required() bool { return os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" }

func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if required() {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Program returns the path of a program.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, "needs %s: %v", name, err)
	}
	return path
}

// Python returns a function that runs a Python script with arguments, with the
// given modules importable, and returns what it prints. The interpreter is
// $DIBMAP_PYTHON or python3.
func Python(t testing.TB, modules ...string) func(script string, args ...string) []byte {
	t.Helper()
	python := os.Getenv("DIBMAP_PYTHON")
	if python == "" {
		python = "python3"
	}
	for _, m := range modules {
		if out, err := exec.Command(python, "-c", "import "+m).CombinedOutput(); err != nil {
			missing(t, "needs Python with %s: %v %s", m, err, out)
		}
	}
	return func(script string, args ...string) []byte {
		t.Helper()
		// Libraries with threads of their own may abort an interpreter that has done its
		// work and shuts down.
		script += "\nimport os, sys\nsys.stdout.flush()\nos._exit(0)\n"
		cmd := exec.Command(python, append([]string{"-c", script}, args...)...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("Python: %v", err)
		}
		return out
	}
}

// Shared returns the path of a reference file, which lies outside the project,
// and skips the test where it is not.
func Shared(t testing.TB, elements ...string) string {
	t.Helper()
	for folder := "."; ; folder = filepath.Join("..", folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			path := filepath.Join(append([]string{folder, "..", "shared"}, elements...)...)
			if _, err := os.Stat(path); err != nil {
				t.Skipf("needs the reference data: %v", err)
			}
			return path
		}
		if abs, err := filepath.Abs(folder); err != nil || abs == filepath.Dir(abs) {
			t.Fatal("no go.mod above the test")
		}
	}
}
