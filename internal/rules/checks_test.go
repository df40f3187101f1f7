package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChecksAreRun: staticcheck is a part of lint, and lint and the check for known vulnerabilities are run before a
// change lands and by the workflow of the project.
func TestChecksAreRun(t *testing.T) {
	for file, wants := range map[string][]string{
		".golangci.yml":                {"- staticcheck\n"},
		".ci/run":                      {"\nbegin vulnerabilities\n", "\nbegin lint\n", "collect; done\ntitle"},
		".ci/lint":                     {"\"$linter\" run ./..."},
		".github/workflows/checks.yml": {".ci/vulnerabilities $MODULES\n", "golangci-lint\" run ./...", "DIBMAP_REQUIRE_DATABASE"},
	} {
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(content), want) {
				t.Errorf("%s lacks %q", file, want)
			}
		}
	}
}
