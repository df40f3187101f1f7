package encode

import (
	"fmt"
	"slices"
	"strings"
)

// sql writes a CASE with a WHEN for every cluster. The column is compared as text,
// since databases refuse to compare a column of numbers with an empty text; so the
// lists also have the texts that typed columns are cast to.
func (x *exporter) sql() error {
	if err := x.checkSQL(); err != nil {
		return err
	}
	column := identifier(x.column)
	text := "CAST(" + column + " AS VARCHAR)"
	x.print("CASE\n")
	for c, values := range x.spelt() {
		x.print("  WHEN ")
		if slices.Contains(values, MissingLabel) {
			x.print("%s IS NULL OR ", column)
			if !slices.Contains(x.labels, "") {
				values = append(values, "")
			}
		}
		x.print("%s IN (", text)
		for i, v := range values {
			if i > 0 {
				x.print(", ")
			}
			x.print("%s", literal(v))
		}
		x.print(") THEN %s\n", x.value(x.Clusters[c]))
	}
	other := "NULL"
	if x.HasOther {
		other = x.value(x.Other)
	}
	x.print("  ELSE %s\nEND AS %s\n", other, identifier(x.as))
	return nil
}

// checkSQL returns an error for a text that SQL cannot hold.
func (x *exporter) checkSQL() error {
	for _, text := range slices.Concat(x.labels, x.Clusters, []string{x.Other, x.column, x.as}) {
		if strings.ContainsRune(text, 0) {
			return fmt.Errorf("%q holds a NUL character, which no text of SQL can: choose another export format", text)
		}
	}
	return nil
}

// value returns what stands for a cluster: a number where all are, else text.
func (x *exporter) value(text string) string {
	if x.Integers {
		return text
	}
	return literal(text)
}

// literal returns a text as SQL has it. Backslashes mean nothing in standard SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// identifier returns a name as SQL has it.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
