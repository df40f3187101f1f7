package joint

import (
	"errors"
	"math"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
)

// TestSmooth compares the cells with the formula: rows keep their masses, and the distribution of all records stays.
func TestSmooth(t *testing.T) {
	j, err := Dense([]string{"a", "b"}, []string{"p", "q"}, [][]float64{{6, 0}, {1, 5}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := j.Smooth(2)
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range [][]float64{{6 + 2*7./12, 2 * 5. / 12}, {1 + 2*7./12, 5 + 2*5./12}} {
		columns, mass := s.Row(x)
		for k, y := range columns {
			if got := mass[k] / s.Total(); math.Abs(got-0.5*want[y]/8) > 1e-15 {
				t.Errorf("p(%d, %d) is %g, want %g", x, y, got, 0.5*want[y]/8)
			}
		}
	}
	if s.HX() != j.HX() || !(s.IXY() < j.IXY()) {
		t.Errorf("H(X) is %g and I(X;Y) %g, of counts %g and %g", s.HX(), s.IXY(), j.HX(), j.IXY())
	}
	if same, err := j.Smooth(0); err != nil || same != j {
		t.Errorf("strength 0 makes another table: %v", err)
	}
	for name, wrong := range map[string]func() error{
		"probabilities": func() error { _, err := s.Smooth(1); return err },
		"negative":      func() error { _, err := j.Smooth(-1); return err },
		"infinite":      func() error { _, err := j.Smooth(math.Inf(1)); return err },
		"no counts":     func() error { _, err := s.SmoothingStrength(0); return err },
	} {
		if err := wrong(); !errors.Is(err, ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSmoothingStrength finds the strength of the prior that rows were drawn from, and the largest one where rows differ
// by chance only or have one record each.
func TestSmoothingStrength(t *testing.T) {
	r := random.New(3)
	draw := func(rows, records int, share func() float64) *Joint {
		var cells []Cell
		labels := make([]string, rows)
		for x := range rows {
			labels[x] = string(rune('a'+x/26)) + string(rune('a'+x%26))
			p := share()
			for range records {
				y := int32(0)
				if r.Uniform() < p {
					y = 1
				}
				cells = append(cells, Cell{int32(x), y, 1})
			}
		}
		j, err := New(labels, []string{"p", "q"}, cells)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	equal := draw(200, 10, func() float64 { return 0.5 })
	for _, tt := range []struct {
		name        string
		j           *Joint
		by          float64
		least, most float64
	}{
		{"uniform shares are a prior of strength 2", draw(600, 40, r.Uniform), 1.353, 1.6, 2.5},
		{"equal rows", equal, 0, 60, 800},
		{"equal rows, by a test", equal, 1.353, 4000, 8000},
		{"one record each", draw(200, 1, r.Uniform), 0, 500, 800},
	} {
		a, err := tt.j.SmoothingStrength(tt.by)
		if err != nil || a < tt.least || a > tt.most {
			t.Errorf("%s: %g, %v; want %g to %g", tt.name, a, err, tt.least, tt.most)
		}
	}
}
