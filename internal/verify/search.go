package verify

import (
	"reflect"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// searched checks the frontier's record of the search as far as it follows from the points. The numbers of
// evaluations and rounds, the seed and the time are not checked.
func (f *findings) searched() {
	s := &f.frontier.Search
	if s.Order != "" {
		f.contiguous(method.Order(s.Order))
	}
	if s.Status == frontier.StatusComplete && s.Resolution != 0 {
		f.fail("the search is complete, and has the resolution %g", s.Resolution)
	}
	if c := f.frontier.Certificate; (c == nil || !c.Complete) && s.Status == frontier.StatusComplete && s.WithoutProof().Status != frontier.StatusComplete {
		f.fail("the search is complete, and nothing says why: no complete certificate, and the method %q may miss groupings", s.Method)
	}
	if c := f.frontier.Certificate; c != nil && c.Complete && s.Status != frontier.StatusComplete && len(s.Runs) == 0 {
		f.fail("the certificate is complete, and the status of the search is %q", s.Status)
	}
	var cells pareto.Set[int]
	for k := range f.frontier.Len() {
		p := f.frontier.At(k)
		if old, ok := cells.Find(p.H, p.I); ok {
			f.fail("points %d and %d tie", old, k)
		} else if cells.Compare(p.H, p.I) == pareto.Dominated {
			f.fail("point %d is dominated", k)
		}
		cells.Add(p.H, p.I, k, nil)
	}
	if cells.Len() < f.frontier.Len() && f.says.OK() {
		f.fail("some points dominate others: %d of %d are optimal", cells.Len(), f.frontier.Len())
	}
	f.listed()
	if len(s.Runs) > 0 {
		f.united()
	}
}

// listed checks that the best clusterings have increasing i, and that no point of the frontier with the same number
// of clusters has the same i at a lower h. (The type Frontier excludes points that exceed the i of its list.)
func (f *findings) listed() {
	var last pareto.Set[struct{}]
	for p := range f.frontier.Best() {
		if last.Compare(0, p.I) == pareto.Tied {
			f.fail("%s tells no more than one of fewer clusters", name(p))
		}
		last.Add(0, p.I, struct{}{}, nil)
		var best pareto.Set[struct{}]
		best.Add(p.H, p.I, struct{}{}, nil)
		for q := range f.frontier.All() {
			if q.K == p.K && best.Compare(p.H, q.I) == pareto.Tied && best.Compare(q.H, p.I) == pareto.Optimal {
				f.fail("%s tells as much as point %d, which has a smaller h", name(p), q.Index)
			}
		}
	}
}

// united checks that the record of a union follows from its runs.
func (f *findings) united() {
	if len(f.frontier.Search.Runs) == 1 {
		f.fail("the search is a union of one run")
		return
	}
	again, err := union.Of(f.frontier)
	if err != nil {
		f.fail("it is no union: %v", err)
		return
	}
	given, is := f.frontier.Search, again.Search
	if f.frontier.Certificate != nil || given.Status == frontier.StatusComplete {
		is.Status = given.Status // a run that is recorded does not say what was proved of it
	}
	if !reflect.DeepEqual(given, is) {
		f.fail("the record of the search is not that of a union of its runs")
	}
}

// contiguous checks that all clusterings consist of contiguous runs of rows in the order of the table, which must
// be the file's order.
func (f *findings) contiguous(order method.Order) {
	if order != method.Linear && order != method.Circular {
		f.fail("there is no order %q", string(order))
		return
	}
	if !slices.IsSorted(f.place) {
		f.fail("the rows stand in another order than in the table, and the order is given as %s", string(order))
		return
	}
	alone := f.frontier.Problem.Constraints.Alone
	for p := range f.all() {
		var a partition.Partition // of the rows that are not alone
		for x, c := range p.Assignment() {
			if !slices.Contains(alone, f.frontier.Problem.XLabels[x]) {
				a = append(a, c)
			}
		}
		a.Renumber(make([]int, f.frontier.Problem.N+1))
		if runsIn(a, order == method.Circular) > a.K() {
			f.fail("%s has groups that are not contiguous, and the order is given as %s", name(p), string(order))
			return
		}
	}
}

// runsIn returns the number of runs of equal labels. In a circle the first run continues the
// last if both have one label.
func runsIn(a partition.Partition, circle bool) int {
	runs := 0
	for x := range a {
		if x == 0 || a[x] != a[x-1] {
			runs++
		}
	}
	if circle && runs > 1 && a[0] == a[len(a)-1] {
		runs--
	}
	return runs
}
