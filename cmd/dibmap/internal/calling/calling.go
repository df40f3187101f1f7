// Package calling runs the commands that a page asks for. The page of package workbench calls them as they would
// be called in a terminal, whether they run beside a server or in the page itself.
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
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
)

// Call is what a page asks for.
type Call struct {
	Command string            `json:"command"`
	Flags   map[string]string `json:"flags"`
	Output  string            `json:"output"` // one of the files that the command makes; empty for standard output
}

// The values of flags that are no values: one that is not given, even if the page began with it, and one that
// is given alone.
const (
	without = ""
	alone   = "true"
)

// Outcome is how a call ended.
type Outcome struct {
	Code int    `json:"code"`
	Text string `json:"text"` // standard output
}

// About is what a page begins with.
type About struct {
	Table string            `json:"table"` // the name to show
	Flags map[string]string `json:"flags"`
	Info  json.RawMessage   `json:"info"`  // what info says of the table
	Notes []string          `json:"notes"` // on reading it
}

// Calls runs the commands that a page asks for, one at a time.
type Calls struct {
	Root          func(cli.Streams) *cobra.Command
	Folder, Table string              // of the files that are made, and what is read
	Given         map[string][]string // flags that the page begins with

	about  About
	memory input.Memory
	one    sync.Mutex // held by the call under way
	now    sync.Mutex
	stop   context.CancelFunc // interrupts the call under way; nil if there is none
}

// Given returns the flags that a command was called with, except some.
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

// Begin reads the table as info does, which lists the columns of records, so that a mistake is told before
// anything is chosen.
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

// About returns what Begin returned.
func (c *Calls) About() About { return c.about }

// Run runs a call, and writes its messages, each a line of JSON, to w. One that is under way is interrupted.
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
	code := cli.Run(c.memory.In(ctx), c.Root, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: w})
	return Outcome{code, out.String()}, nil
}

// Interrupt ends the call under way, whose command writes what it has found so far.
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

// Wait returns when no call is under way any more.
func (c *Calls) Wait() {
	c.one.Lock()
	defer c.one.Unlock()
}

// Open opens a file that a call has made.
func (c *Calls) Open(name string) (*os.File, error) {
	for _, files := range made {
		if slices.Contains(files, name) {
			return os.Open(filepath.Join(c.Folder, name))
		}
	}
	return nil, os.ErrNotExist
}

// flagsOf returns flags as they stand on a command line, in the order of their names.
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
