package baseline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// names returns labels that start with a letter.
func names(letter string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", letter, i)
	}
	return list
}

func mustJoint(tb testing.TB, values [][]float64) *joint.Joint {
	tb.Helper()
	j, err := joint.Dense(names("x", len(values)), names("y", len(values[0])), values)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func shared(tb testing.TB, name string) *joint.Joint {
	tb.Helper()
	return mustJoint(tb, reference.Matrix(tb, "pxy_"+name+".npy"))
}

// counts returns a table of small counts, some of them 0, without empty rows.
func counts(random *rand.Rand, n, m int) [][]float64 {
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = float64(max(0, random.IntN(12)-3))
		}
		values[x][random.IntN(m)]++
	}
	values[0][0]++ // two columns have mass
	values[0][1]++
	return values
}

// weights returns a table of probabilities, uniform on the simplex.
func weights(random *rand.Rand, n, m int) [][]float64 {
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = random.ExpFloat64()
		}
	}
	return values
}

func mustRun(tb testing.TB, m Method, j *joint.Joint, o Options) Result {
	tb.Helper()
	r, err := m.Run(context.Background(), j, o)
	if err != nil {
		tb.Fatalf("%s: %v", m.Name, err)
	}
	if r.Status != Finished {
		tb.Fatalf("%s: status %q", m.Name, r.Status)
	}
	return r
}

// point is the evaluator of all methods.
func point(j *joint.Joint, p partition.Partition) (h, i float64) {
	z := j.Coarsen(p)
	return z.HX(), z.IXY()
}

// exactFrontier evaluates all clusterings.
func exactFrontier(j *joint.Joint) *pareto.Set[int] {
	var set pareto.Set[int]
	for p := range partition.All(j.Rows()) {
		h, i := point(j, p)
		set.Add(h, i, p.K(), nil)
	}
	return &set
}

func canonical(labels []int) partition.Partition { return partition.Canonical(labels) }
