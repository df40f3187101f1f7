package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocuments runs every command shown in a "console" block of the README and
// of docs/, and wants exactly the output shown. The blocks of a document run in
// order in one folder. A comment "needs: network" above a block restricts it to
// continuous integration.
func TestDocuments(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the documents show a Unix shell")
	}
	if raceDetector() {
		t.Skip("the scripts show races, and this shows no more")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, path := range append(documents, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			got := consoleBlock.ReplaceAllStringFunc(string(text), func(block string) string {
				blocks++
				return runBlock(t, folder, block)
			})
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("the document shows other output than the program prints (-document +program):\n%s", d)
			}
		})
	}
	if blocks == 0 {
		t.Error("no console block found: this test tests nothing")
	}
}

// consoleBlock matches a fenced block of commands and output, with the comment
// above it.
var consoleBlock = regexp.MustCompile("(?s)(<!-- needs: network -->\n)?```console\n(.*?)```\n")

// runBlock runs the commands of a block and returns the block with the output
// they gave. Standard output and standard error are shown together, as a
// terminal does.
func runBlock(t *testing.T, folder, block string) string {
	parts := consoleBlock.FindStringSubmatch(block)
	if parts[1] != "" && os.Getenv("DIBMAP_REQUIRE_TOOLS") == "" {
		return block
	}
	var b strings.Builder
	b.WriteString(parts[1] + "```console\n")
	lines := strings.Split(strings.TrimSuffix(parts[2], "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "$ ") {
			continue // output of before
		}
		command := lines[i]
		for strings.HasSuffix(command, `\`) {
			i++
			command += "\n" + lines[i]
		}
		b.WriteString(command + "\n")
		script := strings.ReplaceAll(strings.TrimPrefix(command, "$ "), "go run ./cmd/dibmap", "dibmap")
		sh := exec.Command("sh", "-c", script)
		sh.Dir = folder
		sh.Env = append(os.Environ(), "PIP_DISABLE_PIP_VERSION_CHECK=1")
		out, err := sh.CombinedOutput()
		if err != nil && len(out) == 0 {
			t.Errorf("%s: %v", command, err)
		}
		b.Write(out)
		if len(out) > 0 && out[len(out)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	b.WriteString("```\n")
	return b.String()
}
