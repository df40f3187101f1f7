package tally

import (
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestIndexIsAMap enters numbers, many of them close to each other as pairs of labels are, and compares
// with a map.
func TestIndexIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 300)), 0, 600).Draw(t, "numbers")
		x, want := newIndex(), make(map[uint64]int32)
		var list []uint64
		for _, number := range numbers {
			place, slot, ok := x.find(list, number)
			known, in := want[number]
			if ok != in || place != known {
				t.Fatalf("%d is at place %d, %t; want %d, %t", number, place, ok, known, in)
			}
			if !ok {
				want[number] = int32(len(list))
				list = append(list, number)
				x.add(list, slot)
			}
		}
		if free := len(x.slots) - len(list); free < len(x.slots)/4 {
			t.Errorf("%d of %d slots are free", free, len(x.slots))
		}
		for place, number := range list {
			if at, _, ok := x.find(list, number); !ok || int(at) != place {
				t.Fatalf("%d is at %d, %t; want %d", number, at, ok, place)
			}
		}
	})
}
