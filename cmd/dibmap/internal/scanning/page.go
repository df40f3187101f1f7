package scanning

import (
	"bufio"
	_ "embed" // the page
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/policy"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

var (
	//go:embed page.html
	page string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// row is a column as the page shows it.
type row struct {
	*entry
	Title, Note string
	Page        string // of the column; empty without one
	Whole       string // what all values tell
	Corrected   string
	P           string
	Value       string  // the information value
	Told, Share float64 // held out, and kept
	Held, Kept  string
	Bar         float64 // width of the bar of what the groups tell, of 100
	Curve       string  // the best of each k, as points of a line
	Mark        struct{ X, Y float64 }
	Head        string // of what the groups say about Y
	Shown       []shownGroup
}

// shownGroup is a group of a column, or all of them, as the page shows it.
type shownGroup struct {
	Values, Tip string
	Percent     string
	Says        template.HTML // about Y
	All         bool
}

// heading is the head of a column of the page, which sorts the rows by a key.
type heading struct {
	Text, Key, First string
	Sorted           bool
}

// headings are the heads of the columns of the page.
var headings = []heading{
	{Text: "column", Key: "name", First: "ascending"},
	{Text: "what its groups say", Key: "told", First: "descending", Sorted: true},
	{Text: "kept, by number of groups", Key: "kept", First: "descending"},
	{Text: "groups", Key: "groups", First: "descending"},
}

// Size of the drawing of a curve, how many numbers of groups it shows, and how many values of a group the page lists.
const (
	curveWidth  = 120
	curveHeight = 40
	curveMost   = 20
	valuesMost  = 12
	tipMost     = 200
)

// refusal is a column of no use, as the page shows it, with the reason.
type refusal struct{ Title, Unusable string }

// writePage writes the page that lists the columns.
func (c *catalog) writePage(w io.Writer) error {
	t, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	ranked := c.ranked()
	most := 0.0
	for _, e := range ranked {
		most = max(most, e.told())
	}
	rows := lists.Map(ranked, func(e *entry) row { return c.rowOf(e, most) })
	var unusable []refusal
	for _, e := range c.Columns {
		if e.Unusable != "" {
			unusable = append(unusable, refusal{e.title(), e.Unusable})
		}
	}
	b := bufio.NewWriter(w) // templates write in pieces of some bytes
	if err := t.Execute(b, map[string]any{
		"Policy": policy.Of(script, style), "Style": template.CSS(style), "Script": template.JS(script), //nolint:gosec // these are no input
		"Name": c.Name, "Y": c.Y, "HY": fmt.Sprintf("%.4f", c.HY), "Means": c.means(), "Records": wording.Plural(c.Records, "record"), "Columns": c.counted(),
		"Heads": headings, "Rows": rows, "Unusable": unusable, "Left": c.left(),
		"Event": slices.ContainsFunc(ranked, func(e *entry) bool { return e.Event != nil }),
		"Paged": slices.ContainsFunc(ranked, func(e *entry) bool { return e.paged }),
	}); err != nil {
		return err
	}
	return b.Flush()
}

func (c *catalog) rowOf(e *entry, most float64) row {
	r := row{
		entry: e, Title: e.title(), Told: e.told(), Whole: fmt.Sprintf("all values %.4f", e.IXY),
		Corrected: "corrected " + wording.Corrected(e.Corrected, nil), P: optional("%.3g", e.P), Held: fmt.Sprintf("%.4f bits", e.told()),
	}
	if e.Chance != nil {
		r.Corrected = wording.Corrected(nil, e.Chance)
	}
	if c.means() {
		r.Held = fmt.Sprintf("R² %.4f", e.told())
	}
	if e.paged {
		r.Page = pageOf(e.File)
	}
	if e.Clusters > 1 && e.IXY > 0 {
		r.Share = min(e.I/e.IXY, 1)
		r.Kept = fmt.Sprintf("%s, %s kept", wording.Plural(e.Clusters, "group"), textfile.Percent(r.Share, 0))
		if e.IV != nil {
			r.Value = optional("%.3f", e.IV)
		}
	}
	if most > 0 {
		r.Bar = max(0, 100*e.told()/most)
	}
	r.draw(e)
	if e.Clusters <= 1 || e.view == nil {
		r.Note = e.Reason
		return r
	}
	if e.Answer {
		r.Note = answer
	}
	s := newSaying(e.view, e.level)
	r.Head = s.v.Head(c.Y, s.v.Event)
	for n := range e.view.Rows {
		g := &e.view.Rows[n]
		values := strings.Join(g.Values[:min(len(g.Values), valuesMost)], ", ")
		if left := len(g.Values) - valuesMost; left > 0 {
			values += " " + vocabulary.Fill(vocabulary.English.Columns.More, "more", wording.Number(left))
		}
		tip := ""
		if len(g.Values) > valuesMost {
			tip = strings.Join(g.Values[:min(len(g.Values), tipMost)], ", ")
		}
		r.Shown = append(r.Shown, shownGroup{Values: values, Tip: tip, Percent: wording.Share(g.Share, 1), Says: s.html(g)})
	}
	if all := s.html(&e.view.All); all != "" {
		r.Shown = append(r.Shown, shownGroup{Values: vocabulary.English.Columns.All, Percent: wording.Share(e.view.All.Share, 1), Says: all, All: true})
	}
	return r
}

// draw sets the curve of the best groupings.
func (r *row) draw(e *entry) {
	top := max(e.IXY, 1e-12)
	last := 1
	for _, p := range e.curve {
		if p.k <= curveMost {
			last = max(last, p.k)
		}
	}
	at := func(k int, i float64) (x, y float64) {
		return 2 + (curveWidth-4)*float64(k-1)/float64(max(last-1, 1)), curveHeight - 3 - (curveHeight-6)*max(0, min(1, i/top))
	}
	var curve strings.Builder
	for _, p := range e.curve {
		if p.k <= last {
			x, y := at(p.k, p.i)
			fmt.Fprintf(&curve, "%.1f,%.1f ", x, y)
		}
	}
	r.Curve = strings.TrimSpace(curve.String())
	r.Mark.X, r.Mark.Y = at(min(e.Clusters, last), e.I)
}
