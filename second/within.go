package second

import (
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Within returns the ordinary frontier, with layers and the best clustering of each number of clusters, of the
// clusterings that tell at most limit bits about the second variable or, if they are to tell much about it, at least
// limit bits. It is complete if f.Second is exact. The result keeps Second, Evidence, Soft and Ceiling of f. The error
// says that f has no second variable, or that no clustering keeps the limit.
func Within(f *frontier.Frontier, limit float64) (*frontier.Frontier, error) {
	s := f.Second
	if s == nil {
		return nil, errNone
	}
	keeps := func(v float64) bool { return target.Keeps(s.Aim, v, limit) }
	var all []candidate
	for _, e := range s.Entries {
		if keeps(e.S) {
			all = append(all, candidate{e.Entry, e.S})
		}
	}
	labels := make(partition.Partition, f.Problem.N)
	known := func(p frontier.Point) {
		if p.Known() {
			p.Unpack(labels)
			if v, ok := s.Of(labels); ok && keeps(v) {
				all = append(all, candidate{frontier.Entry{H: p.H, I: p.I, K: p.K, Assignment: p.Packed()}, v})
			}
		}
	}
	if !s.Exact {
		for p := range f.All() {
			known(p)
		}
		for p := range f.Best() {
			known(p)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no grouping that is known tells %s %g bits about %s", map[frontier.Aim]string{frontier.AimLeak: "at most", frontier.AimAlso: "at least"}[s.Aim], limit, s.Name)
	}
	better := func(old, offered candidate) (candidate, bool) {
		saved := target.Cost(s.Aim, old.s) - target.Cost(s.Aim, offered.s)
		if saved > pareto.Tolerance || saved >= -pareto.Tolerance && offered.Assignment < old.Assignment {
			return offered, true
		}
		return old, false
	}
	var set pareto.Set[candidate]
	for _, c := range all {
		set.Add(c.H, c.I, c, better)
	}
	search := f.Search
	search.Runs, search.Status, search.Resolution = nil, frontier.StatusConverged, s.Width[0]
	if s.Exact {
		search.Status, search.Method = frontier.StatusComplete, exactMethod(f.Problem.N, search.Order)
	}
	entries := make([]frontier.Entry, 0, set.Len())
	for p := range set.All() {
		e := p.Payload.Entry
		e.H, e.I = p.H, p.I
		entries = append(entries, e)
	}
	g, err := frontier.New(f.Problem, search, entries)
	if err != nil {
		return nil, err
	}
	layers := frontier.Layers{Exact: s.Exact}
	for _, c := range all {
		layers.Entries = append(layers.Entries, c.Entry)
	}
	if g, err = g.WithLayers(layers); err != nil {
		return nil, err
	}
	if g, err = withBest(g, s.Exact); err != nil {
		return nil, err
	}
	of := *s
	of.Limit = &limit
	g.Second, g.Evidence, g.Soft, g.Ceiling = &of, f.Evidence, f.Soft, f.Ceiling
	return g, nil
}

// candidate is a clustering with its I(Z;S).
type candidate struct {
	frontier.Entry
	s float64
}

// withBest returns the frontier with the most informative clustering of each number of clusters, from its layers.
func withBest(f *frontier.Frontier, exact bool) (*frontier.Frontier, error) {
	var best []frontier.BestEntry
	for k := range f.Problem.N {
		var last frontier.Point
		for last = range f.Layer(k + 1) {
		}
		if n := len(best); last.K > 0 && (n == 0 || last.I > best[n-1].I+pareto.Tolerance) {
			best = append(best, frontier.BestEntry{Entry: last.Entry(), Exact: exact})
		}
	}
	return f.WithBest(max(f.Problem.N, 1), best)
}

// exactMethod returns the name of a method that goes over all clusterings.
func exactMethod(n int, order string) string {
	switch {
	case order != "":
		return "intervals"
	case n <= enumerated:
		return "enumeration"
	}
	return "dp"
}

// Matches returns an error if the second variable of a frontier is not that of a table of X and S.
func Matches(f *frontier.Frontier, s *joint.Joint) error {
	if f.Second == nil {
		return errNone
	}
	given, is := f.Second.Cells, problem.DIB(s).Describe()
	switch {
	case s.Rows() != f.Problem.N || s.Cols() != len(f.Second.Labels):
		return fmt.Errorf("the second variable is of %d x %d values, and the table has %d x %d", f.Problem.N, len(f.Second.Labels), s.Rows(), s.Cols())
	case is.Cells == nil || len(is.Cells.X) != len(given.X):
		return fmt.Errorf("the table of the second variable has %d cells, and the file has %d", s.NonZero(), len(given.X))
	}
	weight := make(map[[2]string]float64, len(given.X))
	for k, v := range given.Weight {
		weight[[2]string{f.Problem.XLabels[given.X[k]], f.Second.Labels[given.Y[k]]}] = v
	}
	for k, v := range is.Cells.Weight {
		x, label := is.XLabels[is.Cells.X[k]], is.YLabels[is.Cells.Y[k]]
		if w, ok := weight[[2]string{x, label}]; !ok || w != v {
			return fmt.Errorf("the second variable has the cell of %q and %q as %g, and it is %g in the table", x, label, w, v)
		}
	}
	return nil
}

var errNone = errors.New("the frontier has no second variable: map it with one")
