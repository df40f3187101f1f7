package mapping

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/fileformat"
)

// lastHelp says what becomes of a result without -o.
const lastHelp = `Without -o, the result is kept as the last one, in the user's cache folder or, if the
environment variable DIBMAP_CACHE names one, in that: 'dibmap select last' and all
other commands take last for a file.`

// keeping says what became of a result besides the output that -o names.
type keeping struct {
	output string
	err    error  // why there is no last result
	before string // what became of the result before in that case, if there was one
}

// keepLast keeps a frontier as the last result if no output is named for it. A failure is not an
// error of the call, as nobody asked for it. The result before is removed then, as it would be taken
// for this one.
func keepLast(f *frontier.Frontier, output string) keeping {
	k := keeping{output: output}
	if output != "" {
		return k
	}
	if k.err = writeLast(f); k.err != nil {
		k.before = removeLast()
	}
	return k
}

// removeLast removes the last result or, in a folder that cannot be written to, empties its file. It returns a clause for
// a message, which is empty if there was no result.
func removeLast() string {
	path, err := input.LastPath()
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "" // there is no result before
	}
	if os.Remove(path) != nil && os.Truncate(path, 0) != nil {
		return "; last is still the result before"
	}
	return "; the result before is removed, so that last is not another one"
}

// writeLast replaces the last result, whole or not at all, by one that this user only may read.
func writeLast(f *frontier.Frontier) error {
	path, err := input.LastPath()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	atomicfile.Sweep(path)
	file, err := atomicfile.CreatePrivate(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := codec.Write(file, f, "json"); err != nil {
		return err
	}
	return file.Commit()
}

// tell says where a result is kept, or what its file leaves out. If it is quiet, it only says that the result is lost.
func (k keeping) tell(f *frontier.Frontier, quiet bool, s cli.Streams) error {
	if k.err != nil {
		s.Warn("this is not kept as the last result: %s%s; -o frontier.json keeps it", cli.OneLine(k.err.Error()), k.before)
		return nil //nolint:nilerr // it is no error of the call
	}
	if quiet {
		return nil
	}
	does := "recommends a grouping"
	if r, ok := recommend.From(f); ok && r.Rule == recommend.Nothing {
		does = "says why none is recommended"
	}
	switch k.output {
	case "":
		_, err := fmt.Fprintf(s.Out, "\nKept as the last result: 'dibmap select last' %s, and -o frontier.json keeps the frontier.\n", does)
		return err
	default:
		if format, err := fileformat.Of(k.output, "frontier", codec.Formats()...); err == nil && format == "csv" {
			s.Note("%s has the points alone, without %s: -o frontier.json keeps all", k.output, leftOut(f))
		} else if k.output != "-" {
			fmt.Fprintf(s.Out, "\n'dibmap select %s' %s.\n", wording.ShellWord(k.output), does)
		}
	}
	return nil
}

// leftOut lists what is known of a frontier and not of its points.
func leftOut(f *frontier.Frontier) string {
	var parts []string
	for _, part := range []struct {
		there bool
		name  string
	}{
		{true, "the groupings"},
		{f.BestUpTo() > 0, "the best of k"},
		{f.Certificate != nil, "the proof"},
		{f.Evidence != nil, "the evidence"},
		{f.Problem.Cells != nil, "the table"},
	} {
		if part.there {
			parts = append(parts, part.name)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
