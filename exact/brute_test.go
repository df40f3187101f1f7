package exact_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestBruteForceInEveryMode compares every mode that promises exact frontiers with all
// clusterings of tables of up to 8 rows.
func TestBruteForceInEveryMode(t *testing.T) { bruteForceInEveryMode(t, 20, 8) }

// bruteForceInEveryMode does what TestBruteForceInEveryMode says, on so many tables.
func bruteForceInEveryMode(t *testing.T, kinds, most int) {
	t.Helper()
	all := families.All()
	for k := range kinds {
		f, n := all[7*k%len(all)], 4+k%(most-3)
		rows := f.Table(n, uint64(k))
		t.Run(fmt.Sprintf("%d rows of %s", n, f.Name), func(t *testing.T) {
			ctx := context.Background()
			j := drawn.Table(t, rows)
			limits := problem.Limits{MinMass: 1 / (2.5 * float64(n)), MaxClusters: n - 1, CannotLink: [][2]int{{0, n - 1}}}
			problems := map[string]problem.Problem{
				"dib": problem.DIB(j), "dmc": problem.DMC(j),
				"linked": drawn.Linked(problem.DIB(j), []int{0, 1, 0, 3, 4, 5, 6, 7, 8}[:n]...),
			}
			if c, err := points.New(tables.Names("y", len(rows[0])), tables.Names("x", n), rows, nil); err == nil {
				problems["kmeans"], problems["quantizer"] = problem.KMeans(c), problem.Quantizer(c)
			}
			for _, e := range []info.Estimator{info.MillerMadow(), info.Grassberger(), info.Jackknife()} {
				if p, err := problem.Estimated(j, e); err == nil {
					problems[e.Name()] = p
				}
			}
			for kind, p := range problems {
				start, err := search.Map(ctx, p, search.Options{Method: search.Local})
				if err != nil {
					t.Fatal(err)
				}
				every := func(partition.Partition) bool { return true }
				r, err := exact.Solve(ctx, p, start, exact.Options{})
				agrees(t, kind+", solved", r, err, bruteForce(p, every))
				r, err = exact.Subsets(ctx, p, exact.Options{})
				agrees(t, kind+", dynamic program", r, err, bruteForce(p, every))
				if want := bruteForce(p, func(f partition.Partition) bool { return drawn.Keeps(p, limits, archive.InTable(p.Place(), f)) }); len(want) > 0 && kind != "linked" {
					r, err = exact.Subsets(ctx, p, exact.Options{Limits: limits})
					agrees(t, kind+", limits", r, err, want)
				}
				if kind != "linked" {
					r, err = exact.Intervals(ctx, p, exact.Linear, exact.Options{})
					agrees(t, kind+", linear", r, err, bruteForce(p, contiguous(p, false)))
					r, err = exact.Intervals(ctx, p, exact.Circular, exact.Options{})
					agrees(t, kind+", circular", r, err, bruteForce(p, contiguous(p, true)))
				}
			}
		})
	}
}

// bruteForce returns the points of all clusterings that keep allows which no other one beats on
// the grid of 2^-30 bit.
func bruteForce(p problem.Problem, keep func(partition.Partition) bool) (front []problem.Point) {
	e := p.Evaluators(1, 0)[0]
	var points []problem.Point
	for f := range partition.All(p.Rows()) {
		if keep(f) {
			points = append(points, e.Load(f))
		}
	}
	cell := func(v float64) float64 { return math.Round(v * (1 << 30)) }
	slices.SortFunc(points, func(a, b problem.Point) int {
		return cmp.Or(cmp.Compare(cell(a.H), cell(b.H)), cmp.Compare(cell(b.I), cell(a.I)))
	})
	for _, q := range points {
		if len(front) == 0 || cell(q.I) > cell(front[len(front)-1].I) {
			front = append(front, q)
		}
	}
	return front
}

// agrees fails unless a result has the points wanted.
func agrees(t *testing.T, mode string, r *search.Result, err error, want []problem.Point) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", mode, err)
		return
	}
	if r.Frontier.Len() != len(want) {
		t.Errorf("%s: %d points, want %d", mode, r.Frontier.Len(), len(want))
		return
	}
	for k, p := range want {
		if q := r.Frontier.At(k); math.Abs(p.H-q.H) > 2e-9 || math.Abs(p.I-q.I) > 2e-9 {
			t.Errorf("%s: point %d is (%.12g, %.12g), want (%.12g, %.12g)", mode, k, q.H, q.I, p.H, p.I)
			return
		}
	}
}

// contiguous reports whether the clusters of a clustering are runs of rows of the table, and on a
// circle if that is what is wanted: then there are at most as many borders as clusters.
func contiguous(p problem.Problem, circular bool) func(partition.Partition) bool {
	return func(f partition.Partition) bool {
		labels, borders := archive.InTable(p.Place(), f), 0
		for x := 1; x < len(labels); x++ {
			if labels[x] != labels[x-1] {
				borders++
			}
		}
		if circular && labels[0] != labels[len(labels)-1] {
			borders++
		}
		if circular {
			return borders <= f.K()
		}
		return borders == f.K()-1
	}
}
