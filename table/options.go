package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Options say how to read a table. The zero value reads a matrix, points from all
// columns of a file, or a built-in data set.
type Options struct {
	// X and Y name two columns of records; the table counts how often their
	// values occur together. Both or neither are given. For [OpenPoints], X
	// names the column of the points' labels, if there is one.
	X, Y string
	// X1 and X2 name the columns of the two inputs in a table of three
	// variables, whose output is Y. All three or none are given.
	X1, X2 string
	// Columns name the coordinates of points.
	Columns []string
	// Count names the column that tells how often a record counts: a number
	// that is neither negative nor infinite. Without it, each counts once.
	Count string
	// MinCount is how often a value of X must occur to be kept as it is. Rarer ones
	// count as one value, [RareLabel], and [Table.Notes] tells of them. Nothing is
	// grouped if it is 0. Y is left as it is; the inputs of a table of three variables
	// are grouped by how often a value occurs in both together.
	MinCount float64
	// Text says to count the symbols of a text with their successors.
	Text TextUnit
	// Format is that of the file or files.
	Format Format
	// Stdin is what the name "-" reads.
	Stdin io.Reader
}

// refuser returns how the checks of options refuse them: with the name of what
// was to be read. They speak of flags because the command is what most people
// meet them through.
func refuser(name string) func(format string, args ...any) error {
	return func(format string, args ...any) error {
		return &Error{File: name, Msg: fmt.Sprintf(format, args...)}
	}
}

// badMinCount tells whether MinCount makes no sense.
func (o Options) badMinCount() bool { return !(o.MinCount >= 0) || math.IsInf(o.MinCount, 1) }

// check returns an error for options that contradict each other in [Open].
func (o Options) check(name string) error {
	wrong := refuser(name)
	records := o.X != "" || o.Y != "" || o.Count != ""
	switch {
	case o.badMinCount():
		return wrong("--min-count %g is no number of times that a value must occur: give one above 0", o.MinCount)
	case isBuiltin(name) && o.MinCount > 0:
		return wrong("--min-count does not apply to a built-in data set")
	case o.X1 != "" || o.X2 != "":
		return wrong("--x1 and --x2 name the two inputs of a symmetric problem: add --symmetric, or name one variable with --x")
	case len(o.Columns) > 0:
		return wrong("--columns names the coordinates of points: add --problem quantizer or kmeans, or name two variables with --x and --y")
	case isBuiltin(name) && (records || o.Text != NoText || o.Format != Auto):
		return wrong("--x, --y, --count, --text and --format do not apply to a built-in data set (write ./%s for a file of that name)", name)
	case o.Text != NoText && records:
		return wrong("--text counts the symbols of a text, so --x, --y and --count do not apply")
	case o.Text != NoText && o.Format != Auto:
		return wrong("--text reads plain text, so --format %v does not apply", o.Format)
	case o.X != "" && o.Y == "":
		return wrong("--x %s is given without --y: name the column to be told about as well", o.X)
	case o.Y != "" && o.X == "":
		return wrong("--y %s is given without --x: name the column to be clustered as well", o.Y)
	case o.Count != "" && o.X == "":
		return wrong("--count %s is given without --x and --y: only records are counted", o.Count)
	case o.X != "" && o.Format == NPY:
		return wrong("an .npy file holds numbers without names, not records, so --x and --y do not apply")
	}
	return nil
}

// checkTriple is check for [OpenTriple].
func (o Options) checkTriple(name string) error {
	wrong := refuser(name)
	switch {
	case o.badMinCount():
		return wrong("--min-count %g is no number of times that a value must occur: give one above 0", o.MinCount)
	case isBuiltin(name) && o.MinCount > 0:
		return wrong("--min-count does not apply to a built-in data set")
	case o.X != "":
		return wrong("--x %s names one variable, and --symmetric takes two inputs: name their columns with --x1 and --x2", o.X)
	case len(o.Columns) > 0:
		return wrong("--columns names the coordinates of points, which do not go with --symmetric: name three variables with --x1, --x2 and --y")
	case o.Text != NoText:
		return wrong("--text counts pairs of symbols, and --symmetric takes a table of three variables")
	case isBuiltin(name) && (o.X1 != "" || o.X2 != "" || o.Y != "" || o.Count != "" || o.Format != Auto):
		return wrong("--x1, --x2, --y, --count and --format do not apply to a built-in data set (write ./%s for a file of that name)", name)
	}
	var given, missing []string
	for _, c := range []struct{ flag, name string }{{"--x1", o.X1}, {"--x2", o.X2}, {"--y", o.Y}} {
		if c.name == "" {
			missing = append(missing, c.flag)
		} else {
			given = append(given, c.flag+" "+c.name)
		}
	}
	switch {
	case len(given) > 0 && len(missing) > 0:
		return wrong("%s is given without %s: --symmetric takes the columns of two inputs, --x1 and --x2, and of the output, --y",
			strings.Join(given, " "), strings.Join(missing, " and "))
	case o.Count != "" && len(given) == 0:
		return wrong("--count %s is given without --x1, --x2 and --y: only records are counted", o.Count)
	case len(given) > 0 && o.Format == NPY:
		return wrong("an .npy file holds numbers without names, not records, so --x1, --x2 and --y do not apply")
	}
	return nil
}

// checkPoints is check for [OpenPoints].
func (o Options) checkPoints(name string) error {
	wrong := refuser(name)
	switch {
	case isBuiltin(name):
		return wrong("a built-in data set is a table of discrete variables, and this problem takes points: name a file of numeric columns (./%s for a file of that name)", name)
	case o.MinCount != 0:
		return wrong("--min-count does not apply to points, which are not counted")
	case o.Text != NoText:
		return wrong("--text counts the symbols of a text, and this problem takes points: name a file of numeric columns")
	case o.Y != "":
		return wrong("--y %s does not apply to points: name the columns of their coordinates with --columns", o.Y)
	case o.X1 != "" || o.X2 != "":
		return wrong("--x1 and --x2 do not apply to points: name the columns of their coordinates with --columns")
	case o.Format == NPY && (o.X != "" || o.Count != "" || len(o.Columns) > 0):
		return wrong("an .npy file holds numbers without names, so --columns, --x and --count do not apply")
	}
	for i, c := range o.Columns {
		switch {
		case c == "":
			return wrong("--columns has an empty name in it: write the names with a comma between two of them")
		case slices.Contains(o.Columns[:i], c):
			return wrong("--columns names %s twice", shown(c))
		}
	}
	return nil
}
