package scanning

import (
	"bufio"
	_ "embed" // the page
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/policy"
	"github.com/dibmap/dibmap/internal/textfile"
)

var (
	//go:embed page.html
	page string
	//go:embed page.css
	style string
)

// row is a column as the page shows it.
type row struct {
	*entry
	Title, Note string
	Corrected   string
	P           string
	Value       string // the information value
	Held        string
	Bar         float64 // width of the bar of what the groups tell, of 100
	Curve       string  // the best of each k, as points of a line
	Mark        struct{ X, Y float64 }
	Shown       []shownGroup
}

type shownGroup struct {
	group
	Percent string
	Rated   string  // the share of the event
	Mean    string  // of Y with its deviation and interval; empty unless groups explain it
	Width   float64 // of 100
	Tip     string
}

// Size of the drawing of a curve, and how many numbers of groups it shows.
const (
	curveWidth  = 120
	curveHeight = 40
	curveMost   = 20
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
	var rows []row
	for _, e := range ranked {
		rows = append(rows, rowOf(e, most))
	}
	event := "" // of the rates
	if i := slices.IndexFunc(ranked, func(e *entry) bool { return e.Event != nil }); i >= 0 {
		event = *ranked[i].Event
	}
	var unusable []refusal
	for _, e := range c.Columns {
		if e.Unusable != "" {
			unusable = append(unusable, refusal{e.title(), e.Unusable})
		}
	}
	b := bufio.NewWriter(w) // templates write in pieces of some bytes
	if err := t.Execute(b, map[string]any{
		"Event": event, "Policy": policy.Of("", style), "Style": template.CSS(style), "Name": c.Name, "Y": c.Y, "HY": fmt.Sprintf("%.4f", c.HY), "Means": c.means(), "Records": c.Records, "Columns": len(c.Columns), "Rows": rows, "Unusable": unusable, "Left": c.left(),
	}); err != nil {
		return err
	}
	return b.Flush()
}

func rowOf(e *entry, most float64) row {
	r := row{entry: e, Title: e.title(), Corrected: optional("%.4f", e.Corrected), P: optional("%.3g", e.P), Value: optional("%.3f", e.IV), Held: fmt.Sprintf("%.4f", e.told())}
	if most > 0 {
		r.Bar = max(0, 100*e.told()/most)
	}
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
	if e.Clusters <= 1 {
		r.Note = e.Reason
		return r
	}
	if e.Answer {
		r.Note = answer
	}
	for _, g := range e.Groups {
		share := textfile.Percent(g.Share, 1)
		if g.Missing {
			share += " of all"
		}
		rated := ""
		if g.Rate != nil {
			rated = *e.Event + ": " + textfile.Percent(*g.Rate, 1)
		}
		r.Shown = append(r.Shown, shownGroup{g, share, rated, levelText(g.Level), 100 * g.Share, strings.Join(g.Values[:min(len(g.Values), 40)], ", ")})
	}
	return r
}

// levelText writes the mean of Y in a group for the page.
func levelText(l *cli.Level) string {
	if l == nil {
		return ""
	}
	level := func(v cli.Float) string { return wording.Level(float64(v), float64(l.SD)) }
	text := "mean " + level(l.Mean)
	if !math.IsNaN(float64(l.SD)) {
		text += ", sd " + level(l.SD)
	}
	if !math.IsNaN(float64(l.Low)) {
		text += fmt.Sprintf(", 95 %%: %s - %s", level(l.Low), level(l.High))
	}
	return text
}
