// Package exploring holds the explore command, which serves a page to one browser on this machine: people
// choose columns there, watch the frontier grow, and use the result. The page of package workbench calls the
// commands of this program, each as it would be called in a terminal, and no other program can call them.
package exploring

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/calling"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/textfile"
)

// exploreFlags are the flags of the explore command.
type exploreFlags struct {
	pieces mapping.Pieces
	port   uint16
	noOpen bool
}

// NewExplore returns the explore command. Its page calls the commands below root.
func NewExplore(s cli.Streams, root func(cli.Streams) *cobra.Command) *cobra.Command {
	var f exploreFlags
	cmd := &cobra.Command{
		Use:   "explore [TABLE]",
		Short: "Choose columns and see the frontier grow, in a browser",
		Long: `Explore opens a page in a browser with the table loaded: it lists the columns,
and X and Y are chosen there. The frontier is drawn while the search runs, can be
stopped at any time, and is then the page that 'dibmap plot -o FILE.html' writes, with
downloads of the frontier, figures, the mapping and the recoded data.

The page is served on this machine only, under an address that nobody can guess, and
nothing but the table and what the page made of it can be asked for. Ctrl-C ends the
command, and so does a minute without the page.

The flags of map are what the page begins with, and go with every search.

` + input.TableHelp,
		Example: `  dibmap explore survey.csv
  dibmap explore survey.csv --x city --y product --validate
  dibmap explore @alphabet --no-open`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, s, root)
		},
	}
	flags := cmd.Flags()
	flags.Uint16Var(&f.port, "port", 0, "serve the page at this `PORT` (default one that is free)")
	flags.BoolVar(&f.noOpen, "no-open", false, "print the address only, and open no browser")
	f.pieces.Add(cmd)
	return cmd
}

func (f *exploreFlags) run(cmd *cobra.Command, args []string, s cli.Streams, root func(cli.Streams) *cobra.Command) error {
	folder, remove, err := temporaryFolder()
	if err != nil {
		return cli.Failed(err)
	}
	defer remove()
	c := &calling.Calls{Root: root, Folder: folder, Given: calling.Given(cmd, "port", "no-open", "quiet", "messages")}
	if c.Table, err = tableOf(args, folder, s); err != nil {
		return err
	}
	if _, err := c.Begin(cmd.Context()); err != nil {
		if cmd.Context().Err() != nil { // Ctrl-C ends the command, and nothing is lost
			return nil
		}
		return err
	}
	if err := checkSecond(c); err != nil {
		return err
	}
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(f.port))))
	if err != nil {
		return fmt.Errorf("--port: %w", err)
	}
	server := newServer(listener.Addr().String(), c)
	fmt.Fprintln(s.Out, server.address())
	served := make(chan error, 1)
	go func() { served <- server.serve(cmd.Context(), listener) }()
	opened := make(chan error, 1)
	if !f.noOpen {
		browser.Stdout, browser.Stderr = io.Discard, io.Discard
		if file, err := redirection(folder, server.address()); err != nil {
			opened <- err
		} else {
			go func() { opened <- browser.OpenURL(file) }() // which may last as long as the browser
		}
	}
	for {
		select {
		case err := <-served:
			return err
		case err := <-opened:
			if err != nil {
				s.Note("no browser could be opened: open the address in one")
			}
		}
	}
}

// checkSecond returns an error if the records have no column that --leak or --also names: the calls that need it come later.
func checkSecond(c *calling.Calls) error {
	about := c.About()
	if about.Flags["leak"] == "" && about.Flags["also"] == "" {
		return nil
	}
	var info struct {
		Columns []struct{ Column string }
	}
	if err := json.Unmarshal(about.Info, &info); err != nil || info.Columns == nil {
		return err // a matrix has a file in its place
	}
	var known []string
	for _, column := range info.Columns {
		known = append(known, column.Column)
	}
	for _, flag := range []string{"leak", "also"} {
		if about.Flags[flag] == "" {
			continue
		}
		names, err := textfile.SplitNames(about.Flags[flag])
		if err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
		for _, name := range names {
			if !slices.Contains(known, name) {
				return fmt.Errorf("--%s: %s: no column %q; the columns are %s", flag, about.Table, name, wording.SomeLabels(known))
			}
		}
	}
	return nil
}

// openFile is the file in the folder that leads a browser to the page.
const openFile = "open.html"

// redirection writes a file that only this user can read, and returns its address. The file
// redirects to an address with a token, since all users of the machine see the arguments of the
// command that opens a browser.
func redirection(folder, address string) (string, error) {
	path := filepath.Join(folder, openFile)
	page := `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=` + address + `"><title>dibmap</title>`
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		return "", err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path // of a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), nil
}

// tableOf returns the name of the table. Standard input is kept in a file, as every call of the page reads it.
func tableOf(args []string, folder string, s cli.Streams) (string, error) {
	switch {
	case len(args) == 0:
		return "@alphabet", nil
	case args[0] != "-":
		return args[0], nil
	case s.In == nil:
		return "", errors.New("there is no standard input to read")
	}
	name := filepath.Join(folder, "standard input")
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", cli.Failed(err)
	}
	_, err = io.Copy(file, s.In)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return name, cli.Failed(err)
}

// serve answers the page until the context ends or the page is closed.
func (s *server) serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.left = cancel
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- h.Serve(listener) }()
	select {
	case <-ctx.Done():
		_ = h.Close() // streams do not end by themselves
		s.calls.Wait()
		return nil
	case err := <-done:
		return cli.Failed(err)
	}
}
