package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/checker"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

const (
	// subsetRows is the number of rows up to which dynamic programming over all sets of
	// rows is run to check a frontier.
	subsetRows = 16
)

// subsets compares a certified frontier, from where it is complete, with what dynamic
// programming finds. That shares no code with the certificate.
func (f *findings) subsets(ctx context.Context, of problem.Problem) error {
	p, err := f.linked(of)
	if err != nil || p.Traits().Cluster == nil || f.frontier.Len() == 0 {
		return err
	}
	r, err := program.Subsets(ctx, p, method.Options{Workers: f.workers})
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if r.Frontier.Search.Status != frontier.StatusComplete {
		return nil // it ran out of memory
	}
	from := f.frontier.Certificate.CompleteFromH
	lowest, _ := f.frontier.Within(from)
	for p := range r.Frontier.All() {
		if (p.H >= from || p.I > lowest.I+checker.Tolerance) && f.beaten(p.H, p.I) {
			f.fail("dynamic programming finds a grouping with h %.9f, i %.9f, which beats the frontier", p.H, p.I)
			return nil
		}
	}
	f.says.Subsets = true
	return nil
}

// beaten reports whether a point is better than the frontier by more than the tolerance: no point of the frontier
// matches it in both h and i.
func (f *findings) beaten(h, i float64) bool {
	p, ok := f.frontier.Within(h + (checker.Tolerance - pareto.Tolerance)) // which adds the latter
	return !ok || i > p.I+checker.Tolerance
}

// claimed checks the claim of a frontier without a certificate to be complete, by solving
// the problem again, and returns the result of the verification.
func (f *findings) claimed(ctx context.Context, p problem.Problem) (*Verification, error) {
	s := &f.frontier.Search
	if s.Status != frontier.StatusComplete || !f.says.OK() || f.limited() {
		return f.done(), nil
	}
	claim := *s
	for _, run := range s.Runs { // a union is complete if one of its runs over the same groupings is
		if run.Status == frontier.StatusComplete && run.Order == s.Order {
			claim.Method = run.Method
		}
	}
	var r *search.Result
	p, limits, err := f.constrained(p)
	if err == nil {
		r, err = f.again(ctx, p, claim, limits, f.workers)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: its problem cannot be solved again: %w", ErrUnverifiable, err)
	case r == nil || r.Frontier.Search.Status != frontier.StatusComplete:
		f.says.Unchecked = append(f.says.Unchecked, fmt.Sprintf("that nothing is missing, which the file claims by %q: it has no certificate, and is too large to be solved again", claim.Method))
	default:
		f.compareSolved(r.Frontier)
	}
	return f.done(), nil
}

// limited reports whether the points are those of a limit on a second variable, which are checked by its clusterings.
func (f *findings) limited() bool { return f.frontier.Second != nil && f.frontier.Second.Limit != nil }

// constrained returns a problem of the table under the constraints of the frontier.
func (f *findings) constrained(p problem.Problem) (problem.Problem, problem.Limits, error) {
	c := &f.frontier.Problem.Constraints
	limits := problem.Limits{MinMass: c.MinMass, MaxClusters: c.MaxClusters, Monotone: c.Monotone}
	row := partition.Ranks(f.place) // of every row of the frontier, that of the table
	for _, pair := range c.CannotLink {
		limits.CannotLink = append(limits.CannotLink, [2]int{row[f.index[pair[0]]], row[f.index[pair[1]]]})
	}
	for _, label := range c.Alone {
		limits.Alone = append(limits.Alone, row[f.index[label]])
	}
	p, err := f.linked(p)
	return p, limits, err
}

// linked returns the problem with the links of the constraints.
func (f *findings) linked(p problem.Problem) (problem.Problem, error) {
	together := f.links()
	if together.K() == p.Rows() { // no rows are linked, or the problem is that with the links
		return p, nil
	}
	link := p.Traits().Link
	if link == nil {
		return nil, errors.New("rows of this problem cannot be linked")
	}
	return link(together), nil
}

// links returns which rows of the table the constraints link, directly or through other rows.
func (f *findings) links() partition.Partition {
	row := partition.Ranks(f.place) // of every row of the frontier, that of the table
	var pairs [][2]int
	for _, pair := range f.frontier.Problem.Constraints.MustLink {
		pairs = append(pairs, [2]int{row[f.index[pair[0]]], row[f.index[pair[1]]]})
	}
	return method.Linked(len(f.place), pairs)
}

// compareSolved compares the frontier with the whole one, found again. Points must agree bit by bit, and in the
// number of ties. They must only be in the same cells where the clustering kept at a tie may differ: in a union,
// and after programs that do not know which clustering has the smallest string.
func (f *findings) compareSolved(again *frontier.Frontier) {
	union := len(f.frontier.Search.Runs) > 0
	counted := again.Search.Method == "counted" // which does not count ties
	loose := union || counted || again.Search.Method == "orbits"
	if n := again.Len(); n != f.frontier.Len() {
		f.fail("the problem, solved again, has %d points, and the file has %d", n, f.frontier.Len())
		return
	}
	for k := range again.Len() {
		given, is := f.frontier.At(k), again.At(k)
		switch {
		case (given.H != is.H || given.I != is.I) && !(loose && near(given.H, is.H) && near(given.I, is.I)):
			f.fail("point %d is at h %.12g, i %.12g, and the problem, solved again, has h %.12g, i %.12g", k, given.H, given.I, is.H, is.I)
			return
		case given.Ties != is.Ties && !union && !counted && again.Certificate == nil: // a proof counts the ties that it meets
			f.fail("point %d is given with %d ties, and has %d", k, given.Ties, is.Ties)
		}
	}
	f.says.Subsets = true
}
