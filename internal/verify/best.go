package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/problem"
)

const (
	// setRows is the number of rows up to which the best clusterings are found again by a
	// dynamic program over all sets, where another method is not better.
	setRows = 20
	// runSteps is the number of steps, each about as long as an addition, that finding again the
	// best clusterings into runs may take.
	runSteps = method.DefaultEffort
)

// mostInformative checks the best clusterings that the frontier calls exact: no allowed clustering with the same
// number of clusters may have a larger i. This always holds for one cluster, for all rows, and for all information.
// For the others the largest i of every number of clusters is computed again. It checks the layers, too.
func (f *findings) mostInformative(ctx context.Context, p problem.Problem) error {
	if !f.says.OK() || f.limited() {
		return nil // the values may be wrong
	}
	if err := f.layers(ctx, p); err != nil {
		return err
	}
	p, limits, err := f.constrained(p)
	if err != nil {
		return fmt.Errorf("%w: its problem cannot be posed again: %w", ErrUnverifiable, err)
	}
	all, bounded := method.Finest(p)
	if !bounded {
		all = math.Inf(1)
	}
	if err := f.gaps(ctx, p, all); err != nil {
		return err
	}
	var open []frontier.Point
	for best := range f.frontier.Best() {
		switch {
		case !best.Exact:
		case best.K == 1 || best.K == p.Rows() || best.I >= all-pareto.Tolerance:
			f.says.Solved++
		default:
			open = append(open, best)
		}
	}
	if len(open) == 0 {
		return nil
	}
	largest := min(f.frontier.BestUpTo(), p.Rows()) // as what is exact for some numbers of clusters is so for all
	if limits.MaxClusters > 0 {
		largest = min(largest, limits.MaxClusters)
	}
	most, err := f.largest(ctx, p, limits, largest)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w: its best clusterings cannot be found again: %w", ErrUnverifiable, err)
	case most == nil:
		numbers := lists.Map(open, func(best frontier.Point) string { return fmt.Sprint(best.K) })
		f.says.Unchecked = append(f.says.Unchecked, fmt.Sprintf(
			"that no groupings of %s clusters tell more than those in the file, which it claims: finding the best ones again is too much work",
			strings.Join(numbers, ", ")))
		return nil
	}
	more := pareto.Tolerance
	if len(f.frontier.Search.Runs) > 0 {
		more *= 2 // a union may have another clustering of the same cell
	}
	for _, best := range open {
		if is := most[best.K]; is > best.I+more || !(is >= best.I-samePoint) {
			f.fail("%s has i %.12g and is given as exact, and the largest one is %.12g", name(best), best.I, is)
			continue
		}
		f.says.Solved++
	}
	f.lacking(most, more)
	return nil
}

// lacking reports a number of clusters that a list with exact entries does not have, although the largest i for this
// number is above the i of all entries of fewer clusters.
func (f *findings) lacking(most []float64, more float64) {
	last, next := 0.0, 1
	check := func(to int) {
		for k := next; k < to; k++ {
			if most[k] > last+2*more {
				f.fail("the best of k has no grouping of %d clusters, and one has i %.12g, where the best one of fewer clusters has %.12g", k, most[k], last)
				return
			}
		}
	}
	for best := range f.frontier.Best() {
		check(min(best.K, len(most)))
		last, next = best.I, best.K+1
	}
	check(len(most))
}

// gaps reports the first number of clusters that is missing from the list although taking a row out of a cluster of
// the best clustering with fewer clusters increases i. It applies to searches of all clusterings where merging rows
// loses information. Other searches may find nothing for a number of clusters.
func (f *findings) gaps(ctx context.Context, p problem.Problem, all float64) error {
	if math.IsInf(all, 1) || f.frontier.Search.Order != "" || !f.frontier.Problem.Constraints.IsZero() {
		return nil
	}
	evaluator, labels := p.Evaluators(1, 0)[0], p.Describe().XLabels
	last := frontier.Point{K: 0}
	split := func(to int) error {
		if last.K == 0 || last.K+1 >= to || last.I >= all-pareto.Tolerance || ctx.Err() != nil {
			return ctx.Err()
		}
		rows, err := asRows(p, f.partition(last.Assignment()), labels)
		if err == nil && archive.Split(evaluator, rows, last.I) {
			f.fail("the best of k has no grouping of %d clusters, and one that tells more than the best one of fewer clusters is found by taking a row out of a cluster", last.K+1)
		}
		return err
	}
	for best := range f.frontier.Best() {
		if err := split(best.K); err != nil || !f.says.OK() {
			return err
		}
		last = best
	}
	return split(min(f.frontier.BestUpTo(), p.Rows()) + 1)
}

// largest returns the largest i of the clusterings of every number of clusters up to a given
// one: of k clusters at k, and -Inf if there is none. It is nil if that is too much work.
func (f *findings) largest(ctx context.Context, p problem.Problem, limits problem.Limits, upTo int) ([]float64, error) {
	t := p.Traits()
	if t.Cluster == nil {
		return nil, nil
	}
	limits.MaxClusters = upTo
	n := p.Rows()
	var rows []int
	switch order := method.Order(f.frontier.Search.Order); {
	case order != "":
		if order != method.Linear && order != method.Circular {
			return nil, nil // which is said of the search
		}
		var err error
		if rows, err = program.Neighbours(p, order, limits.Alone); err != nil {
			return nil, err
		}
	case n <= subsetRows:
	case limits.AllowAnyCluster() && t.InformativeLine != nil:
		rows = t.InformativeLine()
	}
	switch {
	case rows != nil:
		return largestOfRuns(ctx, p, limits, rows, f.frontier.Search.Order == string(method.Circular), upTo)
	case n <= setRows:
		return f.largestOfSets(ctx, p, limits, upTo)
	}
	return nil, nil
}

// largestOfSets returns the result of largest by a dynamic program over all sets of rows.
func (f *findings) largestOfSets(ctx context.Context, p problem.Problem, limits problem.Limits, upTo int) ([]float64, error) {
	opts, err := method.WithDefaults(method.Options{Workers: f.workers, Limits: limits})
	if err != nil {
		return nil, err
	}
	sums, err := program.Largest(ctx, p, opts, upTo)
	if err != nil {
		return nil, err
	}
	return totals(p.Traits(), sums, upTo), nil
}

// totals returns the i of sums for one cluster, two, ..., at the number of clusters.
func totals(t problem.Traits, sums []float64, upTo int) []float64 {
	most := make([]float64, upTo+1)
	for k := range most {
		if most[k] = math.Inf(-1); k >= 1 && k <= len(sums) && !math.IsInf(sums[k-1], -1) {
			most[k] = t.Total(problem.Point{I: sums[k-1]}).I
		}
	}
	return most
}

// largestOfRuns returns the result of largest over the clusterings into runs of neighbouring rows,
// for a circle or not. It is nil if that takes too many steps.
func largestOfRuns(ctx context.Context, p problem.Problem, limits problem.Limits, rows []int, circle bool, upTo int) ([]float64, error) {
	n := len(rows)
	cuts := 1
	if circle {
		cuts = n
	}
	if float64(n)*float64(n)*float64(cuts)*float64(upTo) > runSteps || limits.MinMass > 0 && n > 1<<10 || len(limits.CannotLink) > 0 && n > 1<<8 {
		return nil, nil
	}
	limit := limiter.New
	if !circle {
		limit = limiter.Ordered
	}
	allowed, err := limit(p, limits)
	if err != nil {
		return nil, err
	}
	if phases := allowed.Trend().Phases(); float64(n*n)*float64(n*phases)*float64(upTo)/6 > runSteps {
		return nil, nil
	}
	sums := slices.Repeat([]float64{math.Inf(-1)}, upTo)
	t := p.Traits()
	lone, base := program.Alone(t, p.Rows(), allowed)
	alone := len(lone)
	if upTo -= alone; upTo < 1 || n == 0 {
		return nil, nil
	}
	r := &runner{set: t.Cluster, limits: allowed, rows: append(rows[:n:n], rows[:n-1]...), n: n, upTo: upTo}
	for first := range cuts {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// A circle is cut before a row at which a run begins.
		line := r.line
		if allowed.Trend() != nil {
			line = r.trended
		}
		for k, i := range line(first, circle) {
			sums[alone+k] = max(sums[alone+k], base.I+i)
		}
	}
	if r.invalid {
		return nil, errors.New("a cluster has no valid cost")
	}
	return totals(t, sums, upTo+alone), nil
}

// runner finds the largest sums of i for runs of neighbouring rows.
type runner struct {
	set     func() problem.Cluster
	limits  *limiter.Limiter
	rows    []int // the problem's, twice, but for the last one
	n, upTo int
	kept    [][]float64 // of a circle, the costs of the runs from every row
	invalid bool
}

// costs returns the i of the runs from a row: of one row, two, and so on. It is -Inf if a run is not allowed.
func (r *runner) costs(from, length int) []float64 {
	list := make([]float64, length)
	run := r.set()
	for l := range list {
		run.Add(r.rows[from+l])
		at := run.Cost()
		r.invalid = r.invalid || !at.Valid()
		if list[l] = at.I; !r.limits.Allows(r.rows[from : from+l+1]) {
			list[l] = math.Inf(-1)
		}
	}
	return list
}

// line returns the largest sums for one run, two, ..., of the n rows from row first on.
func (r *runner) line(first int, circle bool) []float64 {
	if circle && r.kept == nil { // all cuts need them, and there are few rows
		for from := range r.n {
			r.kept = append(r.kept, r.costs(from, r.n))
		}
	}
	best := make([][]float64, r.n+1) // of the rows before one, for every number of runs
	for end := range best {
		best[end] = slices.Repeat([]float64{math.Inf(-1)}, min(end, r.upTo)+1)
	}
	best[0][0] = 0
	for begin := range r.n {
		var costs []float64
		if circle {
			costs = r.kept[(first+begin)%r.n][:r.n-begin]
		} else {
			costs = r.costs(begin, r.n-begin)
		}
		for l, cost := range costs {
			to := best[begin+l+1][1:]
			for k, i := range best[begin][:min(len(to), len(best[begin]))] {
				to[k] = max(to[k], i+cost)
			}
		}
		best[begin] = nil
	}
	return best[r.n][1:]
}
