package evidence

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pool"
)

// supported returns the number of clusters and the H that held-out records support; see [Validate].
func (v *validation) supported(ctx context.Context, heldOut []frontier.HeldOut) (clusters int, h float64, err error) {
	if v.Evidence != nil && !v.Evidence.Shown() {
		return 1, 0, nil
	}
	var byClusters, byH []int // targets
	clustersOf := make(map[int]int)
	for p := range v.All() {
		byH, clustersOf[p.Index] = append(byH, p.Index), p.K
		if p.DMC && v.BestUpTo() == 0 {
			byClusters = append(byClusters, p.Index)
		}
	}
	for p := range v.Best() {
		at := v.Len() + len(byClusters)
		byClusters, clustersOf[at] = append(byClusters, at), p.K
	}
	clusters = 1
	n, err := v.first(ctx, byClusters, clustersOf, heldOut)
	if err == nil && n >= 0 {
		clusters = clustersOf[n]
	}
	if err == nil {
		n, err = v.first(ctx, byH, clustersOf, heldOut)
	}
	if err == nil && n >= 0 {
		h = v.At(n).H
	}
	return clusters, h, err
}

// first returns the first of some targets with a held-out information within one standard error of the best, or
// -1 for one cluster, which is considered unless the test of dependence rules it out. The error is the standard
// error of the difference, record by record.
func (v *validation) first(ctx context.Context, targets []int, clusters map[int]int, heldOut []frontier.HeldOut) (target int, err error) {
	best, most := -1, 0.0
	for _, t := range targets {
		if heldOut[t].I > most {
			best, most = t, heldOut[t].I
		}
	}
	if best < 0 || v.records < 2 {
		return -1, nil
	}
	values := make([][]float64, len(v.folds))
	err = pool.Each(ctx, v.workers, len(v.folds), func(_, n int) error {
		values[n] = v.folds[n].values(v.folds[n].targets[best])
		return nil
	})
	if err != nil {
		return 0, err
	}
	worse := -1 // the last target that was compared
	for _, t := range append([]int{-1}, targets...) {
		switch {
		case t == best:
			return best, nil
		case v.Evidence != nil && (t < 0 || clusters[t] == 1):
			continue
		case t >= 0 && v.same(t, worse): // as on a frontier with many more points than a fold has
			continue
		case t >= 0 && heldOut[best].I-heldOut[t].I > heldOut[best].SE+heldOut[t].SE+pareto.Tolerance:
			continue // the standard error of the difference is at most this sum
		}
		near, err := v.near(ctx, t, values)
		if err != nil || near {
			return t, err
		}
		worse = t
	}
	return best, nil
}

// near reports whether the held-out information of a target, or of one cluster if it is -1, is within a standard
// error of the best target's. values are the gains of the best.
func (v *validation) near(ctx context.Context, target int, values [][]float64) (bool, error) {
	differences := make([]moments, len(v.folds))
	err := pool.Each(ctx, v.workers, len(v.folds), func(_, n int) error {
		f := v.folds[n]
		own := make([]float64, len(values[n]))
		if target >= 0 {
			own = f.values(f.targets[target])
		}
		for k, count := range f.heldOut.count {
			differences[n].add(count/v.records, values[n][k]-own[k])
		}
		return nil
	})
	var all moments
	for _, m := range differences {
		all.join(m)
	}
	return err == nil && all.mean() <= all.standardError(v.records), err
}

// same reports whether two targets have the same clusterings in all folds.
func (v *validation) same(t, other int) bool {
	return other >= 0 && !slices.ContainsFunc(v.folds, func(f *fold) bool { return f.targets[t] != f.targets[other] })
}

// values returns the gains of all held-out cells in the clustering of a pick.
func (f *fold) values(pick int) []float64 {
	list, a := make([]float64, 0, len(f.heldOut.count)), f.picks[pick].a
	p := f.profile(f.clusteringOf(pick))
	for x, c := range p.cluster {
		for k := f.heldOut.start[x]; k < f.heldOut.start[x+1]; k++ {
			y := f.heldOut.column[k]
			if f.level != nil {
				list = append(list, f.told(0, p.mass[c], p.spread[c], p.sums[c], y, a))
			} else {
				list = append(list, f.gain(p.counts[c*f.columns+int(y)], p.mass[c], p.spread[c], y, a))
			}
		}
	}
	return list
}
