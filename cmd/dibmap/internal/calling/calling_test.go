package calling

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// program returns commands that stand for those of dibmap: info prints its arguments, map writes them to its output
// and waits to be interrupted if it is given --robust, and the others do nothing.
func program(s cli.Streams) *cobra.Command {
	root := &cobra.Command{Use: "dibmap", SilenceErrors: true, SilenceUsage: true}
	for name, flags := range offered {
		cmd := &cobra.Command{Use: name}
		for _, flag := range slices.Concat(flags, []string{"delimiter", "json"}) {
			cmd.Flags().String(flag, "", "")
			cmd.Flags().Lookup(flag).NoOptDefVal = "yes"
		}
		output := cmd.Flags().StringP("output", "o", "", "")
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			text := strings.Join(append(args, Given(cmd)["delimiter"]...), " ")
			if robust := cmd.Flag("robust"); robust != nil && robust.Changed {
				s.Progress("waits")
				<-cmd.Context().Done()
				text = "interrupted"
			}
			if *output == "" {
				_, err := fmt.Fprintf(s.Out, "%q", text)
				return err
			}
			return os.WriteFile(*output, []byte(text), 0o600)
		}
		root.AddCommand(cmd)
	}
	return root
}

// begun returns calls of a page that begins with some flags.
func begun(t *testing.T) *Calls {
	t.Helper()
	c := &Calls{Root: program, Folder: t.TempDir(), Table: filepath.Join("folder", "table.csv"), Given: map[string][]string{"x": {"city"}, "delimiter": {";"}}}
	about, err := c.Begin(context.Background())
	if err != nil || about.Table != "table.csv" || about.Flags["x"] != "city" || string(about.Info) != fmt.Sprintf("%q", c.Table+" ;") {
		t.Fatalf("the page begins with %+v (%v)", about, err)
	}
	return c
}

// TestCommandLines: what is called reads the table and what was made of it only, with the flags that the page begins with.
func TestCommandLines(t *testing.T) {
	c := begun(t)
	frontier := filepath.Join(c.Folder, "frontier.json")
	for _, tt := range []struct {
		call Call
		want []string
	}{
		{Call{Command: "info"}, []string{"info", c.Table, "--json", "--delimiter=;"}},
		{Call{Command: "map", Flags: map[string]string{"y": "product", "validate": "true"}}, []string{"map", c.Table, "--delimiter=;", "--x=city", "--validate", "--y=product"}},
		{Call{Command: "map", Flags: map[string]string{"effort": "0.25"}}, []string{"map", c.Table, "--delimiter=;", "--x=city", "--effort=0.25"}},
		{Call{Command: "map", Flags: map[string]string{"x": "town"}}, []string{"map", c.Table, "--delimiter=;", "--x=town"}},
		{Call{Command: "map", Flags: map[string]string{"x": "", "robust": ""}}, []string{"map", c.Table, "--delimiter=;"}},
		{Call{Command: "plot", Output: "page.html"}, []string{"plot", frontier, "-o", filepath.Join(c.Folder, "page.html")}},
		{Call{Command: "encode", Flags: map[string]string{"export": "sql", "budget": "1.5"}}, []string{"encode", frontier, "--budget=1.5", "--export=sql"}},
	} {
		if got, err := c.Args(tt.call); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %q, want %q (%v)", tt.call, got, tt.want, err)
		}
	}
}

// TestStopKeepsWhatIsFound: a call that is stopped ends as its command does, and so does one after which another
// is made.
func TestStopKeepsWhatIsFound(t *testing.T) {
	c := begun(t)
	for _, stop := range []func(){
		c.Interrupt,
		func() { _, _ = c.Run(t.Context(), Call{Command: "info"}, &Lines{Tell: func([]byte) {}}) },
	} {
		waits := make(chan bool, 1)
		done := make(chan Outcome, 1)
		go func() {
			result, _ := c.Run(t.Context(), Call{Command: "map", Flags: map[string]string{"robust": "true"}}, &Lines{Tell: func([]byte) {
				select {
				case waits <- true:
				default:
				}
			}})
			done <- result
		}()
		<-waits
		stop()
		if got := <-done; got != (Outcome{0, `"interrupted"`}) {
			t.Errorf("the call ended with %+v", got)
		}
	}
	c.Wait()
}

// TestOpen: a page may ask for what its calls made, and for nothing else.
func TestOpen(t *testing.T) {
	c := begun(t)
	for _, name := range []string{"frontier.json", "table.csv"} {
		if err := os.WriteFile(filepath.Join(c.Folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := c.Open("frontier.json")
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	for _, name := range []string{"table.csv", "page.html", "../frontier.json", ""} {
		if _, err := c.Open(name); err == nil {
			t.Errorf("%q is opened", name)
		}
	}
}

func TestLines(t *testing.T) {
	var got []string
	w := &Lines{Tell: func(line []byte) { got = append(got, string(line)) }}
	for _, part := range []string{"a", "b\nc\n\nd", "e", "\n", "f"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%q: %d, %v", part, n, err)
		}
	}
	if want := []string{"ab", "c", "", "de"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
