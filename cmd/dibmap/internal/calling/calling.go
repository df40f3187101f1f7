// Package calling runs the commands that a page asks for. The page of package workbench calls them as in a
// terminal, both with a server and in the page itself.
package calling

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
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
)

// Call is a call of a command by a page.
type Call struct {
	Command string            `json:"command"`
	Flags   map[string]string `json:"flags"`
	Output  string            `json:"output"` // one of the files that the command makes; empty for standard output
	Names   [][]string        `json:"names"`  // of groups, for the command name
}

// Special values of flags: one for a flag that is not given, even if it is an initial flag of the page, and one for
// a flag without a value.
const (
	without = ""
	alone   = "true"
)

// Outcome is the result of a call.
type Outcome struct {
	Code int    `json:"code"`
	Text string `json:"text"` // standard output
}

// About is the initial data of a page.
type About struct {
	Table string            `json:"table"` // the name to show
	Flags map[string]string `json:"flags"`
	Info  json.RawMessage   `json:"info"`  // the output of info for the table
	Notes []string          `json:"notes"` // from reading the table
}

// Calls runs the commands that a page asks for, one at a time.
type Calls struct {
	Root          func(cli.Streams) *cobra.Command
	Folder, Table string              // the folder of output files, and the input
	Given         map[string][]string // initial flags of the page

	about  About
	memory memory.Results
	one    sync.Mutex // held by the running call
	now    sync.Mutex
	stop   context.CancelFunc // interrupts the running call; nil if there is none
}

// Given returns the flags of a call of a command, except the named ones.
func Given(cmd *cobra.Command, except ...string) map[string][]string {
	flags := make(map[string][]string)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if slices.Contains(except, flag.Name) {
			return
		}
		flags[flag.Name] = []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			flags[flag.Name] = list.GetSlice()
		}
	})
	return flags
}

// Begin reads the table by info, which lists the columns of records, so that errors are reported before the user
// chooses anything.
func (c *Calls) Begin(ctx context.Context) (About, error) {
	var said bytes.Buffer
	result, err := c.Run(ctx, Call{Command: "info"}, &said)
	if err != nil {
		return About{}, err
	}
	c.about = About{Table: filepath.Base(c.Table), Flags: make(map[string]string), Info: json.RawMessage(result.Text)}
	for flag, values := range c.Given {
		c.about.Flags[flag] = strings.Join(values, ",")
	}
	for line := range strings.Lines(said.String()) {
		var message struct{ Note, Error string }
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			return About{}, fmt.Errorf("info says %q: %w", line, err)
		}
		if message.Note != "" {
			c.about.Notes = append(c.about.Notes, message.Note)
		}
		if message.Error != "" && result.Code == cli.ExitFailed {
			return About{}, cli.Failed(errors.New(message.Error))
		}
		if message.Error != "" {
			return About{}, errors.New(message.Error)
		}
	}
	return c.about, nil
}

// Reread is Begin with other flags for reading the file. An empty value removes a flag. If the file cannot be read so, all
// stays as it was.
func (c *Calls) Reread(ctx context.Context, flags map[string]string) (About, error) {
	again := &Calls{Root: c.Root, Folder: c.Folder, Table: c.Table, Given: maps.Clone(c.Given)}
	if again.Given == nil {
		again.Given = make(map[string][]string)
	}
	for name, value := range flags {
		switch {
		case !slices.Contains(reading, name):
			return About{}, fmt.Errorf("the page does not set --%s", name)
		case value == without:
			delete(again.Given, name)
		default:
			again.Given[name] = []string{value}
		}
	}
	c.Interrupt()
	c.one.Lock()
	defer c.one.Unlock()
	about, err := again.Begin(ctx)
	if err != nil {
		return About{}, err
	}
	c.now.Lock()
	defer c.now.Unlock()
	c.Given, c.about = again.Given, about
	return about, nil
}

// About returns the result of Begin or of the last Reread.
func (c *Calls) About() About {
	c.now.Lock()
	defer c.now.Unlock()
	return c.about
}

// given returns the initial flags of the page.
func (c *Calls) given() map[string][]string {
	c.now.Lock()
	defer c.now.Unlock()
	return c.Given
}

// Run interrupts the running call, runs another, and writes its messages to w, each a line of JSON.
func (c *Calls) Run(ctx context.Context, of Call, w io.Writer) (Outcome, error) {
	args, err := c.Args(of)
	if err != nil {
		return Outcome{}, err
	}
	c.Interrupt()
	c.one.Lock()
	defer c.one.Unlock()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c.set(stop)
	defer c.set(nil)
	var out bytes.Buffer
	args = append(args, "--messages=json+frontier")
	root := func(s cli.Streams) *cobra.Command {
		cmd := c.Root(s)
		cmd.AddCommand(naming(of.Names, s))
		return cmd
	}
	code := cli.Run(c.memory.In(ctx), root, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: w})
	return Outcome{code, out.String()}, nil
}

// Interrupt ends the running call. Its command writes the result so far.
func (c *Calls) Interrupt() {
	c.now.Lock()
	defer c.now.Unlock()
	if c.stop != nil {
		c.stop()
	}
}

func (c *Calls) set(stop context.CancelFunc) {
	c.now.Lock()
	defer c.now.Unlock()
	c.stop = stop
}

// Wait waits for the running call.
func (c *Calls) Wait() {
	c.one.Lock()
	defer c.one.Unlock()
}

// Open opens an output file of a call.
func (c *Calls) Open(name string) (*os.File, error) {
	for _, files := range made {
		if slices.Contains(files, name) {
			return os.Open(filepath.Join(c.Folder, name))
		}
	}
	return nil, os.ErrNotExist
}

// flagsOf returns flags as arguments of a command line, in the order of their names.
func flagsOf(flags map[string]string) (args []string) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		switch value := flags[name]; value {
		case without:
		case alone:
			args = append(args, "--"+name)
		default:
			args = append(args, "--"+name+"="+value)
		}
	}
	return args
}
