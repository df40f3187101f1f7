package survey

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// Limits of a proposal.
const (
	sampledRecords = 4000 // at most, evenly spaced in the file
	leastRecords   = 4    // of a value of a category, on average
	mostKnown      = 0.95 // of the entropy of one column that another one tells; more is nearly a function
	mostTests      = 12   // of dependence
	significant    = 0.01 // p value
	wideGroups     = 10   // of numbers
)

// frequencies are usual names of a column that says how often a record counts.
var frequencies = []string{"n", "count", "counts", "freq", "frequency"}

// candidate is a column that may be proposed, on a sample of the records.
type candidate struct {
	column   int
	of       []int // place of each record; -1 without a value
	values   int   // different values; of numbers, groups of about equal mass
	category bool  // or a number of two values
}

// related is what the sample says about two columns, in bits that are corrected for its size.
type related struct {
	x, y        *candidate
	told, lower float64 // I(X;Y), and the lower one of H(X) and H(Y)
}

// propose returns columns that make sense as X and Y: neither identifies records, none is nearly a function of the
// other, and they depend on each other by a permutation test. Categories come before numbers. Among the columns that
// another depends on, the last one is chosen, where a table often has what is to be told, with the column that tells
// most about it. Of two categories, X has more values. A given X or Y stays. Without any such
// pair it is the last column of values that repeat, and the first.
func (s *Survey) propose(ctx context.Context, given [2]string) ([2]int, error) {
	var all []*candidate
	for n := range s.Columns {
		if c := s.candidate(n); c != nil {
			all = append(all, c)
		}
	}
	tests := 0
	for _, kind := range [][2]bool{{true, true}, {true, false}, {false, true}, {false, false}} { // X and Y are categories
		for _, y := range slices.Backward(all) {
			if y.category != kind[1] || given[1] != "" && given[1] != s.Columns[y.column].Name || given[0] == s.Columns[y.column].Name {
				continue
			}
			for _, pair := range s.pairsOf(all, y, kind[0], given) {
				if tests++; tests > mostTests {
					return s.repeating(given), nil
				}
				e, err := s.depend(ctx, pair)
				if err != nil {
					return [2]int{-1, -1}, err
				}
				if !e {
					continue
				}
				if given == [2]string{} && pair.x.category && pair.y.category && pair.y.values > pair.x.values {
					pair.x, pair.y = pair.y, pair.x
				}
				return [2]int{pair.x.column, pair.y.column}, nil
			}
		}
	}
	return s.repeating(given), nil
}

// candidate returns a column on a sample of the records, or nil if it is not to be proposed.
func (s *Survey) candidate(n int) *candidate {
	column, of := &s.Columns[n], s.coded[n].of
	present := s.Records - column.Missing
	c := &candidate{column: n, category: column.Type == scale.Category || column.Distinct == 2}
	switch {
	case column.Unusable != "" || column.Distinct < 2 || column.Scale.Part != "" || int64(len(of)) != s.Records || 2*present < s.Records:
		return nil
	case c.category && column.Distinct > 2 && int64(leastRecords*column.Distinct) > present:
		return nil
	case !c.category && column.Scale.Whole && int64(column.Distinct) == present:
		return nil // such numbers are names
	case column.Type == scale.Number && slices.Contains(frequencies, strings.ToLower(column.Name)):
		return nil
	}
	size := min(s.Records, sampledRecords)
	counts := make([]int, len(column.Labels))
	for k := range size {
		at := int(of[k*s.Records/size])
		if column.Labels[at] == scale.MissingLabel {
			at = -1
		} else {
			counts[at]++
		}
		c.of = append(c.of, at)
	}
	group, below, total := make([]int, len(counts)), 0, len(c.of)
	for at, count := range counts {
		group[at] = at
		if !c.category && len(counts) > wideGroups { // bins are in order
			group[at] = min(below*wideGroups/total, wideGroups-1)
		}
		below += count
	}
	for k, at := range c.of {
		if at >= 0 {
			c.of[k] = group[at]
		}
	}
	seen := slices.Compact(slices.Sorted(slices.Values(c.of)))
	if c.values = len(seen); seen[0] < 0 {
		c.values--
	}
	return c
}

// pairsOf returns the columns that may be X for a Y, the most informative three.
func (s *Survey) pairsOf(all []*candidate, y *candidate, category bool, given [2]string) (list []related) {
	for _, x := range all {
		name := s.Columns[x.column].Name
		few := x.values < 3 && given[0] == "" && (given[1] != "" || !x.category || !y.category || y.values < 3) // to be grouped
		if x == y || x.category != category || few || given[0] != "" && name != given[0] || name == given[1] {
			continue
		}
		if r := relate(x, y); r.told > 0 && r.told < mostKnown*r.lower {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b related) int { return cmp.Compare(b.told, a.told) })
	return list[:min(len(list), 3)]
}

// pairsIn counts the pairs of values of two columns in the records that have both.
func pairsIn(x, y *candidate) map[[2]int]int {
	pairs := make(map[[2]int]int)
	for k, a := range x.of {
		if b := y.of[k]; a >= 0 && b >= 0 {
			pairs[[2]int{a, b}]++
		}
	}
	return pairs
}

// relate computes entropies by the correction of Miller and Madow.
func relate(x, y *candidate) related {
	pairs := pairsIn(x, y)
	counts := [3]map[[2]int]int{make(map[[2]int]int), make(map[[2]int]int), pairs}
	n := 0
	for at, count := range pairs {
		counts[0][[2]int{at[0], -1}] += count
		counts[1][[2]int{-1, at[1]}] += count
		n += count
	}
	var h [3]float64
	for i, of := range counts {
		for _, count := range of {
			h[i] -= plogp.Quantize(plogp.PLog2P(float64(count) / float64(n))) // exact sums do not depend on their order
		}
		h[i] += float64(len(of)-1) / (2 * math.Ln2 * float64(max(n, 1)))
	}
	return related{x, y, h[0] + h[1] - h[2], min(h[0], h[1])}
}

// depend reports whether the test of dependence finds that X tells about Y in the sample.
func (s *Survey) depend(ctx context.Context, r related) (bool, error) {
	labels := func(c *candidate) []string {
		if c.category {
			return s.Columns[c.column].Labels
		}
		return s.Columns[c.column].Labels[:min(len(s.Columns[c.column].Labels), wideGroups)]
	}
	var cells []joint.Cell
	for at, n := range pairsIn(r.x, r.y) {
		cells = append(cells, joint.Cell{X: int32(at[0]), Y: int32(at[1]), Value: float64(n)})
	}
	slices.SortFunc(cells, func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	j, err := s.jointOf(labels(r.x), labels(r.y), cells)
	if err != nil || j.Rows() < 2 || j.Cols() < 2 {
		return false, err
	}
	o := evidence.Options{Workers: 1}
	if !r.x.category {
		o.Order = string(s.Columns[r.x.column].Scale.Order)
	}
	e, err := evidence.OfDependence(ctx, j, o)
	return err == nil && e.P() <= significant, err
}

// repeating returns the first and the last column of values that repeat, categories rather than numbers.
func (s *Survey) repeating(given [2]string) [2]int {
	var categories, all []int
	chosen := [2]int{-1, -1}
	for n := range s.Columns {
		c := &s.Columns[n]
		if at := slices.Index(given[:], c.Name); at >= 0 {
			chosen[at] = n
		} else if c.Distinct > 1 && int64(2*c.Distinct) <= s.Records {
			if all = append(all, n); c.Type == scale.Category {
				categories = append(categories, n)
			}
		}
	}
	if len(categories) > 1 {
		all = categories
	}
	if len(all) > 0 && chosen[1] < 0 {
		chosen[1], all = all[len(all)-1], all[:len(all)-1]
	}
	if len(all) > 0 && chosen[0] < 0 {
		chosen[0] = all[0]
	}
	return chosen
}
