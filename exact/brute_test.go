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
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestBruteForceInEveryMode compares every mode that promises exact frontiers with all
// clusterings of tables of up to 8 rows.
func TestBruteForceInEveryMode(t *testing.T) { bruteForceInEveryMode(t, 20, 8) }

// bruteForceInEveryMode does what TestBruteForceInEveryMode says, on so many tables.
func bruteForceInEveryMode(t *testing.T, tables, most int) {
	t.Helper()
	all := families.All()
	for k := range tables {
		f, n := all[7*k%len(all)], 4+k%(most-3)
		rows := f.Table(n, uint64(k))
		t.Run(fmt.Sprintf("%d rows of %s", n, f.Name), func(t *testing.T) {
			ctx := context.Background()
			j, err := joint.Dense(names(n), names(len(rows[0])), rows)
			if err != nil {
				t.Fatal(err)
			}
			limits := problem.Limits{MinMass: 1 / (2.5 * float64(n)), MaxClusters: n - 1, Apart: [][2]int{{0, n - 1}}}
			problems := map[string]problem.Additive{
				"dib": problem.DIB(j), "dmc": problem.DMC(j),
				"linked": problem.DIB(j).(problem.Linker).Link(linked(n)).(problem.Additive),
			}
			if c, err := points.New(names(len(rows[0])), names(n), rows, nil); err == nil {
				problems["kmeans"], problems["quantizer"] = problem.KMeans(c), problem.Quantizer(c)
			}
			for _, e := range []info.Estimator{info.MillerMadow(), info.Grassberger(), info.Jackknife()} {
				if p, err := problem.Estimated(j, e); err == nil {
					problems[e.Name()] = p.(problem.Additive)
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
				if want := bruteForce(p, allowed(p, limits)); len(want) > 0 && kind != "linked" {
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

func names(n int) []string {
	list := make([]string, n)
	for k := range list {
		list[k] = fmt.Sprintf("%03d", k)
	}
	return list
}

// linked puts the first and the third row together.
func linked(n int) partition.Partition {
	f := make([]int, n)
	for x := range f {
		f[x] = x
	}
	f[2] = 0
	return partition.Canonical(f)
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

// inTable returns the cluster of every row of the table, given that of every row of the problem.
func inTable(p problem.Problem, f partition.Partition) []int {
	var labels []int
	for _, row := range p.Place() {
		labels = append(labels, f[row])
	}
	return labels
}

// allowed tells by definition whether a clustering keeps limits.
func allowed(p problem.Problem, limits problem.Limits) func(partition.Partition) bool {
	masses, total := p.(problem.Weighted).Masses()
	return func(f partition.Partition) bool {
		sums := make([]float64, f.K())
		for x, c := range f {
			sums[c] += masses[x]
		}
		labels := inTable(p, f)
		for _, pair := range limits.Apart {
			if labels[pair[0]] == labels[pair[1]] {
				return false
			}
		}
		return f.K() <= limits.MaxClusters && slices.Min(sums) >= limits.MinMass*total
	}
}

// contiguous tells whether the clusters of a clustering are runs of rows of the table, and on a
// circle if that is what is wanted: then there are at most as many borders as clusters.
func contiguous(p problem.Problem, circular bool) func(partition.Partition) bool {
	return func(f partition.Partition) bool {
		labels, borders := inTable(p, f), 0
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
