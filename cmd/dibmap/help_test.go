package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// TestHelpReadsWell wants a line and an example for every command, and words for every flag that do not
// call [] a default: the reference on the site is made of them.
func TestHelpReadsWell(t *testing.T) {
	commands := newRoot(cli.Streams{Out: io.Discard, Err: io.Discard}).Commands()
	if len(commands) < 16 {
		t.Fatalf("%d commands", len(commands))
	}
	for _, c := range commands {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || c.Example == "" {
			t.Errorf("%s has no line that describes it, or one that ends with a full stop, or no example", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" || f.DefValue == "[]" && strings.HasPrefix(f.Value.Type(), "stringToString") {
				t.Errorf("%s: --%s says nothing, or that its default is []", c.Name(), f.Name)
			}
		})
	}
}

// TestHelpOnAScreen: -h of every command fits a screen of 24 lines of 80 characters, shows flags that there
// are, and names the way to the others.
func TestHelpOnAScreen(t *testing.T) {
	names := []string{""}
	for _, c := range newRoot(cli.Streams{Out: io.Discard, Err: io.Discard}).Commands() {
		names = append(names, c.Name())
	}
	for _, name := range names {
		args := append(strings.Fields(name), "-h")
		code, stdout, stderr := call(t.Context(), args...)
		if code != cli.ExitDone || stderr != "" || !strings.Contains(stdout, "--help") {
			t.Errorf("%q: exit code %d: %s%s", args, code, stdout, stderr)
		}
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 80 {
				t.Errorf("%q: wider than 80 characters: %s", args, line)
			}
		}
		if len(lines) > 24 {
			t.Errorf("%q: %d lines", args, len(lines))
		}
		_, whole, _ := call(t.Context(), append(strings.Fields(name), "--help")...)
		if _, both, _ := call(t.Context(), append(args, "--help")...); both != whole || whole == stdout {
			t.Errorf("%q: --help is not everything: %s", args, whole)
		}
	}
}

// terminal is a terminal of some width.
type terminal struct {
	bytes.Buffer
	columns int
}

func (t *terminal) Columns() int { return t.columns }

// TestOutputFitsTheTerminal has lines go on in the next one at the width of the terminal, and leaves JSON, and what goes
// elsewhere, as it is.
func TestOutputFitsTheTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	folder := t.TempDir()
	f, wide := filepath.Join(folder, "frontier.json"), filepath.Join(folder, "f.json")
	var table strings.Builder // of characters that take two columns each
	table.WriteString("x,y,n\n")
	for x := range 12 {
		for y := range 4 {
			fmt.Fprintf(&table, "東京の駅%d,色%d,%d\n", x, y, 10+(x*x+y)%7*(x+y)%5*9)
		}
	}
	stations := write(t, filepath.Join(folder, "駅.csv"), table.String())
	for path, args := range map[string][]string{f: {"@occupation"}, wide: {stations, "--x", "x", "--y", "y", "--count", "n"}} {
		if code, _, stderr := call(t.Context(), append([]string{"map", "-q", "-o", path}, args...)...); code != cli.ExitDone {
			t.Fatal(stderr)
		}
	}
	for _, args := range [][]string{
		{"show", wide},
		{"show", wide, "--best"},
		{"select", wide, "--clusters", "4"},
		{"info", stations},
		{"help"},
		{"map", "--help"},
		{"map", "-h"},
		{"select", "--help"},
		{"map", "@occupation"},
		{"show", f},
		{"show", f, "--best"},
		{"show", f, "--walk"},
		{"select", f},
		{"select", f, "--clusters", "3"},
		{"info", "@occupation"},
		{"compare", "@occupation", "--methods", "ward"},
		{"verify", f},
		{"data"},
		{"merge", f},
	} {
		run := func(columns int) string {
			var stderr bytes.Buffer
			out := &terminal{columns: columns}
			if code := cli.Run(t.Context(), newRoot, args, cli.Streams{In: strings.NewReader(""), Out: out, Err: &stderr}); code != cli.ExitDone {
				t.Fatalf("%q: exit code %d: %s", args, code, stderr.String())
			}
			return out.String()
		}
		for _, columns := range []int{40, 60, 80, 100, 250} {
			for line := range strings.Lines(run(columns)) {
				// A path may be longer than a line.
				line = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), f, "f.json"), folder, "")
				if n := wording.Width(line); n > columns {
					t.Errorf("%q: %d columns, of %d: %s", args, n, columns, line)
				}
			}
		}
	}
	args := []string{"select", f, "--clusters", "3", "--json"}
	out := &terminal{columns: 40}
	cli.Run(t.Context(), newRoot, args, cli.Streams{In: strings.NewReader(""), Out: out, Err: io.Discard})
	if _, plain, _ := call(t.Context(), args...); out.String() != plain {
		t.Errorf("JSON is broken: %s", out)
	}
}

// TestColours: groups that were chosen, errors and warnings have colours on a terminal, unless its user
// or the terminal wants none, and a file cannot add any.
func TestColours(t *testing.T) {
	folder := t.TempDir()
	table := write(t, filepath.Join(folder, "table.csv"), ",p,q\nx\ufdd0\x1b[35m,5,1\nb,1,4\nc,2,2\n")
	f := filepath.Join(folder, "frontier.json")
	if code, _, stderr := call(t.Context(), "map", table, "-q", "-o", f); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	run := func(args ...string) string {
		out := &terminal{columns: 80}
		cli.Run(t.Context(), newRoot, args, cli.Streams{In: strings.NewReader(""), Out: out, Err: out})
		return out.String()
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	groups, failure := run("select", f, "--clusters", "2"), run("select", f, "--clusters", "9")
	if !strings.Contains(groups, "\x1b[36mb c\x1b[0m ") || strings.Contains(groups, "\x1b[36mvalues") || strings.Contains(groups, "\x1b[35m") {
		t.Errorf("got %q", groups)
	}
	if !strings.HasPrefix(failure, "\x1b[31mdibmap:\x1b[0m ") {
		t.Errorf("got %q", failure)
	}
	if got := run("select", f, "--clusters", "2", "--json"); strings.Contains(got, "\x1b") {
		t.Errorf("JSON has colours: %q", got)
	}
	for variable, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, value)
			if got := run("select", f, "--clusters", "2") + run("select", f, "--clusters", "9"); strings.Contains(got, "\x1b") {
				t.Errorf("got %q", got)
			}
		})
	}
	if _, stdout, stderr := call(t.Context(), "select", f, "--clusters", "2"); strings.Contains(stdout+stderr, "\x1b") {
		t.Errorf("what goes elsewhere has colours: %q", stdout+stderr)
	}
}
