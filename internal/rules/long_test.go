//go:build long

package rules

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fusedAt finds an instruction of arm64 that adds a product without rounding it, and where it is.
var fusedAt = regexp.MustCompile(`\(([^()]+\.go:\d+)\)\s+FN?M(?:ADD|SUB)[SD]\s`)

// TestLongNothingIsFused compiles the algorithms for a processor that can add a product without rounding it
// first, and looks for where that happens. It sees what source text does not show: products that come
// from a function, or go to one. The cure is float64(a*b), also where a product by a power of two is exact.
func TestLongNothingIsFused(t *testing.T) {
	for _, probe := range []struct {
		name, body string
		fused      bool
	}{{"fused", "a*b + c", true}, {"rounded", "float64(a*b) + c", false}} {
		folder := t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module probe\n\ngo 1.24\n", "probe.go": "package probe\n\nfunc F(a, b, c float64) float64 { return " + probe.body + " }\n",
		} {
			if err := os.WriteFile(folder+"/"+name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if found := fused(t, folder, "."); (len(found) > 0) != probe.fused {
			t.Fatalf("%s: found %v", probe.name, found)
		}
	}
	packages := make([]string, len(pure))
	for k, p := range pure {
		packages[k] = "./" + p
	}
	for function, places := range fused(t, root, packages...) {
		t.Errorf("%s adds a product that is not rounded: %s", function, strings.Join(places, ", "))
	}
}

// fused compiles packages for arm64, and returns for each function where it adds a product that is not
// rounded.
func fused(t *testing.T, folder string, packages ...string) map[string][]string {
	t.Helper()
	build := exec.Command("go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	build.Dir = folder
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOWORK=off")
	assembly, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%.2000s", err, assembly)
	}
	found := make(map[string][]string)
	var function string
	lines := bufio.NewScanner(bytes.NewReader(assembly))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if name, _, ok := strings.Cut(lines.Text(), " STEXT "); ok {
			function = name
		} else if at := fusedAt.FindStringSubmatch(lines.Text()); at != nil {
			found[function] = append(found[function], at[1])
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}
