package sweeps

import (
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestToldInLargeTables searches 1,000 rows under a limit on what clusters tell about a second variable, and compares
// with what a search without it finds that keeps it.
func TestToldInLargeTables(t *testing.T) {
	j := families.Words(t, 1000, 30, 5)
	p := problem.DIB(j)
	second := telling(t, j, 0.05)
	l := newLimiter(t, p, problem.Limits{Second: second})
	r := search(t, t.Context(), p, Options{Effort: 0.001, Limits: l})
	checkPoints(t, p, r)
	checkLimits(t, p, l, r)
	last, most, f := r.Entries[len(r.Entries)-1], 0.0, make(partition.Partition, j.Rows())
	for n, e := range search(t, t.Context(), p, Options{Effort: 0.001}).Entries {
		if n%25 > 0 {
			continue
		}
		e.Tree.Unpack(e.Member, f)
		if second.Table.Coarsen(f).IXY() <= second.Most {
			most = max(most, e.I)
		}
	}
	if last.I < 1.5*most {
		t.Errorf("the last clustering is at %v, %v, and without the limit %v is reached", last.H, last.I, most)
	}
}
