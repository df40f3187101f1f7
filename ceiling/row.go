package ceiling

import "math"

// width is the range of eta in bits for which there is one bound.
const width = 0.25

// bounder bounds what a row can contribute. It is the scratch space of one worker.
type bounder struct {
	t        *table
	value    []float64 // a(x') of every row
	share    []float64 // how much of every row is in the knapsack, from 0 to 1
	blend    blend
	knapsack knapsack
}

func newBounder(t *table) *bounder {
	n := len(t.mass)
	return &bounder{t: t, value: make([]float64, n), share: make([]float64, n)}
}

// piece bounds g for the clusters of masses between 2^-to and 2^-at: g - l eta is nowhere above the
// larger of low - l at and high - l to, for 0 <= l <= 1.
type piece struct {
	at, to            float64
	middle, low, high float64 // g at the middle, where pieces are compared, and at the ends
}

// row returns for every slope l an upper bound on g - l eta over all clusters that contain x. The r
// are improved for masses at a distance of spacing bits of eta.
func (b *bounder) row(x int, spacing float64) []float64 {
	own := -log2(b.t.mass[x])
	inf := math.Inf(1)
	var pieces []piece
	for at := 0.0; at == 0 || at < own; at += width {
		pieces = append(pieces, piece{at, min(at+width, own), inf, inf, inf})
	}
	if !math.IsInf(spacing, 1) {
		b.blend.reset(len(b.t.rows[x]))
		for _, eta := range targets(own, spacing) {
			b.weigh(x)
			b.bound(x, pieces)
			b.improve(x, pieces[min(int(eta/width), len(pieces)-1)])
		}
		b.weigh(x)
		b.bound(x, pieces)
	}
	most := make([]float64, slopes+1)
	for k := range most {
		most[k] = highest(pieces, slope(k), b.t.total[x])
	}
	return most
}

// highest returns an upper bound on g - l eta over all pieces, of a row that has total bits to
// tell: g is at most that, and at most eta.
func highest(pieces []piece, l, total float64) float64 {
	most := math.Inf(-1)
	for _, p := range pieces {
		here := min(total-float64(l*p.at), float64((1-l)*p.to), max(p.low-float64(l*p.at), p.high-float64(l*p.to)))
		most = max(most, here)
	}
	return most
}

// weigh computes a(x') for all rows x'.
func (b *bounder) weigh(x int) {
	clear(b.value)
	for k, c := range b.t.rows[x] {
		f := c.p / b.blend.r[k]
		for _, d := range b.t.columns[c.at] {
			b.value[d.at] += float64(f * d.p)
		}
	}
}

// bound lowers the bounds of all pieces to those that r gives. The knapsack is concave in w, so
// that it is below its tangent at the middle of a piece, v + rate (w - u). The logarithm of a
// growing line, minus (1-l) log2 w, has no maximum between the ends of a range of w.
//
// Clusters of a piece hold no row that does not fit in with x. The rows are sorted by mass, so that
// more of them fit as pieces grow in mass.
func (b *bounder) bound(x int, pieces []piece) {
	base := b.blend.mean(b.t.rows[x])
	b.knapsack.empty()
	next := len(b.t.mass) - 1
	for n := len(pieces) - 1; n >= 0; n-- {
		p := &pieces[n]
		next = b.admit(x, p.at, next)
		w, heaviest, lightest := p.middleMass(), math.Exp2(-p.at), math.Exp2(-p.to)
		u, v, rate, _ := b.knapsack.fill(w - b.t.mass[x])
		u, v = u+b.t.mass[x], v+b.value[x]
		middle := base + log2(v+float64(rate*(w-u)))
		if middle < p.middle {
			p.middle = middle
			p.low = base + log2(v+float64(rate*(heaviest-u))) + p.at
			p.high = base + log2(v+float64(rate*(lightest-u))) + p.to
		}
	}
}

// middleMass returns the mass of a cluster in the middle of the piece.
func (p *piece) middleMass() float64 { return math.Exp2(-(p.at + p.to) / 2) }

// admit adds the rows from next on, towards heavier ones, that fit into a cluster with x where eta
// is at least at. It returns the first that does not. The margin is for rounding.
func (b *bounder) admit(x int, at float64, next int) int {
	fits := math.Exp2(-at)*(1+0x1p-40) - b.t.mass[x]
	for ; next >= 0 && b.t.mass[next] <= fits; next-- {
		if next != x {
			b.knapsack.add(b.t.mass[next], b.value[next])
		}
	}
	return next
}

// improve mixes the cluster that fills the knapsack for a piece into r.
func (b *bounder) improve(x int, p piece) {
	b.knapsack.empty()
	next := b.admit(x, p.at, len(b.t.mass)-1)
	w := p.middleMass()
	u, _, _, critical := b.knapsack.fill(w - b.t.mass[x])
	part := b.knapsack.part(critical, w-b.t.mass[x]-u)
	clear(b.share)
	b.share[x] = 1
	for y := next + 1; y < len(b.share); y++ {
		if y == x {
			continue
		}
		switch c := class(b.value[y] / b.t.mass[y]); {
		case c > critical:
			b.share[y] = 1
		case c == critical:
			b.share[y] = part
		}
	}
	atom := b.blend.add()
	for k, c := range b.t.rows[x] {
		sum := 0.0
		for _, d := range b.t.columns[c.at] {
			sum += float64(b.share[d.at] * d.p)
		}
		atom[k] = sum / w
	}
	b.blend.balance(b.t.rows[x])
}
