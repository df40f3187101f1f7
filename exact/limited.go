package exact

import (
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// limited says which clusterings a dynamic program may consider. A cluster that is not
// allowed is left out when it comes up. If the number of clusters is limited, lists have
// their labels by that number.
type limited struct {
	limiter *limiter.Limiter
	single  bool // there are limits on single clusters
	most    int  // clusters; 0 for any number
	rows    int
}

func newLimited(p problem.Problem, limits problem.Limits) (*limited, error) {
	limiter, err := limiter.New(p, limits)
	if err != nil {
		return nil, err
	}
	l := &limited{
		limiter: limiter, rows: p.Rows(),
		single: limits.MinMass > 0 || len(limits.Apart) > 0,
	}
	if most := limiter.MaxClusters(); most < l.rows {
		l.most = most
	}
	return l, nil
}

// allows tells whether a set of rows of the problem may be a cluster.
func (l *limited) allows(rows []int) bool { return !l.single || l.limiter.Allows(rows) }

// takes tells whether a clustering is allowed.
func (l *limited) takes(f partition.Partition) bool {
	disallowed := func(rows []int) bool { return !l.allows(rows) }
	return (l.most == 0 || f.K() <= l.most) && !slices.ContainsFunc(f.Clusters(), disallowed)
}

// barredSets returns for every set of rows, as a bit mask, whether it is not allowed as a
// cluster. It returns nil if all are allowed. O(2^n n).
func (l *limited) barredSets() []bool {
	if !l.single {
		return nil
	}
	barred := make([]bool, 1<<l.rows)
	rows := make([]int, 0, l.rows)
	for set := range barred {
		rows = rows[:0]
		for s := uint(set); s != 0; s &= s - 1 {
			rows = append(rows, bits.TrailingZeros(s))
		}
		barred[set] = !l.limiter.Allows(rows)
	}
	return barred
}
