package sweeps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// TestRowsOfTheSameDistributionAreJoined: sweeps reach I(X;Y) without the entropy within groups of rows of the same
// distribution, even if these rows are the lightest and others are much heavier.
func TestRowsOfTheSameDistributionAreJoined(t *testing.T) {
	const groups, of, heavy, m = 150, 5, 240, 40
	rng := rand.New(rand.NewPCG(5, 1))
	x, y, counts := []string(nil), make([]string, m), [][]float64(nil)
	for k := range y {
		y[k] = fmt.Sprintf("y%d", k)
	}
	add := func(row []float64) {
		x, counts = append(x, fmt.Sprintf("x%d", len(x))), append(counts, row)
	}
	for range groups {
		row := make([]float64, m)
		for range 3 {
			row[rng.IntN(m)] += float64(1 + rng.IntN(3))
		}
		for n := range of {
			twice := make([]float64, m)
			for k, v := range row {
				twice[k] = v * float64(1+n%2)
			}
			add(twice)
		}
	}
	for range heavy {
		row := make([]float64, m)
		for k := range row {
			row[k] = float64(rng.IntN(100))
		}
		add(row)
	}
	j, err := joint.Dense(x, y, counts)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.DIB(j)
	r := search(t, t.Context(), p, Options{Effort: 0.005})
	last := r.Entries[len(r.Entries)-1]
	if math.Abs(last.I-p.Describe().IXY) > 1e-9 || last.H > wanted(counts, of, groups)+1e-9 {
		t.Errorf("the last point is (%v, %v), want (%v or less, %v)", last.H, last.I, wanted(counts, of, groups), p.Describe().IXY)
	}
}

// wanted returns the entropy of consecutive clusters of the same number of rows, with the rows after them single.
func wanted(counts [][]float64, of, groups int) (h float64) {
	var weights []float64
	var total float64
	for x, row := range counts {
		if x >= of*groups || x%of == 0 {
			weights = append(weights, 0)
		}
		for _, v := range row {
			weights[len(weights)-1] += v
			total += v
		}
	}
	for _, w := range weights {
		h -= w / total * math.Log2(w/total)
	}
	return h
}
