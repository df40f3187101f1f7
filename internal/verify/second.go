package verify

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/second"
)

// second checks what the frontier says about a second variable S: h and i of every clustering by the table of X and Y, s by
// the cells of X and S in the frontier, all constraints, and that none dominates another. If no clustering is missing,
// the clusterings are found again. With a limit on s, the frontier must be what package second makes of them.
func (f *findings) second(ctx context.Context, dib problem.Problem) error {
	s := f.frontier.Second
	if s == nil || !f.says.OK() {
		return nil
	}
	if s.Cells == nil {
		f.says.Unchecked = append(f.says.Unchecked, fmt.Sprintf("what groupings tell about %s: the file has no table of it", s.Name))
		return nil
	}
	table, err := tableOfSecond(s, f.frontier.Problem.XLabels)
	if err != nil {
		f.fail("second.cells are no table of all values of X: %v", err)
		return nil
	}
	same := f.same
	if _, counts := table.Samples(); !counts { // probabilities are rounded
		same = func(what string, given, is float64) {
			if !near(given, is) {
				f.same(what, given, is)
			}
		}
	}
	same("second.hs", s.H, table.HY())
	same("second.ixs", s.I, table.IXY())
	p, limits, err := f.constrained(dib)
	if err != nil {
		return fmt.Errorf("%w: its problem cannot be posed again: %w", ErrUnverifiable, err)
	}
	allows, err := limiter.Ordered(p, limits)
	if err != nil {
		return fmt.Errorf("%w: its problem cannot be posed again: %w", ErrUnverifiable, err)
	}
	of := problem.DIB(table)
	forY, forS := dib.Evaluators(f.workers, 0), of.Evaluators(f.workers, 0)
	labels := dib.Describe().XLabels
	at, atS, wrong := make([]problem.Point, len(s.Entries)), make([]float64, len(s.Entries)), make([]error, len(s.Entries))
	err = pool.Each(ctx, f.workers, len(s.Entries), func(worker, k int) error {
		given := make(partition.Partition, len(labels))
		s.Entries[k].Assignment.Unpack(given)
		clustering := f.partition(given)
		rows, err := asRows(dib, clustering, labels)
		if err == nil {
			at[k] = forY[worker].Load(rows)
			if rows, err = asRows(p, clustering, labels); err == nil && !allows.Keeps(rows) {
				err = errors.New("a clustering that the constraints do not allow")
			}
		}
		if err == nil {
			if rows, err = asRows(of, given, f.frontier.Problem.XLabels); err == nil {
				atS[k] = forS[worker].Load(rows).I
			}
		}
		wrong[k] = err
		return nil
	})
	if err != nil {
		return err
	}
	sets := make([]pareto3.Set[struct{}], f.frontier.Problem.N+1)
	for k := range s.Entries {
		e := &s.Entries[k]
		name := fmt.Sprintf("second.points[%d]", k)
		if wrong[k] != nil {
			f.fail("%s has %v", name, wrong[k])
			continue
		}
		f.same("h of "+name, e.H, at[k].H)
		f.same("i of "+name, e.I, at[k].I)
		same("s of "+name, e.S, atS[k])
		if sets[e.K].Add(pareto3.Vector{H: e.H, I: e.I, S: -target.Cost(s.Aim, e.S)}, struct{}{}, nil) != pareto.Optimal {
			f.fail("%s is dominated by another point with the same number of clusters, or ties with it", name)
		}
	}
	kept := 0
	for k := range sets {
		kept += sets[k].Len()
	}
	if f.says.Second = len(s.Entries); f.says.OK() && kept < len(s.Entries) {
		f.fail("%d of the %d clusterings of the second variable are dominated by others with as many clusters", len(s.Entries)-kept, len(s.Entries))
	}
	return f.secondAgain(ctx, p, table, limits)
}

// tableOfSecond returns the table of X and S.
func tableOfSecond(s *frontier.Second, labels []string) (*joint.Joint, error) {
	cells := make([]joint.Cell, len(s.Cells.Weight))
	for k, v := range s.Cells.Weight {
		cells[k] = joint.Cell{X: int32(s.Cells.X[k]), Y: int32(s.Cells.Y[k]), Value: v}
	}
	table, err := joint.New(labels, s.Labels, cells)
	if err == nil && (table.Rows() != len(labels) || table.Cols() != len(s.Labels)) {
		err = errors.New("a value has no mass")
	}
	return table, err
}

// within checks that all points and the best of k keep the limit on the second variable.
func (f *findings) within(s *frontier.Second) {
	for _, list := range []iter.Seq[frontier.Point]{f.frontier.All(), f.frontier.Best()} {
		for p := range list {
			if v, ok := p.Second(); ok && !target.Keeps(s.Aim, v, *s.Limit) {
				f.fail("a point at h %g tells %g bits about %s, and the limit is %g", p.H, v, s.Name, *s.Limit)
				return
			}
		}
	}
}

// secondAgain finds the clusterings again if none is missing, and the frontier of a limit.
func (f *findings) secondAgain(ctx context.Context, p problem.Problem, table *joint.Joint, limits problem.Limits) error {
	s := f.frontier.Second
	if !f.says.OK() {
		return nil
	}
	if s.Limit != nil {
		f.within(s)
		if g, err := second.Within(f.frontier, *s.Limit); err != nil || g.Len() != f.frontier.Len() {
			f.fail("the frontier is not what the clusterings of the second variable give for the limit of %g bits", *s.Limit)
		}
	}
	if !s.Exact {
		return nil
	}
	again, err := second.Map(ctx, p, table, second.Options{
		Name: s.Name, Aim: s.Aim, Limits: limits, Order: f.frontier.Search.Order, MaxPoints: -1, Workers: f.workers,
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w: its second variable cannot be mapped again: %w", ErrUnverifiable, err)
	case !again.Exact:
		f.says.Unchecked = append(f.says.Unchecked, "that no grouping of the second variable is missing: there are too many values to find them again")
		return nil
	case len(again.Entries) != len(s.Entries):
		f.fail("found again, the second variable has %d groupings, and the file has %d", len(again.Entries), len(s.Entries))
		return nil
	}
	for k, e := range again.Entries {
		if o := &s.Entries[k]; e.K != o.K || math.Abs(e.H-o.H) > pareto.Tolerance || math.Abs(e.I-o.I) > pareto.Tolerance || math.Abs(e.S-o.S) > pareto.Tolerance {
			f.fail("second.points[%d] is at h %.12g, i %.12g, s %.12g, and found again, at h %.12g, i %.12g, s %.12g", k, o.H, o.I, o.S, e.H, e.I, e.S)
			return nil
		}
	}
	f.says.SecondSolved = true
	return nil
}
