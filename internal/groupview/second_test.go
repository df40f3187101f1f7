package groupview

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// secondOf adds a second variable: what it is worth in x0 and x2 differs from x1.
func secondOf(f *frontier.Frontier, aim frontier.Aim) *frontier.Second {
	f.Second = &frontier.Second{
		Name: "sex", Aim: aim, Labels: []string{"f", "m", "x"}, H: 1.5, I: 0.5,
		Cells: &frontier.Cells{X: []int{0, 1, 2, 2}, Y: []int{0, 1, 0, 2}, Weight: []float64{10, 10, 5, 5}},
	}
	return f.Second
}

// TestSecondSentence: what a grouping tells about the second variable, and the limit that others are within.
func TestSecondSentence(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{9, 1}, {1, 9}, {5, 5}}, func(p *frontier.Problem, _ *frontier.Search) { p.IXY = 0.8 }, 0, 1, 0)
	s := secondOf(f, frontier.AimLeak)
	s.I = 1 // of which I(Z;S) = H(1/3) is 92 %
	const told = "2 groups of 3 values of X keep 62 % of what X says about Y; they tell 0.9183 bits about sex in these records"
	limit := 0.95
	for _, c := range []struct {
		change func()
		want   string
	}{
		{func() {}, told + ", 92 % of what X tells about sex; no grouping found keeps more in as few bits."},
		{func() { s.Limit = &limit }, told + ", 92 % of what X tells about sex; no grouping found keeps more in as few bits, among groupings that tell at most 0.95 bits about sex."},
		{func() { s.Aim, s.I = frontier.AimAlso, 0 }, told + "; no grouping found keeps more in as few bits, among groupings that tell at least 0.95 bits about sex."},
	} {
		c.change()
		if got := Sentence(f, p); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestSecondView: the groups have rows about the second variable in the order of those about Y.
func TestSecondView(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{9, 1}, {1, 9}, {5, 5}}, nil, 0, 1, 0)
	secondOf(f, frontier.AimLeak)
	v := viewOf(t, f, p, "")
	if v.Kind != Rate || v.Second == nil || v.Second.Kind != Mix || v.Second.Second != nil {
		t.Fatalf("%s rows, and a second view %+v", v.Kind, v.Second)
	}
	want := []float64{0, 1, 0, 0.75, 0, 0.25} // of f, m and x in the second group, whose rate is larger, and in the first
	for n, r := range v.Second.Rows {
		if r.Number != v.Rows[n].Number || r.Name != v.Rows[n].Name {
			t.Errorf("row %d is of group %d, want %d", n, r.Number, v.Rows[n].Number)
		}
		for m, share := range r.Mix {
			if math.Abs(share-want[3*n+m]) > 1e-12 {
				t.Errorf("row %d: %v", n, r.Mix)
			}
		}
	}
	if f.Second = nil; viewOf(t, f, p, "").Second != nil {
		t.Error("a second view without a second variable")
	}
}
