package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// Union returns the points of the given frontiers, which must be of one table
// and under the same [Constraints], that no point of another beats: what several
// searches have found together.
//
// The result does not depend on the order of the arguments, on repetitions, or
// on how unions are nested, down to the bytes of its file; and
// Union(f) is f, if the points of f are a cell or more of package pareto's grid
// apart in both h and i, as those of a search are. For that, whatever the
// arguments may differ in has a rule:
//
//   - rows and columns stand in the order of the smallest list of labels;
//   - masses and cells of the table are kept if one frontier has them;
//   - of clusterings that tie, the one is kept whose string is smallest with
//     rows sorted by label. It has as many ties as the frontier that counted
//     most, and at least 1 if two different clusterings are seen;
//   - the search is a list of all runs, see [Search.Runs];
//   - points bring their spreads if all frontiers have one and the same
//     [Uncertainty], which then stays, and which points are robust is told anew; else
//     there is none;
//   - a certificate stays if its frontier has all points of the union: that of the
//     frontier of which the most is proved.
//
// An error of an argument, or of two that are of different problems, is a
// [UnionError]. O(p (n + log p)) for p points of n rows.
func Union(fs ...*Frontier) (*Frontier, error) {
	if len(fs) == 0 {
		return nil, errors.New("there is no frontier to unite")
	}
	for i, f := range fs {
		if err := f.checkUnitable(); err != nil {
			return nil, &UnionError{First: i, Second: i, Err: err}
		}
		if err := sameTable(&fs[0].Problem, &f.Problem); err != nil {
			return nil, &UnionError{First: 0, Second: i, Err: err}
		}
	}
	search, err := unitedSearch(fs)
	if err != nil {
		return nil, err
	}
	problem := unitedProblem(fs)
	entries, spreads := unitedPoints(problem.XLabels, fs)
	u, err := New(problem, search, entries)
	if err != nil {
		return nil, err
	}
	if settings := unitedUncertainty(fs); settings != nil {
		if u, err = u.WithUncertainty(*settings, spreads); err != nil {
			return nil, err
		}
	}
	u.Certificate, err = unitedCertificate(u, fs)
	return u, err
}

// UnionError tells which arguments of [Union] have no union, and why.
type UnionError struct {
	// First and Second are the indices of two frontiers of different problems;
	// they are equal if one frontier is wrong by itself.
	First, Second int
	Err           error
}

// Error implements error.
func (e *UnionError) Error() string {
	if e.First == e.Second {
		return fmt.Sprintf("frontier %d: %v", e.First, e.Err)
	}
	return fmt.Sprintf("frontiers %d and %d are of different problems: %v", e.First, e.Second, e.Err)
}

// Unwrap returns what is wrong without where.
func (e *UnionError) Unwrap() error { return e.Err }

// maxBits is more than any entropy of a table, as much as problem.Sum allows, and few
// enough for the grid.
const maxBits = 1 << 12

// checkUnitable says why a frontier has no union with any other.
func (f *Frontier) checkUnitable() error {
	if err := f.Check(); err != nil {
		return err
	}
	for i, e := range f.entries {
		switch {
		case e.Assignment == "":
			return fmt.Errorf("point %d has no clustering, as in a CSV file: use JSON, Parquet or npz", i)
		case math.Abs(e.H) > maxBits || math.Abs(e.I) > maxBits:
			return fmt.Errorf("point %d: (h %g, i %g) is not a point of any table: more than %d bits", i, e.H, e.I, maxBits)
		}
	}
	if f.Problem.Source.SHA256 == "" {
		return errors.New("source.sha256 is empty, so there is no telling which table it is of")
	}
	return nil
}

// sameTable says in what the tables of two frontiers differ. Labels come before
// the digest, which they change too, because they tell a person more.
func sameTable(p, q *Problem) error {
	switch {
	case p.Kind != q.Kind:
		return fmt.Errorf("kind is %q and %q", p.Kind, q.Kind)
	case p.N != q.N:
		return fmt.Errorf("n is %d and %d", p.N, q.N)
	case p.M != q.M:
		return fmt.Errorf("m is %d and %d", p.M, q.M)
	}
	if err := sameLabels("x", p.XLabels, q.XLabels); err != nil {
		return err
	}
	if err := sameLabels("y", p.YLabels, q.YLabels); err != nil {
		return err
	}
	if sampleText(p) != sampleText(q) {
		return fmt.Errorf("samples is %s and %s", sampleText(p), sampleText(q))
	}
	if p.Estimator != q.Estimator {
		return fmt.Errorf("estimator is %q and %q", p.Estimator, q.Estimator)
	}
	if p.Source.SHA256 != q.Source.SHA256 {
		return errors.New("the labels are the same, but not what was counted (source.sha256)")
	}
	return p.Constraints.compare(q.Constraints)
}

func sampleText(p *Problem) string {
	if p.Samples == nil {
		return "null"
	}
	return fmt.Sprint(*p.Samples)
}

// sameLabels compares two lists of equally many different labels as sets.
func sameLabels(axis string, a, b []string) error {
	for i, place := range places(a, b) {
		if place < 0 {
			return fmt.Errorf("only the first has the %s label %q", axis, a[i])
		}
	}
	return nil
}

// places returns where among other labels every label stands, or -1.
func places(labels, among []string) []int {
	at := make(map[string]int, len(among))
	for i, l := range among {
		at[l] = i
	}
	p := make([]int, len(labels))
	for i, l := range labels {
		place, ok := at[l]
		if !ok {
			place = -1
		}
		p[i] = place
	}
	return p
}

// unitedProblem returns the problem that all frontiers have. What their files
// may differ in is taken from the smallest: the order of labels, the name, the
// last bits of sums, and the rows without mass, on which the digest does not
// depend, so that there may be more of them in one file than in another.
func unitedProblem(fs []*Frontier) Problem {
	u := fs[0].Problem
	for _, f := range fs[1:] {
		p := &f.Problem
		u.XLabels = smallest(u.XLabels, p.XLabels)
		u.YLabels = smallest(u.YLabels, p.YLabels)
		u.HX, u.HY, u.IXY = min(u.HX, p.HX), min(u.HY, p.HY), min(u.IXY, p.IXY)
		u.Variance = min(u.Variance, p.Variance)
		u.MinCount = max(u.MinCount, p.MinCount)
		switch {
		case len(p.ZeroRows) > len(u.ZeroRows):
			u.ZeroRows = p.ZeroRows
		case len(p.ZeroRows) == len(u.ZeroRows):
			u.ZeroRows = smallest(u.ZeroRows, p.ZeroRows)
		}
		u.Constraints.MustLink = smallestPairs(u.Constraints.MustLink, p.Constraints.MustLink)
		u.Constraints.CannotLink = smallestPairs(u.Constraints.CannotLink, p.Constraints.CannotLink)
		if u.Source.Name == "" || p.Source.Name != "" && p.Source.Name < u.Source.Name {
			u.Source.Name = p.Source.Name
		}
	}
	w := unitedWeights(u.XLabels, u.YLabels, fs)
	u.XMass, u.Cells = w.mass, w.cells
	return u
}

func smallest(a, b []string) []string {
	if slices.Compare(b, a) < 0 {
		return b
	}
	return a
}

// unitedUncertainty returns the settings that all frontiers have, or nil.
func unitedUncertainty(fs []*Frontier) *Uncertainty {
	first := fs[0].Uncertainty
	for _, f := range fs {
		if first == nil || f.Uncertainty == nil || *f.Uncertainty != *first {
			return nil
		}
	}
	return first
}

// spreadEntry is a point with its spread, if it has one.
type spreadEntry struct {
	Entry
	Spread
}

// unitedPoints returns the points of the union with rows in the order of
// labels, and their spreads.
//
// It is associative: to be dominated is a partial order of cells, so the best
// cells of a union are the best of the best cells of its parts, and none of
// them was dominated in a part. Of a cell, the smallest clustering and the most
// ties are kept. Where not all clusterings of a cell are the same, two that
// differ meet in some union, however unions are nested; that gives the 1.
func unitedPoints(labels []string, fs []*Frontier) ([]Entry, []Spread) {
	var set pareto.Set[spreadEntry]
	rule := newTieRule(labels)
	for _, f := range fs {
		order := places(f.Problem.XLabels, labels)
		reordered := !slices.IsSorted(order)
		p := make(partition.Partition, len(labels))
		// A set grows fastest from the right, as a search makes it grow.
		for n, e := range slices.Backward(f.entries) {
			if reordered {
				e.Assignment.Unpack(p)
				e.Assignment = partition.Pack(p.Reorder(order))
			}
			set.Add(e.H, e.I, spreadEntry{e, f.At(n).Spread}, rule.kept)
		}
	}
	entries := make([]Entry, 0, set.Len())
	spreads := make([]Spread, 0, set.Len())
	for point := range set.All() {
		entries = append(entries, point.Payload.Entry)
		spreads = append(spreads, point.Payload.Spread)
	}
	return entries, spreads
}

// tieRule decides between clusterings of one cell.
type tieRule struct {
	sorted      []int // the place of every row among the rows sorted by label
	left, right partition.Partition
}

func newTieRule(labels []string) *tieRule {
	n := len(labels)
	return &tieRule{places(labels, slices.Sorted(slices.Values(labels))), make(partition.Partition, n), make(partition.Partition, n)}
}

// kept returns what is kept of two points of one cell.
func (t *tieRule) kept(old, offered spreadEntry) (kept spreadEntry, replace bool) {
	most := max(old.Ties, offered.Ties)
	order := 0
	if old.Assignment != offered.Assignment {
		most = max(most, 1)
		old.Assignment.Unpack(t.left)
		offered.Assignment.Unpack(t.right)
		order = slices.Compare(t.right.Reorder(t.sorted), t.left.Reorder(t.sorted))
	}
	// One clustering may have come with values of different last bits. Their
	// bits order all values, even zeros of two signs.
	bits := func(a, b float64) int { return cmp.Compare(math.Float64bits(a), math.Float64bits(b)) }
	order = cmp.Or(order, bits(offered.H, old.H), bits(offered.I, old.I),
		bits(offered.DH, old.DH), bits(offered.DI, old.DI), bits(offered.Cov, old.Cov))
	if order < 0 {
		old = offered
	}
	old.Ties = most
	return old, order < 0
}
