package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// The signs of a figure of a frontier.
const (
	signPoints = iota
	signRing
	signLine
	signHull
	signBeyond
	signBand
	signBound
	signDMCLine
	signIdentity
	signCloud
)

// entry is one entry of the legend. Once it is placed its words are among the
// figure's texts.
type entry struct {
	sign  int // what stands before the words, by the figure's own numbers
	words string
	at    vg.Rectangle // where the sign is drawn
}

const (
	signWidth  = 6 * mm
	signHeight = 2.6 * mm
	entryGap   = 4 * mm // between two entries of a row
	rowHeight  = 4.2 * mm
)

// width returns the width of the entry in its row.
func (e entry) width() vg.Length { return signWidth + gap + raisedWidth(e.words, tickSize) }

// legendEntries returns what the legend explains: what any of the planes shows.
func legendEntries(d *design) []entry {
	var entries []entry
	for n := range d.views {
		for _, e := range d.views[n].entries(d) {
			known := func(k entry) bool { return k.sign == e.sign && k.words == e.words }
			if !slices.ContainsFunc(entries, known) {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// entries returns what the legend explains of a view.
func (v *view) entries(d *design) []entry {
	f, o := v.f, v.options(d)
	h, i := f.Problem.Axes()
	entries := []entry{{sign: signPoints, words: "frontier"}}
	if !o.NoDMC {
		entries = append(entries, entry{sign: signRing, words: bestOf(i)})
	}
	if !o.NoBalanced {
		line := entry{sign: signLine, words: h.Name + " = log₂k"}
		if h.Clusters {
			line.words = "k clusters"
		}
		entries = append(entries, line)
	}
	if o.DMCLines {
		entries = append(entries, entry{sign: signDMCLine, words: h.Name + " of these points"})
	}
	if !o.NoHull {
		entries = append(entries, entry{sign: signHull, words: "concave hull"})
	}
	if o.Identity {
		entries = append(entries, entry{sign: signIdentity, words: i.Name + " = " + h.Name})
	}
	entries = append(entries, proofEntries(f)...)
	if len(o.Background) > 0 {
		entries = append(entries, entry{sign: signCloud, words: "random clusterings"})
	}
	if f.Len() > 0 {
		entries = append(entries, entry{sign: signBeyond, words: beyondWords(f)})
	}
	return entries
}

// beyondWords returns what is known of clusterings beyond the frontier.
func beyondWords(f *frontier.Frontier) string {
	switch {
	case f.Certificate != nil && f.Certificate.Complete:
		return "no clustering exists"
	case !f.Problem.Constraints.IsZero():
		return "none found within the constraints"
	}
	return "no clustering found"
}

// bestOf returns what the best point for a number of clusters is called: by the
// name that it has in the literature, where the second objective i is information.
func bestOf(i frontier.Axis) string {
	if i.Unit == "" {
		return "best of k clusters"
	}
	return "DMC point of k clusters"
}

// legendRows breaks the entries into as few rows of at most the given width as
// possible, of about equal length.
func legendRows(entries []entry, width vg.Length) [][]entry {
	rows := breakRows(entries, width)
	for narrower := width; len(rows) > 1; {
		narrower -= mm
		next := breakRows(entries, narrower)
		if len(next) > len(rows) || narrower <= 0 {
			break
		}
		rows = next
	}
	return rows
}

// breakRows fills one row after the other.
func breakRows(entries []entry, width vg.Length) [][]entry {
	var rows [][]entry
	room := vg.Length(0)
	for _, e := range entries {
		if len(rows) == 0 || e.width() > room {
			rows = append(rows, nil)
			room = width
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], e)
		room -= e.width() + entryGap
	}
	return rows
}

// layLegend places the legend at the bottom of the page, every row in the
// middle.
func (s *sheet) layLegend(entries []entry) {
	rows := legendRows(entries, s.width-2*margin)
	for n, row := range rows {
		total := -entryGap
		for _, e := range row {
			total += e.width() + entryGap
		}
		x := (s.width - total) / 2
		base := margin + vg.Length(len(rows)-1-n)*rowHeight + descent(tickSize)
		middle := base + capHeight(tickSize)/2
		for _, e := range row {
			e.at = vg.Rectangle{
				Min: vg.Point{X: x, Y: middle - signHeight/2},
				Max: vg.Point{X: x + signWidth, Y: middle + signHeight/2},
			}
			s.legend = append(s.legend, e)
			s.writeRaised(e.words, tickSize, vg.Point{X: x + signWidth + gap, Y: base})
			x += e.width() + entryGap
		}
	}
}

// legendTop returns the upper end of the legend.
func (s *sheet) legendTop() vg.Length {
	top := margin
	for _, e := range s.legend {
		top = max(top, e.at.Max.Y)
	}
	return top
}
