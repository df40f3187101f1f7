package encode

import "strings"

// dialect is how a database writes what standard SQL and others write differently.
type dialect struct {
	text string // the type of texts
	// number returns a text as a number of 64 bits. It is asked for texts in the shape of a number only.
	number func(text string) string
	// identifier returns a name, quoted, and literal a text.
	identifier, literal func(string) string
}

// standard is SQL as SQLite, PostgreSQL and DuckDB run it, where backslashes in texts mean nothing.
var standard = &dialect{
	text:       "VARCHAR",
	number:     func(text string) string { return "CAST(" + text + " AS DOUBLE PRECISION)" },
	identifier: func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` },
	literal:    func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" },
}

// spark is that of Apache Spark and Databricks. A backslash escapes in texts, and ${name} is replaced by a setting
// wherever it stands. A cast of a text that is no number may be an error even where its result is not used.
var spark = &dialect{
	text:       "STRING",
	number:     func(text string) string { return "TRY_CAST(" + text + " AS DOUBLE)" },
	identifier: func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" },
	literal: func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, `${`, `\u0024{`).Replace(text) + "'"
	},
}
