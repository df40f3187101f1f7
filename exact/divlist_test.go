package exact

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestListsDoNotDependOnParts: the columns of an edge and their reduced costs are the same bits for any
// number of parts.
func TestListsDoNotDependOnParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	j := tableOf(t, uniformTable(2, 12, 6))
	d := mustDivide(t, j, searched(t, j), Options{Workers: 1})
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
			want, err := first[k].columns(d.rows.n)
			if err != nil {
				t.Fatal(err)
			}
			got, err := all[k].columns(d.rows.n)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("edge %d, %d parts (-1 +%[2]d):\n%s", k, parts, diff)
			}
		}
	}
}
