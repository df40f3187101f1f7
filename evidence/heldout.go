package evidence

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// fold is a sample with the clusterings that were found in its training records. Each target is scored
// by one of them, its pick.
type fold struct {
	*sample
	targets     []int // the pick of every target
	picks       []pick
	clusterings *partition.Tree // of the picks, in their order
	place       []int           // of every row of the sample among the labels of the frontier found
	keys        []keyed.Key     // of the rows
}

// pick is a clustering of the training records.
type pick struct {
	a      float64 // the concentration
	scored moments // over held-out records
}

// gain returns log2 q(y|z)/q(y) for a cluster with nzy records of the column and nz in all, of which spread are like all
// records. It is exactly 0 for the cluster of all records.
func (s *sample) gain(nzy, nz, spread float64, y int32, a float64) float64 {
	if nz == s.records || math.IsInf(a, 1) {
		return 0
	}
	return plogp.Log2((float64(nzy*s.rate[y]) + spread + a) / (nz + a))
}

// gainLeft is gain for a record of the cluster, without this record.
func (s *sample) gainLeft(nzy, nz float64, y int32, a float64) float64 {
	if nz == s.records || s.rateLeft[y] == 0 || math.IsInf(a, 1) {
		return 0
	}
	return plogp.Log2((float64((nzy-1)*s.rateLeft[y]) + a) / (nz - 1 + a))
}

// concentrations returns the concentrations to choose from, for a number of training records. One below 1
// would make a value that a cluster never showed nearly impossible: training records cannot tell it from 1,
// and a single held-out record could outweigh hundreds. Above four times the records, clusters tell
// next to nothing, as for infinity.
func concentrations(records float64) (list []float64) {
	for a := 1.0; a <= 4*records; a *= 2 {
		list = append(list, a)
	}
	return append(list, math.Inf(1))
}

// score chooses a clustering for each target, and scores them on the held-out records.
func (f *fold) score(ctx context.Context, v *validation, found *frontier.Frontier) error {
	points := f.choose(v.Frontier, found)
	var err error
	if f.place, err = f.locate(&found.Problem); err != nil {
		return err
	}
	s := newScoring(f, v)
	if err := s.pick(ctx, points); err != nil {
		return err
	}
	if err := s.outcomes(ctx); err != nil {
		return err
	}
	return pool.Each(ctx, v.workers, len(f.picks), func(_, n int) error {
		p := &f.picks[n]
		p.scored.join(s.outcome(n))
		return nil
	})
}

// choose returns the points of the fold's frontier by which the targets are scored, each once, and notes
// the point of each target.
func (f *fold) choose(whole, found *frontier.Frontier) (points []frontier.Point) {
	known := make(map[int]int)
	take := func(key int, p frontier.Point) {
		at, ok := known[key]
		if !ok {
			at = len(points)
			known[key] = at
			points = append(points, p)
		}
		f.targets = append(f.targets, at)
	}
	budget := f.budgets(whole)
	for p := range whole.All() {
		if !scored(p, whole.Len(), mostBudgets) {
			f.targets = append(f.targets, f.targets[p.Index-1])
			continue
		}
		if whole == found {
			take(p.Index, p)
			continue
		}
		q, ok := found.Within(budget(p))
		if !ok {
			q = found.At(0) // constraints leave no point of as little H
		}
		take(q.Index, q)
	}
	for p := range whole.Best() {
		q := bestUpTo(found, p.K)
		if q.Index >= 0 {
			take(q.Index, q)
		} else {
			take(-q.K, q)
		}
	}
	return points
}

// mostBudgets is the number of points above which some are not scored: the points of a frontier that large
// hardly differ, and scoring takes time.
const mostBudgets = 4096

// scored reports whether a point of a frontier is scored, rather than given the values of the point before.
// The best points of each number of clusters are scored, the last point, and about most of the others at
// regular distances.
func scored(p frontier.Point, points, most int) bool {
	return p.Index%((points-1)/most+1) == 0 || p.DMC || p.Index == points-1
}

// bestUpTo returns the most informative clustering of up to k clusters, or the one of fewest clusters if
// all have more.
func bestUpTo(f *frontier.Frontier, k int) (best frontier.Point) {
	for p := range f.BestKnown() {
		if best.K == 0 || p.K <= k {
			best = p
		}
	}
	return best
}

// budgets returns the budget of a point of the whole frontier in the training records: the entropy that
// its clustering has there. (H itself, for log2 k and for clusterings that are not known.) The entropy in
// all records may be a little smaller, and rule out the very same clustering in the fold.
func (f *fold) budgets(whole *frontier.Frontier) func(frontier.Point) float64 {
	place, err := f.locate(&whole.Problem)
	if err != nil || whole.Problem.Kind == "dmc" {
		return func(p frontier.Point) float64 { return p.H }
	}
	labels, mass := make(partition.Partition, whole.Problem.N), make([]float64, whole.Problem.N)
	return func(p frontier.Point) float64 {
		if !p.Known() {
			return p.H
		}
		p.Unpack(labels)
		clear(mass)
		for x, at := range place {
			mass[labels[at]] += f.rowMass[x]
		}
		var h float64
		for _, m := range mass[:p.K] {
			h -= plogp.Quantize(plogp.PLog2P(m / f.records))
		}
		return h
	}
}

// locate finds the rows of the sample among the labels of a frontier.
func (f *fold) locate(p *frontier.Problem) (place []int, err error) {
	at := places(p.XLabels)
	for _, label := range f.labels {
		x, ok := at[label]
		if !ok {
			return nil, fmt.Errorf("the frontier found has no row %q of the training records", label)
		}
		place = append(place, int(x))
	}
	return place, nil
}

// clusteringOf returns the clustering of a pick.
func (f *fold) clusteringOf(pick int) partition.Partition {
	own := make(partition.Partition, len(f.labels))
	f.clusterings.Unpack(pick, own)
	return own
}

// profile is the training records of a clustering.
type profile struct {
	cluster partition.Partition // of the rows
	counts  []float64           // of cluster c and column y at c m + y
	mass    []float64           // of the clusters
	spread  []float64           // of the mass, what is spread like all records
	sums    []float64           // of levels, for means, which have no counts
}

// profile adds up the training records of every cluster of a clustering, which it keeps. O(cells + k m).
func (s *sample) profile(clustering partition.Partition) *profile {
	p := &profile{cluster: clustering}
	k := p.cluster.K()
	p.mass, p.spread = make([]float64, k), make([]float64, k)
	if s.level != nil {
		p.sums = make([]float64, k)
	} else {
		p.counts = make([]float64, k*s.columns)
	}
	for x, c := range p.cluster {
		p.mass[c] += s.rowMass[x]
		p.spread[c] += s.rowMass[x]
		for n := s.training.start[x]; n < s.training.start[x+1]; n++ {
			if y := s.training.column[n]; s.level != nil {
				p.sums[c] += float64(s.training.count[n] * s.level[y])
			} else {
				p.counts[c*s.columns+int(y)] += s.training.count[n]
			}
			p.spread[c] -= s.training.count[n]
		}
	}
	return p
}
