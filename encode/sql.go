package encode

import (
	"fmt"
	"slices"
	"strings"
)

// sql writes a CASE with a WHEN for every cluster. The column is compared as text, since
// databases refuse to compare a column of numbers with an empty text; so the lists also have
// the texts that typed columns are cast to.
func (x *exporter) sql() error {
	for _, text := range slices.Concat(x.labels, x.Clusters, []string{x.Other, x.column, x.as}) {
		if strings.ContainsRune(text, 0) {
			return fmt.Errorf("%q holds a NUL character, which no text of SQL can: choose another export format", text)
		}
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
		for i, v := range values {
			values[i] = literal(v)
		}
		x.print("%s IN (%s) THEN %s\n", text, strings.Join(values, ", "), x.value(x.Clusters[c], literal))
	}
	other := "NULL"
	if x.HasOther {
		other = x.value(x.Other, literal)
	}
	x.print("  ELSE %s\nEND AS %s\n", other, identifier(x.as))
	return nil
}

// literal returns a text as a literal of SQL, where backslashes mean nothing.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// identifier returns a name as a quoted identifier of SQL.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
