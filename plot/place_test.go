package plot

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestConflict sets the leader of one note beside, on and far from the point of another.
func TestConflict(t *testing.T) {
	pl := &placer{plane: &plane{}}
	notes := []*note{{point: 1, clear: notedRadius}, {point: 2, clear: notedRadius, at: vg.Point{X: 50, Y: 50}}}
	at := func(x, y vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + 20, Y: y + 8}}
	}
	s := &seating{notes: notes, sites: make([][]site, 2)}
	other := pl.site(notes[1], at(60, 46), false) // right of its point
	for name, c := range map[string]struct {
		from vg.Point // the point of the first note
		box  vg.Rectangle
		want bool
	}{
		"far away":                 {vg.Point{X: 10, Y: 10}, at(15, 15), false},
		"over the point":           {vg.Point{X: 50, Y: 80}, at(40, 15), true},
		"beside the point":         {vg.Point{X: 40, Y: 80}, at(30, 15), false},
		"through the note":         {vg.Point{X: 70, Y: 80}, at(60, 15), true},
		"on the note":              {vg.Point{X: 90, Y: 80}, at(70, 50), true},
		"across the leader":        {vg.Point{X: 56, Y: 80}, at(46, 15), true},
		"from the same place":      {vg.Point{X: 49.5, Y: 50.5}, at(20, 46), false},
		"over it, but it is there": {vg.Point{X: 50.5, Y: 50}, at(20, 46), false},
	} {
		notes[0].at = c.from
		s.sites[0], s.sites[1] = []site{pl.site(notes[0], c.box, false)}, []site{other}
		if got := s.conflict(0, 0, 1, 0); got != c.want || s.conflict(1, 0, 0, 0) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestMoveToKey: notes without a place go, and where that is not enough all others.
func TestMoveToKey(t *testing.T) {
	for name, c := range map[string]struct {
		placed, strips, keyed []int
		want                  []int
		moved                 bool
		stuck                 int // 0 for none
	}{
		"all placed":           {[]int{0, 1, 2}, nil, nil, nil, false, 0},
		"one not":              {[]int{0, 2}, nil, nil, []int{1}, true, 0},
		"a number not":         {[]int{0, 2}, nil, []int{1}, []int{0, 1, 2}, true, 11},
		"no number":            {[]int{0, 2}, nil, []int{0, 1, 2}, []int{0, 1, 2}, false, 11},
		"a strip not":          {[]int{0, 1}, []int{2}, nil, []int{0, 1}, true, 12},
		"strips stay in place": {[]int{2}, []int{2}, nil, []int{0, 1}, true, 0},
		"only one strip":       {[]int{0, 1}, []int{0, 1, 2}, nil, nil, false, 12},
	} {
		notes := []*note{{point: 10}, {point: 11}, {point: 12}}
		for _, n := range c.placed {
			notes[n].placed = true
		}
		for _, n := range c.strips {
			notes[n].strip = make([]patch, 1)
		}
		for _, n := range c.keyed {
			notes[n].keyed = true
		}
		moved, stuck := moveToKey(notes)
		var got []int
		for n, note := range notes {
			if note.keyed {
				got = append(got, n)
			}
		}
		at := 0
		if stuck != nil {
			at = stuck.point
		}
		if moved != c.moved || at != c.stuck || !slices.Equal(got, c.want) {
			t.Errorf("%s: moved %v, stuck %d, key %v", name, moved, at, got)
		}
	}
}
