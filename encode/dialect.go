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
	// number returns a value as a number of 64 bits. It is asked for texts in the form of a number only.
	number func(value string) string
	// identifier returns a name, quoted, and literal a text.
	identifier, literal func(string) string
	// exact returns an expression that is compared by bytes, or nil where all texts are compared by bytes.
	exact func(text string) string
	// matches returns the test of a text against a regular expression; nil where there are none.
	matches func(text, pattern string) string
	// infinite means that number also reads infinite numbers.
	infinite bool
	// time says how times are read; nil if they are not.
	time *times
}

// standard is SQL as SQLite, PostgreSQL and DuckDB run it, where backslashes in texts mean nothing.
var standard = &dialect{
	text:       "VARCHAR",
	number:     as("CAST(%s AS DOUBLE PRECISION)"),
	identifier: func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` },
	literal:    func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" },
}

// sqlite, postgres and duckdb are standard SQL with what only one of the three databases has.
var (
	sqlite   = standard.with(nil, sqliteTimes)
	postgres = standard.with(infix("~"), &times{moment: as("CAST(%s AS TIMESTAMP)"), parts: parts("EXTRACT(ISODOW FROM %s)", "EXTRACT(DOY FROM %s)"), strict: true})
	duckdb   = standard.with(call("regexp_matches"), &times{moment: as("TRY_CAST(%s AS TIMESTAMP)"), parts: postgres.time.parts})
)

// with returns the dialect with ways to read texts and times.
func (d dialect) with(matches func(text, pattern string) string, time *times) *dialect {
	d.matches, d.time, d.infinite = matches, time, matches != nil
	return &d
}

// as returns a function that puts an expression into a form.
func as(form string) func(string) string {
	return func(expression string) string { return fmt.Sprintf(form, expression) }
}

func infix(operator string) func(text, pattern string) string {
	return func(text, pattern string) string { return text + " " + operator + " '" + pattern + "'" }
}

func call(function string) func(text, pattern string) string {
	return func(text, pattern string) string { return function + "(" + text + ", '" + pattern + "')" }
}

// spark is the dialect of Apache Spark and Databricks. A backslash escapes in texts, and ${name} is replaced by a
// setting at any place. A cast of a text that is not a number may be an error even where its result is not used.
var spark = &dialect{
	text:       "STRING",
	number:     as("TRY_CAST(%s AS DOUBLE)"),
	identifier: func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" },
	literal: func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, `${`, `\u0024{`).Replace(text) + "'"
	},
	matches:  infix("RLIKE"),
	infinite: true,
	time:     &times{moment: as("TRY_CAST(%s AS TIMESTAMP_NTZ)"), kind: "TIMESTAMP_NTZ", parts: parts("EXTRACT(DAYOFWEEK_ISO FROM %s)", "EXTRACT(DOY FROM %s)")},
}

// mysql is the dialect of MySQL and MariaDB, which compare texts by a collation: without regard to case, accents
// and trailing spaces. Text outside of ASCII is written in a form that does not depend on the settings of a
// connection.
var mysql = &dialect{
	text:       "CHAR CHARACTER SET utf8mb4",
	number:     as("CAST(%s AS DOUBLE)"),
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
	exact:   as("CAST(%s AS BINARY)"),
	matches: infix("REGEXP"),
	time:    &times{moment: as("CAST(%s AS DATETIME(6))"), parts: parts("WEEKDAY(%s) + 1", "DAYOFYEAR(%s)")},
}

// bigQuery is the dialect of BigQuery, where a backslash escapes in texts and names, and the end of a
// line ends a text.
var bigQuery = &dialect{
	text:   "STRING",
	number: as("SAFE_CAST(%s AS FLOAT64)"),
	identifier: func(name string) string {
		return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`", "\n", `\n`, "\r", `\r`).Replace(name) + "`"
	},
	literal: func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\r", `\r`).Replace(text) + "'"
	},
	matches:  call("REGEXP_CONTAINS"),
	infinite: true,
	time: &times{
		moment: as("SAFE_CAST(%s AS DATETIME)"), kind: "DATETIME",
		parts: parts("MOD(EXTRACT(DAYOFWEEK FROM %s) + 5, 7) + 1", "EXTRACT(DAYOFYEAR FROM %s)"),
	},
}

// snowflake is the dialect of Snowflake: standard, but a backslash escapes in texts.
var snowflake = &dialect{
	text:       standard.text,
	number:     standard.number,
	identifier: standard.identifier,
	literal:    func(text string) string { return standard.literal(strings.ReplaceAll(text, `\`, `\\`)) },
	matches:    infix("RLIKE"),
	time:       &times{moment: as("TRY_TO_TIMESTAMP_NTZ(TO_VARCHAR(%s))"), parts: parts("DAYOFWEEKISO(%s)", "DAYOFYEAR(%s)")},
}

// dialects are the dialects of databases by name.
var dialects = map[string]*dialect{
	"sqlite": sqlite, "postgres": postgres, "duckdb": duckdb, "spark": spark, "mysql": mysql, "bigquery": bigQuery, "snowflake": snowflake,
}
