package plot

import (
	"fmt"
	"sort"
	"strings"
	"unicode"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// text is a line of text at its place.
type text struct {
	s    string
	size vg.Length
	// at is the left end of the baseline, or of an upright text, which reads
	// upwards, the lower end.
	at      vg.Point
	upright bool
	// short texts have no letters that reach below the baseline.
	short bool
}

// alignment tells which part of a text a place is meant for.
type alignment int

const (
	left    alignment = iota
	centre            // the middle of the baseline
	right             // the right end of the baseline
	upright           // the middle of the baseline, reading upwards
)

// newText returns a text that is aligned with the given place.
func newText(s string, size vg.Length, at vg.Point, align alignment) text {
	w := textWidth(s, size)
	t := text{s: s, size: size, at: at}
	switch align {
	case left:
	case centre:
		t.at.X -= w / 2
	case right:
		t.at.X -= w
	case upright:
		t.upright = true
		t.at.Y -= w / 2
	}
	return t
}

// box returns the area that the text covers.
func (t text) box() vg.Rectangle {
	w := textWidth(t.s, t.size)
	up, down := capHeight(t.size), descent(t.size)
	if t.short {
		down = 0
	}
	if t.upright {
		return vg.Rectangle{
			Min: vg.Point{X: t.at.X - up, Y: t.at.Y},
			Max: vg.Point{X: t.at.X + down, Y: t.at.Y + w},
		}
	}
	return vg.Rectangle{
		Min: vg.Point{X: t.at.X, Y: t.at.Y - down},
		Max: vg.Point{X: t.at.X + w, Y: t.at.Y + up},
	}
}

// Heights of Liberation Sans, the one typeface here, rounded up.
func capHeight(size vg.Length) vg.Length  { return 0.74 * size }
func descent(size vg.Length) vg.Length    { return 0.22 * size }
func lineHeight(size vg.Length) vg.Length { return 1.3 * size }

// sans returns the typeface in the given size.
func sans(size vg.Length) font.Face {
	for _, face := range liberation.Collection() {
		if face.Font.Variant == "Sans" && face.Font.Style == xfont.StyleNormal && face.Font.Weight == xfont.WeightNormal {
			face.Font.Size = size
			return face
		}
	}
	panic("plot: gonum has lost Liberation Sans")
}

// textWidth returns the width of a text with kerning.
func textWidth(s string, size vg.Length) vg.Length {
	face := sans(size)
	return face.Width(s)
}

// titleOf returns the given title on one line, or, if it is empty, one with the
// name of the table, its size and the number of points.
func titleOf(f *frontier.Frontier, title string) string {
	if title == "" {
		title = f.Problem.Source.Name
		if title == "" {
			title = "Pareto frontier"
		}
		one, many := ", 1 point", ", %d points"
		switch n, m, i := f.Problem.N, f.Problem.M, secondAxis(f); {
		case n == 0 || m == 0:
		case i.Share: // the points of the frontier are not those in space
			title += fmt.Sprintf(": %d points", n)
			one, many = ", 1 grouping", ", %d groupings"
		case f.Problem.Kind == "symmetric":
			title += fmt.Sprintf(": %d × %d × %d", n, n, m)
		default:
			title += fmt.Sprintf(": %d × %d", n, m)
		}
		if f.Len() == 1 {
			title += one
		} else {
			title += fmt.Sprintf(many, f.Len())
		}
	}
	return printable(title)
}

func secondAxis(f *frontier.Frontier) frontier.Axis {
	_, i := f.Problem.Axes()
	return i
}

// printable returns a text on one line, with spaces for what does not print.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// cutTo returns s, with an ellipsis in it if it would be wider than the given width.
func cutTo(s string, size, width vg.Length) string {
	return fit(s, func(s string) bool { return textWidth(s, size) <= width })
}

// maxTitle is more letters than the widest figure has room for.
const maxTitle = 1000

// fit returns s if that fits, and else as much of its two ends, around an
// ellipsis, as does: the beginning names the table, the end counts the points.
func fit(s string, fits func(string) bool) string {
	runes := []rune(s)
	if len(runes) <= maxTitle && fits(s) {
		return s
	}
	cut := func(keep int) string {
		head := (keep + 1) / 2
		return string(runes[:head]) + "…" + string(runes[len(runes)-(keep-head):])
	}
	most := min(len(runes)-1, maxTitle)
	keep := sort.Search(most, func(n int) bool { return !fits(cut(n + 1)) })
	if keep == 0 {
		return ""
	}
	return cut(keep)
}
