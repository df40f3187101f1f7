package table

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Options say how to read a table. The zero value reads a matrix, points from all columns of a file,
// or a built-in data set.
type Options struct {
	// X and Y name two columns of records; the table counts how often their values occur together.
	// Both or neither are given. Either may be a list of columns with commas between them (a name
	// with a comma is in quotes, as in CSV), whose combinations of values are counted. For
	// [OpenPoints], X names the column of the points' labels, if there is one.
	X, Y string
	// Second names columns of a second variable S that is counted in the same records: the columns of the table are then
	// the pairs of values of Y and of S, labelled like the combinations of several columns, and [Table.Scales] ends the
	// scales of Y with those of S. The values of X become the rows that they become without S.
	Second string
	// Scales say how the columns of X and Y are read, by their names. Other columns are read as
	// their values suggest; see package scale.
	Scales map[string]scale.Spec
	// XScales and YScales, if they are given, are the scales of another table of the same
	// columns ([Table.Scales]): values get the same labels as in that table. YScales may lack those of Second.
	XScales, YScales scale.Scales
	// X1 and X2 name the columns of the two inputs in a table of three variables, whose output is
	// Y. All three or none are given.
	X1, X2 string
	// Columns name the coordinates of points.
	Columns []string
	// NumericY makes Y one column of numbers without bins: each different number is a label, as [points.FromNumericY] reads
	// them. Records without a number are left out, and the notes of the table say so.
	NumericY bool
	// Count names the column with the counts of records: finite numbers that are not
	// negative. Without it, each record counts once.
	Count string
	// Fold names a column of records that divides them into parts, for [Table.Folds].
	Fold string
	// HoldOut keeps the values that [Table.UncutJoint] returns, so that records can be held out.
	HoldOut bool
	// Missing says what becomes of records without a value of X, if X is one column: [scale.MissingOwn],
	// [scale.MissingDrop] or [scale.MissingNearest] set them aside, and [Table.MissingRecords] returns them. If it is empty,
	// a missing value is a value like any other.
	Missing string
	// MissingY says what becomes of records without a value of Y, or of a column of Y: [scale.MissingDrop] leaves them out,
	// and the notes of the table say so. If it is empty or [scale.MissingOwn], a missing value is a value like any other.
	MissingY string
	// MinCount: values of X that occur less often become one value, scale.RareLabel, and the notes of the table say
	// so; 0 keeps all. Y is not changed. For X1 and X2, the occurrences in both columns are added.
	MinCount float64
	// TopX and TopY are the numbers of values of X and of Y that stay apart: the most frequent values and, of
	// equally frequent values, the first by label. All others become one value, scale.OtherLabel, which is not
	// included in the number. A value with this name belongs to it from the beginning. The notes of the table say
	// so; 0 keeps all. TopX and MinCount exclude each other.
	TopX, TopY int
	// Text, if it is "letters" or "words", makes the input a text: X is a letter or a word, and Y the next one.
	//
	// Letters are a to z and the space. Letters of any case and with any diacritics count as plain
	// letters (é as e, ß as ss), and everything between letters is one space, labelled "_". The
	// first symbol and the last one are letters.
	//
	// Words are runs of letters and digits of any script with their diacritics, in lower case, in Unicode's form
	// NFC. An apostrophe within a word belongs to it and is written '. Soft hyphens and other format characters of
	// Unicode, except the zero-width space, are removed from texts of both units, and everything else separates
	// words. The last word of a sentence is followed by the first of the next one.
	Text string
	// Format is the format of the files: "csv", "tsv", "jsonl", "parquet", "arrow", "npy", "npz" or "mtx".
	// If it is empty, the name of a file or else its content determines the format.
	Format string
	// Dialect says how files of text are written.
	Dialect
	// Clean says how values of text are read before anything else is done with them. It is for all columns whose
	// [scale.Spec] has the zero value, and its decimal mark also for counts and coordinates.
	Clean scale.Clean
	// Stdin is read for the name "-".
	Stdin io.Reader
}

// Dialect says how files of text are written. Its fields are
//
//	Encoding string   // "utf-8", "utf-16", "utf-16le", "utf-16be", "latin1", "windows-1252", or
//	                  // another name that IANA lists; if it is empty, a byte order mark tells
//	                  // UTF-16 and UTF-32, and other files are UTF-8
//	Delimiter string  // the character between the fields of CSV, or "tab"; if it is empty, the name
//	                  // of the file or its first line tells
//	Comment string    // a character that starts lines that are skipped; none if it is empty
type Dialect = source.Dialect

// source returns how files are opened.
func (o *Options) source() source.Options {
	return source.Options{Format: o.Format, Dialect: o.Dialect, Stdin: o.Stdin}
}

// check returns an error for options of [Open] that contradict each other.
func (o Options) check(name string) error {
	records := o.X != "" || o.Y != "" || o.Count != ""
	return o.first(name, []refusal{
		{o.X1 != "" || o.X2 != "", "X1 and X2 name the two inputs of a symmetric problem: name the variable that is clustered as X"},
		{len(o.Columns) > 0, "columns name the coordinates of points: for a table of records, name two variables as X and Y"},
		{
			source.Builtin(name) && (records || o.Text != "" || o.Format != ""),
			"X, Y, a count, a text and a format do not apply to a built-in data set (write ./" + name + " for a file of that name)",
		},
		{o.Text != "" && o.Text != letters && o.Text != words, fmt.Sprintf("a text cannot be counted by %q: choose letters or words", o.Text)},
		{o.Text != "" && records, "a text is counted by its symbols, so X, Y and a count do not apply"},
		{o.Text != "" && o.Format != "", "a text is read as plain text, so the format " + o.Format + " does not apply"},
		{o.X != "" && o.Y == "", "X is the column " + o.X + ", and Y is missing: name the column to be told about as Y"},
		{o.Y != "" && o.X == "", "Y is the column " + o.Y + ", and X is missing: name the column to be clustered as X"},
		{o.Count != "" && o.X == "", "the count is the column " + o.Count + ", but X and Y are missing: only records are counted"},
		{o.Second != "" && o.X == "", "the second variable is the column " + o.Second + ", but X and Y are missing: name their columns"},
		{o.Second != "" && (o.NumericY || o.TopY > 0), "a second variable makes pairs of values of Y, so that neither numbers without bins nor the most frequent values of Y are possible"},
		{o.NumericY && o.TopY > 0, "the most frequent values of Y are kept apart from others, and Y is a column of numbers: keep all"},
		{o.Fold != "" && (source.Builtin(name) || o.X == ""), "the parts are named by the column " + o.Fold + ", and only records have such a column: name the columns X and Y of a file"},
		{o.X != "" && source.Unnamed(o.Format), source.Nameless(o.Format, "X and Y do not apply")},
	})
}

// checkTriple is check for [OpenTriple].
func (o Options) checkTriple(name string) error {
	given := lists.Count([]string{o.X1, o.X2, o.Y}, func(name string) bool { return name != "" })
	return o.first(name, []refusal{
		{o.X != "", "X is the column " + o.X + ", and a symmetric problem takes two inputs: name their columns X1 and X2"},
		{len(o.Columns) > 0, "columns name the coordinates of points, and a symmetric problem takes three variables: name X1, X2 and Y"},
		{o.Fold != "", "only the records of a table of two variables, X and Y, are divided into parts by a column"},
		{o.Text != "", "a text gives pairs of symbols, and a symmetric problem takes a table of three variables"},
		{
			source.Builtin(name) && (given > 0 || o.Count != "" || o.Format != ""),
			"X1, X2, Y, a count and a format do not apply to a built-in data set (write ./" + name + " for a file of that name)",
		},
		{given == 1 || given == 2, "a symmetric problem takes the columns of two inputs, X1 and X2, and of the output, Y: name all three"},
		{o.Count != "" && given == 0, "the count is the column " + o.Count + ", but X1, X2 and Y are missing: only records are counted"},
		{given > 0 && source.Unnamed(o.Format), source.Nameless(o.Format, "X1, X2 and Y do not apply")},
	})
}

// checkPoints is check for [OpenPoints].
func (o Options) checkPoints(name string) error {
	refusals := []refusal{
		{source.Builtin(name), "a built-in data set is a table of discrete variables, and this problem takes points: name a file of numeric columns (./" + name + " for a file of that name)"},
		{o.Fold != "", "only the records of a table of two variables, X and Y, are divided into parts by a column"},
		{o.hasRest(), "a smallest count and numbers of values to keep do not apply to points, which are not counted"},
		{o.Text != "", "a text is counted by its symbols, and this problem takes points: name a file of numeric columns"},
		{o.Y != "", "Y is the column " + o.Y + ", and points have no Y: name the columns of their coordinates"},
		{o.X1 != "" || o.X2 != "", "X1 and X2 do not apply to points: name the columns of their coordinates"},
		{source.Unnamed(o.Format) && (o.X != "" || o.Count != "" || len(o.Columns) > 0), source.Nameless(o.Format, "columns, labels and a count do not apply")},
	}
	for i, c := range o.Columns {
		refusals = append(refusals,
			refusal{c == "", "one of the names of columns is empty"},
			refusal{slices.Contains(o.Columns[:i], c), "the columns name " + textfile.Shown(c) + " twice"})
	}
	return o.first(name, refusals)
}

// hasRest reports whether some values may become one.
func (o *Options) hasRest() bool { return o.MinCount > 0 || o.TopX > 0 || o.TopY > 0 }

// refusal is a message for options that make no sense together, if they are given.
type refusal struct {
	given   bool
	message string
}

// first returns the error of the first refusal that applies. The refusals for all
// problems are before the given ones.
func (o Options) first(name string, refusals []refusal) error {
	label := source.File{Path: name}.Label()
	if err := source.CheckFormat(o.Format); err != nil {
		return err
	}
	if err := source.CheckDialect(o.Dialect); err != nil {
		return &Error{File: label, Msg: err.Error()}
	}
	for _, column := range slices.Sorted(maps.Keys(o.Scales)) {
		if err := o.Scales[column].Check(); err != nil {
			return &Error{File: label, Msg: fmt.Sprintf("column %s: %v", textfile.Shown(column), err)}
		}
	}
	if err := (scale.Spec{Clean: o.Clean}).Check(); err != nil {
		return &Error{File: label, Msg: err.Error()}
	}
	all := append([]refusal{
		{!(o.MinCount >= 0) || math.IsInf(o.MinCount, 1), fmt.Sprintf("the smallest count %g is no number of times that a value must occur: give one above 0", o.MinCount)},
		{o.TopX < 0 || o.TopY < 0, fmt.Sprintf("the number of values to keep is %d: give 1 or more, or none to keep all", min(o.TopX, o.TopY))},
		{o.MinCount > 0 && o.TopX > 0, "a smallest count and a number of values to keep both say which values of X stay apart: give one of them"},
		{o.MissingY != "" && o.MissingY != scale.MissingOwn && o.MissingY != scale.MissingDrop, fmt.Sprintf("the treatment of missing values of Y is %q: want own or drop", o.MissingY)},
		{o.Missing != "" && scale.CheckMissing(o.Missing) != nil, fmt.Sprintf("the treatment of missing values is %q: %v", o.Missing, scale.CheckMissing(o.Missing))},
		{source.Builtin(name) && o.hasRest(), "a smallest count and numbers of values to keep do not apply to a built-in data set"},
	}, refusals...)
	for _, r := range all {
		if r.given {
			return &Error{File: label, Msg: r.message}
		}
	}
	return nil
}
