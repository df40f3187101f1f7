// Package oracle finds the programs and reference data that tests compare this
// project with. If they are missing, a test is skipped with a message. In .ci/run,
// which provides all of them, the test fails instead.
package oracle

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// require is the environment variable that makes a missing tool a failure.
// .ci/run sets it.
const require = "DIBMAP_REQUIRE_TOOLS"

// Missing skips or fails a test because of a missing requirement.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv(require) != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// Program returns the path of an installed program.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, "needs %s: %v", name, err)
	}
	return path
}

// Python returns a function that runs a Python script with arguments and returns
// its output. The script can import the given modules. The interpreter is
// $DIBMAP_PYTHON or, when that is not set, python3.
func Python(t testing.TB, modules ...string) func(script string, args ...string) []byte {
	t.Helper()
	python := cmp.Or(os.Getenv("DIBMAP_PYTHON"), "python3")
	if out, err := exec.Command(python, append([]string{"-c", lacking}, modules...)...).CombinedOutput(); err != nil {
		Missing(t, "needs Python with %s: %v %s", strings.Join(modules, ", "), err, out)
	}
	return func(script string, args ...string) []byte {
		t.Helper()
		// Some libraries start threads that abort the interpreter while it shuts down, so
		// it ends without the usual clean-up.
		script += "\nimport os, sys\nsys.stdout.flush()\nos._exit(0)\n"
		cmd := exec.Command(python, append([]string{"-c", script}, args...)...)
		cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1") // threads of numpy and scikit-learn spin while they wait
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("Python: %v", err)
		}
		return out
	}
}

// lacking names the modules that Python does not have. Finding one is much faster than its import.
const lacking = `
import sys
from importlib.util import find_spec
sys.exit(" ".join(m for m in sys.argv[1:] if find_spec(m) is None) or 0)
`

// Shared returns the path of a reference file. The reference data are outside the
// project, in the folder ../shared.
func Shared(t testing.TB, elements ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{root(t), "..", "shared"}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		Missing(t, "needs the reference data: %v", err)
	}
	return path
}

// root returns the folder of the project: the nearest folder above the test with the
// go.mod of the main module. Nested modules have a go.mod of their own below it.
func root(t testing.TB) string {
	t.Helper()
	folder, err := filepath.Abs(".")
	if err != nil {
		t.Fatalf("the folder of the test: %v", err)
	}
	for {
		mod, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && slices.Contains(strings.Split(string(mod), "\n"), "module github.com/dibmap/dibmap") {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatalf("no folder above the test holds the go.mod of the project")
		}
		folder = parent
	}
}
