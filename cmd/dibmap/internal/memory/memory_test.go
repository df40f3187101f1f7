package memory

import (
	"testing"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/joint"
)

// TestDependenceIsTestedOnce: what a memory has is what is computed, for the same table and seed only.
func TestDependenceIsTestedOnce(t *testing.T) {
	tables := make([]*joint.Joint, 2)
	for k := range tables {
		var err error
		if tables[k], err = joint.Dense([]string{"a", "b"}, []string{"c", "d"}, [][]float64{{3, 1}, {1, float64(3 + k)}}); err != nil {
			t.Fatal(err)
		}
	}
	ctx := new(Results).In(t.Context())
	for _, c := range []struct {
		table, seed int
		computed    bool
	}{{0, 0, true}, {0, 0, false}, {0, 1, true}, {1, 1, true}, {1, 1, false}, {0, 0, true}} {
		computed := false
		o := evidence.Options{Seed: uint64(c.seed), Observe: func(int, int) { computed = true }}
		got, err := TestDependence(ctx, tables[c.table], o)
		if err != nil {
			t.Fatal(err)
		}
		if computed != c.computed {
			t.Errorf("%+v: computed is %v", c, computed)
		}
		want, err := TestDependence(t.Context(), tables[c.table], o)
		if err != nil || *got != *want {
			t.Errorf("%+v: %+v, want %+v (%v)", c, got, want, err)
		}
		got.AtLeast = -1 // what a caller does with it changes nothing
	}
}
