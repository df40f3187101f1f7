package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// document is a page without its tables.
type document struct{ name, text string }

//go:embed page.md
var pageText string

//go:embed paretosize.md
var paretoSizeText string

//go:embed findings.md
var findingsText string

// documents returns the pages.
func documents() []document {
	return []document{{"README.md", pageText}, {"pareto-size.md", paretoSizeText}, {"findings.md", findingsText}}
}

// writePages writes the pages with the lines of all rows that were made so far.
func (e *env) writePages() error {
	made, err := e.recorded()
	if err != nil {
		return err
	}
	for _, d := range documents() {
		if err := e.write(d.name, func(w io.Writer) error { return d.write(w, made) }); err != nil {
			return err
		}
	}
	return nil
}

// write writes the text, with the lines of a row in place of {{table "ROW"}}.
func (d document) write(w io.Writer, made map[string]outcome) error {
	functions := template.FuncMap{"table": func(id string) string { return made[id].markdown() }}
	t, err := template.New(d.name).Funcs(functions).Parse(d.text)
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
