package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// lattice is the [Updater] of [info.NSB]. The posterior of t = ln beta is integrated by
// the trapezoidal rule on the multiples of a step, the same lattice for all tables. In
// the formulas of [info.NSB], the parts of the log-density of t and of the expected
// entropy given t that depend on the table are the sums over the cells with observations
// of
//
//	l(n) = ln B(n, beta)
//	e(n) = (n/N) (psi(N+beta+1) - psi(n+beta+1)) - (beta/N) (psi(n+beta+1) - psi(beta+1)),
//
// and, with nu = N + K beta, the expected entropy in nats is
//
//	(psi(nu+1) - psi(beta+1)) - (N/nu) (psi(N+beta+1) - psi(beta+1)) + (N/nu) sum_i e(n_i).
//
// The first step comes from a typical table. It is multiplied by sqrt(1/2) until it is fine enough for the density.
// The points of the sum are those around the maximum of the density where it is not negligible. All these choices
// depend only on values at lattice points, so the estimate is a function of the table.
type lattice struct {
	cellTable
	total, seen float64
	points      []latticeBlock
	numbers     map[latticePlace]int // of blocks
	roots       [64]float64          // 2^(k/64)
	// Logarithms of the density and expected entropies at the points of the current
	// step. The middle entry belongs to point origin.
	logs, means []float64
	origin      int
}

// latticePlace is the position of a block: its first point is number lanes*index at the
// step of the level, 1/2 sqrt(1/2)^level.
type latticePlace struct{ level, index int }

// latticeBlock holds the points of a block.
type latticeBlock struct {
	latticePlace
	t, beta [lanes]float64
	// Functions of beta: ln Gamma(beta), psi(beta+1) and psi(N+beta+1).
	lnGamma, digamma, highest [lanes]float64
	// shift rounds values of l to a unit that makes their sums exact.
	shift      [lanes]float64
	neighbours [2]int // numbers of the left and the right one plus 1, or 0 if there are none yet
}

const (
	// latticeDepth is the distance below its maximum at which the log-density is negligible.
	latticeDepth = 28
	// maxRoughness is the largest roughness at which a step d is fine enough. The error of
	// the rule is the Fourier transform of the density at 2 pi/d. Of a normal density
	// of standard deviation s it is exp(-2 (pi s/d)^2), with (d/s)^2 = 0.7 6e-13; of
	// the density exp(-a (t + exp(-t))) with its tail exp(-a t), which resembles wide
	// posteriors and has s = sqrt(1/a), it is |Gamma(a + 2 pi i/d)/Gamma(a)|,
	// with (d/s)^2 + 5 d^2 = 0.7 below 1e-11 for every a.
	maxRoughness = 0.7
	spreading    = 5
	// maxLevel has a step of 1e-7, fine enough for the density of 10^13 cells.
	maxLevel = 44
)

func newLattice(total float64, seen int, memory int64) *lattice {
	l := &lattice{
		cellTable: newCellTable(memory), total: total, seen: float64(seen), numbers: make(map[latticePlace]int),
		logs: make([]float64, 1<<8), means: make([]float64, 1<<8),
	}
	l.fill = l.cell
	for k := range l.roots {
		l.roots[k] = special.Exp(float64(k) / 64 * math.Ln2)
	}
	return l
}

// stepOf returns the distance of points of a level.
func stepOf(level int) float64 {
	s := math.Ldexp(0.5, -(level / 2))
	if level%2 != 0 {
		s *= math.Sqrt2 / 2
	}
	return s
}

// block returns the number of a block.
func (l *lattice) block(at latticePlace) int {
	number, ok := l.numbers[at]
	if !ok {
		number = len(l.points)
		l.numbers[at] = number
		l.points = append(l.points, l.newBlock(at))
		l.extend(number)
	}
	return number
}

func (l *lattice) newBlock(at latticePlace) latticeBlock {
	b := latticeBlock{latticePlace: at}
	for k := range lanes {
		b.t[k] = float64(float64(at.index*lanes+k) * stepOf(at.level))
		b.beta[k] = special.Exp(b.t[k])
		b.shift[k] = l.shift(b.t[k], b.beta[k])
		b.lnGamma[k], b.digamma[k], b.highest[k] = special.LnGamma(b.beta[k]), special.Digamma(b.beta[k]+1), special.Digamma(l.total+b.beta[k]+1)
	}
	return b
}

// shift returns 1.5 2^52 units: |ln B(n, beta)| is at most
// ln 2 + |ln beta| + ln n + n ln(1+beta/n) + beta ln(1+n/beta), and the last two are
// concave functions of n, whose sums are largest for equal n.
func (l *lattice) shift(t, beta float64) float64 {
	all := float64(l.seen * beta)
	bound := float64(l.seen*(1+math.Abs(t)+special.Ln(l.total))) + float64(l.total*special.Log1p(all/l.total)) + float64(all*special.Log1p(l.total/all))
	_, exponent := math.Frexp(bound)
	return math.Ldexp(1.5, exponent+2)
}

// next returns the number of the left (side 0) or right (side 1) neighbour of a block.
func (l *lattice) next(number, side int) int {
	b := &l.points[number]
	if b.neighbours[side] == 0 {
		made := l.block(latticePlace{b.level, b.index + 2*side - 1}) + 1
		l.points[number].neighbours[side] = made
		return made - 1
	}
	return b.neighbours[side] - 1
}

// cell computes the terms of a cell.
func (l *lattice) cell(block int, n float64, to *Sums) {
	b, lnGammaN := &l.points[block], special.LnGamma(n)
	for k, beta := range &b.beta {
		lnB := special.LnBetaOf(n, beta, lnGammaN, b.lnGamma[k])
		to[k] = (lnB + b.shift[k]) - b.shift[k]
		e := 0.0
		if beta < l.total {
			psi := special.Digamma(n + beta + 1)
			e = float64(n/l.total*(b.highest[k]-psi)) - float64(beta/l.total*(psi-b.digamma[k]))
		} else { // direct differences would lose all digits
			e = cellEntropy(n, l.total, beta)
		}
		to[lanes+k] = plogp.Quantize(e)
	}
}

// cellEntropy returns e(n).
func cellEntropy(n, total, beta float64) float64 {
	return float64(n/total*special.DigammaRise(n+beta+1, total-n)) - float64(beta/total*special.DigammaRise(beta+1, n))
}

// Of implements [Updater].
func (l *lattice) Of(cells int, typical Summer) func(Summer) float64 {
	c := &latticeCells{lattice: l, cells: float64(cells)}
	c.entropy(typical)
	c.level, c.start = c.foundLevel, c.found
	return c.entropy
}

// latticeCells estimates entropies of tables with a given number of cells.
type latticeCells struct {
	*lattice
	cells float64
	// The level and the point where the search for the maximum begins, and where the
	// last one ended.
	level, start      int
	foundLevel, found int
	known             []*latticeConstants // by number of block
}

// latticeConstants are the parts of the log-density and the expected entropy that do
// not depend on the table, and N/nu.
type latticeConstants struct{ log, mean, slope [lanes]float64 }

func (c *latticeCells) constants(block int) *latticeConstants {
	for len(c.known) <= block {
		c.known = append(c.known, nil)
	}
	if c.known[block] == nil {
		b, made := &c.points[block], new(latticeConstants)
		for k, beta := range &b.beta {
			made.log[k] = b.t[k] + special.Ln(special.NSBPrior(c.cells, beta)) + special.LnBeta(c.total, float64(c.cells*beta))
			made.mean[k], made.slope[k] = meanConstants(c.cells, c.total, beta)
		}
		c.known[block] = made
	}
	return c.known[block]
}

// meanConstants returns the constant part of the expected entropy and the factor of the
// sum of e.
func meanConstants(cells, total, beta float64) (mean, slope float64) {
	nu := total + float64(cells*beta)
	slope = total / nu
	return special.DigammaRise(beta+1, nu-beta) - float64(slope*special.DigammaRise(beta+1, total)), slope
}

// entropy estimates the entropy of a table.
func (c *latticeCells) entropy(s Summer) float64 {
	at := c.start
	for level := c.level; ; level++ {
		w := c.open(level, at, s)
		top := w.climb(at)
		if w.roughness(top) <= maxRoughness || level == maxLevel {
			c.foundLevel, c.found = level, top
			low, high := w.within(top)
			return w.average(low, high, top) / math.Ln2
		}
		at = int(math.Floor(float64(float64(top)*math.Sqrt2) + 0.5))
	}
}
