package robust

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// halfOf returns a half, and its frontier at a depth.
func halfOf(t testing.TB, j *joint.Joint, epsilon float64, seed uint64) (*half, *frontier.Frontier) {
	t.Helper()
	h := &half{problem: problem.DIB(j), hx: j.HX()}
	r, err := search.Map(context.Background(), h.problem, search.Options{Method: search.Merge, Epsilon: epsilon, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return h, r.Frontier
}

// TestEqualHalvesAgree in everything, and the order of the rows does not matter.
func TestEqualHalvesAgree(t *testing.T) {
	v := uneven(7, 50, 4)
	a, found := halfOf(t, tableOf(t, v), 0, 0)
	b, other := halfOf(t, tableOf(t, v), 0, 0)
	got := agree([2]*half{a, b}, [][2]*frontier.Frontier{{found, other}})[0]
	if got.Transfer != 0 || got.Gap != 0 || got.Distance != 0 || got.Overlap != 1 || got.Points != float64(found.Len()) {
		t.Errorf("%+v", got)
	}
}

// TestIndependentHalves: where X tells nothing about Y there is no area to lose.
func TestIndependentHalves(t *testing.T) {
	j := tableOf(t, [][]float64{{2, 4}, {3, 6}})
	a, found := halfOf(t, j, 0, 0)
	b, other := halfOf(t, j, 0, 0)
	if got := agree([2]*half{a, b}, [][2]*frontier.Frontier{{found, other}})[0]; got.Transfer != 0 || got.Gap != 0 {
		t.Errorf("%+v", got)
	}
}

// place is a point as this test computes it.
type place struct{ h, i float64 }

// placeOf computes the point of a clustering from its definition.
func placeOf(j *joint.Joint, f partition.Partition) place {
	z := j.Coarsen(f)
	return place{z.HX(), z.HX() + z.HY() - z.HXY()}
}

// areaOf integrates the best i for every h up to end.
func areaOf(points []place, end float64) (area float64) {
	breaks := []float64{end}
	for _, p := range points {
		breaks = append(breaks, min(p.h, end))
	}
	slices.Sort(breaks)
	for k, from := range breaks[:len(breaks)-1] {
		var best float64
		for _, p := range points {
			if p.h <= from+1e-9 {
				best = max(best, p.i)
			}
		}
		area += best * (breaks[k+1] - from)
	}
	return area
}

// depthOf returns the distance of a point to the region that no point beats, by trying
// all its corners.
func depthOf(p place, points []place) float64 {
	dominated := func(q place) bool {
		return slices.ContainsFunc(points, func(r place) bool { return r.h <= q.h+1e-9 && r.i >= q.i-1e-9 && (r.h < q.h-1e-9 || r.i > q.i+1e-9) })
	}
	if !dominated(p) {
		return 0
	}
	best := math.Inf(1)
	hs, is := []float64{p.h, 0}, []float64{p.i}
	for _, q := range points {
		hs, is = append(hs, q.h), append(is, q.i)
	}
	for _, h := range hs {
		for _, i := range is {
			// Just to the left of h, or above i.
			if h <= p.h && i >= p.i && (!dominated(place{h - 1e-7, i + 1e-7})) {
				best = min(best, math.Hypot(p.h-h, i-p.i))
			}
		}
	}
	return best
}

// TestAgreementIsWhatItSays compares levels with their definitions, for a small sample, and
// for a large one in which each half's search misses what the other's finds.
func TestAgreementIsWhatItSays(t *testing.T) {
	for _, v := range [][][]float64{uneven(8, 8, 2), uneven(9, 1e6, 18)} {
		v[2] = []float64{0, 1, 0, 0, 0, 0} // in one half only
		compareWithDefinitions(t, tableOf(t, v))
	}
}

// compareWithDefinitions compares the levels of a table, whose row x02 is in one half
// only, with those that the definitions give for the same splits.
func compareWithDefinitions(t *testing.T, j *joint.Joint) {
	o := TuneOptions{Splits: 3, Seed: 2, Epsilons: []float64{0, 0.002}}
	r := tuned(t, j, o)
	want := make([]Level, 2)
	transfers := make([][]float64, 2)
	for s := range o.Splits {
		a, b, err := j.Split(o.Seed + uint64(s)*random.Increment)
		if err != nil {
			t.Fatal(err)
		}
		both := [2]*joint.Joint{without(t, a, "x02"), without(t, b, "x02")}
		var found [2][2]*frontier.Frontier // level, half
		var own, carried [2][2][]place
		var known [2][]place
		for n, e := range o.Epsilons {
			for k := range both {
				_, found[n][k] = halfOf(t, both[k], e, o.Seed+uint64(s)*random.Increment+uint64(k))
				for p := range found[n][k].All() {
					own[n][k] = append(own[n][k], placeOf(both[k], p.Assignment()))
					carried[n][1-k] = append(carried[n][1-k], placeOf(both[1-k], p.Assignment()))
				}
			}
			for k := range both {
				known[k] = slices.Concat(known[k], own[n][k], carried[n][k])
			}
		}
		for n := range want {
			l := &want[n]
			var transfer float64
			for k, h := range both {
				best := areaOf(known[k], h.HX())
				l.Gap += (1 - areaOf(own[n][k], h.HX())/best) / 6
				transfer += (1 - areaOf(carried[n][k], h.HX())/best) / 2
				for _, p := range carried[n][k] {
					l.Distance += depthOf(p, known[k]) / float64(len(carried[n][k])) / 6
				}
				l.Points += float64(found[n][k].Len()) / 6
				l.Evaluated += float64(found[n][k].Search.Evaluated) / 6
			}
			transfers[n] = append(transfers[n], transfer)
			shared := 0.0
			for p := range found[n][0].All() {
				for q := range found[n][1].All() {
					if slices.Equal(p.Assignment(), q.Assignment()) {
						shared++
					}
				}
			}
			l.Overlap += shared / (float64(found[n][0].Len()+found[n][1].Len()) - shared) / 3
		}
	}
	for n, l := range r.Levels {
		w := want[n]
		a, b, c := transfers[n][0], transfers[n][1], transfers[n][2]
		w.Transfer = (a + b + c) / 3
		// The variance of three values, from their differences.
		w.TransferError = math.Sqrt(((a-b)*(a-b) + (b-c)*(b-c) + (c-a)*(c-a)) / 18)
		for _, v := range [][3]float64{
			{l.Points, w.Points, 1e-9},
			{l.Evaluated, w.Evaluated, 1e-9},
			{l.Overlap, w.Overlap, 1e-9},
			{l.Transfer, w.Transfer, 1e-7},
			{l.TransferError, w.TransferError, 1e-7},
			{l.Gap, w.Gap, 1e-7},
			{l.Distance, w.Distance, 1e-6},
		} {
			if math.Abs(v[0]-v[1]) > v[2] {
				t.Errorf("epsilon %g: %+v, want %+v", l.Epsilon, l, w)
				break
			}
		}
	}
	if r.Levels[0].Transfer == 0 || r.Levels[0].Gap == 0 {
		t.Errorf("this table has nothing to tell: %+v", r.Levels)
	}
}

// without returns a table without a row, and without columns that are empty then.
func without(t *testing.T, j *joint.Joint, label string) *joint.Joint {
	t.Helper()
	var cells []joint.Cell
	for x, l := range j.XLabels() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			if l != label {
				cells = append(cells, joint.Cell{X: int32(x), Y: y, Value: masses[k]})
			}
		}
	}
	rest, err := joint.New(j.XLabels(), j.YLabels(), cells)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}
