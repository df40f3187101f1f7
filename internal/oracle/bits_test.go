package oracle_test

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/best"
	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/robust"
	"github.com/dibmap/dibmap/search"
)

// bits are the digests of the frontier files of fixed tables, for every kind of problem and search.
var bits = map[string]uint64{
	"proof":          0xa0cec469e20f108e,
	"merge":          0xe984245886e60622,
	"limits":         0xa69d332452ba824d,
	"best":           0x4973e68cad54a204,
	"dmc":            0x19f83f5e33831370,
	"line":           0xe45d8458eaca3f4f,
	"intervals":      0x82f48bd2e35e69e7,
	"subsets":        0x8130ebbe167de34c,
	"sweeps":         0x1974bf916472b6b1,
	"counted sweeps": 0x2d1d0bc37ecd78ad,
	"quantizer":      0xe173023e373c43c7,
	"kmeans":         0xc8cea2984eefb9d,
	"symmetric":      0x51d753cd7b259015,
	"estimated":      0x4bd1b76d45f67fce,
	"bootstrap":      0xd977d2f2090b58a8,
	"posterior":      0xe489043c676fd481,
	"delta":          0xeb48935563b7db4a,
	"nsb":            0xc9fa14f2b0c9e113,
	"validate":       0xd5d0661e1bcb9c5a,
	"bound":          0xf7a8ad488ae1ca48,
	"evidence":       0xa580963d6c42d9a0,
}

// TestBitsOfEveryProblem makes frontier files of every kind, with proofs, marks and all that else stands in them, by
// 1 and 3 workers, and wants the same bytes on every machine.
func TestBitsOfEveryProblem(t *testing.T) {
	numbers := []int{1, 3}
	if testing.Short() { // as on emulated processors
		numbers = numbers[1:]
	}
	for name, want := range bits {
		t.Run(name, func(t *testing.T) {
			for _, workers := range numbers {
				f := made(t, name, workers)
				f.Search.Seconds = 0
				var file bytes.Buffer
				if err := codec.Write(&file, f, "json"); err != nil {
					t.Fatal(err)
				}
				digest := fnv.New64a()
				digest.Write(file.Bytes())
				if got := digest.Sum64(); got != want {
					t.Fatalf("%q: %#x by %d workers, want %#x", name, got, workers, want)
				}
			}
		})
	}
}

// made returns the frontier of a name in bits.
func made(t *testing.T, name string, workers int) *frontier.Frontier {
	t.Helper()
	ctx := context.Background()
	j := counts(t, 11, 6)
	find := func(p problem.Problem, opts search.Options) *search.Result {
		opts.Workers = workers
		r, err := search.Map(ctx, p, opts)
		ok(t, err)
		return r
	}
	mapped := func(p problem.Problem, effort float64) *frontier.Frontier {
		return find(p, search.Options{Effort: effort}).Frontier
	}
	solved := func(r *search.Result, err error) *frontier.Frontier {
		t.Helper()
		ok(t, err)
		return r.Frontier
	}
	all := func(f *frontier.Frontier, err error) *frontier.Frontier {
		t.Helper()
		ok(t, err)
		return f
	}
	opts := exact.Options{Workers: workers}
	switch name {
	case "proof":
		return solved(exact.Prove(ctx, j, mapped(problem.DIB(j), 0.1), opts))
	case "merge":
		return find(problem.DIB(j), search.Options{Method: search.Merge, Epsilon: 0.02, Seed: 3}).Frontier
	case "limits":
		return find(problem.DIB(j), search.Options{Effort: 0.1, Limits: problem.Limits{MinMass: 0.1, MaxClusters: 5, CannotLink: [][2]int{{0, 3}}}}).Frontier
	case "best":
		return all(best.Find(ctx, problem.DIB(j), mapped(problem.DIB(j), 0.1), best.Options{Workers: workers, Effort: 0.1, ExactEffort: 1}))
	case "dmc":
		return mapped(problem.DMC(j), 0.1)
	case "line":
		return solved(exact.Line(ctx, problem.DMC(counts(t, 11, 2)), opts))
	case "intervals":
		return solved(exact.Intervals(ctx, problem.DIB(j), exact.Circular, opts))
	case "subsets":
		return solved(exact.Subsets(ctx, problem.DIB(j), opts))
	case "sweeps":
		return mapped(problem.DIB(counts(t, 310, 5)), 0.002)
	case "counted sweeps":
		return mapped(problem.DMC(counts(t, 310, 5)), 0.002)
	case "quantizer":
		return mapped(problem.Quantizer(cloud(t)), 0.1)
	case "kmeans":
		return mapped(problem.KMeans(cloud(t)), 0.1)
	case "symmetric":
		return mapped(problem.Symmetric(triple(t)), 0.1)
	case "estimated":
		p, err := problem.Estimated(j, info.NSB())
		ok(t, err)
		return mapped(p, 0.05)
	case "bootstrap", "posterior", "delta", "nsb":
		return all(robust.Measure(ctx, j, mapped(problem.DIB(j), 0.1), robust.Options{Method: robust.Method(name), Resamples: 20, Workers: workers}))
	case "validate":
		folds, err := j.Folds(3, 1)
		ok(t, err)
		trained := func(ctx context.Context, _ int, training *joint.Joint) (*frontier.Frontier, error) {
			r, err := search.Map(ctx, problem.DIB(training), search.Options{Effort: 0.05, Workers: workers})
			if err != nil {
				return nil, err
			}
			return r.Frontier, nil
		}
		return all(evidence.Validate(ctx, folds, mapped(problem.DIB(j), 0.1), trained, evidence.ValidateOptions{Method: "folds", Seed: 1, Workers: workers}))
	case "bound":
		large := counts(t, 60, 8)
		f := mapped(problem.DIB(large), 0.02)
		var err error
		f.Ceiling, err = ceiling.Of(ctx, large, ceiling.Options{Workers: workers})
		ok(t, err)
		return f
	case "evidence":
		f := mapped(problem.DIB(j), 0.1)
		var err error
		f.Evidence, err = evidence.OfDependence(ctx, j, evidence.Options{Seed: 2, Workers: workers})
		ok(t, err)
		return f
	}
	t.Fatalf("%s is nothing that can be made", name)
	return nil
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// labels returns so many names.
func labels(prefix string, n int) []string {
	names := make([]string, n)
	for k := range names {
		names[k] = fmt.Sprint(prefix, k)
	}
	return names
}

// counts draws a table of counts, of which some rows are alike.
func counts(t *testing.T, rows, columns int) *joint.Joint {
	t.Helper()
	rng := rand.New(rand.NewPCG(23, uint64(rows)))
	cells := make([][]float64, rows)
	for x := range cells {
		cells[x] = make([]float64, columns)
		for y := range cells[x] {
			cells[x][y] = float64(rng.IntN(20))
			if (x+y)%3 == 0 {
				cells[x][y] += float64(rng.IntN(60))
			}
		}
	}
	j, err := joint.Dense(labels("x", rows), labels("y", columns), cells)
	ok(t, err)
	return j
}

// cloud draws points in the plane.
func cloud(t *testing.T) *points.Cloud {
	t.Helper()
	rng := rand.New(rand.NewPCG(23, 2))
	at := make([][]float64, 12)
	for x := range at {
		at[x] = []float64{float64(rng.IntN(1000)) / 7, float64(rng.IntN(1000)) / 11}
	}
	c, err := points.New([]string{"a", "b"}, labels("p", len(at)), at, nil)
	ok(t, err)
	return c
}

// triple draws a table of two inputs and an output.
func triple(t *testing.T) *joint.Triple {
	t.Helper()
	const n, m = 6, 4
	rng := rand.New(rand.NewPCG(23, 3))
	var cells []joint.TripleCell
	for a := range n {
		for b := range n {
			for y := range m {
				cells = append(cells, joint.TripleCell{X1: int32(a), X2: int32(b), Y: int32(y), Value: float64(1 + rng.IntN(30))})
			}
		}
	}
	tr, err := joint.NewTriple(labels("x", n), labels("y", m), cells)
	ok(t, err)
	return tr
}
