package search

import (
	"fmt"
	"iter"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// checkEarlier returns an error if an earlier result is for another problem than p.
func checkEarlier(p problem.Problem, earlier *frontier.Frontier) error {
	d, e := p.Describe(), &earlier.Problem
	if d.Kind != e.Kind || d.Estimator != e.Estimator || d.N != e.N || d.Source.SHA256 != e.Source.SHA256 || !slices.Equal(d.XLabels, e.XLabels) {
		return marked.Errorf(problem.ErrOptions, "the earlier frontier is of another table or problem")
	}
	return nil
}

// earlierPoints returns the points and the best clusterings of an earlier result, with the clusterings by the rows of the
// problem. It skips clusterings that are not known or divide a row of the problem.
func earlierPoints(p problem.Problem, earlier *frontier.Frontier) iter.Seq2[frontier.Point, partition.Partition] {
	inTable := make(partition.Partition, earlier.Problem.N)
	return func(yield func(frontier.Point, partition.Partition) bool) {
		for _, points := range []iter.Seq[frontier.Point]{earlier.All(), earlier.Best()} {
			for point := range points {
				if !point.Known() {
					continue
				}
				point.Unpack(inTable)
				f := archive.Placed(p, inTable)
				if slices.Equal(archive.InTable(p.Place(), f), inTable) && !yield(point, f) {
					return
				}
			}
		}
	}
}

// earlier returns the clusterings of Options.From.
func (p *plan) earlier() (starts []partition.Packed) {
	if p.opts.From != nil {
		for _, f := range earlierPoints(p.problem, p.opts.From) {
			starts = append(starts, partition.Pack(f))
		}
	}
	return starts
}

// withEarlier adds the points of an earlier result that are better than the points found, and computes them again.
func withEarlier(p problem.Problem, l *limiter.Limiter, found, earlier *frontier.Frontier) (*frontier.Frontier, error) {
	var set pareto.Set[frontier.Entry]
	for point := range found.All() {
		set.Add(point.H, point.I, point.Entry(), nil)
	}
	evaluator, added := p.Evaluators(1, 0)[0], false
	for point, f := range earlierPoints(p, earlier) {
		if set.Compare(point.H, point.I) != pareto.Optimal || !l.Keeps(f) {
			continue
		}
		at, err := problem.Load(p, evaluator, f)
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		e := point.Entry()
		e.H, e.I = at.H, at.I
		set.Add(e.H, e.I, e, nil)
		added = true
	}
	if !added {
		return found, nil
	}
	var entries []frontier.Entry
	for point := range set.All() {
		entries = append(entries, point.Payload)
	}
	f, err := frontier.New(found.Problem, found.Search, entries)
	if err != nil {
		return nil, fmt.Errorf("search: the points found are not a frontier: %w", err)
	}
	if l := found.Layers(); l != nil {
		return f.WithLayers(*l)
	}
	return f, nil
}
