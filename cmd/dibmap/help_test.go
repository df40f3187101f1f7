package main

import (
	"io"
	"strings"
	"testing"

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
