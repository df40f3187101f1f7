package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// sql writes a CASE for every coding in a dialect. Columns are compared as text, since databases refuse to compare
// a column of numbers with an empty text; so the lists also have the texts that typed columns are cast to. Only
// columns of numbers are compared as numbers.
func (x *exporter) sql(d *dialect) error {
	for i := range x.mappings {
		m := &x.mappings[i]
		if err := m.refuse("SQL"); err != nil {
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
	branch := make([]int, len(c.texts))
	for i, class := range c.of {
		branch[i] = b.of(class)
	}
	missing := b.of(c.missing())
	values := spelt(c.texts, branch, len(b.then))
	if missing > 0 || c.scale.Binned() {
		values[missing] = append(values[missing], c.missingTexts()...)
	}
	var lines []string
	for at, list := range values {
		if at == 0 && !c.scale.Binned() || len(list) == 0 {
			continue
		}
		test := d.listed(c.compared(text), list)
		if at == missing {
			test = column + " IS NULL OR " + test
			if c.scale.Binned() {
				test += " OR " + d.listed(spoken(text), []string{"nan", "+nan"})
			}
		}
		lines = append(lines, "WHEN "+test+" THEN "+b.then[at])
	}
	if c.scale.Binned() {
		return append(lines, d.thresholds(c, text, b)...)
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

// thresholds returns the lines for numbers. Text that is not a number is found by its shape: SQL has
// no common way to try a cast, and SQLite would cast it to 0, including infinity.
func (d *dialect) thresholds(c *classes, text string, b *branches) []string {
	number := d.number(d.identifier(c.column))
	if c.scale.Decimal == "," {
		point := "REPLACE(" + text + ", ',', '.')"
		number = "CASE WHEN " + text + " LIKE '%,%' THEN " + d.number(point) + " ELSE " + number + " END"
		text = point
	}
	last := len(c.runs) - 1
	lines := []string{
		"WHEN " + d.listed(spoken(text), []string{"-inf", "-infinity"}) + " THEN " + b.then[b.of(c.runs[0])],
		"WHEN " + d.listed(spoken(text), []string{"inf", "+inf", "infinity", "+infinity"}) + " THEN " + b.then[b.of(c.runs[last])],
		"WHEN " + d.shape(spoken(text)) + " NOT IN ('" + strings.Join(numberShapes, "', '") + "') THEN " + b.then[0],
	}
	for i, class := range c.runs {
		switch at := b.of(class); {
		case i == last:
			lines = append(lines, "ELSE "+b.then[at])
		case at != b.of(c.runs[i+1]):
			lines = append(lines, "WHEN "+number+" < "+numeral(c.cuts[i])+" THEN "+b.then[at])
		}
	}
	return lines
}

// numberShapes are the shapes that numbers have.
var numberShapes = []string{"e09", "e09.", "e.09", "e09.09", "e09e09", "e09.e09", "e.09e09", "e09.09e09"}

// shape returns an expression for the shape of a text: 09 for every run of digits, and e for the
// beginning and for e, each with the sign that may follow it.
func (d *dialect) shape(text string) string {
	if d.joined != nil {
		text = d.joined("'e'", text)
	} else {
		text = "'e' || " + text
	}
	replace := func(from, to string) { text = fmt.Sprintf("REPLACE(%s, '%s', '%s')", text, from, to) }
	replace("-", "+")
	replace("e+", "e")
	for digit := 1; digit <= 9; digit++ {
		replace(strconv.Itoa(digit), "0")
	}
	replace("0", "09")
	replace("90", "")
	return text
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
	literals := make([]string, len(list))
	for i, v := range list {
		literals[i] = d.literal(v)
	}
	if d.exact != nil {
		text = d.exact(text)
	}
	return text + " IN (" + strings.Join(literals, ", ") + ")"
}
