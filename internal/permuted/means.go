package permuted

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// meansPurpose is purpose for tests of means.
const meansPurpose = 0x7065726d6d65616e

// adjusted is the name of R^2 that is corrected for the number of rows (Ezekiel 1930).
const adjusted = "adjusted"

// OfMeans tests whether the mean of the numbers Y depends on X, by permuting these numbers among the records. Without
// an order of X, the statistics are R^2, and R^2 less the squares of single records, to which a row of one record
// contributes nothing. With an order they are R^2 of 2, 3, 5, 8 and 16 groups of neighbours, the trend by midranks (or
// by their sine and cosine), and the best cut into two groups, and are combined as those of [NewTest].
func OfMeans(ctx context.Context, j *joint.Joint, o Options) (*frontier.Evidence, error) {
	workers, err := pool.Workers(o.Workers)
	if err != nil {
		return nil, err
	}
	m, err := newMeans(j, o)
	if err != nil {
		return nil, err
	}
	count := permutationsOf(float64(len(m.records)))
	statistics := make([][]float64, 1+count)
	statistics[0] = m.statistics(m.records)
	explained := make([]float64, 1+count)
	explained[0] = m.explained
	decks := make([][]float64, workers)
	oneMore := o.counter(count)
	err = pool.Each(ctx, workers, count, func(worker, k int) error {
		if decks[worker] == nil {
			decks[worker] = make([]float64, len(m.sorted))
		}
		deck := decks[worker]
		copy(deck, m.sorted)
		s := &urn.Stream{Stream: random.New(o.Seed, meansPurpose, uint64(k))}
		for n := len(deck) - 1; n > 0; n-- {
			other := s.Below(uint64(n + 1))
			deck[n], deck[other] = deck[other], deck[n]
		}
		statistics[k+1] = m.statistics(deck)
		explained[k+1], _ = m.ofRows(deck)
		oneMore()
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	e := &frontier.Evidence{
		Test: cmp.Or(o.Order, "values"), Permutations: count, Seed: o.Seed, AtLeast: m.design.atLeast(statistics),
		Corrected: m.corrected(), Estimator: adjusted,
	}
	for _, r := range explained[1:] {
		e.Chance += r / float64(count)
	}
	return e, nil
}

// means holds the records of a table of numbers, row by row, as deviations from their mean in units such that their
// squares add up to 1.
type means struct {
	design    *design
	rows      []float64 // records of each row, the heaviest first unless rows have an order
	bin       []int32   // of each row; nil without an order
	records   []float64 // of the table, row by row
	sorted    []float64
	explained float64 // R^2 of the table
}

func newMeans(j *joint.Joint, o Options) (*means, error) {
	at, err := masses.Numbers(errors.New("a test of means"), j.YLabels())
	if err != nil {
		return nil, err
	}
	byValue := lists.Numbers(len(at))
	slices.SortFunc(byValue, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	standardise(j, at, byValue)
	rank := make([]int, len(at))
	for n, y := range byValue {
		rank[y] = n
	}
	rows := lists.Numbers(j.Rows())
	if o.Order == "" {
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(j.RowMass(b), j.RowMass(a)) })
	}
	m := &means{}
	for _, x := range rows {
		columns, counts := j.Row(x)
		cells := lists.Numbers(len(columns))
		slices.SortFunc(cells, func(a, b int) int { return cmp.Compare(rank[columns[a]], rank[columns[b]]) })
		for _, k := range cells {
			for range int(counts[k]) {
				m.records = append(m.records, at[columns[k]])
			}
		}
		m.rows = append(m.rows, j.RowMass(x))
	}
	m.sorted = slices.Sorted(slices.Values(m.records))
	m.design = newDesign(Order(o.Order), slices.Index(j.XLabels(), scale.MissingLabel), m.rows, []float64{j.Total()}, nil)
	m.bin = m.design.of
	m.explained, _ = m.ofRows(m.records)
	return m, nil
}

// standardise subtracts the mean from numbers and divides them by the root of the sum of squares over all records. All
// are 0 if they do not differ.
func standardise(j *joint.Joint, at []float64, byValue []int) {
	middle := at[byValue[len(at)/2]]
	var mean, squares float64
	for _, y := range byValue {
		mean += float64((at[y] - middle) * (j.ColMass(y) / j.Total()))
	}
	largest := 0.0
	for _, y := range byValue {
		at[y] = at[y] - middle - mean
		largest = max(largest, math.Abs(at[y]))
	}
	if largest == 0 {
		return
	}
	for _, y := range byValue {
		at[y] /= largest
		squares += float64(float64(at[y]*at[y]) * j.ColMass(y))
	}
	for _, y := range byValue {
		at[y] /= math.Sqrt(squares)
	}
}

// ofRows returns R^2 of records that are dealt to the rows, and R^2 less the squares of single records.
func (m *means) ofRows(records []float64) (explained, repeated float64) {
	for _, n := range m.rows {
		var sum, squares float64
		for _, z := range records[:int(n)] {
			sum += z
			squares += float64(z * z)
		}
		records = records[int(n):]
		own := float64(sum*sum) / n
		explained += plogp.Quantize(own)
		repeated += plogp.Quantize(own - squares/n)
	}
	return explained, repeated
}

// corrected returns R^2 that is adjusted for the number of rows; 0 if each record has its own.
func (m *means) corrected() float64 {
	n, k := float64(len(m.records)), float64(len(m.rows))
	if n <= k {
		return 0
	}
	return 1 - float64((1-m.explained)*((n-1)/(n-k)))
}

// statistics returns the statistics of records that are dealt to the rows.
func (m *means) statistics(records []float64) []float64 {
	d := m.design
	if m.bin == nil {
		explained, repeated := m.ofRows(records)
		return []float64{explained, repeated}
	}
	sums := make([]float64, len(d.bins))
	for x, n := range m.rows {
		for _, z := range records[:int(n)] {
			sums[m.bin[x]] += z
		}
		records = records[int(n):]
	}
	list := make([]float64, 0, len(d.weights))
	for _, groupings := range d.groups {
		explained := 0.0
		for _, of := range groupings {
			explained += d.explained(of, sums)
		}
		list = append(list, explained)
	}
	trend := 0.0
	for _, scores := range d.scores {
		own := 0.0
		for b, s := range scores {
			own += float64(s * sums[b])
		}
		trend += float64(own * own)
	}
	list = append(list, trend)
	if d.order != circular {
		list = append(list, d.bestStep(sums))
	}
	return list
}

// explained returns R^2 of groups of bins with some sums of records.
func (d *design) explained(of []int32, sums []float64) (explained float64) {
	k := int(slices.Max(of)) + 1
	sum, mass := make([]float64, k), make([]float64, k)
	for b, g := range of {
		mass[g] += d.bins[b]
		sum[g] += sums[b]
	}
	for g, n := range mass {
		if n > 0 {
			explained += float64(sum[g]*sum[g]) / n
		}
	}
	return explained
}

// bestStep returns the largest R^2 of two groups of neighbours that have at least a twentieth of the records each, and
// 0 if there are none. Bins without a place are on no side.
func (d *design) bestStep(sums []float64) (best float64) {
	var low, high, below, above float64
	for b, n := range d.bins[:d.inOrder] {
		high += n
		above += sums[b]
	}
	least, all, whole := float64(cutShare*high), high, above
	for b, n := range d.bins[:max(d.inOrder-1, 0)] {
		low, high = low+n, high-n
		below, above = below+sums[b], above-sums[b]
		if low >= least && high >= least {
			best = max(best, float64(below*below)/low+float64(above*above)/high-float64(whole*whole)/all)
		}
	}
	return best
}
