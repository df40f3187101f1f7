package baseline

import (
	"context"
	"sync"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// eachK runs a method for every number of clusters asked for and every restart, and
// returns for each number the clustering whose loss is smallest, the first of equal
// ones. The method returns a label for every row of the table in canonical order, or
// nil, and the loss.
func eachK(ctx context.Context, t *table, o Options, run func(k, restart int) (labels []int, loss float64)) Result {
	best := make([]best, len(o.Clusters))
	err := pool.Each(ctx, o.Workers, len(best)*o.Restarts, func(_, job int) error {
		at, restart := job/o.Restarts, job%o.Restarts
		k := o.Clusters[at]
		if k == t.n { // and no n times m cells are needed
			best[at].offer(partition.Identity(t.n), 0, restart)
			return nil
		}
		labels, loss := run(k, restart)
		best[at].offer(labels, loss, restart)
		return nil
	})
	found := newCollector(t)
	for at := range best {
		if best[at].labels != nil {
			found.add(best[at].labels, float64(o.Clusters[at]))
		}
	}
	return found.result(err == nil)
}

// best is the clustering with the smallest loss offered so far. Which one that is
// does not depend on the order of offers.
type best struct {
	mutex   sync.Mutex
	labels  []int
	loss    float64
	restart int
}

func (b *best) offer(labels []int, loss float64, restart int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if labels == nil || b.labels != nil && (loss > b.loss || loss == b.loss && restart > b.restart) {
		return
	}
	b.labels, b.loss, b.restart = labels, loss, restart
}
