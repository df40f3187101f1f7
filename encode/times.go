package encode

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/scale"
)

// times is how a database reads dates and times without a zone.
type times struct {
	// moment returns a value as a time; NULL for a text that is no time, unless such a text stops the query, if strict.
	moment func(value string) string
	strict bool
	kind   string // the word before the literal of a moment; TIMESTAMP if it is empty
	// parts are the parts of a moment as numbers: the weekday from 1, on Monday.
	parts map[string]func(moment string) string
}

// parts returns the parts of a database with EXTRACT, given those that databases write differently.
func parts(weekday, yearDay string) map[string]func(moment string) string {
	all := map[string]func(string) string{"weekday": as(weekday), "day-of-year": as(yearDay)}
	for _, part := range []string{"hour", "month", "quarter", "year"} {
		all[part] = as("EXTRACT(" + strings.ToUpper(part) + " FROM %s)")
	}
	return all
}

// sqliteTimes are the times of SQLite, which has them as text: moments are texts of one form, to the millisecond.
var sqliteTimes = &times{
	moment: as("strftime('%%Y-%%m-%%d %%H:%%M:%%f', TRIM(%s))"),
	parts: map[string]func(string) string{
		"hour":        as("CAST(SUBSTR(%s, 12, 2) AS INTEGER)"),
		"weekday":     as("(strftime('%%w', %s) + 6) %% 7 + 1"),
		"month":       as("CAST(SUBSTR(%s, 6, 2) AS INTEGER)"),
		"quarter":     as("(SUBSTR(%s, 6, 2) + 2) / 3"),
		"year":        as("CAST(SUBSTR(%s, 1, 4) AS INTEGER)"),
		"day-of-year": as("CAST(strftime('%%j', %s) AS INTEGER)"),
	},
}

// timed reports whether the column has times, and named whether its labels are names of their parts.
func (c *classes) timed() bool { return c.scale.Type == scale.Time }

func (c *classes) named() bool { return c.timed() && !c.scale.Binned() }

// readTime returns the expressions for a column of times: the test whether a text is a time, the moment or the number of
// its part, and what it is compared with for a cut.
func (d *dialect) readTime(c *classes, text string) (valid, number string, literal func(float64) string) {
	column, text := d.identifier(c.column), "TRIM("+text+")"
	number = d.time.moment(column)
	if d == sqlite { // which has the 1st of March for the 30th of February
		valid = fmt.Sprintf("date(TRIM(%s), '+0 days') IS SUBSTR(TRIM(%[1]s), 1, 10) AND %[1]s NOT GLOB '*:*[-+Zz]*'", column)
	} else {
		valid = d.matches(text, "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?)?$")
		if !d.time.strict {
			valid += " AND " + number + " IS NOT NULL"
		}
	}
	if c.scale.Part != "" {
		return valid, d.time.parts[c.scale.Part](number), numeral
	}
	return valid, number, func(cut float64) string {
		text := "'" + calendar.At(int64(cut)).Format("2006-01-02 15:04:05.999999") + "'"
		if d == sqlite {
			return text
		}
		return cmp.Or(d.time.kind, "TIMESTAMP") + " " + text
	}
}

// partNames are the labels that package scale has for parts, in order.
var partNames = map[string]string{
	"weekday": "Mon Tue Wed Thu Fri Sat Sun", "month": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "quarter": "Q1 Q2 Q3 Q4",
}

// partNumber returns the number that SQL has for a part with a name, counted from 1 unless it is an hour, and false for
// another label.
func partNumber(part, label string) (n int, ok bool) {
	if part == "hour" {
		n, err := strconv.Atoi(label)
		return n, err == nil
	}
	n = slices.Index(strings.Fields(partNames[part]), label) + 1
	return n, n > 0
}
