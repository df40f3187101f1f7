package exact

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// samePoint is how far in bits the h and i that a frontier gives may be from those
// of the table, and sameMass by how much a cluster may miss the least probability.
const (
	samePoint = 1e-9
	sameMass  = 1e-11
)

// findings are what [Verify] and [Recompute] have in common: what they found of a
// frontier, and the ways to find it.
type findings struct {
	frontier *frontier.Frontier
	place    []int // in the frontier's order of rows, of every row of the table
	says     Verification
}

// maxFailures is the number of failures that are listed.
const maxFailures = 8

// fail notes why the frontier is rejected.
func (f *findings) fail(format string, args ...any) {
	f.says.Failures = append(f.says.Failures, fmt.Sprintf(format, args...))
}

// done returns what was found, with no more failures than one wants to read.
func (f *findings) done() *Verification {
	if n := len(f.says.Failures); n > maxFailures {
		f.says.Failures = append(f.says.Failures[:maxFailures], fmt.Sprintf("and %d more", n-maxFailures))
	}
	return &f.says
}

// of checks that the frontier is of a problem and has clusterings, and notes where
// the problem's rows stand in the frontier's order.
func (f *findings) of(is *frontier.Problem) error {
	p := &f.frontier.Problem
	switch {
	case p.N == 0:
		return errors.New("the file holds points only, and not what they are points of: use JSON, Parquet or npz")
	case p.Kind != is.Kind:
		return fmt.Errorf("the objectives are of kind %q, and not %s", p.Kind, is.Kind)
	case p.N != is.N || p.M != is.M:
		return fmt.Errorf("the frontier is of another table: of %d x %d, and this one has %d x %d", p.N, p.M, is.N, is.M)
	}
	at := make(map[string]int, p.N)
	for x, label := range p.XLabels {
		at[label] = x
	}
	for _, label := range is.XLabels {
		x, ok := at[label]
		if !ok {
			return fmt.Errorf("the frontier is of another table: it has no row %q", label)
		}
		f.place = append(f.place, x)
	}
	if p.Source.SHA256 != is.Source.SHA256 {
		return errors.New("the frontier is of another table: the rows have the same labels, but not the same content (source.sha256)")
	}
	for k := range f.frontier.Len() {
		if f.frontier.At(k).Assignment() == nil {
			return fmt.Errorf("point %d has no clustering, as in a CSV file: use JSON, Parquet or npz", k)
		}
	}
	return nil
}

func (f *findings) compare(what string, given, is float64) {
	if !(math.Abs(given-is) <= samePoint) {
		f.fail("%s is given as %.12g, and is %.12g", what, given, is)
	}
}

// comparePoint compares a point of the frontier with what was computed.
func (f *findings) comparePoint(k int, h, i float64) {
	point := f.frontier.At(k)
	f.compare(fmt.Sprintf("h of point %d", k), point.H, h)
	f.compare(fmt.Sprintf("i of point %d", k), point.I, i)
}

// partition returns an assignment of the frontier with the rows of the table.
func (f *findings) partition(a partition.Partition) partition.Partition {
	p := make(partition.Partition, len(a))
	for x, at := range f.place {
		p[x] = a[at]
	}
	p.Renumber(make([]int, len(p)))
	return p
}

// constraints checks that every clustering keeps the constraints that the frontier
// was found under. masses are the probabilities of the rows of the table, nil if
// they have none. The error is that of constraints that cannot be checked.
func (f *findings) constraints(masses []float64) error {
	c := &f.frontier.Problem.Constraints
	if c.MinMass > 0 && masses == nil {
		return fmt.Errorf("%w: its clusters have a least mass, and the rows of this problem have none", ErrUnverifiable)
	}
	at := make(map[string]int, len(f.place))
	for x, label := range f.frontier.Problem.XLabels {
		at[label] = x
	}
	for k := range f.frontier.Len() {
		a := f.frontier.At(k).Assignment()
		if most := c.MaxClusters; most > 0 && a.K() > most {
			f.fail("point %d has %d clusters, and max_clusters is %d", k, a.K(), most)
		}
		f.checkPairs(k, a, at, c.MustLink, true)
		f.checkPairs(k, a, at, c.CannotLink, false)
		if c.MinMass > 0 {
			f.checkMass(k, f.partition(a), masses)
		}
	}
	return nil
}

// checkPairs checks that the rows of every pair share a cluster of point k, or that
// they do not. at holds the place of every label in the assignment.
func (f *findings) checkPairs(k int, a partition.Partition, at map[string]int, pairs [][2]string, share bool) {
	for _, pair := range pairs {
		x, known := at[pair[0]]
		y, both := at[pair[1]]
		switch {
		case !known || !both:
			f.fail("the constraints are about %q and %q, and not both are rows", pair[0], pair[1])
		case share && a[x] != a[y]:
			f.fail("point %d has %q and %q in two clusters, and must_link has them in one", k, pair[0], pair[1])
		case !share && a[x] == a[y]:
			f.fail("point %d has %q and %q in one cluster, and cannot_link has them apart", k, pair[0], pair[1])
		}
	}
}

// checkMass checks that no cluster of point k is too light. masses are those of the
// rows of the table, as is the clustering.
func (f *findings) checkMass(k int, a partition.Partition, masses []float64) {
	least := f.frontier.Problem.Constraints.MinMass
	sums := make([]float64, a.K())
	for x, c := range a {
		sums[c] += masses[x]
	}
	for c, mass := range sums {
		if mass < least-sameMass {
			f.fail("point %d has a cluster of probability %.9g, that of %q, and min_mass is %g", k, mass, f.labelOf(a, c), least)
		}
	}
}

// labelOf returns the label of the first row of a cluster of the table's rows.
func (f *findings) labelOf(a partition.Partition, c int) string {
	for x, cluster := range a {
		if cluster == c {
			return f.frontier.Problem.XLabels[f.place[x]]
		}
	}
	return ""
}
