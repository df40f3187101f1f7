package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// shrinker is the [Updater] of [info.Shrinkage]. The first sum of block 0 is the sum of the squares of counts,
// which determines how much frequencies are shrunk: as if a observations had been added to each of the K cells.
// With nu = N + K a the entropy in nats is then
//
//	ln(nu/a) - (N/nu) ln(1+N/a) + (N/nu) sum_i e(n_i),
//	e(n) = (n/N) ln((N+a)/(n+a)) - (a/N) ln((n+a)/a).
//
// The sum is a smooth function of ln a. It is interpolated by polynomials through 8
// points of a lattice with a step of 1/32, whose error is (1/32)^8 times a number near 1.
// A block holds 16 points; the next block has 8 of them, too.
type shrinker struct {
	cellTable
	total   float64
	shift   float64                // rounds squares to a unit in which their sums are exact
	numbers map[int]int            // of blocks, by place: the first point is taps times the place
	points  [][len(Sums{})]float64 // the a of every block
}

const (
	// taps is the number of points of an interpolation.
	taps = 8
	// tapsPerUnit is the number of points in a unit of ln a.
	tapsPerUnit = 32
)

// tapWeights are the barycentric weights of equidistant points, (-1)^k binomial(7, k)
// (Berrut and Trefethen 2004, doi:10.1137/S0036144502417715).
var tapWeights = [taps]float64{1, -7, 21, -35, 35, -21, 7, -1}

func newShrinker(total float64, memory int64) *shrinker {
	s := &shrinker{cellTable: newCellTable(memory), total: total, numbers: make(map[int]int), points: make([][len(Sums{})]float64, 1)}
	_, exponent := math.Frexp(float64(total * total))
	s.shift = math.Ldexp(1.5, exponent+1)
	s.extend(0)
	s.fill = s.cell
	return s
}

func (s *shrinker) cell(block int, n float64, to *Sums) {
	if block == 0 {
		to[0] = (float64(n*n) + s.shift) - s.shift
		return
	}
	for k, a := range &s.points[block] {
		to[k] = plogp.Quantize(float64(n/s.total*special.Log1p((s.total-n)/(n+a))) - float64(a/s.total*special.Log1p(n/a)))
	}
}

// block returns the number of the block at a place.
func (s *shrinker) block(place int) int {
	number, ok := s.numbers[place]
	if !ok {
		number = len(s.points)
		s.numbers[place] = number
		s.points = append(s.points, [len(Sums{})]float64{})
		for k := range s.points[number] {
			s.points[number][k] = special.Exp(float64(place*taps+k) / tapsPerUnit)
		}
		s.extend(number)
	}
	return number
}

// Of implements [Updater].
func (s *shrinker) Of(cells int, _ Summer) func(Summer) float64 {
	k, uniform := float64(cells), plogp.Log2(float64(cells))
	return func(sums Summer) float64 {
		squares := sums.Sums(0)[0] / float64(s.total*s.total)
		variance, limit := 1-squares, float64((s.total-1)*(squares-1/k))
		switch {
		case !(variance < limit):
			return uniform
		case variance <= 0: // one cell has all
			return 0
		}
		lambda := variance / limit
		a := s.total / k * (lambda / (1 - lambda))
		nu := s.total + float64(k*a)
		e := s.interpolate(special.Ln(a), sums)
		return max(special.Ln(nu/a)-float64(s.total/nu*(special.Log1p(s.total/a)-e)), 0) / math.Ln2
	}
}

// interpolate returns the sum of e at ln a.
func (s *shrinker) interpolate(lnA float64, sums Summer) float64 {
	at := float64(lnA * tapsPerUnit)
	first := int(math.Floor(at)) - (taps/2 - 1)
	place := first >> 3 // rounds down
	values := sums.Sums(s.block(place))[first-place*taps:][:taps]
	var sum, weights float64
	for k, w := range tapWeights {
		d := at - float64(first+k)
		if d == 0 {
			return values[k]
		}
		w /= d
		sum += float64(w * values[k])
		weights += w
	}
	return sum / weights
}
