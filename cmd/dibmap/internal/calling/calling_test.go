package calling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/partition"
)

// program returns commands that stand for those of dibmap: info prints its arguments, map writes them to its output
// and waits to be interrupted if it is given --robust, and the others do nothing.
func program(s cli.Streams) *cobra.Command {
	root := &cobra.Command{Use: "dibmap", SilenceErrors: true, SilenceUsage: true}
	for name, flags := range offered {
		if name == "name" { // which Calls has itself
			continue
		}
		cmd := &cobra.Command{Use: name}
		if name == "info" {
			flags = slices.Concat(flags, columns)
		}
		for _, flag := range slices.Concat(flags, append([]string{"json"}, reading...)) {
			cmd.Flags().String(flag, "", "")
			cmd.Flags().Lookup(flag).NoOptDefVal = "yes"
		}
		output := cmd.Flags().StringP("output", "o", "", "")
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			text := strings.Join(append(args, Given(cmd)["delimiter"]...), " ")
			if slices.Equal(Given(cmd)["delimiter"], []string{"fails"}) {
				return errors.New("fails")
			}
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
		{Call{Command: "info"}, []string{"info", c.Table, "--json", "--propose", "--delimiter=;", "--x=city"}},
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

// TestName: the names that a page gives to groups are in the frontier file, which stays as it was if they cannot be.
func TestName(t *testing.T) {
	c := begun(t)
	file := filepath.Join(c.Folder, "frontier.json")
	f, err := frontier.New(frontier.Problem{Kind: "dib", N: 3, M: 1, XLabels: []string{"a", "b", "c"}, YLabels: []string{"y"}},
		frontier.Search{Status: frontier.StatusConverged}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 1, 0})}})
	if err == nil {
		err = codec.WriteFile(file, f)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		names      [][]string
		code       int
		said, want string
	}{
		{[][]string{{"ends", "a", "c"}}, cli.ExitDone, "", "ends b"},
		{[][]string{{"other", "d"}}, cli.ExitUsage, "problem.group_names[0][1]", "ends b"},
		{nil, cli.ExitDone, "", "a+c b"},
	} {
		var said strings.Builder
		got, err := c.Run(t.Context(), Call{Command: "name", Names: tt.names}, &said)
		if err != nil || got.Code != tt.code || !strings.Contains(said.String(), tt.said) {
			t.Errorf("%q: %+v, %s (%v)", tt.names, got, said.String(), err)
		}
		read, err := codec.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if names := strings.Join(read.At(0).Names(), " "); names != tt.want {
			t.Errorf("%q: the groups are called %s, want %s", tt.names, names, tt.want)
		}
	}
}

// columns are flags of info beside those that a page gives.
var columns = []string{"propose", "x", "y"}

// TestReread: a page sets how the file is read, and nothing else; a file that cannot be read so stays as it was.
func TestReread(t *testing.T) {
	c := begun(t)
	about, err := c.Reread(t.Context(), map[string]string{"delimiter": "tab", "decimal": ",", "missing-y": "own"})
	if err != nil || about.Flags["delimiter"] != "tab" || about.Flags["decimal"] != "," || about.Flags["x"] != "city" {
		t.Fatalf("%+v (%v)", about, err)
	}
	for _, flags := range []map[string]string{{"effort": "1"}, {"x": "town"}, {"output": "f"}, {"delimiter": "fails"}} {
		if _, err := c.Reread(t.Context(), flags); err == nil {
			t.Errorf("%v is set", flags)
		}
	}
	want := []string{"map", c.Table, "--decimal=,", "--delimiter=tab", "--missing-y=own", "--x=city"}
	if got, err := c.Args(Call{Command: "map"}); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, want %q (%v)", got, want, err)
	}
	if about, err = c.Reread(t.Context(), map[string]string{"delimiter": ""}); err != nil || about.Flags["delimiter"] != "" || c.About().Flags["decimal"] != "," {
		t.Errorf("%+v (%v)", about, err)
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
