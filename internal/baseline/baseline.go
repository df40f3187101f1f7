package baseline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Method is a way to group the rows of a table other than the search of this
// project. All are small values that may be copied and used by several goroutines.
type Method interface {
	// Name returns the name by which [Named] knows the method.
	Name() string
	// Run returns the clusterings of the table's rows that the method finds. If the
	// context ends before, they are those found so far, which is no error. The error
	// wraps [ErrOptions].
	Run(ctx context.Context, j *joint.Joint, o Options) (Result, error)
}

// Options steer a method. The zero value asks for its defaults.
type Options struct {
	// Seed chooses the random starts. Methods without draws do not look at it.
	Seed uint64
	// Restarts is the number of random starts, for each number of clusters if the
	// method takes one. 0 means 2000/n for n rows, but from 10 to 100, unless the method
	// says otherwise. Methods without draws do not look at it.
	Restarts int
	// Clusters are the numbers of clusters to look for, each from 1 to the number of
	// rows, in the order wanted. Nil means all of 1 to n for up to 64 rows, and for
	// more 1 to 32 and 32 that grow in equal proportions up to n. Methods that do not
	// take a number of clusters do not look at it.
	Clusters []int
	// Workers is the number of goroutines that compute; 0 means one per core. The
	// result does not depend on it.
	Workers int
}

// MaxRestarts is the largest number of random starts.
const MaxRestarts = 100_000

// ErrOptions is what errors about options wrap.
var ErrOptions = errors.New("baseline options")

// What [Result.Status] can be.
const (
	// Complete means that the method did all that it does.
	Complete = "complete"
	// Stopped means that the context ended first.
	Stopped = "stopped"
)

// Result is what a method found.
type Result struct {
	// Clusterings are distinct clusterings, in the order of the method.
	Clusterings []Clustering
	// Curve is the curve of soft encoders, by increasing beta; nil unless the method
	// has one.
	Curve []CurvePoint
	// Status is [Complete] or [Stopped].
	Status string
}

// Clustering is a clustering of the rows of the joint as they stand.
type Clustering struct {
	Partition partition.Partition
	// Parameter is what the method was asked for when it first found the
	// clustering: beta, a number of clusters or a height, as the method says.
	Parameter float64
}

// CurvePoint is what a soft encoder p(t|x) keeps at a trade-off beta, in bits.
type CurvePoint struct{ Beta, IXT, HT, ITY float64 }

// Methods returns all methods with their defaults, in the order in which tables
// list them: linkage, k-means, bottlenecks, chance.
func Methods() []Method {
	return []Method{
		Linkage{SingleLinkage},
		Linkage{CompleteLinkage},
		Linkage{AverageLinkage},
		Linkage{WardLinkage},
		KMeans{Distance: JensenShannon},
		KMeans{Distance: WeightedJensenShannon},
		KMeans{Distance: Euclidean},
		KLMeans{},
		DIB{},
		IB{},
		AgglomerativeIB{},
		SequentialIB{},
		Random{},
	}
}

// Named returns the method with a name, with its defaults. It is an error if there
// is none.
func Named(name string) (Method, error) {
	methods := Methods()
	names := make([]string, len(methods))
	for k, m := range methods {
		if m.Name() == name {
			return m, nil
		}
		names[k] = m.Name()
	}
	return nil, fmt.Errorf("no method is called %q: choose %s", name, strings.Join(names, ", "))
}

// withDefaults checks the options for n rows and fills in what zero stands for,
// restarts being the method's default.
func (o Options) withDefaults(n, restarts int) (Options, error) {
	switch {
	case o.Restarts > MaxRestarts:
		return o, fmt.Errorf("%w: restarts is %d, want at most %d", ErrOptions, o.Restarts, MaxRestarts)
	case o.Restarts < 0:
		return o, fmt.Errorf("%w: restarts is %d, want 1 or more, or 0 for the default", ErrOptions, o.Restarts)
	}
	for _, k := range o.Clusters {
		if k < 1 || k > n {
			return o, fmt.Errorf("%w: %d clusters are asked for, want 1 to %d, the number of rows", ErrOptions, k, n)
		}
	}
	if o.Restarts == 0 {
		o.Restarts = restarts
	}
	var err error
	if o.Workers, err = pool.Workers(o.Workers); err != nil {
		return o, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if o.Clusters == nil {
		o.Clusters = usualClusters(n)
	}
	return o, nil
}

// usualRestarts returns the number of random starts for n rows: many where they cost
// little.
func usualRestarts(n int) int { return min(max(10, 2000/n), 100) }

const (
	// mostClusters is how many numbers of clusters are tried unless some are given:
	// so many that the small ones, which people use, are all there.
	mostClusters = 64
	// eachClusters are the first of them, for more rows than mostClusters.
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
		// What is left grows by equal factors, and by one at least.
		ks = append(ks, max(last+1, geometric(last, n, left)))
	}
	return ks
}
