// Command browserpage makes a page that contains dibmap. Its users need no installation, and their data do not leave
// the page.
//
//	go run ./cmd/browserpage -o FILE.html
//
// It runs in the root of the repository, and needs the command xz. The same sources give the same page.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/workbench"
)

func main() {
	output := flag.String("o", "", "write the page to this `FILE`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *output)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "browserpage: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, output string) error {
	if output == "" {
		return errors.New("name the page to write: -o FILE.html")
	}
	wasm, err := program(ctx, ".")
	if err != nil {
		return err
	}
	compressed, err := compress(ctx, wasm)
	if err != nil {
		return err
	}
	support, err := supportOf(ctx)
	if err != nil {
		return err
	}
	example, err := examplePage(ctx)
	if err != nil {
		return err
	}
	page := workbench.Standalone(workbench.Program{Wasm: compressed, Support: support, Example: example})
	if err := atomicfile.Write(output, []byte(page)); err != nil {
		return err
	}
	fmt.Printf("%s: %.2f MB, including %.2f MB for the program (%.1f MB before compression)\n",
		output, megabytes(len(page)), megabytes(len(compressed)), megabytes(len(wasm)))
	return nil
}

func megabytes(n int) float64 { return float64(n) / 1e6 }

// compress compresses by xz, which makes the program a tenth smaller than the formats that browsers decompress.
func compress(ctx context.Context, data []byte) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "xz", "--format=xz", "--check=crc32", "--lzma2=preset=9e,lc=4,pb=0", "--threads=1", "--stdout")
	var said bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(data), &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("xz, which has to be installed: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return out, nil
}

// supportOf returns the script that runs programs of Go in a browser.
func supportOf(ctx context.Context) (string, error) {
	root, err := goCommand(ctx, ".", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return string(script), err
}

// exampleTable is the built-in table of the example.
const exampleTable = "@occupation"

// exampleNames are names for groups of its levels, after the categories of Glass (1954), Social Mobility in Britain.
var exampleNames = [][]string{{"professions, managers", "1", "2"}, {"other non-manual work", "3", "4", "5"}, {"manual work", "6", "7", "8"}}

// dibmap runs the command.
func dibmap(ctx context.Context, args ...string) error {
	if out, err := exec.CommandContext(ctx, "go", append([]string{"run", "./cmd/dibmap"}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("dibmap %s: %w: %s", args[0], err, out)
	}
	return nil
}

// examplePage returns the page of the frontier of a built-in table, as the command makes it.
func examplePage(ctx context.Context) (string, error) {
	folder, err := os.MkdirTemp("", "browserpage-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	frontier, page := filepath.Join(folder, "frontier.json"), filepath.Join(folder, "page.html")
	if err := dibmap(ctx, "map", exampleTable, "--quiet", "-o", frontier); err != nil {
		return "", err
	}
	f, err := codec.ReadFile(frontier)
	if err != nil {
		return "", err
	}
	f.Problem.GroupNames = exampleNames
	if err := codec.WriteFile(frontier, f); err != nil {
		return "", err
	}
	if err := dibmap(ctx, "plot", frontier, "-o", page); err != nil {
		return "", err
	}
	text, err := os.ReadFile(page)
	return string(text), err
}
