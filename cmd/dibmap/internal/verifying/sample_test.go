package verifying

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// TestSameSpread: only the last digits may differ.
func TestSameSpread(t *testing.T) {
	s := frontier.Spread{DH: 0.3, DI: 0.02, Cov: 0.001}
	for _, tt := range []struct {
		change func(s *frontier.Spread)
		want   bool
	}{
		{func(*frontier.Spread) {}, true},
		{func(s *frontier.Spread) { s.DH = math.Nextafter(s.DH, 1) }, true},
		{func(s *frontier.Spread) { s.Cov *= 1 - 2e-13 }, true},
		{func(s *frontier.Spread) { s.DH *= 1 + 2e-12 }, false},
		{func(s *frontier.Spread) { s.DI *= 1 - 2e-12 }, false},
		{func(s *frontier.Spread) { s.Cov += 1e-13 }, false},
		{func(s *frontier.Spread) { s.Cov = -s.Cov }, false},
		{func(s *frontier.Spread) { s.DI = math.NaN() }, false},
		{func(s *frontier.Spread) { *s = frontier.Spread{} }, false},
	} {
		changed := s
		tt.change(&changed)
		if same := sameSpread(changed, s); same != tt.want {
			t.Errorf("%v and %v: the same is %v", changed, s, same)
		}
		if same := sameSpread(s, changed); same != tt.want {
			t.Errorf("%v and %v: the same is %v", s, changed, same)
		}
	}
	if !sameSpread(frontier.Spread{}, frontier.Spread{}) {
		t.Error("no spread is not the same as none")
	}
}
