package best_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/best"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

// TestGridFollowsTheRanges: a table that tells little about Y keeps as many steps of I(Z;Y) as of H(Z), and the best
// clusterings for Y.
func TestGridFollowsTheRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 20))
	const n = 18
	labels, cells, told := make([]string, n), []joint.Cell{}, []joint.Cell{}
	for x := range n {
		labels[x] = fmt.Sprint("x", x)
		for y := range 3 {
			cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: math.Round(1e5 * (1 + 0.05*rng.Float64()))})
			told = append(told, joint.Cell{X: int32(x), Y: int32(y), Value: math.Round(1e5 * (0.1 + rng.Float64()))})
		}
	}
	y, err := joint.New(labels, []string{"a", "b", "c"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	s, err := joint.New(labels, []string{"u", "v", "w"}, told)
	if err != nil {
		t.Fatal(err)
	}
	p := problem.DIB(y)
	r, err := search.Map(t.Context(), p, search.Options{Method: search.Local})
	if err != nil {
		t.Fatal(err)
	}
	f, err := best.Find(t.Context(), p, r.Frontier, best.Options{ExactEffort: 1, Effort: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	got, err := second.Map(t.Context(), p, s, second.Options{Name: "s", From: f, MaxPoints: 400, Effort: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if w := got.Width; w[0] == 0 || w[1] > y.IXY()/4 || w[2] > s.IXY()/4 {
		t.Errorf("cells are %v wide, and I(X;Y) is %g, I(X;S) %g", w, y.IXY(), s.IXY())
	}
	for b := range f.Best() {
		if !slices.ContainsFunc(got.Entries, func(e frontier.SecondEntry) bool { return e.K == b.K && e.I >= b.I-1e-9 }) {
			t.Errorf("the best clustering into %d, at %g bits, is missing", b.K, b.I)
		}
	}
}
