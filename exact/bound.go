package exact

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// maxRefined is the number of times that the chord bound of a node is computed
// anew with a better guess.
const maxRefined = 3

// usual is the share of the entropy saved that a merge loses in information at
// most, as a rule: it is not worth to compute the loss where that would do.
const usual = 0.8

// bounds is scratch space.
type bounds struct {
	inside, outside   []float64 // masses of the open rows that are guessed in, and of the others
	slopeIn, slopeOut []float64 // of the chords over them, per unit of mass
	reduced, ratio    []float64 // by place in open
	sorted            []int     // places in open, by ratio
	joined            []float64 // masses of the columns of a row and the set
	tried, useful     int       // how often the lone bound was, in this part of the search
}

func newBounds(r *rows) bounds {
	return bounds{
		inside: make([]float64, r.m), outside: make([]float64, r.m),
		slopeIn: make([]float64, r.m), slopeOut: make([]float64, r.m),
		reduced: make([]float64, r.n), ratio: make([]float64, r.n), sorted: make([]int, r.n),
		joined: make([]float64, 0, r.m),
	}
}

// tighten drops open rows that no cluster within the budget has, and takes in
// those that every one has, until the bounds tell of no more. It returns false if
// there is no such cluster at all.
func (l *lister) tighten(n *node) bool {
	best := math.Inf(-1)
	for refined := 0; ; {
		all := n.weight
		for _, x := range n.open {
			all += l.weight[x]
		}
		// H2 is concave: the budget is largest at an end of the range of weights.
		limit := max(l.allowed(n.weight), l.allowed(all))
		if l.worthwhile() {
			fits, fewer := l.loneBound(n, limit)
			if !fits || fewer {
				l.useful++
			}
			if !fits {
				return false
			}
			if fewer {
				continue
			}
		}
		if len(n.open) == 0 {
			return true
		}
		bound := l.chordBound(n)
		if bound > limit {
			return false
		}
		guess, decided := l.decide(n, limit-bound)
		switch {
		case decided:
			refined, best = 0, math.Inf(-1)
		case guess == n.guess || refined == maxRefined || bound < best+float64(0.02*(limit-bound)):
			n.guess = guess
			return true
		default:
			refined++
			best = bound
		}
		n.guess = guess
	}
}

// worthwhile tells whether to try the lone bound: always, unless it was of little
// use in this part of the search, and then now and then.
func (l *lister) worthwhile() bool {
	l.tried++
	return l.tried < 64 || 16*l.useful > l.tried || l.tried%16 == 0
}

// decide drops and takes in the rows without which, or with which, the chord bound
// is above the limit, by more than that. It returns the rows that attain the bound.
func (l *lister) decide(n *node, slack float64) (guess uint64, decided bool) {
	kept := n.open[:0]
	for k, x := range n.open {
		b := l.reduced[k]
		if b < 0 {
			guess |= 1 << x
		}
		switch {
		case b > slack:
		case -b > slack:
			l.take(n, x)
		default:
			kept = append(kept, x)
		}
	}
	decided = len(kept) < len(n.open)
	n.open = kept
	return guess, decided
}

// loneBound bounds the reduced cost from below by what the set loses already.
//
// Write loss(A) for the information that making one cluster of the rows of A
// loses. It only grows with A, so a cluster A that contains T has
//
//	rc(A) >= loss(T) + sum_{x in A} lone_x - l phi(w_A),
//
// where lone_x = dual_x - (sum_y phi(v_xy) - phi(w_x)). The rest of the right side
// is smallest if the rows beside T are taken by increasing lone_x / w_x, in part
// perhaps: then it is a convex piecewise linear function of the weight less a
// convex one, and so smallest at one of the rows' borders. A row with which the set
// would lose too much is dropped. It returns whether some cluster fits and whether
// rows were dropped. It is the better bound where the slope is small.
func (l *lister) loneBound(n *node, limit float64) (fits, fewer bool) {
	if n.set == 0 {
		return true, false
	}
	phiW := l.phi.At(n.weight)
	loss := n.price - n.lone + phiW
	for _, v := range n.phi {
		loss -= v
	}
	var open uint64
	for _, x := range n.open {
		open |= 1 << x
	}
	rest, w, lone := -float64(l.slope*phiW), n.weight, 0.0
	for _, x := range l.byLone {
		if open>>x&1 == 1 {
			lone += l.lone[x]
			w += l.weight[x]
			rest = min(rest, lone-float64(l.slope*l.phi.At(w)))
		}
	}
	most := limit - n.lone - rest // that a cluster may lose
	if loss > most {
		return false, false
	}
	kept := n.open[:0]
	for _, x := range n.open {
		if l.losesAtMost(n, x, phiW, loss, most) {
			kept = append(kept, x)
		}
	}
	fewer = len(kept) < len(n.open)
	n.open = kept
	return true, fewer
}

// losesAtMost tells whether the set with row x, if it is quick to tell, loses no
// more information than that; without x it loses loss. What it loses is computed
// once a set, and bounds what larger ones lose.
func (l *lister) losesAtMost(n *node, x int, phiW, loss, most float64) bool {
	switch {
	case n.loss[x] > most:
		return false
	case n.fresh>>x&1 == 1:
		return true
	}
	// A merge loses no more information than entropy.
	step := l.phi.At(n.weight+l.weight[x]) - phiW
	if loss+float64(usual*(step-l.phiW[x])) <= most {
		return true
	}
	step += l.alone[x] - l.own[x]
	joined := l.joined[:0]
	for y, v := range l.mass[x] {
		if v > 0 {
			step += n.phi[y]
			joined = append(joined, n.mass[y]+v)
		}
	}
	n.loss[x] = loss + step - l.phi.Sum(joined)
	n.fresh |= 1 << x
	return n.loss[x] <= most
}

// chordBound bounds the reduced costs of the clusters A between the set T and T
// with all open rows from below by a function that is additive over rows, and
// returns its least value. reduced is what each open row adds to it.
//
// In rc(A) = sum_{x in A} price_x - sum_y phi(v_Ay) + (1-l) phi(w_A) every -phi is
// concave. It is above its chords: over the mass of the open rows that are guessed
// in, and from there on over that of the others. (A concave function is above any
// mixture of two chords whose slopes fall.) The last term is convex, and above its
// tangents. Each y then has one slope for the rows inside, one for those outside,
// and the sum is additive but for the one variable w, the point of the tangent,
// which is chosen by [lister.tangent] to make the bound as high as can be.
// O(open rows x m).
func (l *lister) chordBound(n *node) float64 {
	at := n.price - l.chords(n)
	for k, x := range n.open {
		slope := l.slopeOut
		if n.guess>>x&1 == 1 {
			slope = l.slopeIn
		}
		b := l.price[x]
		for y, v := range l.mass[x] {
			b -= float64(v * slope[y])
		}
		l.reduced[k], l.ratio[k] = b, b/l.weight[x]
		j := k
		for ; j > 0 && l.ratio[l.sorted[j-1]] > l.ratio[k]; j-- {
			l.sorted[j] = l.sorted[j-1]
		}
		l.sorted[j] = k
	}
	bend := 1 - l.slope
	p := 1.0 // without a bend, any will do
	if bend > 0 {
		p = l.tangent(n, bend) / l.total
	}
	log := plogp.Log2(p)
	// phi(p) + phi'(p) (w - p) = w (log2 p + 1/ln 2) - p/ln 2
	perMass := float64(bend*(log+math.Log2E)) / l.total
	at += float64(perMass*n.weight) - float64(bend*p*math.Log2E)
	for k, x := range n.open {
		l.reduced[k] += float64(perMass * l.weight[x])
		at += min(l.reduced[k], 0)
	}
	return at
}

// chords fills in the slopes of the chords and returns the sum of phi over the
// columns of the set.
func (l *lister) chords(n *node) (phi float64) {
	clear(l.inside)
	clear(l.outside)
	for _, x := range n.open {
		to := l.outside
		if n.guess>>x&1 == 1 {
			to = l.inside
		}
		for y, v := range l.mass[x] {
			to[y] += v
		}
	}
	for y, start := range n.phi {
		phi += start
		mass := n.mass[y]
		l.slopeIn[y], l.slopeOut[y] = 0, 0
		if v := l.inside[y]; v > 0 {
			mass += v
			end := l.phi.At(mass)
			l.slopeIn[y] = (end - start) / v
			start = end
		}
		if v := l.outside[y]; v > 0 {
			l.slopeOut[y] = (l.phi.At(mass+v) - start) / v
		}
	}
	return phi
}

// tangent returns the mass w at which the tangent of (1-l) phi is best: where it
// is as steep as the open rows, taken by ratio, are cheap. Any w would do.
func (l *lister) tangent(n *node, bend float64) float64 {
	w := n.weight
	for _, k := range l.sorted[:len(n.open)] {
		// The tangent at w has slope bend (log2(w/total) + 1/ln 2) per probability.
		price := -l.ratio[k] * l.total
		steep := func(w float64) float64 { return float64(bend * (plogp.Log2(w/l.total) + math.Log2E)) }
		if w > 0 && steep(w) >= price {
			return w
		}
		end := w + l.weight[n.open[k]]
		if steep(end) > price {
			// Newton's method on a logarithm, from the middle.
			at := (w + end) / 2
			for range 3 {
				at += float64(at * math.Ln2 * (price - steep(at)) / bend)
				at = max(w, min(at, end))
			}
			return max(at, l.weight[l.n-1]/2)
		}
		w = end
	}
	return w
}
