package scanning

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/groupview"
)

// saying writes what the groups of a column say about Y for the page.
type saying struct {
	v         *groupview.View
	level     func(v float64) string
	low, high float64 // the ends of the axis of rates or means
}

// apartMost is the number of values of Y above the average that set a group apart, on the page. One below it follows.
const apartMost = 2

func newSaying(v *groupview.View, level func(v float64) string) *saying {
	s := &saying{v: v, level: level}
	s.low, s.high = v.Ends()
	switch v.Kind {
	case groupview.Rate:
		s.low = 0
	case groupview.Apart:
		s.high = 0
		for n := range v.Rows {
			for _, c := range v.Rows[n].Apart(apartMost, 1) {
				s.high = max(s.high, math.Abs(c.P-c.Overall))
			}
		}
		s.low = -s.high
	case groupview.Mean, groupview.Mix, groupview.None:
	}
	return s
}

// html writes what a group says. It is empty if nothing is known.
func (s *saying) html(r *groupview.Row) template.HTML {
	var b strings.Builder
	switch s.v.Kind {
	case groupview.Rate:
		interval := ""
		if !math.IsNaN(r.Low) {
			interval = fmt.Sprintf("%.1f to %.1f %%", 100*r.Low, 100*r.High)
		}
		fmt.Fprintf(&b, `<div class="pair"><span>%s</span><svg height="12" aria-hidden="true"><rect class="back" width="100%%" height="12"/><rect class="fill" width="%.1f%%" height="12"/></svg><span class="interval">%s</span></div>`,
			wording.Share(r.Value, 1), s.place(r.Value), interval)
	case groupview.Mean:
		s.mean(&b, r)
	case groupview.Mix:
		s.mix(&b, r)
	case groupview.Apart:
		s.apart(&b, r)
	case groupview.None:
	}
	return template.HTML(b.String()) //nolint:gosec // texts are escaped
}

// place returns a place on the axis in percent.
func (s *saying) place(v float64) float64 {
	if !(s.high > s.low) {
		return 50
	}
	return min(max(100*(v-s.low)/(s.high-s.low), 0), 100)
}

// mean draws a mean and its interval.
func (s *saying) mean(b *strings.Builder, r *groupview.Row) {
	track, interval := "", ""
	if !math.IsNaN(r.Low) {
		interval = s.level(r.Low) + " to " + s.level(r.High)
		track = fmt.Sprintf(`<line class="track" x1="%.1f%%" x2="%.1f%%" y1="6" y2="6"/>`, s.place(r.Low), s.place(r.High))
	}
	fmt.Fprintf(b, `<div class="pair mean"><span>%s</span><svg height="12" overflow="visible" aria-hidden="true"><line x1="0" x2="100%%" y1="6" y2="6"/>%s<circle cx="%.1f%%" cy="6" r="4"/></svg><span class="interval">%s</span></div>`,
		s.level(r.Value), track, s.place(r.Value), interval)
}

// apart draws the differences of values of Y from their shares in all records, to either side of an axis.
func (s *saying) apart(b *strings.Builder, r *groupview.Row) {
	list := r.Apart(apartMost, 1)
	if len(list) == 0 {
		return
	}
	b.WriteString(`<div class="apart">`)
	for _, c := range list {
		from, to := s.place(min(c.P-c.Overall, 0)), s.place(max(c.P-c.Overall, 0))
		fmt.Fprintf(b, `<span>%s</span><span class="p">%s</span><span class="overall">(%s)</span><svg height="10" aria-hidden="true"><rect class="fill" x="%.1f%%" width="%.1f%%" y="1" height="8"/><line x1="50%%" x2="50%%" y1="0" y2="10"/></svg>`,
			template.HTMLEscapeString(c.Y), wording.Share(c.P, 1), wording.Share(c.Overall, 1), from, to-from)
	}
	b.WriteString("</div>")
}

// labelled is the least share of a segment with a label, for each of its characters.
const labelled = 0.028

// mix draws a distribution as a stacked bar.
func (s *saying) mix(b *strings.Builder, r *groupview.Row) {
	b.WriteString(`<svg height="20" role="img" aria-label="`)
	for n, p := range r.Mix {
		if n > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s %s", template.HTMLEscapeString(s.v.Mixed[n]), wording.Share(p, 1))
	}
	b.WriteString(`">`)
	from := 0.0
	for n, p := range r.Mix {
		class := "seg"
		if n%2 == 1 {
			class = "seg odd"
		}
		label := template.HTMLEscapeString(s.v.Mixed[n])
		// A segment is an svg of its own, which cuts off what has no room on a narrow page.
		fmt.Fprintf(b, `<svg x="%.2f%%" width="%.2f%%" height="20"><rect class="%s" width="100%%" height="20"><title>%s %s</title></rect>`, 100*from, 100*p, class, label, wording.Share(p, 1))
		percent := fmt.Sprintf(" %.0f", 100*p)
		fits := func(text string) bool { return float64(wording.Width(text)+1)*labelled <= p }
		switch {
		case fits(s.v.Mixed[n] + percent):
			fmt.Fprintf(b, `<text x="4" y="14" aria-hidden="true">%s<tspan class="percent">%s</tspan></text>`, label, percent)
		case fits(s.v.Mixed[n]):
			fmt.Fprintf(b, `<text x="4" y="14" aria-hidden="true">%s</text>`, label)
		}
		b.WriteString("</svg>")
		from += p
	}
	b.WriteString("</svg>")
}
