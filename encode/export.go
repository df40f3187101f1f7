package encode

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/dibmap/dibmap/internal/fileformat"
)

// Formats returns the names of the formats that [Encoder.Export] writes:
//
//   - "json" is an object that lists the clusters, each with its number, name and values;
//   - "csv" has the columns value, cluster and name, and one line for every value;
//   - "sql" is an expression for the list of a SELECT;
//   - "python" is a module with a dict and a function.
func Formats() []string { return []string{"json", "csv", "sql", "python"} }

// ExportOptions say how the mapping is written.
type ExportOptions struct {
	Style
	// X is the name of the column that is encoded; "x" if it is empty. SQL reads this
	// column, JSON names it, and in Python the function is called after it: city_cluster, or
	// cluster for short.
	X string
	// As is the name of the column of clusters in SQL; "cluster" if it is empty.
	As string
}

// Export writes the mapping in one of the [Formats]; the empty format is JSON. A missing value
// is [MissingLabel] in JSON and CSV; SQL and Python give NULL, None and empty text its cluster.
// O(n).
//
// SQL is standard SQL that SQLite, PostgreSQL and DuckDB run: a CASE that gives NULL for
// unknown values unless the style says otherwise. It compares everything as text. For labels
// that are whole numbers, decimal numbers or truth values it also lists how typed columns
// spell them (1 and 1.0, 2.50 and 2.5, true and True; 1 and 0 if all labels are truth values),
// unless such a spelling is a label itself or could mean two clusters. Timestamps, binary data
// and numbers with exponents have to be cast to the text that the labels have. SQL has no text
// with a NUL character, so a value with one is an error.
//
// The function in Python looks up text as it is. For other values it tries the spellings that
// they are likely to have among the labels.
func (e *Encoder) Export(w io.Writer, format string, opts ExportOptions) error {
	format = cmp.Or(format, "json")
	if err := fileformat.Check(format, Formats()...); err != nil {
		return err
	}
	written, err := e.Written(opts.Style)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	x := exporter{e, written, b, cmp.Or(opts.X, "x"), cmp.Or(opts.As, "cluster"), functionName(opts.X)}
	write := map[string]func() error{"json": x.json, "csv": x.csv, "sql": x.sql, "python": x.python}[format]
	return cmp.Or(write(), b.Flush())
}

// exporter writes one mapping.
type exporter struct {
	*Encoder
	Written
	w          *bufio.Writer
	column, as string
	function   string // of Python
}

// print writes text; an error is kept until the writer is flushed.
func (x *exporter) print(format string, args ...any) {
	fmt.Fprintf(x.w, format, args...)
}

func (x *exporter) json() error {
	type cluster struct {
		Cluster int      `json:"cluster"`
		Name    string   `json:"name"`
		Values  []string `json:"values"`
	}
	file := struct {
		Format   string    `json:"format"`
		Version  int       `json:"version"`
		Column   string    `json:"column"`
		Clusters []cluster `json:"clusters"`
		Unknown  *string   `json:"unknown"`
	}{Format: "dibmap/encoder", Version: 1, Column: x.column}
	for c, values := range x.Values() {
		file.Clusters = append(file.Clusters, cluster{c, x.Name(c), values})
	}
	if x.HasOther {
		file.Unknown = &x.Other
	}
	out := json.NewEncoder(x.w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(file)
}

func (x *exporter) csv() error {
	out := csv.NewWriter(x.w)
	rows := [][]string{{"value", "cluster", "name"}}
	for i, label := range x.labels {
		c := x.numbers[i]
		rows = append(rows, []string{label, strconv.Itoa(c), x.Name(c)})
	}
	return out.WriteAll(rows)
}

// value returns the text of a cluster, quoted unless all texts are whole numbers.
func (x *exporter) value(text string, quote func(string) string) string {
	if x.Integers {
		return text
	}
	return quote(text)
}
