package verify

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// maxFailures is the number of failures that are listed.
const maxFailures = 8

// ErrUnverifiable is wrapped by errors that say why a frontier cannot be verified: it
// is of another table, or does not contain the clusterings.
var ErrUnverifiable = errors.New("cannot be verified")

// Verification is the result of [Verify] or [Recompute].
type Verification struct {
	// Points is the number of points that were computed anew, and Best the number of best clusterings for each
	// number of clusters.
	Points, Best int
	// PerK is the number of other clusterings of the layers, which were computed anew, too, and PerKSolved says whether
	// layers that the frontier calls exact were found again.
	PerK       int
	PerKSolved bool
	// Followed is the number of points and best clusterings that were computed from the changes between them, and
	// Sampled the number of these that were also computed from scratch. All others were computed from scratch.
	Followed, Sampled int
	// Solved is the number of best clusterings that the frontier calls exact and that were confirmed: no clustering
	// with the same number of clusters has a larger i.
	Solved int
	// Certified says whether the frontier has a certificate. Complete and CompleteFromH
	// are what the certificate says.
	Certified     bool
	Complete      bool
	CompleteFromH float64
	// Clusters is the number of clusters if all were checked, and 0 if they were listed by branch and bound, or if a part
	// of the certificate is Unchecked.
	Clusters int64
	// Columns is the number of clusters that a better clustering could contain, summed over the edges.
	Columns int64
	// Subsets says whether the problem was solved again, by dynamic programming or enumeration, and no better
	// points were found.
	Subsets bool
	// Soft is the number of points of a certified curve of soft encoders, all of which were checked.
	Soft int
	// Second is the number of clusterings of a second variable, all of which were computed anew, and SecondSolved says
	// whether they were found again.
	Second       int
	SecondSolved bool
	// Unchecked names the claims of the frontier that could not be checked.
	Unchecked []string
	// Failures lists the reasons to reject the frontier, one line each. It is empty if
	// everything that was checked is right.
	Failures []string
}

// OK reports whether all checks succeeded.
func (v *Verification) OK() bool { return len(v.Failures) == 0 }

// findings is what [Verify] and [Recompute] share: the frontier, the checks of its points, and what was found so far.
type findings struct {
	frontier *frontier.Frontier
	index    map[string]int // of every label, its row in the frontier
	place    []int          // of every row of the table, its row in the frontier
	workers  int
	again    Solver
	says     Verification
}

// Solver finds a frontier again by the method that a search claims, under limits. The result is nil if that is not
// possible or too much work.
type Solver func(ctx context.Context, p problem.Problem, claim frontier.Search, limits problem.Limits, workers int) (*search.Result, error)

// fail adds a reason to reject the frontier.
func (f *findings) fail(format string, args ...any) {
	f.says.Failures = append(f.says.Failures, fmt.Sprintf(format, args...))
}

// done returns the result, with at most maxFailures failures.
func (f *findings) done() *Verification {
	if n := len(f.says.Failures); n > maxFailures {
		f.says.Failures = append(f.says.Failures[:maxFailures], fmt.Sprintf("and %d more", n-maxFailures))
	}
	return &f.says
}

// match checks that the frontier is of the described problem and contains clusterings. It sets index and place.
func (f *findings) match(is *frontier.Problem) error {
	p := &f.frontier.Problem
	switch {
	case p.N == 0:
		return errors.New("the file contains points only, without the table that they are of: use JSON, Parquet or npz")
	case p.Kind != is.Kind:
		return fmt.Errorf("the objectives are of kind %q, and not %s", p.Kind, is.Kind)
	case p.N != is.N || p.M != is.M:
		return fmt.Errorf("the frontier is of another table: of %d x %d, and this one has %d x %d", p.N, p.M, is.N, is.M)
	}
	f.index = make(map[string]int, p.N)
	for x, label := range p.XLabels {
		f.index[label] = x
	}
	for _, label := range is.XLabels {
		x, ok := f.index[label]
		if !ok {
			return fmt.Errorf("the frontier is of another table: it has no row %q", label)
		}
		f.place = append(f.place, x)
	}
	if p.Source.SHA256 != is.Source.SHA256 {
		return errors.New("the frontier is of another table: the rows have the same labels, but not the same content (source.sha256)")
	}
	for k := range f.frontier.Len() {
		if !f.frontier.At(k).Known() {
			return fmt.Errorf("point %d has no clustering: use a file with the clusterings", k)
		}
	}
	return nil
}

// points checks what the frontier says of its problem and search, and every point and best clustering: it must have
// the values, bit by bit, that compute returns for its clustering of the table's rows, or an error that says what is
// wrong with it. Thousands of points in a tree are computed from its changes, and a sample of them by compute, too.
func (f *findings) points(ctx context.Context, of problem.Problem, is *frontier.Problem, compute func(worker int, p partition.Partition) (problem.Point, error)) error {
	f.described(is)
	f.searched()
	f.says.Points = f.frontier.Len()
	given := slices.Collect(f.all())
	f.says.PerK = count(off(given))
	f.says.Best = len(given) - f.says.Points - f.says.PerK
	points, wrong := make([]problem.Point, len(given)), make([]error, len(given))
	followed, err := f.followed(ctx, of, given, points)
	if err != nil {
		return err
	}
	sample := sampled(followed)
	f.says.Followed, f.says.Sampled = count(followed), count(sample)
	err = pool.Each(ctx, f.workers, len(given), func(worker, k int) error {
		if followed[k] && !sample[k] {
			return nil
		}
		var at problem.Point
		at, wrong[k] = compute(worker, f.partition(given[k].Assignment()))
		if followed[k] && wrong[k] == nil && at != points[k] {
			wrong[k] = differ(at, points[k])
		}
		points[k] = at
		return nil
	})
	if err != nil {
		return err
	}
	f.compare(given, points, wrong)
	return nil
}

// differ is the error of a clustering whose point differs between two computations.
func differ(a, b problem.Point) error {
	return fmt.Errorf("a point on which two computations differ: h %.12g and %.12g, i %.12g and %.12g", a.H, b.H, a.I, b.I)
}

// compare compares the given points and best clusterings with the computed points and errors.
func (f *findings) compare(given []frontier.Point, points []problem.Point, wrong []error) {
	seen := make(map[any]int, len(points)) // by digest: the clusterings may take gigabytes
	for k, at := range points {
		point := given[k]
		if wrong[k] != nil {
			f.fail("%s has %v", name(point), wrong[k])
			continue
		}
		f.same("h of "+name(point), point.H, at.H)
		f.same("i of "+name(point), point.I, at.I)
		if point.Best {
			continue // which may be on the frontier
		}
		digest := digestOf(point)
		if before, ok := seen[digest]; ok {
			f.fail("%s and %s are one clustering", name(given[before]), name(point))
		}
		seen[digest] = k
	}
}

// digestOf returns a digest of the clustering of a point, which is equal for equal clusterings
// that are both in trees, or both not.
func digestOf(p frontier.Point) any {
	if e := p.Entry(); e.Tree != nil {
		return e.Tree.Digest(e.Member)
	}
	return sha256.Sum256([]byte(p.Packed()))
}

// name names a point, or a best clustering, in a failure.
func name(p frontier.Point) string {
	switch {
	case p.Best:
		return fmt.Sprintf("the best clustering of %d", p.K)
	case p.Index < 0:
		return fmt.Sprintf("a clustering of %d that is not on the frontier", p.K)
	}
	return fmt.Sprintf("point %d", p.Index)
}

// off says which points are of layers and not on the frontier.
func off(points []frontier.Point) []bool {
	return lists.Map(points, func(p frontier.Point) bool { return p.Index < 0 && !p.Best })
}

// all returns the points of the frontier, then the best clusterings, and then the layers without the points.
func (f *findings) all() iter.Seq[frontier.Point] {
	return func(yield func(frontier.Point) bool) {
		for _, list := range []iter.Seq[frontier.Point]{f.frontier.All(), f.frontier.Best()} {
			for p := range list {
				if !yield(p) {
					return
				}
			}
		}
		if f.frontier.Layers() == nil {
			return
		}
		for k := range f.frontier.Problem.N {
			for p := range f.frontier.Layer(k + 1) {
				if p.Index < 0 && !yield(p) {
					return
				}
			}
		}
	}
}

// same compares two numbers bit by bit.
func (f *findings) same(what string, given, is float64) {
	if given != is {
		f.fail("%s is given as %v, and is %v", what, given, is)
	}
}

// partition returns an assignment of the frontier with the rows in the order of the table.
func (f *findings) partition(a partition.Partition) partition.Partition {
	p := make(partition.Partition, len(a))
	for x, at := range f.place {
		p[x] = a[at]
	}
	p.Renumber(make([]int, len(p)))
	return p
}

// constraints checks that every clustering satisfies the constraints of the frontier.
// masses are the probabilities of the rows of the table, nil if they have none. The
// error wraps [ErrUnverifiable] if a constraint cannot be checked, or is the context's.
func (f *findings) constraints(ctx context.Context, of problem.Problem, masses []float64) error {
	c := &f.frontier.Problem.Constraints
	switch {
	case c.MinMass > 0 && masses == nil:
		return fmt.Errorf("%w: its clusters have a least mass, and the rows of this problem have none", ErrUnverifiable)
	case c.IsZero():
		return nil
	}
	limits, points := f.limits(masses), slices.Collect(f.all())
	if err := f.trend(limits, of); err != nil {
		return err
	}
	found := make([]keeper, len(points))
	labels := make([]partition.Partition, f.workers)
	err := pool.Each(ctx, f.workers, len(points), func(worker, k int) error {
		if labels[worker] == nil {
			labels[worker] = make(partition.Partition, len(f.place))
		}
		points[k].Unpack(labels[worker])
		found[k] = keeper{findings: f, point: points[k], labels: labels[worker]}
		found[k].check(limits)
		found[k].labels = nil
		return nil
	})
	for k := range found {
		f.says.Failures = append(f.says.Failures, found[k].failures...)
	}
	return err
}
