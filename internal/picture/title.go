package picture

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// Title returns the given title on one line. If it is empty, the title is the name of the table,
// its size and the number of points.
func Title(f *frontier.Frontier, title string) string {
	if title != "" {
		return draw.Printable(title)
	}
	if title = f.Problem.Source.Name; title == "" {
		title = "Pareto frontier"
	}
	noun := "point"
	switch n, m := f.Problem.N, f.Problem.M; {
	case n == 0 || m == 0:
	case f.Problem.Means != nil:
		title += fmt.Sprintf(": %d values", n)
		noun = "grouping"
	case shares(f): // the points of the frontier are not those in space
		title += fmt.Sprintf(": %d points", n)
		noun = "grouping"
	case f.Problem.Kind == "symmetric":
		title += fmt.Sprintf(": %d × %d × %d", n, n, m)
	default:
		title += fmt.Sprintf(": %d × %d", n, m)
	}
	return draw.Printable(title + ", " + Counted(f.Len(), noun))
}

// shares reports whether the second objective of a frontier is a share of the variance.
func shares(f *frontier.Frontier) bool {
	_, i := f.Problem.Axes()
	return i.Share
}

// Counted returns a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Sentence returns the sentence about a grouping, as the title of a figure, or the title of the table if no words are
// known for its problem. Numbers after a name that is read from right to left belong to the sentence.
func Sentence(f *frontier.Frontier, p frontier.Point) string {
	text := draw.Printable(cmp.Or(groupview.Sentence(f, p), Title(f, "")))
	return afterLeftwards.ReplaceAllString(text, "$1\u200e$2")
}

var afterLeftwards = regexp.MustCompile(`([\p{Hebrew}\p{Arabic}])([,;] \d)`)

// WithDirection returns a label, or labels with + between them, with a mark after each that ends in letters that are read from
// right to left: what follows it stays on its right.
func WithDirection(label string) string { return leftwardsEnd.ReplaceAllString(label, "$1\u200e$2") }

var leftwardsEnd = regexp.MustCompile(`([\p{Hebrew}\p{Arabic}][^\pL+]*)(\+|$)`)

// mostDescribed is the largest number of groupings that are described.
const mostDescribed = 50

// Description describes the best groupings of a frontier to who does not see it: how many bits they take, and how much
// of the information they keep.
func Description(f *frontier.Frontier) string {
	var b strings.Builder
	count := 0
	for p := range f.BestKnown() {
		kept := fmt.Sprintf("%.4g bits", p.I)
		if share, ok := f.Problem.Share(p.I); ok {
			kept = fmt.Sprintf("%.1f %%", 100*share)
		}
		fmt.Fprintf(&b, "%s, %.4g bits to record: %s. ", Counted(p.K, "group"), p.H, kept)
		if count++; count == mostDescribed {
			break
		}
	}
	return b.String()
}

// Beyond has the words for what is known about clusterings beyond a frontier. No clustering is there, or none was found;
// constraints may hold. (A limit on a second variable is worded as in all figures.)
type Beyond struct{ None, NotAllowed, NotFound string }

// Of returns the words for a frontier.
func (b Beyond) Of(f *frontier.Frontier) string {
	limited := f.Second != nil && f.Second.Limit != nil
	switch complete := groupview.Complete(f); {
	case limited && complete:
		return vocabulary.English.Legend.BeyondLimit
	case limited:
		return vocabulary.English.Legend.NotAllowed
	case complete:
		return b.None
	case !f.Problem.Constraints.IsZero() && !f.Problem.Constraints.Missing():
		return b.NotAllowed
	}
	return b.NotFound
}

// Unreachable says what is known about clusterings beyond a frontier.
func Unreachable(f *frontier.Frontier) string {
	words := &vocabulary.English.Legend
	return Beyond{words.Unreachable, words.NotAllowed, words.NotFound}.Of(f)
}
