package survey

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// weighted is a number of a record with the weight of the record.
type weighted struct{ value, count float64 }

// counted returns the different finite numbers of a column, with their counts, in ascending order.
// infinite has the counts of infinite numbers. O(n log n).
func (s *Survey) counted(numbers *list[float64]) (all []scale.Counted, infinite [2]float64) {
	if s.counts == nil {
		sorted := flat(numbers)
		slices.Sort(sorted) // NaN comes first
		for _, v := range sorted {
			switch last := len(all) - 1; {
			case math.IsNaN(v):
			case math.IsInf(v, 0):
				infinite[side(v)]++
			case last >= 0 && all[last].Value == v:
				all[last].Count++
			default:
				all = append(all, scale.Counted{Value: v, Count: 1})
			}
		}
		return all, infinite
	}
	var sorted []weighted
	values := flat(numbers)
	n := 0
	for w := range s.weights() {
		switch v := values[n]; {
		case math.IsNaN(v):
		case math.IsInf(v, 0):
			infinite[side(v)] += w
		case w > 0:
			sorted = append(sorted, weighted{v, w})
		}
		n++
	}
	slices.SortFunc(sorted, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	var same []float64
	for i, w := range sorted {
		same = append(same, w.count)
		if i+1 == len(sorted) || sorted[i+1].value != w.value {
			all = append(all, scale.Counted{Value: w.value, Count: tally.Sum(same)})
			same = same[:0]
		}
	}
	return all, infinite
}

// side is 0 for negative numbers, and 1 for other numbers.
func side(v float64) int {
	if v < 0 {
		return 0
	}
	return 1
}

// settleNumbers is settle for a column of many numbers.
func (s *Survey) settleNumbers(c *collector, o *Options) (Column, coded, error) {
	column := Column{Name: c.name, Type: c.begun.Type, Missing: c.missing}
	numbers, infinite := s.counted(&c.numbers)
	column.Distinct = len(numbers)
	for _, n := range infinite {
		if n > 0 {
			column.Distinct++
		}
	}
	counts := lists.Map(numbers, func(n scale.Counted) float64 { return n.Count })
	missing := 0.0
	if c.missing > 0 || c.texts > 0 {
		var absent []float64
		n := 0
		values := flat(&c.numbers)
		for w := range s.weights() {
			if math.IsNaN(values[n]) {
				absent = append(absent, w)
			}
			n++
		}
		missing = tally.Sum(absent)
	}
	column.H = entropyOf(append(counts, infinite[0], infinite[1], missing))
	if c.texts > 0 {
		column.Unusable = fmt.Sprintf("it has %d different numbers and %s, such as %s: --na tells which are missing",
			len(numbers), textfile.Plural(int(c.texts), "other value"), textfile.Shown(c.text))
		column.Type = scale.Category
		column.Examples = []string{c.text}
		return column, coded{hints: c.notes}, nil
	}
	if !c.isY {
		s.nameNumbers(numbers, &c.numbers)
	}
	cut, err := c.begun.Cut(c.spec.Bins, numbers)
	if err != nil {
		return column, coded{}, err
	}
	column.Scale, column.Labels = cut, cut.Labels()
	if c.missing > 0 {
		column.Labels = append(column.Labels, scale.MissingLabel)
	}
	column.describe(&cut, nil, nil)
	if column.Unusable = column.refused(s.Records, o); len(cut.Low) > scale.MaxBins {
		return column, coded{hints: c.notes}, nil
	}
	codes := coded{labels: column.Labels, of: make([]uint16, 0, s.Records), hints: c.notes}
	for v := range c.numbers.all() {
		at := len(column.Labels) - 1
		if !math.IsNaN(v) {
			at = cut.Bin(v)
		}
		codes.of = append(codes.of, uint16(at))
	}
	return column, codes, nil
}

// settleTexts is settle for a column of too many values that are not numbers.
func (s *Survey) settleTexts(c *collector, o *Options) (Column, coded) {
	column := Column{Name: c.name, Type: scale.Category, Missing: c.missing, Examples: c.examples}
	hashes := flat(&c.hashes)
	var sorted []weighted
	n := 0
	for w := range s.weights() {
		// The bits of a hash as a number: only equality matters.
		sorted = append(sorted, weighted{float64(hashes[n] >> 11), w})
		n++
	}
	slices.SortFunc(sorted, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	var counts, same []float64
	for i, w := range sorted {
		same = append(same, w.count)
		if i+1 == len(sorted) || sorted[i+1].value != w.value {
			if counts = append(counts, tally.Sum(same)); w.value != 0 {
				column.Distinct++
			}
			same = same[:0]
		}
	}
	column.H = entropyOf(counts)
	column.Unusable = column.refused(s.Records, o)
	return column, coded{hints: c.notes}
}
