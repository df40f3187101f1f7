package encode

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/dibmap/dibmap/internal/fileformat"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// formats returns the names of the formats of [Export].
func formats() []string {
	return append([]string{"json", "csv", "python", "sql"}, slices.Sorted(maps.Keys(dialects))...)
}

// Export writes the mappings of codings in a format:
//
//   - "json" is an object that lists the clusters, each with its number, name and values, and the
//     scales of values, if there are any;
//   - "csv" has the columns value, cluster and name, and one line for every value, or for every
//     range of numbers with its ends;
//   - "sql" is an expression for the list of a SELECT, or several with commas between them;
//   - "sqlite", "postgres", "duckdb", "mysql" (also for MariaDB), "bigquery", "snowflake" and "spark" (also for
//     selectExpr) are the same in the SQL of one database;
//   - "python" is a module with a function for every coding.
//
// The empty format is JSON. A coding without X has the columns of its scales, or "x". A
// missing value is [scale.MissingLabel] in JSON and CSV; SQL and Python give NULL, None and empty text
// its cluster. O(n log n) for n labels.
//
// Numbers are compared with the cuts of their bins: each range includes its lower end, and not its
// upper one. NaN is missing. Text that is not a number is an unknown value. The SQL of one database does the same for
// dates and times of ISO 8601 without a zone, and finds their parts.
//
// SQL is standard SQL that SQLite, PostgreSQL and DuckDB run, or the SQL of Spark 3.4 or later, or of another
// database: a CASE that gives NULL for unknown values unless the style has a label for them. It compares everything
// but numbers in bins and times as text. For labels that are whole numbers, decimal numbers or truth values it also lists how
// typed columns spell them (1 and 1.0, 2.50 and 2.5, true and True; 1 and 0 if all labels are truth values), unless
// such a spelling is a label itself or could mean two clusters. Binary data and numbers with exponents
// have to be cast to the text that the labels have. SQL has no text with a NUL character, so a value with one is an
// error. So are values that SQL cannot read as package scale does.
//
// The functions in Python look up text unchanged. For other values they try the spellings
// that they are likely to have among the labels.
func Export(w io.Writer, format string, codings ...Coding) error {
	format = cmp.Or(format, "json")
	if err := fileformat.Check(format, formats()...); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	x := &exporter{w: b}
	if err := x.add(codings); err != nil {
		return err
	}
	write := map[string]func() error{
		"json": x.json, "csv": x.csv, "python": x.python,
		"sql": func() error { return x.sql(standard) },
	}[format]
	if write == nil {
		write = func() error { return x.sql(dialects[format]) }
	}
	return cmp.Or(write(), b.Flush())
}

// exporter writes some mappings.
type exporter struct {
	w        *bufio.Writer
	mappings []mapping
	escape   bool // formulas in CSV
}

// mapping is a coding that is written.
type mapping struct {
	Texts
	encoder *Encoder
	x, as   string
	columns []string
	named   bool // X is given, and not the default "x"
}

// add adds mappings.
func (x *exporter) add(codings []Coding) error {
	codings = slices.Clone(codings)
	x.escape = slices.ContainsFunc(codings, func(c Coding) bool { return c.EscapeFormulas })
	named := make([]bool, len(codings))
	for i := range codings {
		c := &codings[i]
		if named[i] = c.X != "" || c.Encoder != nil && c.Encoder.scales != nil; c.X == "" {
			c.X = "x"
			if named[i] {
				columns := lists.Map(c.Encoder.scales, func(s scale.Scale) string { return s.Column })
				c.X = textfile.JoinNames(columns)
			}
		}
	}
	columns, err := Columns(codings)
	if err != nil {
		return err
	}
	for i := range codings {
		c := &codings[i]
		written, err := c.Encoder.Texts(c.Style)
		if err != nil {
			return err
		}
		x.mappings = append(x.mappings, mapping{written, c.Encoder, c.X, c.name(), columns[i], named[i]})
	}
	return nil
}

// print writes text; an error is kept until the writer is flushed.
func (x *exporter) print(format string, args ...any) {
	fmt.Fprintf(x.w, format, args...)
}

// value returns the text of a cluster, quoted unless all texts are whole numbers.
func (m *mapping) value(text string, quote func(string) string) string {
	if m.Integers {
		return text
	}
	return quote(text)
}

// simple reports whether the labels are the unchanged values of one column.
func (m *mapping) simple() bool {
	return len(m.columns) == 1 && (m.encoder.scales == nil || m.encoder.scales[0].Plain())
}

// refuse returns an error for columns that a language cannot read as package scale does: durations, times in a zone or
// in other forms than ISO 8601, and all times if the language reads none.
func (m *mapping) refuse(language string, times bool) error {
	for i := range m.encoder.scales {
		s := &m.encoder.scales[i]
		what := ""
		switch {
		case s.Sign+s.Group != "":
			what = "numbers with signs or with marks between thousands"
		case s.Type == scale.Time && !times && language == "SQL":
			return fmt.Errorf("%s holds times, which each database reads in its own way: name the database, such as postgres (--dialect), or choose json or csv", textfile.Shown(m.columns[i]))
		case s.Type == scale.Time && times && s.Zone != "":
			what = "times in a zone"
		case s.Type == scale.Time && times && s.Dates != "":
			what = "dates as " + s.Dates
		case s.Type == scale.Duration || s.Type == scale.Time && !times:
			what = "values of the type " + string(s.Type)
		}
		if what != "" {
			return fmt.Errorf("%s holds %s, which %s has no common way to read: encode the records, or choose json or csv", textfile.Shown(m.columns[i]), what, language)
		}
	}
	return nil
}
