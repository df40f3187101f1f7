package info

import "math"

// lattice is the [Updater] of [NSB]. The posterior of t = ln beta is integrated by the
// trapezoidal rule on a lattice that is the same for all tables, the multiples of a
// step: of the log-density of t and the expected entropy given t, as in [NSB], the
// parts that depend on the table are the sums over the cells with observations of
//
//	l(n) = ln B(n, beta)
//	e(n) = (n/N) (psi(N+beta+1) - psi(n+beta+1)) - (beta/N) (psi(n+beta+1) - psi(beta+1)),
//
// and, with nu = N + K beta, the expected entropy in nats is
//
//	(psi(nu+1) - psi(beta+1)) - (N/nu) (psi(N+beta+1) - psi(beta+1)) + (N/nu) sum_i e(n_i).
//
// The step is the first of 1/2, 1/2 sqrt(1/2), 1/4, ... with which at least minSide
// points lie within depth of the maximum on each side of it. All that is decided here
// is decided by values at points of the lattice, so that it is a function of the table.
type lattice struct {
	cellTable
	total, seen float64
	points      []latticeBlock
	numbers     map[latticePlace]int // of blocks
	roots       [64]float64          // 2^(k/64)
	// The points of a step that were looked at, of logarithms of the density and
	// expected entropies; of the middle entry is point origin.
	logs, means []float64
	origin      int
}

// latticePlace says where a block is: it begins with point lanes index of the level's
// step, 1/2 sqrt(1/2)^level.
type latticePlace struct{ level, index int }

// latticeBlock are the points of a block.
type latticeBlock struct {
	latticePlace
	t, beta [lanes]float64
	// shift rounds values of l to a unit that their sums are exact in.
	shift       [lanes]float64
	left, right int // the numbers of the neighbours, plus 1, or 0 if they have none
}

const (
	// latticeDepth is how far below its maximum the log-density is taken for nothing.
	latticeDepth = 26
	// minSide points of a normal density within latticeDepth on each side are at most
	// 0.9 standard deviations apart, and the error of the rule is 3e-11 of what the
	// entropy varies by.
	minSide = 8
	// maxLevel is that of a step of 1e-7: a density so narrow comes from 10^13 cells.
	maxLevel = 44
)

func newLattice(total float64, seen int, memory int64) *lattice {
	l := &lattice{
		cellTable: newCellTable(memory), total: total, seen: float64(seen), numbers: make(map[latticePlace]int),
		logs: make([]float64, 1<<8), means: make([]float64, 1<<8),
	}
	l.fill = l.cell
	for k := range l.roots {
		l.roots[k] = exp(float64(k) / 64 * math.Ln2)
	}
	return l
}

// step returns the distance of points of a level.
func step(level int) float64 {
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
		b.t[k] = float64(float64(at.index*lanes+k) * step(at.level))
		b.beta[k] = exp(b.t[k])
		b.shift[k] = l.shift(b.t[k], b.beta[k])
	}
	return b
}

// shift returns 1.5 2^52 units: |ln B(n, beta)| is at most
// ln 2 + |ln beta| + ln n + n ln(1+beta/n) + beta ln(1+n/beta), and the last two are
// concave functions of n, whose sums are largest for equal n.
func (l *lattice) shift(t, beta float64) float64 {
	all := float64(l.seen * beta)
	bound := l.seen*(1+math.Abs(t)+ln(l.total)) + l.total*log1p(all/l.total) + all*log1p(l.total/all)
	_, exponent := math.Frexp(bound)
	return math.Ldexp(1.5, exponent+2)
}

// next returns the number of the block to the right, or that to the left.
func (l *lattice) next(number int, right bool) int {
	b := &l.points[number]
	if right {
		if b.right == 0 {
			made := l.block(latticePlace{b.level, b.index + 1}) + 1
			l.points[number].right = made
			return made - 1
		}
		return b.right - 1
	}
	if b.left == 0 {
		made := l.block(latticePlace{b.level, b.index - 1}) + 1
		l.points[number].left = made
		return made - 1
	}
	return b.left - 1
}

// cell computes what a cell adds.
func (l *lattice) cell(block int, n float64, to *Sums) {
	b := &l.points[block]
	for k, beta := range &b.beta {
		to[k] = (lnBetaFunction(n, beta) + b.shift[k]) - b.shift[k]
		to[lanes+k] = Quantize(cellEntropy(n, l.total, beta))
	}
}

// cellEntropy returns e(n).
func cellEntropy(n, total, beta float64) float64 {
	return float64(n/total*digammaRise(n+beta+1, total-n)) - float64(beta/total*digammaRise(beta+1, n))
}

// Of implements [Updater].
func (l *lattice) Of(cells int, typical Summer) func(Summer) float64 {
	c := &latticeCells{lattice: l, cells: float64(cells)}
	c.entropy(typical)
	c.level, c.start = c.foundLevel, c.found
	return c.entropy
}

// latticeCells are the entropies of tables with a number of cells.
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
			made.log[k] = b.t[k] + ln(priorDensity(c.cells, beta)) + lnBetaFunction(c.total, float64(c.cells*beta))
			made.mean[k], made.slope[k] = meanConstants(c.cells, c.total, beta)
		}
		c.known[block] = made
	}
	return c.known[block]
}

// meanConstants returns what the expected entropy is beside the sum of e, and the factor
// of that.
func meanConstants(cells, total, beta float64) (mean, slope float64) {
	nu := total + float64(cells*beta)
	slope = total / nu
	return digammaRise(beta+1, nu-beta) - float64(slope*digammaRise(beta+1, total)), slope
}

// entropy estimates that of a table.
func (c *latticeCells) entropy(s Summer) float64 {
	at := c.start
	for level := c.level; ; level++ {
		w := c.open(level, at, s)
		top := w.climb(at)
		low, high := w.within(top)
		if min(top-low, high-top) >= minSide || level == maxLevel {
			c.foundLevel, c.found = level, top
			return w.average(low, high, top) / math.Ln2
		}
		at = int(math.Floor(float64(float64(top)*math.Sqrt2) + 0.5))
	}
}

// latticeWindow are the points first to last of a level, blocks left to right.
type latticeWindow struct {
	*latticeCells
	sums        Summer
	left, right int
	first, last int
}

// open returns the window of the block of a point.
func (c *latticeCells) open(level, at int, s Summer) latticeWindow {
	index := at >> 3
	number := c.block(latticePlace{level, index})
	c.origin = index * lanes
	w := latticeWindow{latticeCells: c, sums: s, left: number, right: number, first: c.origin, last: c.origin + lanes - 1}
	w.read(number)
	return w
}

// read computes the values at the points of a block.
func (w *latticeWindow) read(number int) {
	first := w.points[number].index*lanes - w.origin + len(w.logs)/2
	for first < 0 || first+lanes > len(w.logs) {
		half := make([]float64, len(w.logs)/2)
		w.logs = append(append(half[:len(half):len(half)], w.logs...), half...)
		w.means = append(append(half[:len(half):len(half)], w.means...), half...)
		first = w.points[number].index*lanes - w.origin + len(w.logs)/2
	}
	constants, sums := w.constants(number), w.sums.Sums(number)
	logs, means := (*[lanes]float64)(w.logs[first:]), (*[lanes]float64)(w.means[first:])
	for k := range lanes {
		logs[k] = constants.log[k] - sums[k]
		means[k] = constants.mean[k] + float64(constants.slope[k]*sums[lanes+k])
	}
}

// log returns the log-density at a point, which is in the window or next to it.
func (w *latticeWindow) log(at int) float64 {
	switch {
	case at > w.last:
		w.right = w.next(w.right, true)
		w.last += lanes
		w.read(w.right)
	case at < w.first:
		w.left = w.next(w.left, false)
		w.first -= lanes
		w.read(w.left)
	}
	return w.logs[at-w.origin+len(w.logs)/2]
}

// climb returns the maximum that lies above a point.
func (w *latticeWindow) climb(at int) int {
	value := w.log(at)
	for _, to := range [2]int{1, -1} {
		for next := w.log(at + to); next > value; next = w.log(at + to) {
			at, value = at+to, next
		}
	}
	return at
}

// within returns the ends of the points around the maximum that matter.
func (w *latticeWindow) within(top int) (low, high int) {
	least := w.log(top) - latticeDepth
	for low = top; w.log(low-1) > least; low-- {
	}
	for high = top; w.log(high+1) > least; high++ {
	}
	return low, high
}

// average returns the weighted mean of the expected entropies.
func (w *latticeWindow) average(low, high, top int) float64 {
	middle := len(w.logs)/2 - w.origin
	logs, means := w.logs[low+middle:high+middle+1], w.means[low+middle:high+middle+1]
	highest := w.logs[top+middle]
	var weights, sum float64
	for k, log := range logs {
		weight := w.down(log - highest)
		weights += weight
		sum += float64(weight * means[k])
	}
	return sum / weights
}

// down returns e^x for -700 < x <= 0: with x = (k/64) ln 2 + r it is
// 2^(k/64) (1 + r + r^2/2 + ...); r^6/720 is below 4e-17.
func (l *lattice) down(x float64) float64 {
	const rounder = 1.5 * (1 << mantissaBits)
	shifted := float64(x*(64/math.Ln2)) + rounder
	k := int(int32(math.Float64bits(shifted)))
	units := shifted - rounder
	r := (x - float64(units*(ln2High/64))) - float64(units*(ln2Low/64))
	square := float64(r * r)
	series := r + float64(square*(0.5+float64(r*(1./6))+float64(square*(1./24+float64(r*(1./120))))))
	root := l.roots[k&63]
	return math.Float64frombits(math.Float64bits(root+float64(root*series)) + uint64(k>>6)<<mantissaBits)
}
