package ceiling_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// steps are numbers of steps that leave all rows, some, and none with more than the trivial bound.
var steps = []int64{0, 300, 1}

// TestNoClusteringIsAbove compares the bound with all clusterings of tables of up to 8 rows.
func TestNoClusteringIsAbove(t *testing.T) {
	for k, f := range families.All() {
		n := 4 + k%4
		rows := f.Table(n, uint64(k))
		j, err := joint.Dense(names(len(rows)), names(len(rows[0])), rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			c := of(t, j, ceiling.Options{Steps: s})
			for p := range partition.All(j.Rows()) {
				z := j.Coarsen(p)
				if h, i := z.HX(), z.IXY(); i > c.At(h) {
					t.Fatalf("%s, %d rows, %d steps: %v has h %g and i %g, above %g", f.Name, n, s, p, h, i, c.At(h))
				}
			}
		}
	}
}

// TestAlphabet compares the bound with the frontier that a search finds for letters, and with what
// it was when it was written.
func TestAlphabet(t *testing.T) {
	j := alphabet(t)
	c := of(t, j, ceiling.Options{})
	r, err := search.Map(t.Context(), problem.DIB(j), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for p := range r.Frontier.All() {
		if p.I > c.At(p.H) {
			t.Errorf("point %d has h %g and i %g, above %g", p.Index, p.H, p.I, c.At(p.H))
		}
	}
	trivial := j.IXY() * (j.HX() - j.IXY()/2)
	if a := c.Area(); math.Abs(a-2.3075) > 0.0005 || trivial < 2.93 {
		t.Errorf("the area below the bound is %.4f bit^2, want 2.3075; below min(h, I(X;Y)) it is %.4f", a, trivial)
	}
}

// TestEnds checks tables where the bound is known: what cannot be lower, and what says nothing.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		rows [][]float64
		want func(h float64) float64
	}{
		{"Y is X", [][]float64{{4, 0, 0}, {0, 2, 0}, {0, 0, 2}}, func(h float64) float64 { return min(h, 1.5) }},
		{"Y is independent", [][]float64{{4, 2}, {2, 1}, {8, 4}}, func(float64) float64 { return 0 }},
		{"one column", [][]float64{{1}, {2}}, func(float64) float64 { return 0 }},
		{"one row", [][]float64{{1, 5}}, func(float64) float64 { return 0 }},
	} {
		j, err := joint.Dense(names(len(test.rows)), names(len(test.rows[0])), test.rows)
		if err != nil {
			t.Fatal(err)
		}
		c := of(t, j, ceiling.Options{})
		for h := 0.0; h < 2; h += 0.125 {
			if got, want := c.At(h), test.want(h); got < want || got > want+1e-8 {
				t.Errorf("%s: %.12g at h = %g, want %g", test.name, got, h, want)
			}
		}
	}
}

// TestOrderAndWorkersChangeNothing permutes rows and columns, and changes the number of workers.
func TestOrderAndWorkersChangeNothing(t *testing.T) {
	j := alphabet(t)
	for _, s := range []int64{0, 50_000} {
		want := of(t, j, ceiling.Options{Steps: s, Workers: 1})
		for seed := range uint64(3) {
			if got := of(t, shuffled(t, j, seed), ceiling.Options{Steps: s, Workers: 3}); !reflect.DeepEqual(got, want) {
				t.Errorf("%d steps: another order of rows and columns gives\n%v, want\n%v", s, got, want)
			}
		}
	}
}

// TestMoreStepsLowerTheBound checks that steps are worth something, and that the bound is never above
// the trivial one, apart from lines between slopes.
func TestMoreStepsLowerTheBound(t *testing.T) {
	j := alphabet(t)
	none, some, all := of(t, j, ceiling.Options{Steps: 1}), of(t, j, ceiling.Options{Steps: 50_000}), of(t, j, ceiling.Options{})
	if !(all.Area() < some.Area()-0.01 && some.Area() < none.Area()-0.01) {
		t.Errorf("areas %g, %g, %g should fall as steps rise", none.Area(), some.Area(), all.Area())
	}
	for h := 0.0; h < j.HX(); h += 0.01 {
		if v := none.At(h); v > min(h, j.IXY())+1e-8 {
			t.Errorf("without steps, it is %g at h = %g", v, h)
		}
	}
}

func TestOfErrors(t *testing.T) {
	j := alphabet(t)
	if _, err := ceiling.Of(t.Context(), j, ceiling.Options{Steps: -1}); err == nil || !strings.Contains(err.Error(), "steps is -1") {
		t.Errorf("-1 steps: %v", err)
	}
	if _, err := ceiling.Of(t.Context(), j, ceiling.Options{Workers: -1}); err == nil || !strings.Contains(err.Error(), "workers is -1") {
		t.Errorf("-1 workers: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ceiling.Of(ctx, j, ceiling.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func of(t *testing.T, j *joint.Joint, o ceiling.Options) *frontier.Ceiling {
	t.Helper()
	c, err := ceiling.Of(t.Context(), j, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func alphabet(t *testing.T) *joint.Joint {
	t.Helper()
	x, y, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// shuffled returns the same table with rows and columns in another order.
func shuffled(t *testing.T, j *joint.Joint, seed uint64) *joint.Joint {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	atX, atY := rng.Perm(j.Rows()), rng.Perm(j.Cols())
	x, y := make([]string, j.Rows()), make([]string, j.Cols())
	for k, at := range atX {
		x[at] = j.XLabels()[k]
	}
	for k, at := range atY {
		y[at] = j.YLabels()[k]
	}
	var cells []joint.Cell
	for r := range j.Rows() {
		columns, masses := j.Row(r)
		for k, c := range columns {
			cells = append(cells, joint.Cell{X: int32(atX[r]), Y: int32(atY[c]), Value: masses[k]})
		}
	}
	s, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(n int) []string {
	s := make([]string, n)
	for k := range s {
		s[k] = fmt.Sprint("v", k)
	}
	return s
}
