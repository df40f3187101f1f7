package ceiling

import (
	"math"

	"github.com/dibmap/dibmap/internal/lists"
)

// width is the range of eta in bits for which there is one bound, and quarters are 1, 2^-1/4, 2^-1/2
// and 2^-3/4: the same bits on every machine.
const width = 0.25

var quarters = [4]float64{1, 0.84089641525371454303, 0.70710678118654752440, 0.59460355750136053336}

// bounder computes bounds on the contributions of rows. It is the scratch space of one worker.
type bounder struct {
	t        *table
	cells    []cell    // of the row
	value    []float64 // a(x') of every row
	share    []float64 // how much of every row is in the knapsack, from 0 to 1
	blend    blend
	knapsack knapsack
}

func newBounder(t *table) *bounder {
	n := len(t.mass)
	return &bounder{t: t, value: make([]float64, n), share: make([]float64, n)}
}

// piece bounds g for the clusters of masses between lightest and heaviest, where eta is between at
// and to: g - l eta does not exceed the larger of low - l at and high - l to, for 0 <= l <= 1.
type piece struct {
	at, to                     float64
	heaviest, lightest, centre float64
	middle, low, high          float64 // g at the centre, where bounds are compared, and at the ends
}

// row returns for every slope l an upper bound on g - l eta over all clusters that contain x. The r
// are improved for masses at a distance of spacing bits of eta.
func (b *bounder) row(x int, spacing float64) []float64 {
	own := -log2(b.t.mass[x])
	inf := math.Inf(1)
	var pieces []piece
	heaviest := 1.0
	for n := 1; ; n++ {
		at, to, lightest := float64(n-1)*width, float64(n)*width, math.Ldexp(quarters[n%4], -n/4)
		if to >= own {
			to, lightest = own, b.t.mass[x]
		}
		pieces = append(pieces, piece{at, to, heaviest, lightest, math.Sqrt(heaviest * lightest), inf, inf, inf})
		if heaviest = lightest; to == own {
			break
		}
	}
	if !math.IsInf(spacing, 1) {
		b.cells = b.t.row(x, b.cells)
		b.blend.reset(len(b.cells))
		for _, eta := range targets(own, spacing) {
			b.weigh()
			b.bound(x, pieces)
			b.improve(x, pieces[min(int(eta/width), len(pieces)-1)])
		}
		b.weigh()
		b.bound(x, pieces)
	}
	return lists.Make(slopes+1, func(k int) float64 { return highest(pieces, slope(k), b.t.total[x]) })
}

// highest returns an upper bound on g - l eta over all pieces, for a row with total bits of
// information: g is at most total, and at most eta.
func highest(pieces []piece, l, total float64) float64 {
	most := math.Inf(-1)
	for _, p := range pieces {
		here := min(total-float64(l*p.at), float64((1-l)*p.to), max(p.low-float64(l*p.at), p.high-float64(l*p.to)))
		most = max(most, here)
	}
	return most
}

// weigh computes a(x') for all rows x'.
func (b *bounder) weigh() {
	clear(b.value)
	for k, c := range b.cells {
		f := c.p / b.blend.r[k]
		rows, ps := b.t.column(c.column)
		for n, p := range ps {
			b.value[rows[n]] += float64(f * p)
		}
	}
}

// bound lowers the bounds of all pieces to the bounds from r. The knapsack is concave in w, so
// that it is below its tangent at the centre of a piece, v + rate (w - u). The logarithm of a
// growing line, minus (1-l) log2 w, has no maximum between the ends of a range of w.
//
// Clusters of a piece hold only rows that fit in with x. The rows are sorted by mass, so that more
// of them fit as pieces grow in mass.
func (b *bounder) bound(x int, pieces []piece) {
	base := b.blend.mean(b.cells)
	b.knapsack.empty()
	next := len(b.t.mass) - 1
	for n := len(pieces) - 1; n >= 0; n-- {
		p := &pieces[n]
		next = b.admit(x, p.heaviest, next)
		u, v, rate, _ := b.knapsack.fill(p.centre - b.t.mass[x])
		u, v = u+b.t.mass[x], v+b.value[x]
		middle := base + log2(v+float64(rate*(p.centre-u)))
		if middle < p.middle {
			p.middle = middle
			p.low = base + log2(v+float64(rate*(p.heaviest-u))) + p.at
			p.high = base + log2(v+float64(rate*(p.lightest-u))) + p.to
		}
	}
}

// admit adds the rows from next on, towards heavier ones, that fit into a cluster with x of the
// mass heaviest. It returns the first row that does not fit. The margin is for rounding.
func (b *bounder) admit(x int, heaviest float64, next int) int {
	fits := float64(heaviest*(1+0x1p-40)) - b.t.mass[x]
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
	next := b.admit(x, p.heaviest, len(b.t.mass)-1)
	room := p.centre - b.t.mass[x]
	u, _, _, critical := b.knapsack.fill(room)
	part := b.knapsack.part(critical, room-u)
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
	for k, c := range b.cells {
		sum := 0.0
		rows, ps := b.t.column(c.column)
		for n, p := range ps {
			sum += float64(b.share[rows[n]] * p)
		}
		atom[k] = sum / p.centre
	}
	b.blend.balance(b.cells)
}
