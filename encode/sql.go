package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// sql writes a CASE for every coding in a dialect. Columns are compared as text, since databases refuse to compare
// a column of numbers with an empty text; so the lists also have the texts that typed columns are cast to. Only
// columns of numbers and times are compared as such.
func (x *exporter) sql(d *dialect) error {
	for i := range x.mappings {
		m := &x.mappings[i]
		if err := m.refuse("SQL", d.time != nil); err != nil {
			return err
		}
		s := sqlCase{m, m.encoder.plan(m.columns), d, "NULL"}
		if m.HasOther {
			s.other = m.value(m.Other, d.literal)
		}
		text, _ := s.expression(nil, "")
		text += " AS " + d.identifier(m.as)
		if strings.ContainsRune(text, 0) {
			return fmt.Errorf("the mapping of %q holds a NUL character, which no text of SQL can: choose another export format", m.x)
		}
		if i < len(x.mappings)-1 {
			text += ","
		}
		x.print("%s\n", text)
	}
	return nil
}

// sqlCase writes one mapping.
type sqlCase struct {
	*mapping
	*plan
	*dialect
	other string
}

// expression returns the expression for the remaining columns, given the classes of the first
// ones, and false if no known combination begins with these classes.
func (s *sqlCase) expression(known []int, indent string) (text string, found bool) {
	if len(known) == len(s.plan.columns) {
		cluster, ok := s.clusters[key(known)]
		if !ok {
			return s.other, false
		}
		return s.value(s.Clusters[cluster], s.literal), true
	}
	c := &s.plan.columns[len(known)]
	b := branches{then: []string{s.other}, class: make([]int, c.n)}
	for class := range c.n {
		then, ok := s.expression(append(slices.Clip(known), class), indent+"  ")
		if found = found || ok; !ok {
			continue // the branch of unknown values
		}
		at := slices.Index(b.then[1:], then) + 1
		if at == 0 {
			at = len(b.then)
			b.then = append(b.then, then)
		}
		b.class[class] = at
	}
	if !found {
		return s.other, false
	}
	lines := s.tests(c, &b)
	return "CASE\n" + indent + "  " + strings.Join(lines, "\n"+indent+"  ") + "\n" + indent + "END", true
}

// branches are the branches of a column: then[0] for unknown values, and then[class[c]] for class c.
type branches struct {
	then  []string
	class []int
}

// of returns the branch of a class.
func (b *branches) of(class int) int {
	if class == nowhere {
		return 0
	}
	return b.class[class]
}

// tests returns the lines between CASE and END.
func (d *dialect) tests(c *classes, b *branches) []string {
	column := d.identifier(c.column)
	text := "CAST(" + column + " AS " + d.text + ")"
	read := c.scale.Binned() || c.named() // not compared as text only
	var labels []string
	var branch []int
	parts := make([][]string, len(b.then)) // as numbers
	for i, label := range c.texts {
		at := b.of(c.of[i])
		if n, ok := partNumber(c.scale.Part, label); c.named() && ok {
			parts[at] = append(parts[at], strconv.Itoa(n))
			continue
		}
		labels, branch = append(labels, label), append(branch, at)
	}
	missing := b.of(c.missing())
	values := spelt(labels, branch, len(b.then))
	if missing > 0 || read {
		values[missing] = append(values[missing], c.missingTexts()...)
	}
	var lines []string
	for at, list := range values {
		if at == 0 && read {
			list = slices.DeleteFunc(list, func(t string) bool { return t == "" }) // no number either
		}
		if at == 0 && !read || len(list) == 0 {
			continue
		}
		test := d.listed(c.compared(text), list)
		if at == missing && at > 0 {
			test = column + " IS NULL OR " + test
			if read {
				test += " OR " + d.listed(spoken(text), []string{"nan", map[bool]string{true: "nat", false: "+nan"}[c.timed()]})
			}
		}
		lines = append(lines, "WHEN "+test+" THEN "+b.then[at])
	}
	if !read {
		return append(lines, "ELSE "+b.then[0])
	}
	valid, number, literal := d.readNumber(c, text)
	if c.timed() {
		valid, number, literal = d.readTime(c, text)
	} else if !d.infinite {
		lines = append(lines, d.infinities(c, text, b)...)
	}
	test := "NOT (" + valid + ")"
	if missing == 0 {
		test = column + " IS NULL OR " + test
	}
	lines = append(lines, "WHEN "+test+" THEN "+b.then[0])
	if c.scale.Binned() {
		return append(lines, c.thresholds(number, literal, b)...)
	}
	for at, list := range parts {
		if at > 0 && list != nil {
			lines = append(lines, "WHEN "+number+" IN ("+strings.Join(list, ", ")+") THEN "+b.then[at])
		}
	}
	return append(lines, "ELSE "+b.then[0])
}

// missingTexts returns the other texts of a missing value.
func (c *classes) missingTexts() []string {
	var texts []string
	if !slices.Contains(c.texts, "") || c.scale.Trim {
		texts = append(texts, "")
	}
	for _, na := range c.scale.NA {
		if c.scale.FoldCase {
			na, _ = (&scale.Clean{FoldCase: true}).Cleaned(na, false)
		}
		texts = append(texts, na)
		texts = append(texts, otherNumbers(na)...)
	}
	return slices.DeleteFunc(texts, func(t string) bool { return slices.Contains(c.texts, t) && t != "" })
}

// compared returns the expression that is compared with labels.
func (c *classes) compared(text string) string {
	if c.scale.Trim {
		text = "TRIM(" + text + ")"
	}
	if c.scale.FoldCase {
		text = "LOWER(" + text + ")"
	}
	return text
}

// spoken returns the expression that is compared with words such as inf.
func spoken(text string) string { return "LOWER(TRIM(" + text + "))" }

// readNumber returns the expressions for a column of numbers: the test whether a text is a number, since some databases
// read the beginning of a text and others stop with an error, the number, and what it is compared with for a cut.
func (d *dialect) readNumber(c *classes, text string) (valid, number string, literal func(float64) string) {
	number = d.number(d.identifier(c.column))
	if c.scale.Decimal == "," {
		point := "REPLACE(" + text + ", ',', '.')"
		return d.isNumber(spoken(point)), "CASE WHEN " + text + " LIKE '%,%' THEN " + d.number(point) + " ELSE " + number + " END", numeral
	}
	return d.isNumber(spoken(text)), number, numeral
}

// isNumber returns the test whether a text has the form of a number. In SQL without regular expressions, every sign at
// the beginning of a number or exponent becomes + and then, in an exponent, nothing.
func (d *dialect) isNumber(text string) string {
	switch {
	case d.infinite:
		return d.matches(text, "^[-+]?(([0-9]+[.]?[0-9]*|[.][0-9]+)(e[-+]?[0-9]+)?|inf(inity)?)$")
	case d.matches != nil:
		return d.matches(text, "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[-+]?[0-9]+)?$")
	}
	return "SELECT RTRIM(t, '0123456789.e') IN ('', '+') AND LTRIM(t, '+.') || 'e' NOT LIKE 'e%'" +
		" AND t NOT LIKE '%e' AND t NOT LIKE '%.%.%' AND t NOT LIKE '%e%e%' AND t NOT LIKE '%e%.%'" +
		" FROM (SELECT REPLACE(REPLACE(" + text + ", '-', '+'), 'e+', 'e') AS t) AS s"
}

// infinities returns the lines for infinite numbers.
func (d *dialect) infinities(c *classes, text string, b *branches) []string {
	first, last := b.then[b.of(c.runs[0])], b.then[b.of(c.runs[len(c.runs)-1])]
	return []string{
		"WHEN " + d.listed(spoken(text), []string{"-inf", "-infinity"}) + " THEN " + first,
		"WHEN " + d.listed(spoken(text), []string{"inf", "+inf", "infinity", "+infinity"}) + " THEN " + last,
	}
}

// thresholds returns the lines for ranges.
func (c *classes) thresholds(number string, literal func(float64) string, b *branches) []string {
	last := len(c.runs) - 1
	var lines []string
	for i, class := range c.runs[:last] {
		if at := b.of(class); at != b.of(c.runs[i+1]) {
			lines = append(lines, "WHEN "+number+" < "+literal(c.cuts[i])+" THEN "+b.then[at])
		}
	}
	return append(lines, "ELSE "+b.then[b.of(c.runs[last])])
}

// numeral returns a number as a literal that all databases read as the same number. A literal of
// many digits has an exponent, since DuckDB takes it for a decimal number otherwise.
func numeral(v float64) string {
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if mantissa, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), "e"); len(mantissa) <= maxWhole+1 && v > -1e15 && v < 1e15 {
		text = string(textfile.AppendFloat(nil, v, 64))
	}
	return text
}

// listed returns the test whether a text is in a list.
func (d *dialect) listed(text string, list []string) string {
	literals := lists.Map(list, d.literal)
	if d.exact != nil {
		text = d.exact(text)
	}
	return text + " IN (" + strings.Join(literals, ", ") + ")"
}
