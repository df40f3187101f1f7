package main

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
)

// How records are held out.
const folds, seed = 5, 1

// result is what a grouping keeps.
type result struct {
	pair          string
	rows, columns int // values of X and Y
	records       int64
	method        string
	k             int
	// training is I(Z;Y) of the groups of all records. heldOut is the gain of held-out records,
	// each by groups of the other records, and se its standard error. All are in bits.
	training, heldOut, se float64
	// seMore is the standard error of the difference of heldOut from dibmap's best of k groups, of
	// any values or of neighbours, if these keep more.
	seMore float64
}

// none is the method that makes no groups: every value of X is one. Its k is their number.
const none = "none"

// comparer compares methods.
type comparer struct {
	command command
	skip    []string // methods
}

// run is one way to divide the records: the groups are made of the sample.
type run struct {
	training, test tally
	sample         sample
	groups         groupings // of all values of X
}

// compare returns the results of a pair, and a line for each of the other methods' groupings that
// keeps more of the training records' information than dibmap's.
func (c *comparer) compare(ctx context.Context, p pair, files fs.FS) (results []result, above []string, err error) {
	t, err := p.read(files)
	if err != nil {
		return nil, nil, err
	}
	runs := []run{{training: t}}
	for _, part := range t.split(folds, seed) {
		runs = append(runs, run{training: t.without(part), test: part})
	}
	if err := c.group(ctx, p, t, runs); err != nil {
		return nil, nil, err
	}
	for n, r := range runs {
		above = append(above, r.above(fmt.Sprintf("%s, run %d", p.id, n))...)
	}
	identity := make([]int, len(t.x))
	for x := range identity {
		identity[x] = x
	}
	for _, r := range runs {
		r.groups[none] = [][]int{identity}
	}
	for _, m := range append(methods(), method{id: none}) {
		for at := range runs[0].groups[m.id] {
			if r, ok := measured(runs, m.id, at); ok {
				if m.id != none {
					r.seMore = seMore(runs, m.id, at)
				}
				r.pair, r.rows, r.columns, r.records, r.k = p.id, len(t.x), len(t.y), t.records(), fewest+at
				if m.id == none {
					r.k = len(t.x)
				}
				results = append(results, r)
			}
		}
	}
	return results, above, nil
}

// group makes the groups of all runs.
func (c *comparer) group(ctx context.Context, p pair, t tally, runs []run) error {
	var jobs []job
	for n := range runs {
		runs[n].sample = runs[n].training.sample()
		jobs = append(jobs, runs[n].sample.job(t, c.skip))
	}
	done, err := others(ctx, jobs)
	if err != nil {
		return err
	}
	for n := range runs {
		r := &runs[n]
		r.groups = make(groupings)
		ours, err := c.command.group(ctx, r.sample, p.effort)
		if err != nil {
			return err
		}
		for _, g := range []groupings{ours, done[n]} {
			for method, list := range g {
				for _, groups := range list {
					r.groups[method] = append(r.groups[method], r.all(t, groups))
				}
			}
		}
	}
	return nil
}

// all returns the groups of all values of X, given the groups of a method. After the values of the
// sample, these may include the other values.
func (r *run) all(t tally, groups []int) []int {
	switch len(groups) {
	case 0:
		return nil
	case len(t.x):
		all := make([]int, len(t.x))
		for k, x := range append(r.sample.seen[:len(r.sample.seen):len(r.sample.seen)], r.sample.unseen...) {
			all[x] = groups[k]
		}
		return all
	}
	return r.sample.complete(t, groups)
}

// measured returns the result of a method's grouping, if all runs have one.
func measured(runs []run, method string, at int) (result, bool) {
	r := result{method: method}
	var g heldout.Gain
	for n := range runs {
		if at >= len(runs[n].groups[method]) || runs[n].groups[method][at] == nil {
			return result{}, false
		}
		groups := runs[n].groups[method][at]
		if n == 0 {
			r.training = heldout.Information(runs[n].training.grouped(groups).counts)
			continue
		}
		g.AddAll(heldOut(runs[n].training, runs[n].test, groups))
	}
	r.heldOut, r.se = g.Mean()
	return r, true
}

// seMore returns the standard error of the difference in information about held-out records
// between a method's grouping and dibmap's best of equally many groups.
func seMore(runs []run, method string, at int) float64 {
	best := "best"
	if r, ok := measured(runs, "best-order", at); ok {
		if of, _ := measured(runs, best, at); r.heldOut > of.heldOut {
			best = "best-order"
		}
	}
	var g heldout.Gain
	for _, r := range runs[1:] {
		g.AddAll(heldOutMore(r.training, r.test, r.groups[method][at], r.groups[best][at]))
	}
	_, se := g.Mean()
	return se
}

// tolerance is the largest difference in bits between groupings that count as equal.
const tolerance = 1e-9

// above returns a line for each grouping of another method that keeps more of the training
// records' information than dibmap's best of equally many groups: of any values, and for a method
// with groups of neighbours also of neighbours.
func (r *run) above(where string) (lines []string) {
	for _, m := range methods() {
		if m.ours {
			continue
		}
		for at, groups := range r.groups[m.id] {
			i := heldout.Information(r.training.grouped(groups).counts)
			for _, best := range []string{"best", "best-order"} {
				list := r.groups[best]
				if list == nil || best == "best-order" && !m.runs {
					continue
				}
				if own := heldout.Information(r.training.grouped(list[at]).counts); i > own+tolerance {
					lines = append(lines, fmt.Sprintf("%s, %d groups: %s keeps %.6f bits, %s %.6f", where, fewest+at, m.id, i, best, own))
				}
			}
		}
	}
	return lines
}
