package evidence

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
)

// supported returns the largest number of clusters, and the largest H of a point, that held-out
// records support; see [Validate].
func (v *validation) supported(ctx context.Context, heldOut []frontier.HeldOut) (clusters int, h float64, err error) {
	if v.Evidence != nil && !v.Evidence.Shown() {
		return 1, 0, nil
	}
	var byClusters, byH []int // targets
	for p := range v.All() {
		byH = append(byH, p.Index)
		if p.DMC {
			byClusters = append(byClusters, p.Index)
		}
	}
	if v.BestUpTo() > 0 {
		byClusters = byClusters[:0]
		for range v.Best() {
			byClusters = append(byClusters, v.Len()+len(byClusters))
		}
	}
	last, err := v.walk(ctx, byClusters, heldOut)
	if err != nil {
		return 0, 0, err
	}
	clusters = 1
	switch {
	case last >= v.Len():
		at := v.Len()
		for p := range v.Best() {
			if at == last {
				clusters = p.K
			}
			at++
		}
	case last >= 0:
		clusters = v.At(last).K
	}
	if last, err = v.walk(ctx, byH, heldOut); err != nil {
		return 0, 0, err
	}
	if last >= 0 {
		h = v.At(last).H
	}
	return clusters, h, nil
}

// walk goes through targets and returns the last that held-out records support, or -1 for one cluster.
func (v *validation) walk(ctx context.Context, targets []int, heldOut []frontier.HeldOut) (last int, err error) {
	last = -1
	tried := -1
	var information float64 // of the last supported one
	values := v.zeros()
	for _, t := range targets {
		// A clustering of which nothing can be claimed need not be compared, nor one that was.
		if !(heldOut[t].I > information) || v.same(t, tried) {
			continue
		}
		tried = t
		next := make([][]float64, len(v.folds))
		differences := make([]moments, len(v.folds))
		err := pool.Each(ctx, v.workers, len(v.folds), func(_, n int) error {
			f := v.folds[n]
			next[n] = f.values(f.targets[t])
			differences[n] = f.difference(values[n], next[n], v.records)
			return nil
		})
		if err != nil {
			return 0, err
		}
		var all moments
		for _, m := range differences {
			all.join(m)
		}
		if v.records > 1 && all.mean() > all.standardError(v.records) {
			last, information, values = t, heldOut[t].I, next
		}
	}
	return last, nil
}

// zeros returns the values of one cluster for the held-out cells of every fold.
func (v *validation) zeros() [][]float64 {
	list := make([][]float64, len(v.folds))
	for n, f := range v.folds {
		list[n] = make([]float64, f.cells())
	}
	return list
}

// same tells whether the same clusterings of all folds stand for two targets.
func (v *validation) same(t, other int) bool {
	return other >= 0 && !slices.ContainsFunc(v.folds, func(f *fold) bool { return f.targets[t] != f.targets[other] })
}

// cells returns the number of held-out cells in known columns.
func (s *sample) cells() int {
	n := len(s.heldOut.count)
	for _, r := range s.fresh {
		for _, y := range r.column {
			if y >= 0 {
				n++
			}
		}
	}
	return n
}

// values returns the gains of all held-out cells in known columns, in the clustering of a pick: those of
// known rows, then those of fresh ones.
func (f *fold) values(pick int) []float64 {
	list, a := make([]float64, 0, f.cells()), f.picks[pick].a
	p := f.profileOf(pick)
	for x, c := range p.cluster {
		for k := f.heldOut.start[x]; k < f.heldOut.start[x+1]; k++ {
			y := f.heldOut.column[k]
			list = append(list, f.gain(p.counts[c*f.columns+int(y)], p.mass[c], y, a))
		}
	}
	f.placeFresh(p, a, func(_, gain float64) { list = append(list, gain) })
	return list
}

// difference returns the moments of the difference of two lists of values.
func (f *fold) difference(from, to []float64, records float64) (m moments) {
	at := 0
	add := func(count float64) {
		m.add(count/records, to[at]-from[at])
		at++
	}
	for _, n := range f.heldOut.count {
		add(n)
	}
	for _, r := range f.fresh {
		for k, y := range r.column {
			if y >= 0 {
				add(r.count[k])
			}
		}
	}
	return m
}
