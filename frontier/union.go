package frontier

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/dibmap/dibmap/pareto"
)

// Union returns the points of some frontiers that no point of another dominates: what several
// searches have found together. The frontiers must be of one table and have the same
// [Constraints].
//
// The result does not depend on the order of the arguments, on repetitions or on how unions are
// nested, down to the bytes of its file. Union(f) is f if the points of f are at least one cell
// of package pareto's grid apart in both h and i, as those of a search are. Where the arguments
// differ, these rules decide:
//
//   - rows and columns are in the order of the smallest list of labels;
//   - masses and cells of the table are kept if one frontier has them;
//   - of clusterings that tie, the one is kept whose string is smallest with rows sorted by
//     label. It has as many ties as the frontier that counted most, and at least 1 if two
//     different clusterings tie;
//   - the search is a list of all runs, see [Search.Runs]. Its status is complete if a
//     frontier of that status has all points of the union, and otherwise that of the run that
//     says least;
//   - the best clusterings of each number of clusters are kept if all frontiers have them, for
//     the numbers that all of them went to;
//   - evidence is kept if all frontiers have the same, and no Validation is kept;
//   - of several ceilings the one of least area is kept;
//   - the columns are named if all frontiers name the same, and it is kept how the table was
//     read, and how values became labels, if all agree in that too;
//   - points keep their spreads if all frontiers have one and the same [Uncertainty], and the
//     robust points are chosen anew; otherwise the union has no Uncertainty;
//   - a certificate is kept if its frontier has all points of the union. Of several, the one
//     that proves most is kept.
//
// The error is a [UnionError] if an argument cannot be united, or if two are of different
// problems. O(p (n + log p)) for p points of n rows.
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
	// With rows and columns sorted by label, no rule depends on their order in a file.
	x, y := slices.Sorted(slices.Values(fs[0].Problem.XLabels)), slices.Sorted(slices.Values(fs[0].Problem.YLabels))
	sorted := make([]*Frontier, len(fs))
	for i, f := range fs {
		sorted[i] = f.reordered(x, y)
	}
	entries, spreads := unitedPoints(sorted)
	u, err := New(unitedProblem(sorted), search, entries)
	if err != nil {
		return nil, err
	}
	u.Evidence, u.Ceiling = unitedEvidence(sorted), lowestCeiling(sorted)
	if upTo, best, bestSpreads := unitedBest(sorted, search.Order); upTo > 0 {
		if u, err = u.WithBest(upTo, best); err != nil {
			return nil, err
		}
		spreads = append(spreads, bestSpreads...)
	}
	if settings := unitedUncertainty(sorted); settings != nil {
		if u, err = u.WithUncertainty(*settings, spreads); err != nil {
			return nil, err
		}
	}
	if u.Certificate, err = unitedCertificate(u, sorted); err != nil {
		return nil, err
	}
	u.settle(sorted)
	first := func(labels func(*Problem) []string) []string {
		compare := func(f, g *Frontier) int { return slices.Compare(labels(&f.Problem), labels(&g.Problem)) }
		return labels(&slices.MinFunc(fs, compare).Problem)
	}
	return u.reordered(first(func(p *Problem) []string { return p.XLabels }), first(func(p *Problem) []string { return p.YLabels })), nil
}

// unitedProblem returns the problem that all frontiers, of sorted labels, have. Where their
// files differ, the smallest value is taken: of the name, the last bits of sums, and the rows
// without mass, on which the digest does not depend, so that one file may have more of them
// than another.
func unitedProblem(fs []*Frontier) Problem {
	u := fs[0].Problem
	for _, f := range fs[1:] {
		p := &f.Problem
		u.HX, u.HY, u.IXY = min(u.HX, p.HX), min(u.HY, p.HY), min(u.IXY, p.IXY)
		u.IXYSD = max(u.IXYSD, p.IXYSD) // 0 if it is not known
		u.Variance = min(u.Variance, p.Variance)
		u.MinCount = max(u.MinCount, p.MinCount)
		u.TopX, u.TopY = max(u.TopX, p.TopX), max(u.TopY, p.TopY)
		if cmp.Or(cmp.Compare(len(u.ZeroRows), len(p.ZeroRows)), slices.Compare(p.ZeroRows, u.ZeroRows)) < 0 {
			u.ZeroRows = p.ZeroRows
		}
		u.Constraints.MustLink = smallestPairs(u.Constraints.MustLink, p.Constraints.MustLink)
		u.Constraints.CannotLink = smallestPairs(u.Constraints.CannotLink, p.Constraints.CannotLink)
		if slices.Compare(p.Constraints.Alone, u.Constraints.Alone) < 0 {
			u.Constraints.Alone = p.Constraints.Alone
		}
		if !reflect.DeepEqual(u.Missing, p.Missing) {
			u.Missing = nil
		}
		u.Source = u.Source.united(p.Source)
		if !reflect.DeepEqual(u.XScales, p.XScales) || !reflect.DeepEqual(u.YScales, p.YScales) {
			u.XScales, u.YScales = nil, nil
		}
		if p.compareWeights(&u) < 0 {
			u.XMass, u.Cells = p.XMass, p.Cells
		}
	}
	return u
}

// compareWeights orders problems of one table by their masses and cells: those that have most
// of them first. Of those that have as much, which differ in the last bits only, the smallest
// come first.
func (p *Problem) compareWeights(with *Problem) int {
	known := func(p *Problem) int { // cells say more than masses
		k := 0
		if p.XMass != nil {
			k++
		}
		if p.Cells != nil {
			k += 2
		}
		return k
	}
	order := cmp.Or(cmp.Compare(known(with), known(p)), slices.Compare(p.XMass, with.XMass))
	if order != 0 || p.Cells == nil {
		return order
	}
	return cmp.Or(slices.Compare(p.Cells.X, with.Cells.X), slices.Compare(p.Cells.Y, with.Cells.Y),
		slices.Compare(p.Cells.Weight, with.Cells.Weight))
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

// unitedEvidence returns the evidence that all frontiers have, or nil.
func unitedEvidence(fs []*Frontier) *Evidence {
	first := fs[0].Evidence
	for _, f := range fs {
		if first == nil || f.Evidence == nil || *f.Evidence != *first {
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

// unitedPoints returns the points of the union of frontiers of sorted labels, and their
// spreads.
//
// It is associative: to be dominated is a partial order of cells, so the best cells of a union
// are the best of the best cells of its parts, and none of them was dominated in a part. Of a
// cell, the smallest clustering and the most ties are kept. If not all clusterings of a cell
// are the same, two that differ meet in some union, however unions are nested; that gives the 1.
func unitedPoints(fs []*Frontier) ([]Entry, []Spread) {
	var set pareto.Set[spreadEntry]
	for _, f := range fs {
		for n, e := range slices.Backward(f.entries) { // a set grows fastest from the right
			set.Add(e.H, e.I, spreadEntry{e, f.At(n).Spread}, keptOfTied)
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

// keptOfTied returns which of two points of one cell is kept.
func keptOfTied(old, offered spreadEntry) (kept spreadEntry, replace bool) {
	most := max(old.Ties, offered.Ties)
	clustering := offered.compareClustering(&old.Entry)
	if clustering != 0 {
		most = max(most, 1)
	}
	// One clustering may have values that differ in their last bits. Their bits order all
	// values, even zeros of two signs.
	bits := func(a, b float64) int { return cmp.Compare(math.Float64bits(a), math.Float64bits(b)) }
	order := cmp.Or(clustering, bits(offered.H, old.H), bits(offered.I, old.I),
		bits(offered.DH, old.DH), bits(offered.DI, old.DI), bits(offered.Cov, old.Cov))
	if order < 0 {
		old = offered
	}
	old.Ties = most
	return old, order < 0
}
