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

// TestDocuments runs every command shown in a "console" block of the README, of the
// changelog, of docs/, of docs/paper/ and of the site's own pages, and wants exactly the output shown. The
// blocks of a document run in order in one folder. Blocks below the comment "needs:
// network" or "needs: time" are left to TestLongDocuments.
func TestDocuments(t *testing.T) { testDocuments(t, false) }

// testDocuments runs the blocks that need neither a network nor time, of all documents,
// or all blocks of those documents in which one needs them.
func testDocuments(t *testing.T, long bool) {
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
	documents := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")}
	for _, pattern := range []string{"docs/*.md", "docs/paper/*.md", "site/pages/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, found...)
	}
	blocks := 0
	for _, path := range documents {
		text := read(t, path)
		if long && !isLong.MatchString(text) {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			folder := t.TempDir()
			copyTables(t, filepath.Join(root, "docs"), filepath.Join(folder, "docs"))
			got := consoleBlock.ReplaceAllStringFunc(text, func(block string) string {
				if !long && isLong.MatchString(block) {
					return block
				}
				blocks++
				return runBlock(t, folder, block)
			})
			if *update {
				write(t, path, got)
				return
			}
			if d := cmp.Diff(strings.Split(text, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("the document shows other output than the program prints (-document +program):\n%s", d)
			}
		})
	}
	if blocks == 0 {
		t.Error("no console block found: this test tests nothing")
	}
}

// copyTables copies the compressed tables that documents read, so that commands cannot change them.
func copyTables(t *testing.T, from, to string) {
	tables, err := filepath.Glob(filepath.Join(from, "*.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		write(t, filepath.Join(to, filepath.Base(table)), read(t, table))
	}
}

// TestLinksLeadSomewhere wants a file for every link of a document to another file.
func TestLinksLeadSomewhere(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/paper/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, found...)
	}
	links := 0
	for _, path := range documents {
		for _, link := range documentLink.FindAllStringSubmatch(documentCode.ReplaceAllString(read(t, path), ""), -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
				t.Errorf("%s has a link that leads nowhere: %v", path, err)
			}
		}
	}
	if links == 0 {
		t.Error("no link found: this test tests nothing")
	}
}

// documentCode matches a block of code.
var documentCode = regexp.MustCompile("(?s)\n```.*?\n```")

// documentLink matches a link to a file, with or without a place in it.
var documentLink = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)

// isLong matches the line above a block of commands that download something, or that
// take seconds of processor time.
var isLong = regexp.MustCompile(needs)

const needs = "<!-- needs: (?:network|time) -->\n"

// consoleBlock matches a fenced block of commands and output, with the comment
// above it.
var consoleBlock = regexp.MustCompile("(?s)(" + needs + ")?```console\n(.*?)```\n")

// runBlock runs the commands of a block and returns the block with the output
// they gave. Standard output and standard error are shown together, as a
// terminal does.
func runBlock(t *testing.T, folder, block string) string {
	parts := consoleBlock.FindStringSubmatch(block)
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
		sh.Env = append(os.Environ(), "PIP_DISABLE_PIP_VERSION_CHECK=1", cacheVariable+"="+filepath.Join(folder, ".cache"))
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
