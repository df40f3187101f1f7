package exploring

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// offered lists the commands that the page may call, each with the flags that it may give. None of these names
// a file: the page reads the table and what it made of it, and nothing else.
var offered = map[string][]string{
	"info":   {"records"},
	"map":    {"x", "y", "count", "prove", "robust", "validate"},
	"plot":   {},
	"encode": {"clusters", "budget", "export"},
}

// made lists the files that a command may write.
var made = map[string][]string{
	"map":    {"frontier.json"},
	"plot":   {"page.html", "figure.svg", "figure.png", "figure.pdf"},
	"encode": {"mapping.json", "mapping.csv", "mapping.sql", "mapping.py", "recoded"},
}

// columns are the flags that name columns, without which info lists all of them.
var columns = []string{"x", "y", "count"}

// call is what the page asks for.
type call struct {
	Command string            `json:"command"`
	Flags   map[string]string `json:"flags"`
	Output  string            `json:"output"` // one of the files made; empty for standard output
}

// The values of flags that are no values: one that is not given, even if explore was called with it, and one that
// is given alone.
const (
	without = ""
	alone   = "true"
)

// outcome is how a call ended.
type outcome struct {
	Code int    `json:"code"`
	Text string `json:"text"` // standard output
}

// calls runs the commands that the page asks for, one at a time.
type calls struct {
	root          func(cli.Streams) *cobra.Command
	folder, table string
	given         map[string][]string // flags of the explore command
	info          json.RawMessage     // what info says of the table
	notes         []string            // on reading it

	one  sync.Mutex // held by the call under way
	now  sync.Mutex
	stop context.CancelFunc // interrupts the call under way; nil if there is none
}

// list reads the table as info does, which lists the columns of records, so that a mistake is told before a browser
// opens.
func (c *calls) list(ctx context.Context) error {
	var said bytes.Buffer
	result, err := c.run(ctx, call{Command: "info"}, &said)
	if err != nil {
		return err
	}
	for line := range strings.Lines(said.String()) {
		var message struct{ Note, Error string }
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			return fmt.Errorf("explore: info says %q: %w", line, err)
		}
		if message.Note != "" {
			c.notes = append(c.notes, message.Note)
		}
		if message.Error != "" && result.Code == cli.ExitFailed {
			return cli.Failed(errors.New(message.Error))
		}
		if message.Error != "" {
			return errors.New(message.Error)
		}
	}
	c.info = json.RawMessage(result.Text)
	return nil
}

// run runs a call, and writes its messages, each a line of JSON, to w. One that is under way is interrupted.
func (c *calls) run(ctx context.Context, of call, w io.Writer) (outcome, error) {
	args, err := c.args(of)
	if err != nil {
		return outcome{}, err
	}
	c.interrupt()
	c.one.Lock()
	defer c.one.Unlock()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c.set(stop)
	defer c.set(nil)
	var out bytes.Buffer
	args = append(args, "--messages=json+frontier")
	code := cli.Run(ctx, c.root, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: w})
	return outcome{code, out.String()}, nil
}

// interrupt ends the call under way, whose command writes what it has found so far.
func (c *calls) interrupt() {
	c.now.Lock()
	defer c.now.Unlock()
	if c.stop != nil {
		c.stop()
	}
}

func (c *calls) set(stop context.CancelFunc) {
	c.now.Lock()
	defer c.now.Unlock()
	c.stop = stop
}

// wait returns when no call is under way any more.
func (c *calls) wait() {
	c.one.Lock()
	defer c.one.Unlock()
}

// args returns the command line of a call. It returns an error if the page may not call that.
func (c *calls) args(of call) ([]string, error) {
	allowed, known := offered[of.Command]
	if !known {
		return nil, fmt.Errorf("the page does not call %q", of.Command)
	}
	for name := range of.Flags {
		if !slices.Contains(allowed, name) {
			return nil, fmt.Errorf("the page does not call %s with --%s", of.Command, name)
		}
	}
	if of.Output != "" && !slices.Contains(made[of.Command], of.Output) {
		return nil, fmt.Errorf("%s does not make a file %q for the page", of.Command, of.Output)
	}
	args := append([]string{of.Command}, c.reads(of)...)
	for _, name := range slices.Sorted(maps.Keys(of.Flags)) {
		switch value := of.Flags[name]; value {
		case without:
		case alone:
			args = append(args, "--"+name)
		default:
			args = append(args, "--"+name+"="+value)
		}
	}
	if of.Output != "" {
		args = append(args, "-o", filepath.Join(c.folder, of.Output))
	}
	return args, nil
}

// reads returns the part of a command line that says what is read, and how: the flags of explore that the command
// has too, unless the page gives others.
func (c *calls) reads(of call) (args []string) {
	frontier := filepath.Join(c.folder, "frontier.json")
	switch of.Command {
	case "plot":
		return []string{frontier}
	case "encode":
		if args = append(args, frontier); of.Flags["export"] != "" {
			return args
		}
		args = append(args, c.table)
	case "info":
		args = append(args, c.table, "--json")
	default:
		args = append(args, c.table)
	}
	command, _, err := c.root(cli.Streams{Out: io.Discard, Err: io.Discard}).Find([]string{of.Command})
	if err != nil { // which the tests would notice
		return args
	}
	for _, name := range slices.Sorted(maps.Keys(c.given)) {
		_, own := of.Flags[name]
		if own || command.Flags().Lookup(name) == nil || of.Command == "info" && slices.Contains(columns, name) {
			continue
		}
		for _, value := range c.given[name] {
			args = append(args, "--"+name+"="+value)
		}
	}
	return args
}

// open opens a file that a call has made.
func (c *calls) open(name string) (*os.File, error) {
	for _, files := range made {
		if slices.Contains(files, name) {
			return os.Open(filepath.Join(c.folder, name))
		}
	}
	return nil, os.ErrNotExist
}
