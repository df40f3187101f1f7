// Package input reads the inputs of a call: tables, the problem to be solved with its
// constraints, and frontier files.
package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/internal/waiting"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// TableHelp explains the argument TABLE of several commands.
const TableHelp = `TABLE is one of
  FILE --x COL --y COL [--count COL]   records: CSV, TSV, JSON, Parquet
                                       or Arrow (a stream or a file);
                                       a file, a folder of part files, a glob, or
                                       - for standard input; .gz and .zst decoded
  FILE                                 a matrix of counts or probabilities: CSV or
                                       TSV with a header row of Y labels and a first
                                       column of X labels, a 2-D .npy, a sparse .npz
                                       of SciPy, or Matrix Market (.mtx)
  FILE --text letters|words            text: each symbol with the one that follows
  @NAME                                a built-in data set; see 'dibmap data'`

// OtherHelp explains TABLE for the problems that take other tables.
const OtherHelp = `
For a symmetric problem, TABLE is
  FILE --x1 COL --x2 COL --y COL       records of two inputs of the same values, and Y
  FILE                                 a 3-D .npy of n x n x m
  @z40, @pauli or @group:NAME          a group, see 'dibmap data': Z8, D4, Q8, S4, Z2xZ4
and for points in space
  FILE [--columns A,B] [--x LABEL]     records of numbers, all columns or those named
  FILE                                 a .npy of n x d`

// TableFlags are the flags that say how to read a table.
type TableFlags struct {
	x, Y, Count  string
	second       string // columns of a second variable
	text, Format string
	// Fold is the column that divides the records into parts, and HoldOut is set if random parts of them are
	// held out.
	Fold    string
	HoldOut bool
	// X1 and X2 are columns of tables of three variables, and columns the coordinates of points.
	X1, X2  string
	columns []string
	// MinCount is the count below which a value of X is rare.
	MinCount float64
	// TopX and TopY are the numbers of values of X and of Y that stay apart; 0 is all.
	TopX, TopY int
	missing    string // the treatment of records without X; "" if they are a value like any other
	missingY   string // the treatment of records without Y
	numbers    bool   // Y is a column of numbers without bins
	scales     scaleFlags
	dialect    DialectFlags
	clean      cleanFlags
}

// Add adds the flags for tables of two variables.
func (f *TableFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	onceVar(cmd, &f.x, "x", true, "`COL` of the records that holds X, or several with commas between them")
	onceVar(cmd, &f.Y, "y", true, "`COL` of the records that holds Y, or several")
	onceVar(cmd, &f.Count, "count", false, "`COL` that holds how often a record counts; numbers that are not whole are weights, of which the table holds probabilities (default once)")
	flags.Float64Var(&f.MinCount, "min-count", 0, "put the values of X that occur less than `N` times together as one value, \""+scale.RareLabel+"\"")
	flags.IntVar(&f.TopX, "top-x", 0, "keep the `N` most frequent values of X, and put the others together as one value, \""+scale.OtherLabel+"\" (default all)")
	flags.IntVar(&f.TopY, "top-y", 0, "keep the `N` most frequent values of Y in the same way")
	AddMissing(flags, &f.missing)
	addMissingY(flags, &f.missingY)
	f.scales.add(cmd)
	f.clean.add(cmd)
	flags.StringVar(&f.text, "text", "", "read text and count its `UNITS`, letters or words, each with its successor")
	flags.StringVar(&f.Format, "format", "", "`FORMAT` of the file: csv, tsv, jsonl, parquet, arrow, npy, npz or mtx (default by name, then by content)")
	f.dialect.Add(cmd)
}

// MissingHelp explains the flag for records without X.
const MissingHelp = `Records without a value of X are a group of their own beside the groups of values, which is
not among the K groups that are asked for (--missing own). So it is where X has an order, as
numbers and times have, and where less than 1 % of the records are without a value; of
other categories, a missing value is one like any other. --missing drop leaves the records
out: for 'dibmap encode', a missing value is unknown then. --missing nearest leaves them
out of the search, and then puts them into the group that they are most similar to.
Records without a value of Y are left out; --missing-y own takes them as the value "(missing)" of Y.`

// AddMissing adds the flag for records without X.
func AddMissing(flags *pflag.FlagSet, missing *string) {
	flags.StringVar(missing, "missing", scale.MissingOwn, "`TREATMENT` of records without a value of X: own, drop or nearest")
}

// addMissingY adds the flag for records without Y.
func addMissingY(flags *pflag.FlagSet, missing *string) {
	flags.StringVar(missing, "missing-y", scale.MissingDrop, "`TREATMENT` of records without a value of Y: drop or own (the value \""+scale.MissingLabel+"\")")
}

// checkMissingY returns an error for an unknown value of --missing-y.
func checkMissingY(treatment string) error {
	if treatment != "" && treatment != scale.MissingOwn && treatment != scale.MissingDrop {
		return fmt.Errorf("--missing-y is %q: want drop or own", treatment)
	}
	return nil
}

// AddOther adds the flags for tables that are not of two variables.
func (f *TableFlags) AddOther(cmd *cobra.Command) {
	flags := cmd.Flags()
	onceVar(cmd, &f.X1, "x1", false, "`COL` of the records that holds X1, of a symmetric problem")
	onceVar(cmd, &f.X2, "x2", false, "`COL` of the records that holds X2")
	flags.StringSliceVar(&f.columns, "columns", nil, "`COLS` of the records that hold coordinates, such as a,b,c (default all but --x and --count)")
}

// nameOf returns the table that a call names, or the default.
func nameOf(args []string, otherwise string) string {
	if len(args) > 0 {
		return args[0]
	}
	return otherwise
}

// Read reads a table of two variables, or the alphabet if the call names none.
func (f *TableFlags) Read(ctx context.Context, args []string, s cli.Streams, quiet bool) (*table.Table, *joint.Joint, error) {
	if err := f.checkFold(); err != nil {
		return nil, nil, err
	}
	return Read(ctx, f, nameOf(args, "@alphabet"), s, quiet, table.Open, (*table.Table).Joint)
}

// checkFold returns an error if the records are divided by a column that the groups are about.
func (f *TableFlags) checkFold() error {
	if second, _ := textfile.SplitNames(f.second); f.Fold != "" && slices.Contains(second, f.Fold) {
		return fmt.Errorf("--fold names the column %s of --leak or --also, of which the records held out would have other values: name another one", wording.Label(f.Fold))
	}
	if f.Fold != "" && (f.Fold == f.x || f.Fold == f.Y) {
		return fmt.Errorf("--fold names the column %s of --x or --y, of which the records held out would have other values: name another one", wording.Label(f.Fold))
	}
	return nil
}

// Read opens a table of any shape and returns it with the numbers that numbersOf takes from it. Unless quiet is
// set, it prints notes to the error stream: the reader's notes, and which rows and columns have no mass.
func Read[T any, N interface{ ZeroRows() []string }](
	ctx context.Context, f *TableFlags, name string, s cli.Streams, quiet bool,
	open func(context.Context, string, table.Options) (T, error), numbersOf func(T) (N, error),
) (t T, numbers N, err error) {
	if err := source.CheckFormat(f.Format); err != nil {
		return t, numbers, fmt.Errorf("--format: %w", err)
	}
	if f.text != "" && f.text != "letters" && f.text != "words" {
		return t, numbers, fmt.Errorf("--text: a text cannot be counted by %q: choose letters or words", f.text)
	}
	if err := cmp.Or(f.checkMissing(), checkMissingY(f.missingY), f.checkKept(), f.dialect.Check(), f.clean.check()); err != nil {
		return t, numbers, err
	}
	opts := table.Options{
		X: f.x, Y: f.Y, Second: f.second, Count: f.Count, X1: f.X1, X2: f.X2, Columns: f.columns, NumericY: f.numbers, Fold: f.Fold, HoldOut: f.HoldOut, MinCount: f.MinCount, TopX: f.TopX, TopY: f.TopY,
		Text: f.text, Format: f.Format,
		Dialect: f.dialect.Dialect, Clean: f.clean.Clean, Missing: f.missing, MissingY: f.missingY, Stdin: s.In,
	}
	if f.second != "" {
		opts.TopY = 0 // of Y alone, once the pairs are counted
	}
	if err := f.scales.apply(&opts, s); err != nil {
		return t, numbers, err
	}
	t, err = Prompt(ctx, name, func() (T, error) { return open(ctx, name, opts) })
	switch {
	case errors.Is(err, table.ErrThreeVariables):
		return t, numbers, fmt.Errorf("%w: %s", err, addSymmetric)
	case err != nil:
		return t, numbers, Naming(err)
	}
	numbers, err = Prompt(ctx, name, func() (N, error) { return numbersOf(t) })
	if err != nil || quiet {
		return t, numbers, err
	}
	tellAll(s, f.allNotes(t, numbers))
	return t, numbers, nil
}

// allNotes returns the notes of the reader of a table, and which rows and columns have no mass.
func (f *TableFlags) allNotes(t any, numbers interface{ ZeroRows() []string }) (notes []string) {
	for _, note := range notesOf(t) {
		notes = append(notes, naming(note))
	}
	if zero := numbers.ZeroRows(); len(zero) > 0 {
		notes = append(notes, fmt.Sprintf("%s without mass set aside: %s", wording.Plural(len(zero), "row"), wording.SomeLabels(zero)))
	}
	if wide, ok := numbers.(interface{ ZeroCols() []string }); ok && len(wide.ZeroCols()) > 0 && !f.numbers {
		zero := wide.ZeroCols()
		notes = append(notes, fmt.Sprintf("%s without mass: %s", wording.Plural(len(zero), "column"), wording.SomeLabels(zero)))
	}
	return append(notes, Precision(numbers)...)
}

// tellAll prints notes.
func tellAll(s cli.Streams, notes []string) {
	for _, note := range notes {
		s.Note("%s", note)
	}
}

// Prompt does a part of reading a table, and returns as soon as the context ends: counting and sorting millions of
// labels takes seconds.
func Prompt[T any](ctx context.Context, name string, do func() (T, error)) (T, error) {
	v, err := waiting.Do(ctx, do)
	switch {
	case err == nil || ctx.Err() == nil:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = cli.Failed(fmt.Errorf("%s: the time limit was over before it was read: allow more time, or read fewer records", name))
	default:
		err = cli.Failed(fmt.Errorf("%s: interrupted while it was read", name))
	}
	return v, err
}

// checkMissing returns an error for an unknown treatment.
func (f *TableFlags) checkMissing() error {
	if f.missing == "" {
		return nil
	}
	return CheckMissing(f.missing)
}

// CheckMissing returns an error for an unknown value of --missing.
func CheckMissing(treatment string) error {
	if err := scale.CheckMissing(treatment); err != nil {
		return fmt.Errorf("--missing is %q: %w", treatment, err)
	}
	return nil
}

// checkKept returns an error for impossible numbers of values, and for flags that contradict each other.
func (f *TableFlags) checkKept() error {
	switch {
	case f.TopX < 0:
		return fmt.Errorf("--top-x is %d: want 1 or more", f.TopX)
	case f.TopY < 0:
		return fmt.Errorf("--top-y is %d: want 1 or more", f.TopY)
	case f.MinCount > 0 && f.TopX > 0:
		return errors.New("--min-count and --top-x both say which values of X stay apart: give one of them")
	}
	return nil
}

// nearGrid is the I(X;Y) in bits below which a table has at most a thousand steps of the grid on
// which points are compared.
const nearGrid = 1000 * pareto.Tolerance

// notesOf returns the notes of a table of any shape.
func notesOf(t any) []string {
	switch t := t.(type) {
	case *table.Table:
		return t.Notes
	case *table.TripleTable:
		return t.Notes
	case *table.PointTable:
		return t.Notes
	}
	return nil
}

// Precision returns notes on a table of variables whose numbers are too few or too small: a single row or column,
// values that count as zero, and information near the grid on which points are compared. It has no notes on points.
func Precision(numbers any) []string {
	t, ok := numbers.(interface {
		Lost() int
		IXY() float64
		XLabels() []string
		YLabels() []string
	})
	if !ok {
		return nil
	}
	var notes []string
	if n := t.Lost(); n > 0 {
		notes = append(notes, fmt.Sprintf("%s above zero counted as zero: at most 2^-53 of the total", wording.Plural(n, "value")))
	}
	i := t.IXY()
	switch {
	case len(t.XLabels()) == 1:
		notes = append(notes, fmt.Sprintf("only one row has mass, %s: there is nothing to group", wording.Label(t.XLabels()[0])))
	case len(t.YLabels()) == 1:
		notes = append(notes, fmt.Sprintf("only one column has mass, %s: X tells nothing about Y", wording.Label(t.YLabels()[0])))
	case i < nearGrid:
		notes = append(notes, fmt.Sprintf("I(X;Y) is %.2g bits, and points are compared on a grid of %.2g bits: groupings that are closer count as equal", i, pareto.Tolerance))
	}
	return notes
}

// OfTwoVariables is for commands without --symmetric. If err is Read's error for a table of three
// variables, it returns that error with other advice than to add the flag.
func OfTwoVariables(err error, instead string) error {
	if text, ok := strings.CutSuffix(err.Error(), addSymmetric); ok {
		return errors.New(text + instead)
	}
	return err
}

// addSymmetric is Read's advice for a table of three variables.
const addSymmetric = "add --symmetric"

// Repeat returns the table and the flags for reading it as arguments of a call.
func (f *TableFlags) Repeat(args []string) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(" " + Argument(a))
	}
	for _, flag := range []struct{ name, value string }{
		{"x", f.x},
		{"x1", f.X1},
		{"x2", f.X2},
		{"y", f.Y},
		{"columns", textfile.JoinNames(f.columns)},
		{"count", f.Count},
		{"text", f.text},
		{"format", f.Format},
	} {
		b.WriteString(repeated(flag.name, flag.value))
	}
	b.WriteString(f.scales.repeat() + f.clean.repeat() + f.dialect.repeat())
	if f.missing != scale.MissingOwn {
		b.WriteString(repeated("missing", f.missing))
	}
	if f.missingY != scale.MissingDrop {
		b.WriteString(repeated("missing-y", f.missingY))
	}
	if f.MinCount > 0 {
		fmt.Fprintf(&b, " --min-count %g", f.MinCount)
	}
	if f.TopX > 0 {
		fmt.Fprintf(&b, " --top-x %d", f.TopX)
	}
	if f.TopY > 0 {
		fmt.Fprintf(&b, " --top-y %d", f.TopY)
	}
	return b.String()
}

// Argument quotes text that a shell would not take literally. Characters that do not print are
// escaped for bash and zsh, since the name of a file may hold control sequences of a terminal.
func Argument(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("@%_+=:,./-", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(text) {
		quoted := strconv.QuoteToASCII(text)
		return "$'" + strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
