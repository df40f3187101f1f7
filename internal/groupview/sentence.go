package groupview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/internal/vocabulary"
	"github.com/dibmap/dibmap/scale"
)

// Sentence says in a sentence what a grouping keeps, what it keeps on held-out records, what it tells about a second
// variable, and how good it is, as far as these are known. It is empty for problems of other modules, whose objectives have no words.
func Sentence(f *frontier.Frontier, p frontier.Point) string {
	words := &vocabulary.English.Sentence
	problem := &f.Problem
	_, i := problem.Axes()
	x, y := Columns(problem)
	if problem.N == 0 || i.Unit == "" && !i.Share {
		return ""
	}
	share, known := problem.Share(p.I)
	text := words.Keeps
	switch {
	case p.K == 1:
		text = words.One
	case problem.Means != nil:
		text = words.Explains
	case i.Share:
		text, share, known = words.ExplainsPoints, p.I, true
	case !known:
		text = words.Tells
	}
	said := vocabulary.Fill(text, "groups", plural(p.K, "group"), "values", Values(problem), "x", x, "y", y,
		"kept", percent(share), "bits", strconv.FormatFloat(p.I, 'f', 4, 64)+" bits")
	if p.K == 1 {
		return said + "."
	}
	if v := HeldOut(f, p); v != "" && known {
		said += vocabulary.Fill(words.HeldOut, "heldOut", v)
	}
	said += secondSays(f, p)
	if claim := Claim(f, p); claim != "" {
		said += vocabulary.Fill(words.Claim, "claim", claim)
	}
	return said + "."
}

// secondSays says what a grouping tells about the second variable; nothing without one.
func secondSays(f *frontier.Frontier, p frontier.Point) string {
	v, known := p.Second()
	if !known {
		return ""
	}
	words, s := &vocabulary.English.Sentence, f.Second
	x, _ := Columns(&f.Problem)
	text := words.Second
	if s.I > 0 {
		text += words.SecondShare
	}
	return vocabulary.Fill(text, "x", x, "s", s.Name, "bits", strconv.FormatFloat(v, 'f', 4, 64)+" bits", "kept", percent(min(max(v/s.I, 0), 1)))
}

// Limited puts a limit in bits on what groupings tell about the second variable into a text.
func Limited(s *frontier.Second, limit float64, text string) string {
	return vocabulary.Fill(text, "limit", Side(s), "bits", textfile.Short(limit)+" bits", "s", s.Name)
}

// Side returns the words before a limit on what groupings tell about the second variable.
func Side(s *frontier.Second) string {
	if s.Aim == frontier.AimAlso {
		return vocabulary.English.Claim.AtLeast
	}
	return vocabulary.English.Claim.AtMost
}

// Below says in a sentence why a grouping that is the best for its number of groups is below the frontier. It is
// empty for other groupings.
func Below(f *frontier.Frontier, p frontier.Point) string {
	best, is := AsBest(f, p)
	q, ok := f.Within(p.H)
	if !is || best.Index >= 0 || !ok {
		return ""
	}
	words := &vocabulary.English.Sentence
	text := words.Below
	if q.I <= p.I+pareto.Tolerance {
		text = words.BelowEqual
	}
	return vocabulary.Fill(text, "groups", plural(p.K, "group"), "more", plural(q.K, "group"))
}

// Claim says how good a grouping is: the best for its number of groups, or the best trade-off, proved or found, of
// those within a limit if there is one. It is empty if nothing is known about other groupings.
func Claim(f *frontier.Frontier, p frontier.Point) string {
	said := claim(f, p)
	if s := f.Second; said != "" && s != nil && s.Limit != nil {
		return vocabulary.Fill(Limited(s, *s.Limit, vocabulary.English.Claim.Limited), "claim", said)
	}
	return said
}

func claim(f *frontier.Frontier, p frontier.Point) string {
	words := &vocabulary.English.Claim
	complete := Complete(f)
	best, is := AsBest(f, p)
	switch {
	case p.K == 1 || f.Search.Method == "":
		return ""
	case Listed(f) && is && (best.Exact || f.BestUpTo() == 0 && complete):
		return vocabulary.Fill(words.Best, "groups", Compared(f, p.K))
	case Listed(f) && is:
		return vocabulary.Fill(words.Found, "groups", Compared(f, p.K))
	case p.Index < 0 && f.Layers() == nil:
		return ""
	case p.Index < 0 && f.Layers().Exact:
		return vocabulary.Fill(words.Layer, "groups", Compared(f, p.K))
	case p.Index < 0:
		return vocabulary.Fill(words.LayerFound, "groups", Compared(f, p.K))
	case complete:
		return words.TradeOff
	}
	return words.TradeOffFound
}

// Complete reports whether a frontier claims to have all points. (In files of early versions, a
// union has the status of its searches.)
func Complete(f *frontier.Frontier) bool {
	return f.Search.Status == frontier.StatusComplete || f.Certificate != nil && f.Certificate.Complete
}

// Compared names the groups of the groupings that a best one is compared with: "6 groups", or "6 ranges" where only
// ranges were searched, and whether constraints hold.
func Compared(f *frontier.Frontier, k int) string {
	p := &f.Problem
	what := plural(k, "group")
	switch {
	case f.Search.Order == "":
	case f.Search.Order == string(p.XScales.Order()) && !slices.Contains(p.XLabels, scale.MissingLabel):
		what = plural(k, "range")
	default:
		what += " of neighbours"
	}
	if c := p.Constraints; !c.IsZero() && !c.Missing() {
		what += " within the constraints"
	}
	return what
}

// HeldOut writes the share that a grouping keeps on held-out records. It is empty if nothing was held out. A share
// may be outside 0 to 100 % if held-out records differ from the others.
func HeldOut(f *frontier.Frontier, p frontier.Point) string {
	whole := f.Problem.IXY
	switch v := p.HeldOut.I; {
	case f.Validation == nil || f.Problem.WithinError() || !(whole > 0) || p.Index < 0 && !p.Best: // others of a layer were not held out
		return ""
	case v <= 0:
		return "none"
	case v > whole:
		return "all"
	default:
		return percent(v / whole)
	}
}

// Listed reports whether the best groupings for their numbers of groups are known, as far as a search found them: the
// frontier has the list, or its H is the logarithm of that number. Otherwise only the best groupings of the frontier
// are known.
func Listed(f *frontier.Frontier) bool {
	h, _ := f.Problem.Axes()
	return f.BestUpTo() > 0 || h.Clusters
}

// AsBest returns a point of the frontier as the best grouping for a number of groups, and false if it is not the best.
func AsBest(f *frontier.Frontier, p frontier.Point) (frontier.Point, bool) {
	for b := range f.BestKnown() {
		if b.K == p.K && (b.Index >= 0 && b.Index == p.Index || b.Known() && b.Packed() == p.Packed()) {
			return b, true
		}
	}
	return p, false
}

// Best holds the points of a frontier that are the best known for their numbers of groups, by their Index.
type Best map[int]frontier.Point

// BestOf returns these points of a frontier. O(points).
func BestOf(f *frontier.Frontier) Best {
	b := make(Best)
	for p := range f.BestKnown() {
		if p.Index >= 0 {
			b[p.Index] = p
		}
	}
	return b
}

// Shown returns a point of the frontier as all lists and figures show it. If it is the best for its number of groups, it has
// the proof and the held-out value from the list of the best; its own held-out value is for groupings within its H(Z).
func (b Best) Shown(p frontier.Point) frontier.Point {
	if best, is := b[p.Index]; is {
		p.Exact, p.HeldOut = best.Exact, best.HeldOut
	}
	return p
}

// Columns returns the names of X and Y, or "X" and "Y" if they are not known.
func Columns(p *frontier.Problem) (x, y string) {
	if x, y, ok := p.Columns(); ok {
		return x, y
	}
	return "X", "Y"
}

// Values counts the rows of a problem: "27 values".
func Values(p *frontier.Problem) string { return plural(p.N, noun(p)) }

// noun is what a row is called.
func noun(p *frontier.Problem) string {
	switch {
	case p.Kind == "quantizer" || p.Kind == "kmeans":
		return "point"
	case len(p.XScales) == 1 && p.XScales[0].Binned():
		return "bin"
	}
	return "value"
}

// plural writes a number with its noun and commas between thousands.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return textfile.Thousands(int64(n)) + " " + noun
}

// percent writes a share in whole percent, and with a decimal where that says more: below 10 % and from 99 % on.
func percent(share float64) string {
	if share < 0.1 || share >= 0.99 {
		return strings.Replace(textfile.Percent(share, 1), "100.0", "100", 1)
	}
	return textfile.Percent(share, 0)
}
