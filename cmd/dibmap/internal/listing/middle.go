package listing

import (
	"fmt"
	"math"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// middle writes what the rows of groups show about Y, in columns.
type middle struct {
	v     *groupview.View
	ascii bool
	width int     // of the column; 0 if rows show nothing
	scale float64 // the largest rate or difference
	low   float64 // the least end of an interval of means, of which scale is the largest
	label int     // the width of labels of Y
	long  int     // and that of the longest, which may be more
	level func(v float64) string
}

// Widths of the parts of the column.
const (
	rateBar   = 10
	rateWidth = len("100.0 %  ") + rateBar
	meanBar   = 13
	apartBar  = 4 // to either side
	mixBar    = 36
	labelMost = 10
	// apartMore and apartLess are the numbers of values of Y that set a group apart, above and below the average.
	apartMore, apartLess = 3, 2
)

func newMiddle(v *groupview.View, ascii bool, level func(v float64) string) *middle {
	m := &middle{v: v, ascii: ascii, level: level, scale: math.Inf(-1)}
	if v.Kind == groupview.Mean {
		m.low, m.scale = v.Ends()
	}
	for n := range v.Rows {
		r := &v.Rows[n]
		switch v.Kind {
		case groupview.Rate:
			m.scale = max(m.scale, r.Value)
		case groupview.Apart:
			for _, c := range r.Apart(apartMore, apartLess) {
				m.scale = max(m.scale, math.Abs(c.P-c.Overall))
				m.long = max(m.long, wording.Width(named(c.Y)))
			}
			m.label = min(m.long, labelMost)
		case groupview.Mean, groupview.Mix, groupview.None:
		}
	}
	switch v.Kind {
	case groupview.Rate:
		m.width = rateWidth
		if m.v.Intervals() {
			m.width += 2 + len("99.9 to 100.0")
		}
	case groupview.Mean:
		for n := range v.Rows {
			m.label = max(m.label, len(m.interval(&v.Rows[n])))
		}
		if m.label > 0 {
			m.label = max(m.label, len(vocabulary.English.Columns.Interval))
		}
		m.width = 8 + 2 + meanBar + 2 + m.label
	case groupview.Apart:
		m.width = m.label + len("  99.9 % (99.9 %)  ") + 2*apartBar + 1
	case groupview.Mix:
		m.width = mixBar
	case groupview.None:
	}
	return m
}

// head names the column, in at most room characters.
func (m *middle) head(y string, room int) string {
	switch text := m.v.Head(y, named(m.v.Event)); m.v.Kind {
	case groupview.Rate:
		return m.beside(text, rateWidth)
	case groupview.Mean:
		return m.beside(text, 8+2+meanBar)
	default:
		return m.cut(text, room)
	}
}

// beside writes a head and, if there are intervals, their head after it.
func (m *middle) beside(head string, width int) string {
	if m.width <= width+2 {
		return m.cut(head, m.width)
	}
	return padded(m.cut(head, width), width) + "  " + m.cut(vocabulary.English.Columns.Interval, m.width-width-2)
}

// lines writes what a row shows.
func (m *middle) lines(r *groupview.Row) []string {
	switch m.v.Kind {
	case groupview.Rate:
		text := fmt.Sprintf("%7s  %s", wording.Share(r.Value, 1), m.bar(r.Value, m.scale, rateBar))
		if !math.IsNaN(r.Low) {
			text += "  " + fmt.Sprintf("%.1f to %.1f", 100*r.Low, 100*r.High)
		}
		return []string{text}
	case groupview.Mean:
		return []string{fmt.Sprintf("%8s  %s  %s", m.level(r.Value), m.track(r), m.interval(r))}
	case groupview.Mix:
		return []string{m.stack(r.Mix)}
	case groupview.Apart:
		var lines []string
		for _, c := range r.Apart(apartMore, apartLess) {
			label := padded(m.cut(named(c.Y), m.label), m.label)
			lines = append(lines, fmt.Sprintf("%s %7s %9s %s", label, wording.Share(c.P, 1), "("+wording.Share(c.Overall, 1)+")", m.diverging(c.P-c.Overall)))
		}
		return lines
	case groupview.None:
	}
	return nil
}

// interval writes the interval of a mean.
func (m *middle) interval(r *groupview.Row) string {
	if math.IsNaN(r.Low) {
		return ""
	}
	return m.level(r.Low) + " to " + m.level(r.High)
}

// eighths are the parts of a block from the left.
var eighths = []rune(" ▏▎▍▌▋▊▉█")

// bar draws a share of the largest as a bar of blocks, padded to a width.
func (m *middle) bar(v, largest float64, width int) string {
	share := 0.0
	if largest > 0 && v > 0 {
		share = min(v/largest, 1)
	}
	if m.ascii {
		return padded(strings.Repeat("#", int(math.Round(share*float64(width)))), width)
	}
	parts := int(math.Round(share * float64(8*width)))
	text := strings.Repeat("█", parts/8)
	if parts%8 > 0 {
		text += string(eighths[parts%8])
	}
	return padded(text, width)
}

// diverging draws a difference as a bar to the right of an axis or, below zero, to the left.
func (m *middle) diverging(d float64) string {
	axis := "│"
	if m.ascii {
		axis = "|"
	}
	if d >= 0 {
		return strings.Repeat(" ", apartBar) + axis + m.bar(d, m.scale, apartBar)
	}
	// Blocks from the right come as wholes and halves only.
	halves := int(math.Round(min(-d/m.scale, 1) * 2 * apartBar))
	full, half := "█", "▐"
	if m.ascii {
		full, half = "#", ""
	}
	text := strings.Repeat(full, halves/2)
	if halves%2 > 0 {
		text = half + text
	}
	return strings.Repeat(" ", apartBar-wording.Width(text)) + text + axis + strings.Repeat(" ", apartBar)
}

// track draws a mean and its interval as a point on a line.
func (m *middle) track(r *groupview.Row) string {
	line := []rune(strings.Repeat(" ", meanBar))
	if math.IsNaN(r.Value) {
		return string(line)
	}
	at := func(v float64) int {
		if !(m.scale > m.low) {
			return meanBar / 2
		}
		return int(math.Round((v - m.low) / (m.scale - m.low) * (meanBar - 1)))
	}
	dash, dot := '─', '●'
	if m.ascii {
		dash, dot = '-', 'o'
	}
	if !math.IsNaN(r.Low) {
		for n := at(r.Low); n <= at(r.High); n++ {
			line[n] = dash
		}
	}
	line[at(r.Value)] = dot
	return string(line)
}

// stack draws a distribution as segments with their labels and whole percents, as far as these have room.
func (m *middle) stack(mix []float64) string {
	divider := "│"
	if m.ascii {
		divider = "|"
	}
	var b strings.Builder
	b.WriteString(divider)
	sum, from := 0.0, 0
	for n, p := range mix {
		sum += p
		to := min(int(math.Round(sum*float64(m.width-1))), m.width-1)
		if to <= from {
			continue
		}
		room := to - from - 1
		label, percent := named(m.v.Mixed[n]), fmt.Sprintf(" %.0f%%", 100*p)
		text := label + percent
		if wording.Width(text) > room {
			text = ""
			if short := room - len(percent); short > 1 || short == 1 && wording.Width(label) == 1 {
				text = m.cut(label, short) + percent
			} else if room > 0 && wording.Width(label) <= room {
				text = label
			}
		}
		b.WriteString(padded(text, room) + divider)
		from = to
	}
	return padded(b.String(), m.width)
}

// cut shortens a label.
func (m *middle) cut(label string, width int) string {
	text := wording.Cut(label, width)
	if m.ascii && text != label {
		text = strings.TrimSuffix(text, "…") + "."
	}
	return text
}

// named writes a label of Y in a column of its own, where it needs no quotes unless it has no letters.
func named(label string) string {
	if strings.TrimSpace(label) == "" {
		return wording.Label(label)
	}
	return wording.Word(label)
}

// padded fills a text with spaces up to a width.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(width-wording.Width(text), 0))
}
