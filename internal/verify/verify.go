// Package verify checks frontiers and their certificates. It does not depend on package proof, which made them.
package verify

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/checker"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Verify is [exact.Verify]. again solves a problem again where a frontier claims to be complete without a certificate.
func Verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, workers int, again Solver) (*Verification, error) {
	return verify(ctx, j, f, workers, again, subsetRows)
}

// verify is [Verify] with a given number of rows up to which certificates are compared
// with what dynamic programming finds.
func verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, workers int, again Solver, most int) (*Verification, error) {
	opts, err := method.WithDefaults(method.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	dib := problem.DIB(j)
	is := dib.Describe()
	v := &findings{frontier: f, workers: opts.Workers, again: again}
	if err := v.match(&is); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if err := v.constraints(ctx, dib, is.XMass); err != nil {
		return nil, err
	}
	evaluators := dib.Evaluators(opts.Workers, 0)
	err = v.points(ctx, dib, &is, func(worker int, p partition.Partition) (at problem.Point, err error) {
		rows, err := asRows(dib, p, is.XLabels)
		if err == nil {
			at = evaluators[worker].Load(rows)
			// The evaluator belongs to the searches. This is another way to compute the point.
			if z := j.Coarsen(p); !near(at.H, z.HX()) || !near(at.I, z.IXY()) {
				err = differ(at, problem.Point{H: z.HX(), I: z.IXY()})
			}
		}
		return at, err
	})
	if err != nil {
		return nil, err
	}
	if err := v.mostInformative(ctx, dib); err != nil {
		return nil, err
	}
	if err := v.soft(ctx, j); err != nil {
		return nil, err
	}
	if err := v.second(ctx, dib); err != nil {
		return nil, err
	}
	if f.Certificate == nil {
		return v.claimed(ctx, dib)
	}
	if v.says.OK() { // a proof relies on the points
		err = v.certificate(ctx, j)
	}
	if err == nil && v.says.OK() && j.Rows() <= most {
		err = v.subsets(ctx, dib)
	}
	switch {
	case err != nil:
		return nil, err
	case !f.Certificate.Complete:
		return v.claimed(ctx, dib)
	}
	return v.done(), nil
}

// samePoint is the largest difference in bits of an h or i that is computed in two ways.
const samePoint = 1e-9

func near(a, b float64) bool { return math.Abs(a-b) <= samePoint }

// certificate has the checker check the certificate.
func (f *findings) certificate(ctx context.Context, j *joint.Joint) error {
	c := f.frontier.Certificate
	f.says.Certified, f.says.Complete, f.says.CompleteFromH = true, c.Complete, c.CompleteFromH
	if c.Tolerance != checker.Tolerance {
		f.fail("the certificate claims an accuracy of %g bit, and %g is what can be checked", c.Tolerance, checker.Tolerance)
	}
	together := f.links()
	if together.K() < 2 && j.Rows() > 1 {
		f.fail("the certificate is about rows that are all linked")
		return nil
	}
	claim, ok := f.claim(together)
	if !ok || !f.says.OK() {
		return nil
	}
	if together.K() < j.Rows() {
		j = j.Coarsen(together)
	}
	r, err := checker.Check(ctx, tableOfChecker(j), claim, f.workers)
	if err != nil {
		return err
	}
	if len(r.Unchecked) == 0 {
		f.says.Clusters, f.says.Columns = r.Clusters, r.Columns
	}
	f.says.Failures = append(f.says.Failures, r.Failures...)
	f.says.Unchecked = append(f.says.Unchecked, r.Unchecked...)
	return nil
}

// tableOfChecker returns a table as the checker takes it.
func tableOfChecker(j *joint.Joint) *checker.Table {
	t := &checker.Table{Labels: j.XLabels(), Columns: j.Cols(), Total: j.Total(), Cells: make([][]checker.Cell, j.Rows())}
	for x := range t.Cells {
		columns, masses := j.Row(x)
		for k, y := range columns {
			t.Cells[x] = append(t.Cells[x], checker.Cell{Column: int(y), Mass: masses[k]})
		}
	}
	return t
}

// claim returns the certificate as the checker takes it, for the table with linked rows merged. The dual of a
// merged row is the sum of the duals of its rows. ok is false after a failure.
func (f *findings) claim(together partition.Partition) (c *checker.Claim, ok bool) {
	given := f.frontier.Certificate
	c = &checker.Claim{Complete: given.Complete, From: -1}
	same := 0.0 // bits: a certificate's edges end at points
	if len(f.frontier.Search.Runs) > 0 {
		// The points of a union may differ from those proved within a cell of the grid.
		same, c.Loose = pareto.Tolerance, 2*pareto.Tolerance
	}
	var corners []int
	for k := range f.frontier.Len() {
		p := f.frontier.At(k)
		labels := make(partition.Partition, together.K())
		for x, label := range f.partition(p.Assignment()) {
			labels[together[x]] = label
		}
		c.Points = append(c.Points, checker.Point{Labels: labels, H: p.H, I: p.I})
		if p.Hull {
			corners = append(corners, k)
		}
		if math.Abs(p.H-given.CompleteFromH) <= same {
			c.From = k
		}
	}
	if c.From < 0 && len(corners) > 0 {
		f.fail("the certificate is complete from h %.9f on, where there is no point", given.CompleteFromH)
	}
	// Each edge joins two corners of the hull, and the next edge begins at its end.
	cornerAt := func(h float64) int {
		return slices.IndexFunc(corners, func(k int) bool { return math.Abs(f.frontier.At(k).H-h) <= same })
	}
	end := 0
	for k := range given.Edges {
		e := &given.Edges[k]
		from, to := cornerAt(e.HLo), cornerAt(e.HHi)
		if from != end || to <= from {
			f.fail("edge %d (h %.6g to %.6g) does not go from one corner of the hull to another, beginning where the one before ends", k, e.HLo, e.HHi)
			return nil, false
		}
		first, last := corners[from], corners[to]
		end = to
		if len(e.Dual) != len(f.place) {
			f.fail("edge %d (h %.6g to %.6g): the dual has %d numbers for %d rows", k, e.HLo, e.HHi, len(e.Dual), len(f.place))
			return nil, false
		}
		made := checker.Edge{
			First: first, Last: last, Certified: e.Certified, Slope: e.Slope,
			Slack: e.Slack, Budget: e.Budget, Columns: e.Columns,
		}
		made.Dual = make([]float64, together.K())
		for x, at := range f.place {
			made.Dual[together[x]] += e.Dual[at]
		}
		c.Edges = append(c.Edges, made)
	}
	if end != max(len(corners)-1, 0) {
		f.fail("the certificate's edges end before the last corner of the hull")
		return nil, false
	}
	return c, true
}

// Recompute is [exact.Recompute]. again solves a problem again where a frontier claims to be complete.
func Recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int, again Solver) (*Verification, error) {
	opts, err := method.WithDefaults(method.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	is := p.Describe()
	r := &findings{frontier: f, workers: opts.Workers, again: again}
	if err := r.match(&is); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if f.Certificate != nil {
		return nil, fmt.Errorf("%w: it has a certificate, which only tables of X and Y have, for H(Z) and I(Z;Y)", ErrUnverifiable)
	}
	if err := r.constraints(ctx, p, is.XMass); err != nil {
		return nil, err
	}
	evaluators := p.Evaluators(opts.Workers, 0)
	err = r.points(ctx, p, &is, func(worker int, c partition.Partition) (at problem.Point, err error) {
		if c, err = asRows(p, c, is.XLabels); err == nil {
			at = evaluators[worker].Load(c)
		}
		return at, err
	})
	if err == nil {
		err = r.mostInformative(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	return r.claimed(ctx, p)
}

// asRows returns a clustering of the table's rows as one of the problem's rows. The
// error names rows of two clusters that are one row of the problem.
func asRows(p problem.Problem, f partition.Partition, labels []string) (partition.Partition, error) {
	rows, first := make(partition.Partition, p.Rows()), make([]int, p.Rows())
	for x, row := range p.Place() {
		if first[row] == 0 {
			first[row], rows[row] = x+1, f[x]
		}
		if rows[row] != f[x] {
			return nil, fmt.Errorf("%q and %q in two clusters, and they are always together", labels[first[row]-1], labels[x])
		}
	}
	rows.Renumber(make([]int, len(rows)))
	return rows, nil
}
