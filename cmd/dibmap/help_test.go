package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
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

// TestHelpFitsTheTerminal wraps what is said of flags.
func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	for _, args := range [][]string{{"show", "--help"}, {"show", "-h"}} {
		_, stdout, _ := call(t.Context(), args...)
		_, flags, _ := strings.Cut(stdout, "\n\nFlags:")
		for line := range strings.Lines(flags) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 60 {
				t.Errorf("%q: %s", args, line)
			}
		}
	}
}
