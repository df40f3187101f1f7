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
	// exact returns a text as it is compared by its bytes; nil where texts are compared so anyway.
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

// mysql is that of MySQL and MariaDB, which compare texts as a collation says: without regard to case, accents and
// spaces at the end. What is no plain ASCII is written so that it does not depend on the settings of a connection.
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

// bigQuery is that of BigQuery, in which a backslash escapes in texts and names, and a line ends a text.
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

// snowflake is that of Snowflake: standard, but a backslash escapes in texts.
var snowflake = &dialect{
	text:       standard.text,
	number:     standard.number,
	identifier: standard.identifier,
	literal:    func(text string) string { return standard.literal(strings.ReplaceAll(text, `\`, `\\`)) },
}
