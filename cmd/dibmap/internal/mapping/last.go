package mapping

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// lastHelp says what becomes of a result without -o.
const lastHelp = `Without -o, the result is kept as the last one, in the user's cache folder or, if the
environment variable DIBMAP_CACHE names one, in that: 'dibmap select last' and all
other commands take last for a file.`

// keepLast keeps a frontier as the last result, readable by this user only. It replaces the one
// before whole or not at all.
func keepLast(f *frontier.Frontier) error {
	path, err := input.LastPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := file.Chmod(0o600); err != nil {
		return err
	}
	if err := codec.Write(file, f, "json"); err != nil {
		return err
	}
	return file.Commit()
}

// tellLast keeps a result for which no -o was given, and says so. That it cannot be kept is no
// error, as nobody asked for it.
func tellLast(f *frontier.Frontier, quiet bool, s cli.Streams) {
	err := keepLast(f)
	switch {
	case quiet:
	case err != nil:
		fmt.Fprintf(s.Err, "dibmap: note: the result is not kept as the last one: %s; -o frontier.json keeps it\n", cli.OneLine(err.Error()))
	default:
		fmt.Fprintln(s.Out, "\nKept as the last result: 'dibmap select last' recommends a grouping, and -o frontier.json keeps the frontier.")
	}
}

// tellLeftOut says what a file of points leaves out of a frontier.
func tellLeftOut(w io.Writer, path string, f *frontier.Frontier) {
	parts := "the groupings"
	add := func(there bool, part string) {
		if there {
			parts += ", " + part
		}
	}
	add(f.BestUpTo() > 0, "the best of k")
	add(f.Certificate != nil, "the proof")
	add(f.Evidence != nil, "the evidence")
	add(f.Validation != nil, "the held-out values")
	add(f.Problem.Cells != nil, "the table")
	fmt.Fprintf(w, "dibmap: note: %s holds the points alone, without %s: -o frontier.json keeps all\n", path, parts)
}
