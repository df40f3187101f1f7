package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// pageText is the page without its tables.
//
//go:embed page.md
var pageText string

// writePage writes README.md with the lines of all rows that were made so far.
func (e *env) writePage() error {
	made, err := e.recorded()
	if err != nil {
		return err
	}
	return e.write("README.md", func(w io.Writer) error { return page(w, made) })
}

// page writes the text, in which {{table "ROW"}} stands for the lines of a row.
func page(w io.Writer, made map[string]outcome) error {
	functions := template.FuncMap{"table": func(id string) string { return made[id].markdown() }}
	t, err := template.New("page.md").Funcs(functions).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, nil)
}

// notMade is written instead of the table of a row that was not made.
const notMade = "Not made: there was no table for it, or the row was not asked for."

// markdown returns the lines as a table.
func (o outcome) markdown() string {
	if len(o.lines) == 0 {
		return notMade
	}
	var b strings.Builder
	if o.table != "" {
		fmt.Fprintf(&b, "Table: `%s`.\n\n", o.table)
	}
	b.WriteString("| quantity | published | ours | remark |\n|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`)
	for _, l := range o.lines {
		published := l.published
		if published == "" {
			published = "-"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell.Replace(l.quantity), cell.Replace(published), cell.Replace(l.ours), cell.Replace(l.remark))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
