package verify

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/soft"
)

// TestSoft checks certified curves, and the same curves with one number changed.
func TestSoft(t *testing.T) {
	for _, cells := range [][][]float64{{{5, 1}, {2, 3}, {1, 6}, {4, 4}}, {{5, 1, 1}, {2, 3, 0}, {1, 6, 2}}} {
		j := tables.Joint(t, cells)
		check := func(change func(s *frontier.SoftCurve)) *findings {
			s, err := soft.Of(t.Context(), j, soft.Options{Steps: 1 << 22, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if !s.Certified {
				t.Fatal("the curve is not certified")
			}
			change(s)
			f := &findings{workers: 1, frontier: &frontier.Frontier{Problem: frontier.Problem{M: j.Cols(), YLabels: j.YLabels()}, Soft: s}}
			if err := f.soft(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			return f
		}
		if f := check(func(*frontier.SoftCurve) {}); !f.says.OK() || f.says.Soft < 10 {
			t.Errorf("%d points: %v", f.says.Soft, f.says.Failures)
		}
		for _, test := range []struct {
			change func(s *frontier.SoftCurve)
			want   string
		}{
			{func(s *frontier.SoftCurve) { s.Points[3].I += 1e-8 }, "is given with rate"},
			{func(s *frontier.SoftCurve) { s.Points[3].Rate -= 1e-8 }, "is given with rate"},
			{func(s *frontier.SoftCurve) { s.Points[3].Slack = 0 }, "a slack that is not proved"},
			{func(s *frontier.SoftCurve) { s.Gap /= 2 }, "may be"},
			{func(s *frontier.SoftCurve) { s.Points[3].Beta = 0 }, "has groups and no beta"},
			{func(s *frontier.SoftCurve) { s.Points[3].Groups = nil }, "has a beta and no groups"},
			{func(s *frontier.SoftCurve) { s.Points[len(s.Points)-1].I += 1e-6 }, "ends at"},
			{func(s *frontier.SoftCurve) { // a good encoder of fewer points, which claims the same gap
				s.Points = append(s.Points[:2:2], s.Points[8:]...)
			}, "may be"},
		} {
			if f := check(test.change); !strings.Contains(strings.Join(f.says.Failures, "\n"), test.want) {
				t.Errorf("%v, want %q", f.says.Failures, test.want)
			}
		}
	}
}
