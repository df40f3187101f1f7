package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Method is a way to group the rows of a table other than the search of this project. It
// may be copied and used by several goroutines.
type Method struct {
	// Name identifies the method, as in [Named].
	Name string
	// MostRows is the largest number of rows that the method takes; 0 means any number.
	MostRows int
	// usualK is the largest default number of clusters for more than mostClusters rows, and
	// mostK the largest that Options.Clusters may have; 0 means any number.
	usualK, mostK int
	// restarts returns the default number of random starts for a number of rows. It is
	// nil for methods without random starts.
	restarts func(rows int) int
	run      func(ctx context.Context, t *table, o Options) Result
}

// Options steer a method. The zero value asks for its defaults.
type Options struct {
	// Seed chooses the random starts. Methods without them ignore it.
	Seed uint64
	// Restarts is the number of random starts, for each number of clusters if the method
	// takes one. 0 means 2000/n for n rows, but from 10 to 100, unless the method says
	// otherwise. Methods without random starts ignore it.
	Restarts int
	// Clusters are the numbers of clusters to look for, each from 1 to the number of rows n.
	// Nil means 1 to n for up to 64 rows, and for more rows 1 to 32 and 32 numbers that grow
	// in equal proportions up to n. Methods that do not take a number of clusters ignore it.
	Clusters []int
	// Workers is the number of goroutines that compute; 0 means one per core. The result
	// does not depend on it.
	Workers int
}

// MaxRestarts is the largest number of random starts.
const MaxRestarts = 100_000

// ErrOptions is wrapped by errors about options.
var ErrOptions = errors.New("baseline options")

// Values of [Result.Status].
const (
	// Finished means that the method came to its end.
	Finished = "finished"
	// Stopped means that the context ended first.
	Stopped = "stopped"
)

// Result is what a method found.
type Result struct {
	// Clusterings are distinct, in an order that depends on the method.
	Clusterings []Clustering
	// Curve is the curve of soft encoders, by increasing beta; nil unless the method
	// has one.
	Curve []CurvePoint
	// Status is [Finished] or [Stopped].
	Status string
}

// Clustering is a clustering of the rows of a joint distribution in their given order.
type Clustering struct {
	Partition partition.Partition
	// Parameter is the first value of the method's parameter that gave this clustering:
	// beta, a number of clusters or a height, depending on the method.
	Parameter float64
}

// CurvePoint is the point of a soft encoder p(t|x) at a trade-off beta, in bits.
type CurvePoint struct {
	Beta float64 `json:"beta"`
	IXT  float64 `json:"ixt"`
	HT   float64 `json:"ht"`
	ITY  float64 `json:"ity"`
}

// Methods returns all methods in the order of tables: linkage, k-means, information
// bottlenecks, classes of words, chance.
func Methods() []Method {
	var list []Method
	for c := range criterionNames {
		list = append(list, linkage(criterion(c)))
	}
	return append(list,
		kmeansJSD(), kmeansWeightedJSD(), kmeansEuclidean(), klMeans(),
		dib(), ib(), agglomerativeIB(), sequentialIB(), brown(), Random(),
	)
}

// Named returns the method with a name, or an error that lists the names.
func Named(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Method{}, fmt.Errorf("no method is called %q: choose %s", name, strings.Join(names, ", "))
}

// Run returns the clusterings of the table's rows that the method finds. If the context
// ends first, Run returns the clusterings found so far without an error. Errors wrap
// [ErrOptions].
func (m Method) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	if m.MostRows > 0 && j.Rows() > m.MostRows {
		return Result{}, marked.Errorf(ErrOptions, "%s takes at most %d rows, and the table has %d; use agglomerative-ib, which keeps no distances", m.Name, m.MostRows, j.Rows())
	}
	usual := o.Clusters == nil
	o, err := o.withDefaults(j.Rows(), m.restarts)
	switch most := slices.Max(append(o.Clusters, 0)); {
	case err != nil:
		return Result{}, err
	case m.mostK == 0:
	case usual && j.Rows() > mostClusters:
		o.Clusters = slices.DeleteFunc(o.Clusters, func(k int) bool { return k > m.usualK })
	case most > m.mostK:
		return Result{}, marked.Errorf(ErrOptions, "%s takes at most %d clusters, and %d are asked for", m.Name, m.mostK, most)
	}
	return m.run(ctx, newTable(j), o), nil
}

// withDefaults checks the options for n rows and replaces zeros by defaults.
func (o Options) withDefaults(n int, restarts func(rows int) int) (Options, error) {
	switch {
	case o.Restarts > MaxRestarts:
		return o, marked.Errorf(ErrOptions, "restarts is %d, want at most %d", o.Restarts, MaxRestarts)
	case o.Restarts < 0:
		return o, marked.Errorf(ErrOptions, "restarts is %d, want 1 or more, or 0 for the default", o.Restarts)
	case o.Restarts == 0 && restarts != nil:
		o.Restarts = restarts(n)
	}
	var err error
	if o.Workers, err = pool.Workers(o.Workers); err != nil {
		return o, marked.Errorf(ErrOptions, "%w", err)
	}
	for _, k := range o.Clusters {
		if k < 1 || k > n {
			return o, marked.Errorf(ErrOptions, "%d clusters are asked for, want 1 to %d, the number of rows", k, n)
		}
	}
	if o.Clusters == nil {
		o.Clusters = usualClusters(n)
	}
	return o, nil
}

// usualRestarts returns the number of random starts for n rows: many where they are fast.
func usualRestarts(n int) int { return min(max(10, 2000/n), 100) }

const (
	// mostClusters bounds how many numbers of clusters are tried by default.
	mostClusters = 64
	// eachClusters is the number of them, from 1 on without gaps, for more rows than
	// mostClusters: people use small numbers.
	eachClusters = mostClusters / 2
)

// usualClusters returns the numbers of clusters to try for n rows.
func usualClusters(n int) []int {
	var ks []int
	for k := 1; k <= min(n, eachClusters); k++ {
		ks = append(ks, k)
	}
	for left := mostClusters - eachClusters; left > 0 && ks[len(ks)-1] < n; left-- {
		last := ks[len(ks)-1]
		if n-last <= left {
			ks = append(ks, last+1)
			continue
		}
		// The rest grows by equal factors up to n, and by at least one.
		ratio := plogp.Log2(float64(n)/float64(last)) / float64(left)
		ks = append(ks, max(last+1, int(math.Round(float64(float64(last)*special.Exp2(ratio))))))
	}
	return ks
}

// eachK runs a method for every number of clusters asked for and every restart. For each
// number it returns the clustering with the smallest loss; ties go to the first restart.
// The method returns the loss and a label for every row in canonical order, or nil.
func eachK(ctx context.Context, t *table, o Options, run func(k, restart int) (labels []int, loss float64)) Result {
	best := make([]best, len(o.Clusters))
	err := pool.Each(ctx, o.Workers, len(best)*o.Restarts, func(_, job int) error {
		at, restart := job/o.Restarts, job%o.Restarts
		k := o.Clusters[at]
		labels, loss := []int(partition.Identity(t.n)), 0.0
		if k < t.n { // for k = n, run would take memory for n m cells
			labels, loss = run(k, restart)
		}
		best[at].offer(labels, loss, restart)
		return nil
	})
	found := newCollector(t)
	for at := range best {
		if best[at].labels != nil {
			found.add(best[at].labels, float64(o.Clusters[at]))
		}
	}
	return found.result(err)
}

// best is the clustering with the smallest loss offered so far. Ties go to the first
// restart, in any order of offers.
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
