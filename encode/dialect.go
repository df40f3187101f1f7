package encode

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dialect is how a database writes what standard SQL and others write differently.
type dialect struct {
	text string // the type of texts
	// number returns a text as a number of 64 bits. It is asked for texts in the shape of a number only.
	number func(text string) string
	// identifier returns a name, quoted, and literal a text.
	identifier, literal func(string) string
	// exact returns an expression that is compared by bytes, or nil where all texts are compared by bytes.
	exact func(text string) string
	// joined returns two texts as one; nil for ||.
	joined func(a, b string) string
}

// standard is SQL as SQLite, PostgreSQL and DuckDB run it, where backslashes in texts mean nothing.
var standard = &dialect{
	text:       "VARCHAR",
	number:     func(text string) string { return "CAST(" + text + " AS DOUBLE PRECISION)" },
	identifier: func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` },
	literal:    func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" },
}

// spark is the dialect of Apache Spark and Databricks. A backslash escapes in texts, and ${name} is replaced by a
// setting at any place. A cast of a text that is not a number may be an error even where its result is not used.
var spark = &dialect{
	text:       "STRING",
	number:     func(text string) string { return "TRY_CAST(" + text + " AS DOUBLE)" },
	identifier: func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" },
	literal: func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, `${`, `\u0024{`).Replace(text) + "'"
	},
}

// mysql is the dialect of MySQL and MariaDB, which compare texts by a collation: without regard to case, accents
// and trailing spaces. Text outside of ASCII is written in a form that does not depend on the settings of a
// connection.
var mysql = &dialect{
	text:       "CHAR CHARACTER SET utf8mb4",
	number:     func(text string) string { return "CAST(" + text + " AS DOUBLE)" },
	identifier: spark.identifier,
	literal: func(text string) string {
		switch plain := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == '\\' || r >= 0x7f }) < 0; {
		case plain:
			return standard.literal(text)
		case utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return r == '\\' || !unicode.IsPrint(r) }) < 0:
			return "_utf8mb4" + standard.literal(text)
		}
		return fmt.Sprintf("_utf8mb4 X'%X'", text)
	},
	exact:  func(text string) string { return "CAST(" + text + " AS BINARY)" },
	joined: func(a, b string) string { return "CONCAT(" + a + ", " + b + ")" },
}

// bigQuery is the dialect of BigQuery, where a backslash escapes in texts and names, and the end of a
// line ends a text.
var bigQuery = &dialect{
	text:   "STRING",
	number: func(text string) string { return "SAFE_CAST(" + text + " AS FLOAT64)" },
	identifier: func(name string) string {
		return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`", "\n", `\n`, "\r", `\r`).Replace(name) + "`"
	},
	literal: func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\r", `\r`).Replace(text) + "'"
	},
}

// snowflake is the dialect of Snowflake: standard, but a backslash escapes in texts.
var snowflake = &dialect{
	text:       standard.text,
	number:     standard.number,
	identifier: standard.identifier,
	literal:    func(text string) string { return standard.literal(strings.ReplaceAll(text, `\`, `\\`)) },
}
