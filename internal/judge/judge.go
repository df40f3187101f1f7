package judge

import (
	"math"

	"github.com/dibmap/dibmap/internal/excess"
	"github.com/dibmap/dibmap/internal/pareto"
)

// Entry holds the points that a method found, as [Points] returns them.
type Entry struct {
	Method string
	Points []Point
}

// Verdict is the result of [Judge].
type Verdict struct {
	// Truth holds the non-dominated of all points given, by increasing h.
	Truth []Point
	// Scores has the score of each entry, in the same order.
	Scores []Score
	// Added is the number of points of the truth that were not known before, and that
	// a method found. It is 0 if the known points were complete.
	Added int
}

// Score says how good the points of a method are.
type Score struct {
	Method string `json:"-"`
	// Points are all points of the method, by increasing h and then i.
	Points []Point `json:"-"`
	// TP is the number of true positives, the points that belong to the truth. FP is
	// the number of the other points, and FN the number of points of the truth that
	// the method did not find.
	TP int `json:"tp"`
	FP int `json:"fp"`
	FN int `json:"fn"`
	// Precision is TP / (TP + FP), and NaN for a method without points. Recall is
	// TP / (TP + FN).
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	// Area is the area under the staircase of the method, from h = 0 to H(X), as a
	// share of the area under the truth: how much of the trade-off the method alone
	// shows. If the truth has no area, because its only points are the trivial ones, it
	// is 1 for a method that found all of them, and NaN for others.
	Area float64 `json:"area"`
	// MeanDeficit and LargestDeficit say how far the staircase of the method is below the
	// staircase of the truth, in bits of i: the mean over h from 0 to H(X), and the largest
	// difference, which occurs at h = LargestAt.
	MeanDeficit    float64 `json:"mean_deficit"`
	LargestDeficit float64 `json:"largest_deficit"`
	LargestAt      float64 `json:"largest_deficit_h"`
}

// Judge compares methods. The truth consists of the non-dominated points among the known
// points and the points of all methods. The known points may be a proved frontier, or empty.
// hx is H(X) in bits. The scores have the points of the entries, with Optimal set.
// O(n log n) for n points.
func Judge(hx float64, known []Point, entries []Entry) *Verdict {
	before, truth := setOf(known), setOf(known)
	for _, e := range entries {
		add(truth, e.Points)
	}
	v := &Verdict{Truth: members(truth), Scores: make([]Score, len(entries))}
	for k := range v.Truth {
		p := &v.Truth[k]
		p.Optimal = true
		if before.Compare(p.H, p.I) != pareto.Tied {
			v.Added++
		}
	}
	for k, e := range entries {
		v.Scores[k] = score(e, truth, v.Truth, hx)
	}
	return v
}

// score compares the points of a method with the truth.
func score(e Entry, truth *pareto.Set[Point], optimal []Point, hx float64) Score {
	r := Score{Method: e.Method, Points: e.Points, Area: 1}
	for k := range r.Points {
		p := &r.Points[k]
		if p.Optimal = truth.Compare(p.H, p.I) == pareto.Tied; p.Optimal {
			r.TP++
		}
	}
	r.FP, r.FN = len(r.Points)-r.TP, len(optimal)-r.TP
	r.Precision = float64(r.TP) / float64(len(r.Points))
	r.Recall = float64(r.TP) / float64(len(optimal))
	own := members(setOf(e.Points))
	above := excess.Of(len(optimal), along(optimal), len(own), along(own), hx)
	r.LargestDeficit, r.LargestAt = above.Largest, above.At
	if all := area(optimal, hx); all > 0 {
		// Points that tie differ by rounding errors, so the area can exceed the area under the truth.
		r.Area, r.MeanDeficit = min(area(own, hx)/all, 1), above.Area/hx
	} else if r.FN > 0 {
		r.Area = math.NaN()
	}
	return r
}

// setOf returns the non-dominated points of a list.
func setOf(points []Point) *pareto.Set[Point] {
	s := new(pareto.Set[Point])
	add(s, points)
	return s
}

func add(s *pareto.Set[Point], points []Point) {
	for _, p := range points {
		s.Add(p.H, p.I, p, nil)
	}
}

// members returns the points of a set by increasing h.
func members(s *pareto.Set[Point]) []Point {
	points := make([]Point, 0, s.Len())
	for p := range s.All() {
		points = append(points, p.Payload)
	}
	return points
}

func area(points []Point, hx float64) float64 {
	return pareto.Hypervolume(len(points), along(points), hx)
}

// along gives the functions of package pareto access to points.
func along(points []Point) func(p int) (h, i float64) {
	return func(p int) (h, i float64) { return points[p].H, points[p].I }
}
