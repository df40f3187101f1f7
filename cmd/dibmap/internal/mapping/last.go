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

// lastHelp explains where a result is kept without -o.
const lastHelp = `Without -o, the result is kept as the last one, in the folder that the environment
variable DIBMAP_CACHE names, or else in the user's cache folder: 'dibmap select last' and
all other commands take last for a file.`

// keeping is the result of keeping a frontier as the last one.
type keeping struct {
	output string
	err    error  // why the frontier was not kept
	before string // in that case, a clause about the previous result
}

// keepLast keeps a frontier as the last result if it has no output. A failure is not an error of the
// call, which did not ask for it. It removes the previous result then, because users would take it for this one.
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

// removeLast removes the last result or, in a read-only folder, empties its file. It returns a clause for a message, or
// "" if there was no result.
func removeLast() string {
	path, err := input.LastPath()
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return ""
	}
	if os.Remove(path) != nil && os.Truncate(path, 0) != nil {
		return "; last is still the previous result"
	}
	return "; the previous result is removed, so that last does not mean it"
}

// writeLast replaces the last result atomically by a file that only this user may read.
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

// pointsOnly reports whether the output has no groupings.
func (k keeping) pointsOnly() bool {
	format, err := fileformat.Of(k.output, "frontier", codec.Formats()...)
	return err == nil && format == "csv"
}

// name returns the name of the result for --from, or "" if the result is not kept with its groupings.
func (k keeping) name() string {
	switch {
	case k.err != nil || k.output == "-" || k.pointsOnly():
		return ""
	case k.output == "":
		return input.Last
	default:
		return k.output
	}
}

// tell prints where a result is kept, or what its file leaves out. If quiet is set, it only warns about a lost result.
func (k keeping) tell(f *frontier.Frontier, quiet bool, s cli.Streams) error {
	if k.err != nil {
		s.Warn("this is not kept as the last result: %s%s; -o frontier.json keeps it", cli.OneLine(k.err.Error()), k.before)
		return nil //nolint:nilerr // it is not an error of the call
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
		if k.pointsOnly() {
			s.Note("%s has only the points, without %s: -o frontier.json keeps all", k.output, leftOut(f))
		} else if k.output != "-" {
			fmt.Fprintf(s.Out, "\n'dibmap select %s' %s.\n", wording.ShellWord(k.output), does)
		}
	}
	return nil
}

// leftOut lists the parts of a frontier that CSV leaves out.
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
