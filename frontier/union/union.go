// Package union unites frontiers of one table, for example from several seeds or machines.
package union

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
)

// Of returns the points of the given frontiers that no point of another frontier dominates. The
// frontiers must be of one table and have the same [frontier.Constraints].
//
// The result does not depend on the order of the arguments, on repetitions or on how unions are
// nested, down to the bytes of its file. Of(f) equals f, except for its Validation, if the points of f
// are at least 2^-30 bit apart in both h and i, as the points of a search are.
// Where the arguments differ, these rules decide:
//
//   - rows and columns are in the order of the smallest list of labels;
//   - masses and cells of the table are kept if one frontier has them;
//   - of clusterings that tie, the union keeps the one whose string is smallest with rows sorted
//     by label. Its number of ties is the largest of all frontiers, and at least 1 if two
//     different clusterings tie;
//   - the search is a list of all runs, see [frontier.Search]. Its status is complete if a
//     frontier of that status has all points of the union, and otherwise the status of the run
//     that says least;
//   - the best clusterings of each number of clusters are kept if all frontiers have them, up to
//     the smallest limit;
//   - the layers of all numbers of clusters are united if all frontiers have them. They are exact if a frontier has
//     exact ones, among the clusterings that the union is of;
//   - evidence is kept if all frontiers have the same, and no Validation is kept;
//   - the ceiling of least area is kept, and no curve of soft encoders, which a point of another
//     frontier may exceed;
//   - no second variable is kept: map the table with it again;
//   - names of columns, the way the table was read, and the scales are kept if all frontiers agree;
//   - points keep their spreads if all frontiers have the same [frontier.Uncertainty], and the
//     robust points are chosen anew; otherwise the union has no Uncertainty;
//   - a certificate is kept if its frontier has all points of the union. Of several, the one
//     that proves most is kept.
//
// The error is an [*Error] if an argument cannot be united, or if two are of different
// problems. O(p (n + log p)) for p points of n rows.
func Of(fs ...*frontier.Frontier) (*frontier.Frontier, error) {
	if len(fs) == 0 {
		return nil, errors.New("there is no frontier to unite")
	}
	for i, f := range fs {
		err := check(f)
		if err == nil && len(fs) > 1 && f.Problem.Source.SHA256 == "" {
			err = errors.New("source.sha256 is empty, so it is not known which table it is of")
		}
		if err != nil {
			return nil, &Error{First: i, Second: i, Err: err}
		}
		if err := sameTable(&fs[0].Problem, &f.Problem); err != nil {
			return nil, &Error{First: 0, Second: i, Err: err}
		}
	}
	search, err := unitedSearch(fs)
	if err != nil {
		return nil, err
	}
	// With rows and columns sorted by label, no rule depends on their order in a file.
	x, y := slices.Sorted(slices.Values(fs[0].Problem.XLabels)), slices.Sorted(slices.Values(fs[0].Problem.YLabels))
	sorted := make([]*frontier.Frontier, len(fs))
	for i, f := range fs {
		if sorted[i], err = reordered(f, x, y); err != nil {
			return nil, err
		}
	}
	u := contents{
		problem: unitedProblem(sorted), search: search, points: unitedPoints(sorted),
		uncertainty: shared(sorted, func(f *frontier.Frontier) *frontier.Uncertainty { return f.Uncertainty }),
	}
	u.upTo, u.best = unitedBest(sorted, search.Order)
	u.layers = unitedLayers(sorted, search.Order)
	united, err := u.frontier()
	if err != nil {
		return nil, err
	}
	united.Evidence = shared(sorted, func(f *frontier.Frontier) *frontier.Evidence { return f.Evidence })
	united.Ceiling = lowestCeiling(sorted)
	if united.Certificate, err = unitedCertificate(united, sorted); err != nil {
		return nil, err
	}
	settle(united, sorted)
	first := func(labels func(*frontier.Problem) []string) []string {
		compare := func(f, g *frontier.Frontier) int { return slices.Compare(labels(&f.Problem), labels(&g.Problem)) }
		return labels(&slices.MinFunc(fs, compare).Problem)
	}
	return reordered(united, first(func(p *frontier.Problem) []string { return p.XLabels }), first(func(p *frontier.Problem) []string { return p.YLabels }))
}

// shared returns the value that all frontiers have, or nil if they differ or one has none.
func shared[T comparable](fs []*frontier.Frontier, of func(*frontier.Frontier) *T) *T {
	first := of(fs[0])
	for _, f := range fs {
		if v := of(f); first == nil || v == nil || *v != *first {
			return nil
		}
	}
	return first
}

// lowestCeiling returns the ceiling of least area, or nil if there is none.
func lowestCeiling(fs []*frontier.Frontier) *frontier.Ceiling {
	var lowest *frontier.Ceiling
	for _, f := range fs {
		if f.Ceiling != nil && (lowest == nil || f.Ceiling.Area() < lowest.Area()) {
			lowest = f.Ceiling
		}
	}
	return lowest
}

// unitedPoints returns the points of the union of frontiers of sorted labels.
//
// The rule is associative: dominance is a partial order of cells, so the best cells of a union
// are the best of the best cells of its parts, and none of them was dominated in a part. Of a
// cell, the smallest clustering and the largest number of ties are kept. If the clusterings of a
// cell differ, two different ones meet in some union, however unions are nested, which gives the 1.
func unitedPoints(fs []*frontier.Frontier) []point {
	var set pareto.Set[point]
	for _, f := range fs {
		for n := f.Len() - 1; n >= 0; n-- { // a set grows fastest from the right
			p := pointOf(f.At(n))
			set.Add(p.H, p.I, p, keptOfTied)
		}
	}
	points := make([]point, 0, set.Len())
	for p := range set.All() {
		points = append(points, p.Payload)
	}
	return points
}

// keptOfTied returns which of two points of one cell is kept.
func keptOfTied(old, offered point) (kept point, replace bool) {
	most := max(old.Ties, offered.Ties)
	clustering := offered.Compare(&old.Entry)
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
