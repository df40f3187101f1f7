package encode

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ExportFormat is a form in which the mapping is written for other programs.
type ExportFormat int

const (
	// JSON is an object that lists the clusters, each with its number, its name and
	// its values.
	JSON ExportFormat = iota
	// CSV has the columns value, cluster and name, one line a value.
	CSV
	// SQL is an expression for the list of a SELECT.
	SQL
	// Python is a module with a dict and a function.
	Python
)

func exportNames() []string { return []string{"json", "csv", "sql", "python"} }

// String returns the name that [ParseExportFormat] understands.
func (f ExportFormat) String() string {
	if names := exportNames(); f >= 0 && int(f) < len(names) {
		return names[f]
	}
	return fmt.Sprintf("ExportFormat(%d)", int(f))
}

// ParseExportFormat returns the format called json, csv, sql or python.
func ParseExportFormat(s string) (ExportFormat, error) {
	if i := slices.Index(exportNames(), s); i >= 0 {
		return ExportFormat(i), nil
	}
	return 0, fmt.Errorf("there is no export format %q: choose %s", s, strings.Join(exportNames(), ", "))
}

// ExportOptions say how the mapping is written.
type ExportOptions struct {
	Style
	// Column is the name of the column that is encoded: an SQL expression reads it,
	// the others mention it. It is "x" if empty.
	Column string
	// As is the name of the column of clusters in SQL; "cluster" if empty.
	As string
}

// Export writes the mapping. A missing value is [MissingLabel] in JSON and CSV; SQL
// and Python treat NULL, None and empty text so. O(n).
//
// SQL is standard SQL that SQLite, PostgreSQL and DuckDB run: a CASE that gives NULL
// for what is not known, if nothing else is asked for. It compares everything as text.
// For labels that are whole numbers, decimal numbers or truth values it also lists the
// spellings that typed columns are cast to (1 and 1.0, 2.50 and 2.5, true and True;
// 1 and 0 where all labels are truth values), unless such a spelling is a label
// itself or could mean two clusters. Timestamps, binary and numbers with exponents
// have to be cast to the text that the labels have. No text of SQL can hold a NUL
// character, so a value with one is an error there.
//
// The function in Python looks up text as it is, and tries for other values the
// spellings that they are likely to have among the labels.
func (e *Encoder) Export(w io.Writer, format ExportFormat, opts ExportOptions) error {
	written, err := e.Written(opts.Style)
	if err != nil {
		return err
	}
	x := exporter{Encoder: e, Written: written, column: cmp.Or(opts.Column, "x"), as: cmp.Or(opts.As, "cluster")}
	x.w = bufio.NewWriter(w)
	switch format {
	case JSON:
		err = x.json()
	case CSV:
		err = x.csv()
	case SQL:
		err = x.sql()
	case Python:
		x.python()
	default:
		err = fmt.Errorf("there is no %v", format)
	}
	return cmp.Or(err, x.w.Flush())
}

// exporter writes one mapping.
type exporter struct {
	*Encoder
	Written
	w          *bufio.Writer
	column, as string
}

func (x *exporter) print(format string, args ...any) {
	fmt.Fprintf(x.w, format, args...) // a failure is kept until the writer is flushed
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
		Unknown  *string   `json:"unknown"` // what an unknown value is called
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
