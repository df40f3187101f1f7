package listing

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/vocabulary"
	"github.com/dibmap/dibmap/scale"
)

const (
	// Screen is the largest number of lines of groups that are printed whole, and half of it what a summary has.
	// If there are more, the heaviest groups that fit are printed, with at most briefLines lines of values.
	Screen     = 60
	briefLines = 4
	// A line has narrow columns if the width of the terminal is not known, and at most wide ones.
	narrow, wide = 79, 120
	// Values are below the other columns if they would take longList lines next to them.
	longList = 4
	// shortList is the width of values up to which they are before the other columns.
	shortList = 24
)

// groupRows writes the groups of a point as rows: number, share, what they say about Y, and values, which are before the
// other columns if they are short, below them if they are long, and else after them.
type groupRows struct {
	f        *frontier.Frontier
	v        *groupview.View
	m        *middle
	shares   bool // known
	below    bool
	first    int // the width of values before the other columns; 0 if they are not there
	headRoom int // of the head of what groups say about Y
	indent   int // before values on a line of their own
	room     int // of the values
	emphasis func(labels string) string
}

// Groups prints the groups of a point, in at most the given number of lines: if all of them take more, the heaviest.
func Groups(w io.Writer, f *frontier.Frontier, p frontier.Point, ascii bool, lines int) error {
	v, ok, err := groupview.Of(f, p, "", apartMore)
	if err != nil || !ok {
		return err
	}
	level := func(v float64) string { return wording.Level(v, math.Sqrt(f.Problem.Variance)) }
	t := &groupRows{f: f, v: v, m: newMiddle(v, ascii, level), shares: !math.IsNaN(v.Rows[0].Share), emphasis: wording.Emphasis(w)}
	t.lay(min(cmp.Or(wording.Columns(w), narrow), wide))
	var b strings.Builder
	b.WriteString("\n" + t.head() + "\n")
	t.body(&b, lines)
	t.notes(&b)
	_, err = io.WriteString(w, b.String())
	return err
}

// lay decides where the values are on lines of a width.
func (t *groupRows) lay(columns int) {
	const number = len("group  ")
	others := 0 // the width of the other columns
	if t.shares {
		others += len("100.0 %  ")
	}
	if number+others+t.m.width > columns { // a narrow terminal shows the values alone
		t.v.Kind, t.m.width = groupview.None, 0
	}
	if t.m.width > 0 {
		others += t.m.width + 2
	}
	longest, most := wording.Width(t.values()), 1
	t.room, t.headRoom = max(columns-number-others, leastRoom), t.m.width
	for n := range t.v.Rows {
		lines := t.folded(called(&t.v.Rows[n]))
		longest = max(longest, wording.Width(lines[0]))
		most = max(most, len(lines)-max(len(t.m.lines(&t.v.Rows[n])), longList)+1)
		if len(lines) > 1 {
			longest = math.MaxInt
		}
	}
	switch {
	case longest <= shortList && number+longest+others <= columns && t.m.width > 0:
		t.first = longest
		t.headRoom = columns - number - longest - others + t.m.width + 2
	case most > 1 && t.m.width > 0 || number+others+leastRoom > columns:
		t.below, t.indent, t.room = true, number, columns-number
		if t.v.Kind == groupview.Mix {
			t.m.width = min(max(columns-number-len("100.0 %  "), mixBar), columns)
		} else if more := min(t.m.long-t.m.label, columns-number-len("100.0 %  ")-t.m.width); t.v.Kind == groupview.Apart && more > 0 {
			t.m.label, t.m.width = t.m.label+more, t.m.width+more // there is room for whole labels
		}
	default:
		t.indent = number + others
	}
}

// values names the column of values.
func (t *groupRows) values() string {
	x, _, ok := t.f.Problem.Columns()
	if !ok {
		return vocabulary.English.Columns.Values
	}
	return vocabulary.English.Columns.Values + " of " + x
}

// y names Y.
func (t *groupRows) y() string {
	_, y := groupview.Columns(&t.f.Problem)
	return y
}

// line writes a line of a row, with an emphasis on the values.
func (t *groupRows) line(number, share, middle, values string, emphasis func(string) string) string {
	text := fmt.Sprintf("%5s  ", number)
	if t.first > 0 {
		text += emphasis(values) + strings.Repeat(" ", max(t.first-wording.Width(values), 0)) + "  "
	}
	if t.shares {
		text += fmt.Sprintf("%7s  ", share)
	}
	text += middle
	if t.first == 0 && values != "" {
		text = padded(text, t.indent) + emphasis(values)
	}
	return strings.TrimRight(text, " ") + "\n"
}

func (t *groupRows) head() string {
	words := &vocabulary.English.Columns
	plain := func(text string) string { return text }
	if t.below {
		return t.line(words.Group, words.Share, t.m.head(t.y(), t.headRoom), "", plain) + strings.Repeat(" ", t.indent) + t.values()
	}
	return strings.TrimSuffix(t.line(words.Group, words.Share, t.m.head(t.y(), t.headRoom), t.values(), plain), "\n")
}

// row writes a group with lines of values.
func (t *groupRows) row(number string, r *groupview.Row, values []string) string {
	middle := t.m.lines(r)
	lines := max(len(middle), len(values), 1)
	if t.below {
		lines = max(len(middle), 1)
	}
	var b strings.Builder
	share := wording.Share(r.Share, 1)
	for n := range lines {
		left, right := "", ""
		if n < len(middle) {
			left = middle[n]
		}
		if n < len(values) && !t.below {
			right = values[n]
		}
		b.WriteString(t.line(number, share, left, right, t.emphasis))
		number, share = "", ""
	}
	if t.below {
		for _, text := range values {
			b.WriteString(strings.Repeat(" ", t.indent) + t.emphasis(text) + "\n")
		}
	}
	return b.String()
}

// body writes the rows: all of them if they fit into a number of lines, and otherwise the heaviest.
func (t *groupRows) body(b *strings.Builder, lines int) {
	var whole strings.Builder
	for n := range t.v.Rows {
		r := &t.v.Rows[n]
		whole.WriteString(t.row(fmt.Sprint(r.Number), r, t.folded(called(r))))
	}
	if strings.Count(whole.String(), "\n") <= lines {
		b.WriteString(whole.String())
		b.WriteString(t.all())
		return
	}
	other := 0 // the lines of a group beside values
	for n := range t.v.Rows {
		other = max(other, len(t.m.lines(&t.v.Rows[n])))
	}
	least := max(other, 1)
	if t.below {
		least = other + 1
	}
	order := lists.Numbers(len(t.v.Rows))
	weight := func(n int) float64 {
		if t.shares {
			return t.v.Rows[n].Share
		}
		return float64(len(t.v.Rows[n].Values))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	shown, rest := order[:min(len(order), max(lines/least, 1))], order[min(len(order), max(lines/least, 1)):]
	most := min(briefLines, lines/len(shown))
	if t.below {
		most = min(briefLines, lines/len(shown)-other)
	}
	slices.Sort(shown)
	for _, n := range shown {
		r := &t.v.Rows[n]
		b.WriteString(t.row(fmt.Sprint(r.Number), r, t.shortened(called(r), max(most, 1))))
	}
	b.WriteString(t.all() + "\n")
	t.sayRest(b, rest)
	if !t.v.Ordered && t.shares {
		b.WriteString("Values that occur most often come first. ")
	}
	b.WriteString("'dibmap select --full' prints all.\n")
}

// all writes the row of all records, unless nothing is known of them.
func (t *groupRows) all() string {
	if t.v.Kind == groupview.None || t.v.Kind == groupview.Apart {
		return ""
	}
	return t.row(vocabulary.English.Columns.All, &t.v.All, nil)
}

// sayRest describes the groups that were left out.
func (t *groupRows) sayRest(w io.Writer, rest []int) {
	if len(rest) == 0 {
		return
	}
	share := ""
	if t.shares {
		sum := 0.0
		for _, n := range rest {
			sum += t.v.Rows[n].Share
		}
		share = ", with " + wording.Share(min(sum, 1), 1) + " of the records"
	}
	fmt.Fprintf(w, "And %s%s.\n", wording.Plural(len(rest), "more group"), share)
}

// notes explains the columns and the group of missing values.
func (t *groupRows) notes(b *strings.Builder) {
	if t.v.Kind == groupview.Apart {
		fmt.Fprintf(b, "\nShares of %s in a group, with their shares in all records in brackets.\n", t.y())
	}
	if text := t.v.Head(t.y(), named(t.v.Event)); t.v.Kind == groupview.Rate && wording.Width(text) > rateWidth { // the head is cut
		fmt.Fprintf(b, "\nThe bars show the %s.\n", text)
	}
	if t.f.Problem.Missing.Group() {
		fmt.Fprintf(b, "\n%s: %s, which are a group of their own.\n", scale.MissingLabel, Absent(t.f))
	}
}

// called returns the values of a group, after the name that a person gave to it, if there is one.
func called(r *groupview.Row) []string {
	if r.Given == "" {
		return r.Values
	}
	return append([]string{r.Given + ": " + r.Values[0]}, r.Values[1:]...)
}

// folded writes the values of a group, separated by spaces, or by commas where these are easier to read, on lines that
// have room. Longer labels have a line of their own.
func (t *groupRows) folded(labels []string) []string {
	var lines []string
	var line string
	spoken := t.v.Ordered || wording.Spoken(labels)
	for n, label := range labels {
		if !spoken {
			label = wording.Apart(label)
		} else if label = wording.Part(label, len(labels) == 1); n < len(labels)-1 {
			label += ","
		}
		switch {
		case line == "":
			line = label
		case wording.Width(line)+wording.Width(label) >= t.room:
			lines, line = append(lines, line), label
		default:
			line += " " + label
		}
	}
	return append(lines, line)
}

// shortened writes the values of a group on some lines. If there are too many, it writes the first ones and the
// number of the others.
func (t *groupRows) shortened(labels []string, most int) []string {
	for n := min(len(labels), most*t.room); ; n-- {
		lines := t.folded(labels[:n])
		if n == len(labels) && len(lines) <= most {
			return lines
		}
		last := lines[len(lines)-1] + " and " + wording.Number(len(labels)-n) + " more"
		if len(lines) < most || len(lines) == most && wording.Width(last) <= t.room || n == 1 {
			lines[len(lines)-1] = last
			return lines
		}
	}
}
