// Package listing writes a frontier for people: points.go writes its points, one on each line, in
// the terms of its problem; clusters.go their clusters; introduction.go the lines above them;
// summary.go the output of 'dibmap map'.
package listing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pool"
)

// Terms are the words for the numbers of a problem.
type Terms struct {
	H, I string // the objectives, which head their columns
	// long are the objectives with the names of columns, and whole is the largest i, for sentences.
	longH, longI, whole string
	// kept heads the column of shares: of I(X;Y) or of the variance. It is empty if the
	// problem has no shares.
	kept string
	// keep ends the line above a list of points with the meaning of the column of shares, and
	// better says what a better grouping does.
	keep, better string
	// best holds the points of the frontier that are the best for their numbers of clusters, and
	// marks explains their mark.
	best  groupview.Best
	marks string
	// mse is the mean squared error of a single cluster, if i is its explained share.
	mse float64
	// explained is Y of means, whose i itself is listed.
	explained    string
	hUnit, iUnit string // " bits" or nothing
	uncertain    bool   // points have standard deviations
	heldOut      string // says how the held-out values of points were found; empty if there are none
	second       string // heads the column of what points tell about a second variable, or is empty
	of           string // the second variable
	marked       int    // the number of clusters of the point that is marked, or 0
}

// TermsOf returns the terms of a frontier's problem.
func TermsOf(f *frontier.Frontier) Terms {
	p := &f.Problem
	h, i := p.Axes()
	unit := func(a frontier.Axis) string {
		if a.Unit == "bits" {
			return " bits"
		}
		return ""
	}
	t := Terms{
		H: h.ASCII().Symbol, I: i.ASCII().Symbol, longH: h.ASCII().Name, longI: i.ASCII().Name, whole: p.InformationName(),
		kept: "kept", better: "tells more", hUnit: unit(h), iUnit: unit(i), uncertain: f.Uncertainty != nil,
		keep: ", and how much of " + p.InformationName() + " it keeps",
		best: groupview.BestOf(f), marks: "the best grouping for its number of groups",
	}
	if f.Second != nil {
		t.second, t.of = string(f.Second.Aim), wording.Label(f.Second.Name)
	}
	if f.Validation != nil {
		t.heldOut = "by groupings of the other records within the same " + t.H
		if groupview.Listed(f) {
			t.heldOut += " or, for a best one, with as many groups"
		}
	}
	if !groupview.Listed(f) {
		t.marks = "the best of the frontier's groupings for its number of groups"
	}
	switch {
	case i.Share && p.Variance == 0: // the file does not tell the variance
		t.I, t.kept, t.keep, t.better = "explained", "", "", "has less error"
	case p.Means != nil:
		x, y, _ := p.Columns()
		t.I, t.keep, t.better, t.mse = "R2", ", and how much of the R2 of "+x+" it keeps", "explains more", p.Variance
		t.explained, t.whole = y, "what all values of "+x+" explain"
	case i.Share:
		t.I, t.kept, t.keep, t.better, t.mse = "MSE", "explained", ", and how much of the variance it explains", "has less error", p.Variance
	case i.Unit == "":
		t.kept, t.keep, t.better = "", "", "is better"
	}
	if i.Share {
		t.longI = t.I
	}
	if p.WithinError() {
		t.kept, t.keep = "", ""
	}
	return t
}

// level writes the value of i, or the mean squared error in its place.
func (t Terms) level(i float64) string {
	if t.explained != "" {
		return wording.Share(i, 1)
	}
	if t.mse > 0 {
		return strconv.FormatFloat(math.Abs(t.mse*(1-i)), 'g', 4, 64)
	}
	return wording.Bits(i)
}

// Head returns the line above a list of points, up to where the clusters begin.
func (t Terms) Head() string {
	return t.row("k", t.H, "±", t.I, "±", t.kept, "held out", t.second, "hull", "best", "apart")
}

// Legend returns a line that explains the marks of a list of points.
func (t Terms) Legend() string {
	apart := ""
	if t.uncertain {
		apart = "; apart: resampling tells the grouping from the others so marked"
	}
	heldOut := ""
	if t.heldOut != "" {
		heldOut = "held out: " + t.heldOut + "\n"
	}
	second := ""
	if t.second != "" {
		second = t.meaning() + "\n"
	}
	return fmt.Sprintf("\nhull: on the concave hull; best: %s%s\n%s%s", t.marks, apart, heldOut, second)
}

// Line returns the line of a point, up to where the clusters begin.
func (t Terms) Line(f *frontier.Frontier, p frontier.Point) string {
	_, is := t.best[p.Index]
	return t.row(t.count(p), wording.Bits(p.H), wording.Bits(p.DH), t.level(p.I), wording.Bits(p.DI),
		shareOf(f, p), HeldOut(f, t.best.Shown(p)), t.told(p), mark(p.Hull), mark(is), mark(p.Robust))
}

// mark writes whether something holds.
func mark(on bool) string {
	if on {
		return "*"
	}
	return ""
}

// meaning explains the column of the second variable.
func (t Terms) meaning() string { return t.second + ": bits that the grouping tells about " + t.of }

// told writes what a point tells about the second variable.
func (t Terms) told(p frontier.Point) string {
	if t.second == "" {
		return ""
	}
	if v, ok := p.Second(); ok {
		return wording.Bits(v)
	}
	return "-"
}

// count writes the number of clusters of a point, with the mark if it has one.
func (t Terms) count(p frontier.Point) string {
	if p.K == t.marked {
		return fmt.Sprintf(">%3d", p.K)
	}
	return strconv.Itoa(p.K)
}

// row writes the columns of a line. Standard deviations, shares, held-out records and robust
// points have columns only if the frontier has them.
func (t Terms) row(k, h, dh, i, di, kept, held, second, hull, best, robust string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%4s ", k)
	objective := func(head, value, sd string) {
		fmt.Fprintf(&b, "%*s ", max(8, len(head)), value)
		if t.uncertain {
			fmt.Fprintf(&b, "%6s ", sd)
		}
	}
	objective(t.H, h, dh)
	objective(t.I, i, di)
	if t.kept != "" {
		fmt.Fprintf(&b, "%*s ", max(8, len(t.kept)), kept)
	}
	if t.heldOut != "" {
		fmt.Fprintf(&b, "%8s ", held)
	}
	if t.second != "" {
		fmt.Fprintf(&b, "%7s ", second)
	}
	fmt.Fprintf(&b, "%5s %4s  ", hull, best)
	if t.uncertain {
		fmt.Fprintf(&b, "%6s  ", robust)
	}
	return b.String()
}

// shareOf writes the share of I(X;Y) that a point keeps, or "-" if it has no share.
func shareOf(f *frontier.Frontier, p frontier.Point) string {
	share, ok := f.Problem.Share(p.I)
	if !ok {
		return "-"
	}
	return wording.Share(share, 1)
}

// Point writes the place of a point of a frontier.
func (t Terms) Point(f *frontier.Frontier, p frontier.Point) string {
	sd := func(v float64) string {
		if !t.uncertain {
			return ""
		}
		return " ± " + wording.Bits(v)
	}
	text := fmt.Sprintf("%s, %s = %s%s%s, ", wording.Plural(p.K, "group"), t.longH, wording.Bits(p.H), sd(p.DH), t.hUnit)
	switch {
	case t.explained != "":
		text += fmt.Sprintf("%s of the variance of %s explained (mean squared error %.4g), %s of %s",
			wording.Share(p.I, 1), t.explained, math.Abs(t.mse*(1-p.I)), shareOf(f, p), t.whole)
	case t.mse > 0:
		text += fmt.Sprintf("mean squared error %s, %s of the variance explained", t.level(p.I), wording.Share(p.I, 1))
	default:
		text += fmt.Sprintf("%s = %s%s%s", t.longI, wording.Bits(p.I), sd(p.DI), t.iUnit)
		if share := shareOf(f, p); t.kept != "" && share != "-" {
			text += fmt.Sprintf(", %s of %s", share, t.whole)
		}
	}
	if t.heldOut != "" {
		text += ", held out: " + HeldOut(f, p)
	}
	if p.Robust {
		text += ", " + apartBy(f.Uncertainty)
	}
	return text
}

// A line has width columns, unless it goes to a terminal of another width. Clusters have at least leastRoom, even if
// numbers take nearly all.
const (
	width     = 100
	leastRoom = 8
)

// Room returns the number of columns that are left on a line of w for the clusters.
func Room(w io.Writer, line string) int {
	return max(cmp.Or(wording.Columns(w), width)-wording.Width(line), leastRoom)
}

// Points prints points of a frontier, one on each line, below a head. If lead is not nil, it
// returns the beginning of the n-th line, and head is the text above.
func Points(w io.Writer, f *frontier.Frontier, points []frontier.Point, head string, lead func(n int) string) error {
	return TermsOf(f).points(w, f, points, head, lead)
}

func (t Terms) points(w io.Writer, f *frontier.Frontier, points []frontier.Point, head string, lead func(n int) string) error {
	var b strings.Builder
	b.WriteString(head + t.Head() + "groups\n")
	lines := make([]string, len(points))
	for n, p := range points {
		lines[n] = t.Line(f, p)
		if lead != nil {
			lines[n] = lead(n) + lines[n]
		}
	}
	addClusters(w, f, points, lines)
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// addClusters adds the clusters of points to their lines, many at a time on each core.
func addClusters(w io.Writer, f *frontier.Frontier, points []frontier.Point, lines []string) {
	const many = 64
	clusters := make([]*Clusters, runtime.GOMAXPROCS(0))
	_ = pool.Each(context.Background(), len(clusters), (len(points)+many-1)/many, func(worker, job int) error { // which has no error
		if clusters[worker] == nil {
			clusters[worker] = NewClusters(f)
		}
		for n := job * many; n < min((job+1)*many, len(points)); n++ {
			lines[n] += clusters[worker].Line(points[n], Room(w, lines[n]))
		}
		return nil
	})
}

// Explained prints points of a frontier, one a line, and then the legend.
func Explained(w io.Writer, f *frontier.Frontier, points []frontier.Point) error {
	return Ranked(w, f, points, "", nil)
}

// Ranked prints points of a frontier as [Points] does, and then the legend.
func Ranked(w io.Writer, f *frontier.Frontier, points []frontier.Point, head string, lead func(n int) string) error {
	if err := Points(w, f, points, head, lead); err != nil {
		return err
	}
	_, err := io.WriteString(w, TermsOf(f).Legend())
	return err
}

// Where returns the points of a frontier that satisfy a condition.
func Where(f *frontier.Frontier, holds func(frontier.Point) bool) (list []frontier.Point) {
	for p := range f.All() {
		if holds(p) {
			list = append(list, p)
		}
	}
	return list
}
