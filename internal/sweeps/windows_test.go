package sweeps

import (
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// TestPartsShareWindows: parts that lie in a window of a level have one sweep in it each, half of them upwards, from other
// slopes, and beginning with the clustering that is the best in all of the window, as one search has it. The next
// round has each part go the other way.
func TestPartsShareWindows(t *testing.T) {
	p := problem.DIB(words(t, 310, 40, 1))
	begun := last(t, p, Options{Effort: 0.03, Begin: true})
	all := engineOf(t, p, Options{})
	if err := all.restored(begun); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ parts, level, share int }{
		{16, widest, 4}, {64, widest, 16}, {64, widest + 1, 8}, {40, widest, 10},
	} {
		taken := make(map[window]int)
		for k := range tt.parts {
			to := all.grid.end() / float64(tt.parts)
			e := engineOf(t, p, Options{Within: &Span{to * float64(k), to * float64(k+1)}, Share: 0.1})
			if err := e.restored(begun); err != nil {
				t.Fatal(err)
			}
			e.plan.begin(e.grid)
			list := e.windows(tt.level)
			if len(list) != 1 {
				t.Fatalf("part %d of %d has %d sweeps at level %d", k, tt.parts, len(list), tt.level)
			}
			w := list[0]
			taken[w]++
			lo, hi, _ := e.part.window(tt.level, w.number, e.grid)
			if best, ok := all.grid.best(w.slope, lo, hi); !ok || w.from != best.position {
				t.Errorf("part %d of %d begins with %v at level %d, and the best in the window is %v", k, tt.parts, w.from, tt.level, best.position)
			}
			e.plan.round++
			if next := e.windows(tt.level)[0]; next.up == w.up {
				t.Errorf("part %d of %d takes the same direction in the next round", k, tt.parts)
			}
		}
		ups, sharing := make(map[int]int), make(map[int]int)
		for w, n := range taken {
			if n > 1 {
				t.Errorf("%d parts of %d make the sweep %v", n, tt.parts, w)
			}
			if sharing[w.number]++; w.up {
				ups[w.number]++
			}
		}
		if len(sharing) != 1<<tt.level {
			t.Errorf("%d parts have sweeps in %d windows of level %d", tt.parts, len(sharing), tt.level)
		}
		for n, sharing := range sharing {
			if sharing != tt.share || ups[n]*2 != sharing {
				t.Errorf("%d parts of %d share window %d of level %d, and %d go up; want %d and half of them", sharing, tt.parts, n, tt.level, ups[n], tt.share)
			}
		}
	}
}
