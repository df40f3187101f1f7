package permuted

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// Order says which rows are neighbours, as package exact spells it: "linear", "circular", or empty if X has
// no order.
type Order string

const circular Order = "circular"

// baseBins is the number of bins of neighbours of about equal mass that the statistics of an X with an order
// look at. It is a multiple of most numbers of groups.
const baseBins = 48

// weigh has the weights of the statistics in the combination. The larger the weight of a statistic, the less
// power the combination loses where this statistic alone has power.
var weigh = struct {
	groups          map[int]float64 // I of neighbours in this number of groups of about equal mass
	ranks, cut      float64
	whole, repeated float64
}{map[int]float64{2: 0.7, 3: 0.7, 5: 2.5, 8: 0.5, 16: 0.5}, 4, 0.5, 1, 1}

// cutShare is the least share of the records on each side of the best cut.
const cutShare = 0.05

// design is what the statistics of all tables of the same margins share.
//
// Without an order they are I(X;Y) and the score statistic sum n_xy (n_xy - 1) / n_y, to which a value that
// occurs once contributes nothing (Potthoff and Whittinghill 1966, doi:10.2307/2333869). With an order they
// are functions of a table of at most 48 bins of neighbours: I of 2, 3, 5, 8 and 16 groups of about equal
// mass; the best single cut into two groups; and a rank statistic, by Kruskal and Wallis (1952,
// doi:10.1080/01621459.1952.10483441) or, on a circle, by uniform scores (Mardia 1972, "A multi-sample
// uniform scores test on a circle and its parametric competitor").
type design struct {
	order   Order
	phi     *plogp.Phi
	total   float64
	columns []float64 // masses, in the order of a plan

	of      []int32   // the bin of every row of the table; nil without an order
	bins    []float64 // masses
	inOrder int       // the first bins; the others are of rows without a place in the order
	groups  [][][]int32
	scores  [][]float64 // of the bins, each a list whose sums over a column are squared
	weights []float64   // of the statistics
}

// newDesign returns the design for rows of given masses in their order. The row apart, if it is not negative,
// has no place in the order.
func newDesign(order Order, apart int, rows, columns []float64, phi *plogp.Phi) *design {
	d := &design{order: order, phi: phi, columns: columns}
	for _, n := range columns {
		d.total += n
	}
	if order == "" {
		d.weights = []float64{weigh.whole, weigh.repeated}
		return d
	}
	d.divide(apart, rows)
	for _, g := range []int{2, 3, 5, 8, 16} {
		if g > 2 && g > d.inOrder {
			break
		}
		d.groups = append(d.groups, d.grouped(g))
		d.weights = append(d.weights, weigh.groups[g])
	}
	d.score()
	d.weights = append(d.weights, weigh.ranks)
	if order != circular {
		d.weights = append(d.weights, weigh.cut)
	}
	return d
}

// divide makes the bins.
func (d *design) divide(apart int, rows []float64) {
	d.of = make([]int32, len(rows))
	left := d.total
	if apart >= 0 {
		left -= rows[apart]
	}
	begun := 0.0 // mass of the rows before
	for x, n := range rows {
		if x == apart {
			continue
		}
		last := len(d.bins) - 1
		if last < 0 || begun+float64(n/2) > left*float64(last+1)/baseBins {
			d.bins = append(d.bins, 0)
			last++
		}
		d.of[x] = int32(last)
		d.bins[last] += n
		begun += n
	}
	d.inOrder = len(d.bins)
	if apart >= 0 {
		d.of[apart] = int32(len(d.bins))
		d.bins = append(d.bins, rows[apart])
	}
}

// grouped returns the groups of the bins in a division into g groups of about equal mass, and on a
// circle once more, half a group further. A bin without a place in the order is a group.
func (d *design) grouped(g int) (groupings [][]int32) {
	shifts := []float64{0}
	if d.order == circular {
		shifts = []float64{0, 0.5}
	}
	all := lists.Sum(d.bins[:d.inOrder])
	for _, shift := range shifts {
		of := make([]int32, len(d.bins))
		begun := 0.0
		for b, n := range d.bins {
			if b >= d.inOrder {
				of[b] = int32(g + b - d.inOrder)
				continue
			}
			of[b] = int32(math.Floor(float64((begun+float64(n/2))/all*float64(g))+shift)) % int32(g)
			begun += n
		}
		groupings = append(groupings, of)
	}
	return groupings
}

// score gives the bins their scores: midranks less their mean, or the sine and the cosine of the midranks
// around the circle. Those without a place have 0.
func (d *design) score() {
	all := lists.Sum(d.bins[:d.inOrder])
	ranks, begun := make([]float64, len(d.bins)), 0.0
	for b, n := range d.bins[:d.inOrder] {
		ranks[b] = begun + float64(n/2) - float64(all/2)
		begun += n
	}
	d.scores = [][]float64{ranks}
	if d.order != circular {
		return
	}
	d.scores = [][]float64{make([]float64, len(d.bins)), make([]float64, len(d.bins))}
	for b := range d.inOrder {
		d.scores[0][b], d.scores[1][b] = sineAndCosine(ranks[b] / all)
	}
}

// sineAndCosine returns the sine and the cosine of a share of a full turn, from -1/2 to 1/2, by their power series.
func sineAndCosine(turn float64) (sine, cosine float64) {
	angle := float64(2 * math.Pi * turn)
	square := float64(angle * angle)
	sine, cosine = 1, 1
	for n := 26.0; n > 0; n -= 2 {
		sine = 1 - float64(sine*(square/float64(n*(n+1))))
		cosine = 1 - float64(cosine*(square/float64(n*(n-1))))
	}
	return float64(sine * angle), cosine
}

// statistics returns the statistics of a table, given its I(X;Y) in bits, the score statistic, and the cells
// of its bins, row by row.
func (d *design) statistics(information, score float64, base []float64) []float64 {
	if d.of == nil {
		return []float64{information, score}
	}
	list := make([]float64, 0, len(d.weights))
	for _, groupings := range d.groups {
		sum := 0.0
		for _, of := range groupings {
			sum += d.information(of, base)
		}
		list = append(list, sum)
	}
	list = append(list, d.ranked(base))
	if d.order != circular {
		list = append(list, d.bestCut(base))
	}
	return list
}

// information returns I of groups of bins and Y in bits.
func (d *design) information(of []int32, base []float64) float64 {
	m := len(d.columns)
	k := int(slices.Max(of)) + 1
	cells, mass := make([]float64, k*m), make([]float64, k)
	for b, g := range of {
		mass[g] += d.bins[b]
		for y, n := range base[b*m : (b+1)*m] {
			cells[int(g)*m+y] += n
		}
	}
	return d.sum(cells) - d.sum(mass) - d.sum(d.columns)
}

// sum returns the sum of p log2 p of masses.
func (d *design) sum(masses []float64) (sum float64) {
	for _, n := range masses {
		if n > 0 {
			sum += d.phi.At(n)
		}
	}
	return sum
}

// ranked returns the sum over the columns of the squared sums of the scores of their records, divided by the
// number of these.
func (d *design) ranked(base []float64) (sum float64) {
	m := len(d.columns)
	for _, scores := range d.scores {
		for y, mass := range d.columns {
			own := 0.0
			for b, s := range scores {
				own += float64(base[b*m+y] * s)
			}
			if mass > 0 {
				sum += float64(own*own) / mass
			}
		}
	}
	return sum
}

// bestCut returns the largest I in bits of two groups of neighbours that have at least a twentieth of the
// records each, and 0 if there are none.
func (d *design) bestCut(base []float64) (best float64) {
	m := len(d.columns)
	below, above := make([]float64, m), slices.Clone(d.columns)
	for b, n := range base[d.inOrder*m:] {
		above[b%m] -= n // those without a place are on no side
	}
	var low, high float64
	for _, n := range d.bins[:d.inOrder] {
		high += n
	}
	least, whole := float64(cutShare*high), d.sum(above)
	all := d.sum([]float64{high})
	for b := range d.inOrder - 1 {
		for y, n := range base[b*m : (b+1)*m] {
			below[y] += n
			above[y] -= n
		}
		low += d.bins[b]
		high -= d.bins[b]
		if low >= least && high >= least {
			best = max(best, d.sum(below)+d.sum(above)-d.sum([]float64{low, high})-whole+all)
		}
	}
	return best
}

// rounding is how far the statistics of two equal tables, in another order, may be apart, relative to their size.
const rounding = 1e-7

// atLeast returns the number of random tables whose combined statistic is at least the table's, given the statistics of
// the table and then of the random tables.
func (d *design) atLeast(tables [][]float64) (n int) {
	combined := d.combined(tables)
	for _, v := range combined[1:] {
		if v >= combined[0]*(1-rounding) {
			n++
		}
	}
	return n
}

// combined returns one number for each table, from the table's list of statistics. A statistic
// is compared with its values in all tables: the cube root of its ratio to their mean, which is
// nearly normal (Wilson and Hilferty 1931, doi:10.1073/pnas.17.12.684), is standardised. The numbers are
// weighted sums of reciprocal tail probabilities, so that the tables rank as by a harmonic mean p-value
// (Wilson 2019, doi:10.1073/pnas.1814092116). They do not depend on which table is which.
func (d *design) combined(tables [][]float64) []float64 {
	combined := make([]float64, len(tables))
	roots := make([]float64, len(tables))
	for k, weight := range d.weights {
		mean := 0.0
		for _, t := range tables {
			mean += max(t[k], 0) / float64(len(tables))
		}
		center := 0.0
		for n, t := range tables {
			if roots[n] = 0; t[k] > 0 && mean > 0 {
				roots[n] = special.Exp2(plogp.Log2(t[k]/mean) / 3)
			}
			center += roots[n] / float64(len(tables))
		}
		variance := 0.0
		for _, r := range roots {
			variance += float64((r-center)*(r-center)) / float64(len(tables))
		}
		for n, r := range roots {
			z := 0.0
			if variance > leastVariance {
				z = (r - center) / math.Sqrt(variance)
			}
			combined[n] += float64(weight * reciprocalTail(z))
		}
	}
	return combined
}

// leastVariance is the variance below which statistics differ by rounding only.
const leastVariance = 1e-18

// reciprocalTail returns about 1/P(Z > z) of a standard normal Z (Lin 1989, doi:10.2307/2348373).
func reciprocalTail(z float64) float64 {
	size := math.Abs(z)
	tail := float64(0.717*size) + float64(0.416*float64(size*size))
	if z > 0 {
		return 2 * special.Exp(tail)
	}
	return 1 / (1 - float64(special.Exp(-tail)/2))
}
