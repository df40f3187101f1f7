package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
)

// TestListsDoNotDependOnParts: the columns of an edge and their reduced costs are the same bits for any
// number of parts.
func TestListsDoNotDependOnParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	j := drawn.Table(t, drawn.Uniform(2, 12, 6))
	d := mustDivide(t, j, drawn.Searched(t, j), method.Options{Workers: 1})
	var first []collected
	for _, parts := range []int{1, 2 + rng.IntN(8), 40} {
		all, err := d.collect(listedBy(t, d, parts))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		for k := range d.edges {
			want, err := first[k].columns(d.rows.N)
			if err != nil {
				t.Fatal(err)
			}
			got, err := all[k].columns(d.rows.N)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(want, got) {
				t.Errorf("edge %d, %d parts: %v, want %v", k, parts, got, want)
			}
		}
	}
}
