package edge

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

const (
	// maxRefined is how often the chord bound of a node is repeated with a better guess.
	maxRefined = 3
	// usual is the largest usual ratio of the information that a merge loses to the
	// entropy that it saves. The loss is not computed if such a loss would be small enough.
	usual = 0.8
)

// bounds is scratch space of the bounds.
type bounds struct {
	inside, outside   []float64 // masses of the open rows in the guess, and of the others, by column
	slopeIn, slopeOut []float64 // of the chords over them, per unit of mass
	reduced, ratio    []float64 // by place in open
	sorted            []int     // places in open, by ratio
	joined            []float64 // masses of the columns of a row, together with the set
	tried, useful     int       // how often the lone bound was tried, and was of use
	slack             float64   // by how much the last node's chord bound is below the limit
}

func newBounds(r *Table) bounds {
	return bounds{
		inside: make([]float64, r.m), outside: make([]float64, r.m),
		slopeIn: make([]float64, r.m), slopeOut: make([]float64, r.m),
		reduced: make([]float64, r.N), ratio: make([]float64, r.N), sorted: make([]int, r.N),
		joined: make([]float64, 0, r.m),
	}
}

// tighten drops open rows that no cluster within the budget contains, and takes those that all of them contain,
// until the bounds decide nothing further. It returns false if no such cluster exists.
func (l *lister) tighten(n *node) bool {
	best := math.Inf(-1)
	for refined := 0; ; {
		all := n.weight
		for _, x := range n.open {
			all += l.weight[x]
		}
		// H2 is concave, so the budget is largest at an end of the range of weights.
		limit := max(l.allowed(n.weight, &n.least), l.allowed(all, &n.most))
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
		l.slack = limit - bound
		guess, decided := l.decide(n, l.slack)
		switch {
		case decided:
			refined, best = 0, math.Inf(-1)
		case guess == n.guess || refined == maxRefined || bound < best+float64(0.02*l.slack):
			n.guess = guess
			return true
		default:
			refined++
			best = bound
		}
		n.guess = guess
	}
}

// worthwhile reports whether to try the lone bound. Where it has rarely helped in this part of the search, it is
// tried at every 16th node.
func (l *lister) worthwhile() bool {
	l.tried++
	return l.tried < 64 || 16*l.useful > l.tried || l.tried%16 == 0
}

// decide drops the rows that would raise the chord bound by more than the slack, and takes the rows whose omission
// would. It returns the set that attains the bound.
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

// loneBound drops open rows by a bound that rests on the information that the set has lost already. It returns
// whether a cluster within the limit is possible and whether rows were dropped.
//
// Let loss(A) be the information that merging the rows of A into one cluster loses. It
// grows with A, so a cluster A that contains the set T has
//
//	rc(A) >= loss(T) + sum_{x in A} lone_x - l phi(w_A).
//
// The sum on the right is least if the rows outside T are taken in the order of lone_x / w_x. As a function of the
// weight, the lower bound is then piecewise linear minus a convex function, so it is least after a whole number of
// rows. A row is dropped if T would lose too much with it. At small slopes, this bound is better than the chord
// bound.
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
	most := limit - n.lone - rest // the largest loss of a cluster within the limit
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

// losesAtMost returns false if the set with row x is known to lose more information than most; the set without x
// loses loss. The loss is computed at most once for a set, and is a lower bound for larger sets.
func (l *lister) losesAtMost(n *node, x int, phiW, loss, most float64) bool {
	switch {
	case n.loss[x] > most:
		return false
	case n.fresh>>x&1 == 1:
		return true
	}
	// A merge loses at most as much information as entropy.
	step := l.phi.At(n.weight+l.weight[x]) - phiW
	if loss+float64(usual*(step-l.phiW[x])) <= most {
		return true
	}
	l.steps += l.rowSteps
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

// chordBound returns a lower bound of the reduced costs of the clusters A that consist of the set T and any open
// rows. The bound is additive over rows, and reduced is set to what each open row adds to it.
//
// In rc(A) = sum_{x in A} price_x - sum_y phi(v_Ay) + (1-l) phi(w_A) every -phi is concave, and so it is above two
// chords: one over the mass of the open rows in the guess, and one from there over the mass of the other open rows.
// (A concave function is above any mixture of two chords whose slopes fall.) The last term is convex and so above its
// tangents. Each y then has a slope for the rows of the guess and a slope for the others, and the sum is additive for
// a given point of the tangent, which [lister.tangent] chooses to make the bound as high as possible. O(open rows x
// m).
func (l *lister) chordBound(n *node) float64 {
	l.steps += int64(len(n.open)+chordSteps) * l.rowSteps
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
	p := 1.0 // any will do if bend is 0
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

// chords sets the slopes of the chords and returns the sum of phi over the columns of the set.
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

// tangent returns the mass at which the tangent of (1-l) phi gives the highest bound: where
// its slope is minus the ratio of the last row taken, if open rows are taken in the order of
// their ratios. Any other mass would give a valid bound, too.
func (l *lister) tangent(n *node, bend float64) float64 {
	w := n.weight
	for _, k := range l.sorted[:len(n.open)] {
		// The tangent at w has slope bend (log2(w/total) + 1/ln 2) per probability.
		price := float64(-l.ratio[k] * l.total)
		steep := func(w float64) float64 { return float64(bend * (plogp.Log2(w/l.total) + math.Log2E)) }
		if w > 0 && steep(w) >= price {
			return w
		}
		end := w + l.weight[n.open[k]]
		if steep(end) > price {
			// Newton's method for a logarithm, from the middle.
			at := (w + end) / 2
			for range 3 {
				at += float64(at * math.Ln2 * (price - steep(at)) / bend)
				at = max(w, min(at, end))
			}
			return max(at, l.weight[l.N-1]/2)
		}
		w = end
	}
	return w
}
