package choosing

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/groupview"
)

// TableFlags are the flags of the binning table.
type TableFlags struct {
	Asked bool
	event string
}

// Add adds the flags to a command that prints the binning table of something.
func (t *TableFlags) Add(cmd *cobra.Command, of string) {
	cmd.Flags().BoolVar(&t.Asked, "table", false, "print the binning table"+of+": counts, rates, WoE, IV")
	AddEvent(cmd, &t.event, "--table: ")
}

// AddEvent adds the flag that chooses the event.
func AddEvent(cmd *cobra.Command, event *string, before string) {
	cmd.Flags().StringVar(event, "event", "", before+"the `VALUE` of Y that rate, WoE and IV are about (default the last of two)")
}

// Check returns an error if the flags do not go together.
func (t *TableFlags) Check(given func(flag string) bool) error {
	switch {
	case given("event") && !t.Asked:
		return errors.New("--event is for --table: add that, or leave it out")
	case t.Asked && given("full"):
		return errors.New("--table has all groups by their names: leave --full out")
	}
	return nil
}

// Of returns the table of a point; nil if the flags do not ask for it.
func (t *TableFlags) Of(path string, fr *frontier.Frontier, p frontier.Point) (*binning.Table, error) {
	if !t.Asked {
		return nil, nil
	}
	return BinningTable(path, fr, p, t.event)
}

// BinningTable returns the binning table of a point of a file.
func BinningTable(path string, fr *frontier.Frontier, p frontier.Point, event string) (*binning.Table, error) {
	b, err := binning.Of(fr, p, event)
	switch {
	case errors.Is(err, binning.ErrNoTable):
		return nil, fmt.Errorf("%s: no binning table: %w", path, err)
	case err != nil:
		return nil, fmt.Errorf("--event: %s: %w", path, err)
	}
	return b, nil
}

// mostRates is the largest number of values of Y that have a column each.
const mostRates = 6

// column is a column of the text of a binning table.
type column struct {
	head string
	text func(r *binning.Row) string
}

// columnsOf returns the columns that a table has.
func columnsOf(b *binning.Table) (columns []column) {
	add := func(head string, text func(r *binning.Row) string) { columns = append(columns, column{head, text}) }
	number := func(head string, digits int, of func(r *binning.Row) float64) {
		add(head, func(r *binning.Row) string { return fixed(of(r), digits) })
	}
	if b.Counts {
		add("count", func(r *binning.Row) string {
			if r.Count == math.Trunc(r.Count) && r.Count < 1e15 {
				return wording.Number(int64(r.Count))
			}
			return fixed(r.Count, 2)
		})
	}
	share := func(head string, of func(r *binning.Row) float64) {
		add(head, func(r *binning.Row) string { return wording.Share(of(r), 1) })
	}
	share("share", func(r *binning.Row) float64 { return r.Share })
	switch {
	case b.Event >= 0:
		share("rate", func(r *binning.Row) float64 { return r.Rate })
		if b.Counts {
			add("(se)", func(r *binning.Row) string { return "(" + wording.Share(r.RateSE, 1) + ")" })
		}
		number("WoE", 3, func(r *binning.Row) float64 { return r.WoE })
		if b.Counts {
			add("(se)", func(r *binning.Row) string {
				if math.IsNaN(r.WoESE) {
					return ""
				}
				return "(" + fixed(r.WoESE, 3) + ")"
			})
		}
		number("IV", 4, func(r *binning.Row) float64 { return r.IV })
		number("JS", 4, func(r *binning.Row) float64 { return r.JS })
	case len(b.Y) <= mostRates:
		for y, label := range b.Y {
			share(wording.Cut(wording.Label(label), 12), func(r *binning.Row) float64 { return r.P[y] })
		}
	}
	number("I", 4, func(r *binning.Row) float64 { return r.I })
	return columns
}

// fixed writes a number with some decimals, and "-" if it is not known.
func fixed(v float64, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	text := fmt.Sprintf("%.*f", digits, v)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// PrintTable prints a binning table and what its columns mean.
func PrintTable(w io.Writer, fr *frontier.Frontier, p frontier.Point, b *binning.Table) error {
	fmt.Fprintf(w, "%s\n\n", listing.TermsOf(fr).Point(fr, p))
	columns := columnsOf(b)
	lines := make([]strings.Builder, len(b.Groups)+2)
	for n := range lines[1 : len(lines)-1] {
		fmt.Fprintf(&lines[n+1], "%4d", n)
	}
	lines[0].WriteString("    ")
	lines[len(lines)-1].WriteString("    ")
	row := func(n int) *binning.Row {
		if n == len(b.Groups) {
			return &b.Total
		}
		return &b.Groups[n]
	}
	for _, c := range columns {
		texts, width := []string{c.head}, wording.Width(c.head)
		for n := range len(b.Groups) + 1 {
			text := c.text(row(n))
			texts, width = append(texts, text), max(width, wording.Width(text))
		}
		before := 2
		if c.head == "(se)" {
			before = 1
		}
		for n, text := range texts {
			lines[n].WriteString(strings.Repeat(" ", before+width-wording.Width(text)) + text)
		}
	}
	lines[0].WriteString("  group")
	emphasis := wording.Emphasis(w)
	for n := range len(b.Groups) + 1 {
		lines[n+1].WriteString("  " + emphasis(wording.Part(row(n).Name, true)))
	}
	for n := range lines {
		fmt.Fprintln(w, lines[n].String())
	}
	fmt.Fprintln(w)
	if _, err := io.WriteString(w, legendOf(fr, b)); err != nil {
		return err
	}
	sayNearest(w, fr, p)
	return nil
}

// legendOf says what the columns of a table mean.
func legendOf(fr *frontier.Frontier, b *binning.Table) string {
	var s strings.Builder
	_, y := groupview.Columns(&fr.Problem)
	ofAll := ""
	if b.Groups[len(b.Groups)-1].Missing {
		ofAll = "The table is of all records, and the line above it of the records with a value.\n"
	}
	if b.Event >= 0 {
		event := wording.Label(b.Y[b.Event])
		fmt.Fprintf(&s, "rate: the share of %s = %s.", y, event)
		if b.Counts {
			fmt.Fprintf(&s, " (se): standard errors; of IV in total %s.", fixed(b.Total.IVSE, 4))
		}
		fmt.Fprintf(&s, "\nWoE = ln(P(group|%s) / P(group|others)): above 0 where %s is frequent.\n", event, event)
		fmt.Fprint(&s, "WoE, IV and JS are in nats, I is in bits.\n")
		if b.Halved > 0 {
			fmt.Fprintf(&s, "%s of no records: WoE and IV take half a record there.\n", wording.Plural(b.Halved, "cell"))
		}
		return s.String() + ofAll
	}
	if len(b.Y) <= mostRates {
		fmt.Fprintf(&s, "The columns after share are the distribution of %s in a group. ", y)
	}
	fmt.Fprintf(&s, "I is in bits.\n--event VALUE adds the rate, WoE and IV of one of the %d values of %s.\n", len(b.Y), y)
	return s.String() + ofAll
}

// JSONTable is a binning table in JSON.
type JSONTable struct {
	Y      []string      `json:"y"`
	Event  *string       `json:"event"`
	Counts bool          `json:"counts"`
	Rows   []binning.Row `json:"rows"`
	Total  binning.Row   `json:"total"`
	IVSE   float64       `json:"iv_se"`
	Halved int           `json:"halved"`
}

// JSONTableOf returns the JSON of a table; nil for none.
func JSONTableOf(b *binning.Table) *JSONTable {
	if b == nil {
		return nil
	}
	t := &JSONTable{Y: b.Y, Counts: b.Counts, Rows: b.Groups, Total: b.Total, IVSE: b.Total.IVSE, Halved: b.Halved}
	if b.Event >= 0 {
		t.Event = &b.Y[b.Event]
	}
	return t
}
