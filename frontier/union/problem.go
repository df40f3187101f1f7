package union

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/dibmap/dibmap/frontier"
)

// unitedProblem returns the common problem of frontiers of sorted labels. Where files differ, it
// takes the smallest value: of the name, the last bits of sums, and the rows without mass, which
// are not part of the digest.
func unitedProblem(fs []*frontier.Frontier) frontier.Problem {
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
		u.GroupNames = slices.SortedFunc(slices.Values(slices.Concat(u.GroupNames, p.GroupNames)), slices.Compare)
		u.GroupNames = slices.CompactFunc(u.GroupNames, slices.Equal) // of two names of a group, the last counts
		u.Source = unitedSource(u.Source, p.Source)
		if !reflect.DeepEqual(u.XScales, p.XScales) || !reflect.DeepEqual(u.YScales, p.YScales) {
			u.XScales, u.YScales = nil, nil
		}
		if compareWeights(p, &u) < 0 {
			u.XMass, u.Cells, u.Means = p.XMass, p.Cells, p.Means
		}
	}
	return u
}

// compareWeights orders problems of one table by their masses and cells: first the problems that
// have most of them. Problems that have equally much differ in the last bits only, and the
// smallest comes first.
func compareWeights(p, with *frontier.Problem) int {
	known := func(p *frontier.Problem) int { // cells say more than masses
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

// smallestPairs returns the smaller of two lists.
func smallestPairs(a, b [][2]string) [][2]string {
	if slices.CompareFunc(b, a, func(p, q [2]string) int { return slices.Compare(p[:], q[:]) }) < 0 {
		return b
	}
	return a
}

// unitedSource returns the source of a union: the smallest name, the columns if both name the
// same, and then also how the table was read if both say the same. The rule is associative, since
// a value that differs once stays out.
func unitedSource(s, t frontier.Source) frontier.Source {
	u := frontier.Source{Name: s.Name, SHA256: s.SHA256}
	if u.Name == "" || t.Name != "" && t.Name < u.Name {
		u.Name = t.Name
	}
	one, other := content(s), content(t)
	if !reflect.DeepEqual(one, other) {
		return u
	}
	one.Name, one.SHA256 = u.Name, u.SHA256
	if s.Path == t.Path && s.Format == t.Format && s.Encoding == t.Encoding && s.Delimiter == t.Delimiter && s.Comment == t.Comment && s.SkipRagged == t.SkipRagged {
		one.Path, one.Format, one.Encoding, one.Delimiter, one.Comment, one.SkipRagged = s.Path, s.Format, s.Encoding, s.Delimiter, s.Comment, s.SkipRagged
	}
	return one
}

// content returns what a source says of the table, without the file that holds it.
func content(s frontier.Source) frontier.Source {
	s.Name, s.SHA256, s.Path, s.Format, s.Encoding, s.Delimiter, s.Comment, s.SkipRagged = "", "", "", "", "", "", "", false
	if len(s.Columns) == 0 { // nil and an empty list say the same
		s.Columns = nil
	}
	if len(s.Clean.NA) == 0 {
		s.Clean.NA = nil
	}
	return s
}
