package sweeps

import (
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/problem"
)

// TestPartsShareWindows: parts that lie in a window of a level have sweeps in it, half of them upwards, each from another
// slope, and beginning with the clustering that is the best in all of the window, as one search has it. The next
// round has each part go the other way.
func TestPartsShareWindows(t *testing.T) {
	p := problem.DIB(families.Words(t, 310, 40, 1))
	begun := last(t, p, Options{Effort: 0.03, Begin: true})
	all := engineOf(t, p, Options{})
	if err := all.restored(begun); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ parts, level, own, sharing int }{
		{16, widest, 4, 4}, {64, widest, 1, 16}, {64, widest + 1, 1, 8}, {40, widest, 2, 10}, {100, widest, 1, 25},
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
			if len(list) != tt.own {
				t.Fatalf("part %d of %d has %d sweeps at level %d, want %d", k, tt.parts, len(list), tt.level, tt.own)
			}
			e.plan.round++
			next := e.windows(tt.level)
			for n, w := range list {
				taken[w]++
				lo, hi, _ := e.part.window(tt.level, w.number, e.grid)
				if best, ok := all.grid.best(w.slope, lo, hi); !ok || w.from != best.position {
					t.Errorf("part %d of %d begins with %v at level %d, and the best in the window is %v", k, tt.parts, w.from, tt.level, best.position)
				}
				if next[n].up == w.up && tt.own*tt.sharing%2 == 0 {
					t.Errorf("part %d of %d takes the same direction in the next round", k, tt.parts)
				}
			}
		}
		ups, sweeps := make(map[int]int), make(map[int]int)
		for w, n := range taken {
			if n > 1 {
				t.Errorf("%d parts of %d make the sweep %v", n, tt.parts, w)
			}
			if sweeps[w.number]++; w.up {
				ups[w.number]++
			}
		}
		if len(sweeps) != 1<<tt.level {
			t.Errorf("%d parts have sweeps in %d windows of level %d", tt.parts, len(sweeps), tt.level)
		}
		for n, number := range sweeps {
			if number != tt.own*tt.sharing || ups[n] != (number+1)/2 {
				t.Errorf("%d parts of %d have %d sweeps in window %d of level %d, and %d go up", tt.parts, tt.parts, number, n, tt.level, ups[n])
			}
		}
	}
}
