package compare

import (
	"math"

	"github.com/dibmap/dibmap/pareto"
)

// Entry is a method with the points that it found, as [Evaluator.Points] returns them.
type Entry struct {
	Method string
	Points []Point
}

// Comparison is what [Judge] finds.
type Comparison struct {
	// Truth are the points that nothing beats of all that were given, by increasing h.
	Truth []Point
	// Scores are those of the entries, in their order.
	Scores []Score
	// Added is the number of points of the truth that were not known before: that only
	// methods found. It is 0 if what was known is complete.
	Added int
}

// Score says how good the points of a method are.
type Score struct {
	Method string
	// Points are all points of the method, by increasing h and then i.
	Points []Point
	// TP is the number of true positives: of points that are of the truth. FP is the
	// number of the other points, and FN that of points of the truth that the method
	// lacks.
	TP, FP, FN int
	// Precision is TP / (TP + FP), and NaN if the method has no points. Recall is
	// TP / (TP + FN).
	Precision, Recall float64
	// Area is the area under the staircase of the method, from h = 0 to H(X), as a
	// share of that under the truth: how much of the trade-off is there for somebody
	// who has only this method. If there is no area under the truth, whose only points
	// are the trivial ones, it is 1 for who has them all, and NaN for others.
	Area float64
	// MeanDeficit and LargestDeficit are how far the staircase of the method is below
	// the truth, in bits of i: the mean over h from 0 to H(X), and the largest, which
	// is at LargestAt.
	MeanDeficit, LargestDeficit, LargestAt float64
}

// Judge compares methods. The truth is what nothing beats of the known points, which
// may be a frontier that is proved to be complete, or none, and of the points of all
// methods. hx is H(X) in bits. The points of the scores are those of the entries, with
// Optimal set. O(points log points).
func Judge(hx float64, known []Point, entries []Entry) *Comparison {
	var before, truth stairs
	for _, p := range known {
		before.add(p)
		truth.add(p)
	}
	for _, e := range entries {
		for _, p := range e.Points {
			truth.add(p)
		}
	}
	c := &Comparison{Scores: make([]Score, len(entries))}
	for p := range truth.All() {
		at := p.Payload
		at.Optimal = true
		c.Truth = append(c.Truth, at)
		if before.Compare(p.H, p.I) != pareto.Tied {
			c.Added++
		}
	}
	for k, e := range entries {
		c.Scores[k] = truth.score(e, c.Truth, hx)
	}
	return c
}

// stairs is a staircase of points.
type stairs struct{ pareto.Set[Point] }

func (s *stairs) add(p Point) { s.Add(p.H, p.I, p, nil) }

// points returns the points by increasing h.
func (s *stairs) points() []Point {
	points := make([]Point, 0, s.Len())
	for p := range s.All() {
		points = append(points, p.Payload)
	}
	return points
}

// score compares a method with the truth.
func (s *stairs) score(e Entry, truth []Point, hx float64) Score {
	r := Score{Method: e.Method, Points: e.Points, Area: 1}
	var own stairs
	for k := range r.Points {
		p := &r.Points[k]
		own.add(*p)
		if p.Optimal = s.Compare(p.H, p.I) == pareto.Tied; p.Optimal {
			r.TP++
		}
	}
	r.FP, r.FN = len(r.Points)-r.TP, len(truth)-r.TP
	r.Precision = float64(r.TP) / float64(len(r.Points))
	r.Recall = float64(r.TP) / float64(len(truth))
	points := own.points()
	less := pareto.ExcessOf(len(truth), along(truth), len(points), along(points), hx)
	r.LargestDeficit, r.LargestAt = less.Largest, less.At
	if all := area(truth, hx); all > 0 {
		// Points that tie differ by rounding errors, so the area can exceed the truth.
		r.Area, r.MeanDeficit = min(area(points, hx)/all, 1), less.Area/hx
	} else if r.FN > 0 {
		r.Area = math.NaN()
	}
	return r
}

func area(points []Point, hx float64) float64 {
	return pareto.Hypervolume(len(points), along(points), hx)
}

// along returns where points are, for package pareto.
func along(points []Point) func(p int) (h, i float64) {
	return func(p int) (h, i float64) { return points[p].H, points[p].I }
}
