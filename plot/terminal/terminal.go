// Package terminal draws frontiers in the characters of a terminal.
package terminal

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// Options say how a drawing for a terminal looks. The zero value is valid.
type Options struct {
	// Width and Height are the size in characters, including labels, from 32 x 9 to
	// 1000 x 1000; zero means 72 and 18.
	Width, Height int
	// ASCII limits the drawing to ASCII characters, for terminals and logs without Unicode.
	ASCII bool
}

const (
	minColumns, minLines = 32, 9
	maxCharacters        = 1000 // along either side
)

// Draw draws f to w in characters: the points as Braille dots, and the best clustering for each
// number of clusters from 2 to 9 ([frontier.Frontier.BestKnown]) as that digit, which may be below
// the frontier. Dots in the middle of a line are the held-out values of the points, and one dot
// for each character is the upper bound on all clusterings ([frontier.Ceiling]). The drawing has
// Height lines of at most Width columns. Draw returns an error if an option or a point is out of
// range, or if writing fails. O(points).
func Draw(w io.Writer, f *frontier.Frontier, opts Options) error {
	opts.Width = cmp.Or(opts.Width, 72)
	opts.Height = cmp.Or(opts.Height, 18)
	if opts.Width < minColumns || opts.Height < minLines || max(opts.Width, opts.Height) > maxCharacters {
		return fmt.Errorf("a drawing of %d x %d characters is not possible: choose a size from %d x %d to %d x %d",
			opts.Width, opts.Height, minColumns, minLines, maxCharacters, maxCharacters)
	}
	e, err := extentWithBest(f)
	if err != nil {
		return err
	}
	e = e.Widened()
	// Four lines are for the title, the axis, its labels and the legend.
	height := opts.Height - 4
	xAxis, yAxis := picture.Axes(&f.Problem, e, false, false)
	yTicks := ticksOf(yAxis, max(height/2+1, 3))
	gutter := 0
	for _, t := range yTicks {
		gutter = max(gutter, len(t.Label))
	}
	g := newGrid(opts.Width-gutter-1, height, e)
	for n := range f.Len() {
		g.plot(f.At(n))
	}
	for p := range f.BestKnown() {
		g.mark(p)
	}
	g.plotHeldOut(f)
	g.ascii = opts.ASCII
	g.plotCeiling(f)
	xName, yName := xAxis.Name, yAxis.Name
	if gutter+1+columns(xName+" →") > opts.Width {
		xName = cmp.Or(xAxis.Short, xName)
	}
	if columns(yName) > 3*opts.Width/5 { // the title needs some of the line
		yName = cmp.Or(yAxis.Short, yName)
	}
	if opts.ASCII {
		xName, yName = ascii.Replace(xName), ascii.Replace(yName)
	}
	var b strings.Builder
	ends(&b, yName, fittedTitle(f, opts.Width-columns(yName)-2), opts.Width)
	g.print(&b, yTicks, gutter)
	xTicks := ticksOf(xAxis, max(g.width/9, 3))
	g.printAxis(&b, xTicks, gutter)
	xName = strings.Repeat(" ", gutter+1) + xName + " →"
	ends(&b, xName, legendOf(f, opts.Width-columns(xName), opts.ASCII), opts.Width)
	out := b.String()
	if opts.ASCII {
		out = toASCII(out)
	}
	_, err = io.WriteString(w, out)
	return err
}

// ticksOf returns the ticks of an axis, at most some number of them.
func ticksOf(a draw.Axis, most int) []draw.Tick {
	if a.Ticks == nil {
		return draw.Ticks(a.Lo, a.Hi, most)
	}
	return a.Ticks(vg.Length(most-1), 1)
}

// ascii writes names of axes without characters beyond ASCII.
var ascii = strings.NewReplacer("₁", "1", "₂", "2", "…", "...")

// extentWithBest returns the extent of all points and of the best clusterings.
func extentWithBest(f *frontier.Frontier) (picture.Extent, error) {
	e, err := picture.Of(f)
	if err != nil {
		return e, err
	}
	for p := range f.Best() {
		if err := picture.Check(p.H, p.I, &f.Problem); err != nil {
			return e, fmt.Errorf("the best clustering of %d clusters %w", p.K, err)
		}
		e = e.With(picture.At(p.H, p.I))
	}
	return e, nil
}

// grid is the part of a drawing between the axes: width x height characters of 2 x 4 Braille
// dots.
type grid struct {
	width, height int
	x, y          draw.Scale // values to dots, from the upper left corner
	dots          []byte     // the dots of each character
	digits        []byte     // the digit at the place of each character, or 0
	heldOut       []bool     // the characters with a mark of held-out records; nil without such records
	ceiling       []byte     // the dots of the upper bound; nil if it is not drawn
	ascii         bool
}

func newGrid(width, height int, e picture.Extent) *grid {
	return &grid{
		width: width, height: height,
		x:      draw.Scale{Lo: e.HLo, Hi: e.HHi, To: float64(2*width - 1)},
		y:      draw.Scale{Lo: e.ILo, Hi: e.IHi, From: float64(4*height - 1)},
		dots:   make([]byte, width*height),
		digits: make([]byte, width*height),
	}
}

// braille is the first character of Unicode's Braille block, which has no dots. In the other
// characters of the block, the bits of the lowest byte are the dots.
const braille = '\u2800'

// brailleBits are the bits of the dots of a character, by row and column.
var brailleBits = [4][2]byte{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// column and row return the dot for a value.
func (g *grid) column(h float64) int { return int(math.Round(g.x.At(h))) }
func (g *grid) row(i float64) int    { return int(math.Round(g.y.At(i))) }

// plot sets the dot of a point.
func (g *grid) plot(p frontier.Point) {
	x, y := g.column(p.H), g.row(p.I)
	g.dots[y/4*g.width+x/2] |= brailleBits[y%4][x%2]
}

// mark puts the number of clusters of a point at its place, if that is a digit from 2 to 9. If two
// are in one place, the smaller number is shown, which comes first.
func (g *grid) mark(p frontier.Point) {
	at := g.row(p.I)/4*g.width + g.column(p.H)/2
	if digit(p) && g.digits[at] == 0 {
		g.digits[at] = '0' + byte(p.K)
	}
}

// digit reports whether a drawing shows the number of clusters of a point if it is the best.
func digit(p frontier.Point) bool { return p.K >= 2 && p.K <= 9 }

// print writes the rows of the grid with the information axis on their left.
func (g *grid) print(b *strings.Builder, yTicks []draw.Tick, gutter int) {
	labels := make(map[int]string, len(yTicks))
	for _, t := range yTicks {
		labels[g.row(t.Value)/4] = t.Label
	}
	for r := range g.height {
		axis := '│'
		if labels[r] != "" {
			axis = '┤'
		}
		line := []rune(fmt.Sprintf("%*s%c", gutter, labels[r], axis))
		for at := r * g.width; at < (r+1)*g.width; at++ {
			switch {
			case g.digits[at] != 0:
				line = append(line, rune(g.digits[at]))
			case g.dots[at] == 0 && g.heldOut != nil && g.heldOut[at]:
				line = append(line, heldOutMark)
			case g.dots[at] == 0 && g.ceiling != nil && g.ceiling[at] != 0:
				line = append(line, []rune(inCharacters(string(braille+rune(g.ceiling[at])), g.ascii))...)
			case g.dots[at] == 0:
				line = append(line, ' ')
			default:
				line = append(line, braille+rune(g.dots[at]))
			}
		}
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
}

// printAxis writes the entropy axis and, below it, the labels that have room.
func (g *grid) printAxis(b *strings.Builder, xTicks []draw.Tick, gutter int) {
	axis := []rune(strings.Repeat("─", g.width))
	width := gutter + 1 + g.width
	labels := []byte(strings.Repeat(" ", width))
	free := 0 // the left end of the room that is left
	for _, t := range xTicks {
		column := g.column(t.Value) / 2
		axis[column] = '┬'
		start := min(gutter+1+column-len(t.Label)/2, width-len(t.Label))
		if start < free {
			continue
		}
		copy(labels[start:], t.Label)
		free = start + len(t.Label) + 1
	}
	fmt.Fprintf(b, "%*s└%s\n%s\n", gutter, "", string(axis), strings.TrimRight(string(labels), " "))
}

// legendFor returns the longest legend that fits into the last columns of a line. Digits that are
// not in the drawing are not in the legend.
func legendFor(f *frontier.Frontier, room int) string {
	words := &vocabulary.English.Legend
	best := words.Best
	if !groupview.Listed(f) {
		best = words.BestOnFrontier
	}
	if h, _ := f.Problem.Axes(); h.Clusters {
		best = vocabulary.English.Axes.Groups
	}
	legends := []string{"⠿ " + words.Frontier + "   2-9 " + best, "2-9 " + best, "2-9 groups"}
	if !slices.ContainsFunc(slices.Collect(f.BestKnown()), digit) {
		legends = []string{"⠿ " + words.Frontier}
	}
	for _, s := range legends {
		if columns(s)+2 <= room {
			return s
		}
	}
	return ""
}

// ends writes a line with one text at its left end, and another at its right end, which is cut
// if the room between is too small.
func ends(b *strings.Builder, first, last string, width int) {
	room := width - columns(first) - 2
	last = draw.Fit(last, func(s string) bool { return columns(s) <= room })
	b.WriteString(first)
	if last != "" {
		b.WriteString(strings.Repeat(" ", room+2-columns(last)) + last)
	}
	b.WriteString("\n")
}

// fittedTitle returns the title of a frontier for some columns. If it is too long, the name of the
// table is shortened, and not its size, which must keep all digits.
func fittedTitle(f *frontier.Frontier, room int) string {
	title := picture.Title(f, "")
	at := strings.LastIndex(title, ": ")
	if at < 0 || columns(title) <= room {
		return title
	}
	name, size := title[:at], title[at:]
	name = draw.Fit(name, func(s string) bool { return columns(s)+columns(size) <= room })
	if name == "" {
		return size[len(": "):]
	}
	return name + size
}

// columns returns an upper bound on the columns that a text takes on a terminal. From U+1100
// on, letters may be two columns wide, except signs and Braille dots between U+2000 and
// U+2E80.
func columns(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if r >= 0x1100 && (r < 0x2000 || r >= 0x2e80) {
			n++
		}
	}
	return n
}

// toASCII replaces every character that is not ASCII.
func toASCII(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '│':
			return '|'
		case '─':
			return '-'
		case '┤', '┬', '└':
			return '+'
		case '×':
			return 'x'
		case heldOutMark:
			return '.'
		case '→':
			return '>'
		case '…':
			return '~'
		}
		switch {
		case r > braille && r <= braille+0xff:
			return '*'
		case r >= utf8.RuneSelf:
			return '?'
		}
		return r
	}, s)
}
