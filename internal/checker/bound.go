package checker

import (
	"math"
	"math/bits"
)

// sums are the masses of a set of rows, by column and in total, and phi of them.
type sums struct {
	mass   []float64
	phi    []fixed
	weight float64
	phiV   fixed // the sum of phi over all columns
}

func (m *model) newSums() sums {
	return sums{mass: make([]float64, m.shared), phi: make([]fixed, m.shared)}
}

// toggle adds a row to the sums, or takes it out if sign is -1. Masses are whole numbers, and no sum is rounded.
func (s *sums) toggle(m *model, x int, sign fixed) {
	r, by := &m.rows[x], float64(sign)
	s.weight += float64(by * r.weight)
	s.phiV += sign * r.own
	for _, c := range r.cells {
		v := s.mass[c.Column] + float64(by*c.Mass)
		q := m.phi(v)
		s.phiV += q - s.phi[c.Column]
		s.mass[c.Column], s.phi[c.Column] = v, q
	}
}

func (s *sums) copy(from *sums) {
	copy(s.mass, from.mass)
	copy(s.phi, from.phi)
	s.weight, s.phiV = from.weight, from.phiV
}

// bounder bounds the reduced costs of many clusters at once. It serves one goroutine.
type bounder struct {
	*model
	inside, outside   []float64 // masses of the rows in the guess, and of the other open rows
	slopeIn, slopeOut []float64
	terms             []float64 // of every open row: what its part of the bound is if it is taken
	margin            float64
}

func newBounder(m *model) *bounder {
	return &bounder{
		model: m, inside: make([]float64, m.shared), outside: make([]float64, m.shared),
		slopeIn: make([]float64, m.shared), slopeOut: make([]float64, m.shared), terms: make([]float64, len(m.rows)),
		margin: math.Ldexp(float64(m.columns+len(m.rows)+16), -42),
	}
}

// below returns a lower bound in bits on the reduced costs of the clusters A + S, for the set A of the sums, whose
// dual sums to price, and all sets S of open rows. guess is a set of open rows. It sets terms, and returns the open
// rows with a negative term, which are a better guess.
//
// With a_y the masses of A, g_y of the open rows in the guess, and o_y of the other open rows,
//
//	rc(A + S) = sum of u over A and S - sum_y phi(a_y + s_y) + (1-l) phi(w).
//
// phi is convex. So phi(a_y + t), for t from 0 to g_y + o_y, is at most the function that is
// linear between 0, g_y and g_y + o_y and has its values there, and as its second slope is not
// below its first, that is at most phi(a_y) plus the first slope times the mass of S in the
// guess, plus the second times the mass of S outside of it. And phi(w) is at least its tangent.
// Both are linear, so every row has a term, and the least bound takes those below zero.
//
// Floating point: every phi is off by less than a unit, which makes 2^-49 bit in every column. The terms of a column
// add up to less than 1.1 bit in size, all together to less than 40 (the entropy of less than 2^19 columns, twice),
// and each goes through less than m + n + 10 roundings of 2^-53. The n numbers of the dual are up to 8 bits in size,
// with n more roundings of their sum. In all that is less than (m + n + 16) 2^-43 bit for m columns and n rows.
// margin is twice that, so that no computed cost is below the bound either, and is taken off.
func (b *bounder) below(s *stage, a *sums, price fixed, open, guess uint64) (bound float64, better uint64) {
	clear(b.inside)
	clear(b.outside)
	weight := a.weight
	for left := open; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		to := b.outside
		if guess>>x&1 == 1 {
			to = b.inside
			weight += b.rows[x].weight
		}
		for _, c := range b.rows[x].cells {
			to[c.Column] += c.Mass
		}
	}
	if weight == 0 { // the empty set does not count: the least cluster is a row
		weight = b.rows[bits.TrailingZeros64(open)].weight
	}
	for y, g := range b.inside {
		phi, v := a.phi[y], a.mass[y]
		if g > 0 {
			v += g
			q := b.phi(v)
			b.slopeIn[y] = toBits(q-phi) / g
			phi = q
		}
		if o := b.outside[y]; o > 0 {
			b.slopeOut[y] = toBits(b.phi(v+o)-phi) / o
		}
	}
	rest := float64(s.rest) / (1 << slopeBits)
	point, slope := b.tangent(weight)
	slope *= rest * b.inverse
	bound = toBits(price-a.phiV) + float64(slope*a.weight) - float64(rest*point) - b.margin
	for left := open; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		slopes := b.slopeOut
		if guess>>x&1 == 1 {
			slopes = b.slopeIn
		}
		r := &b.rows[x]
		term := s.price[x] + float64(slope*r.weight)
		for _, c := range r.cells {
			term -= float64(c.Mass * slopes[c.Column])
		}
		if b.terms[x] = term; term < 0 {
			bound += term
			better |= 1 << x
		}
	}
	return bound, better
}

// alone is like below, with another bound, which is better if the slope l is small or the rows
// taken lose much information together. all is the mass of A and all open rows.
//
// The information that rows lose when they are merged, K(T) = phi(w_T) - sum_y phi(v_Ty), is a
// concave and homogeneous function of their masses, so K(A + S) is at least K(A) plus K of every
// row of S. And phi(w), convex, is at most its chord from A to all rows. In
//
//	rc(T) = sum of u + K(T) - l phi(w_T)
//
// both are linear, with less than m + n + 10 roundings again.
func (b *bounder) alone(s *stage, a *sums, price fixed, open uint64, all float64) (bound float64) {
	phi := b.phi(a.weight)
	slope := float64(s.slope) / (1 << slopeBits) * toBits(b.phi(all)-phi) / (all - a.weight)
	bound = toBits(price-a.phiV+scaled(s.rest, phi)) - b.margin
	for left := open; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		term := s.lone[x] - float64(slope*b.rows[x].weight)
		if b.terms[x] = term; term < 0 {
			bound += term
		}
	}
	return bound
}

// tangent returns a tangent of phi near a mass: phi(p) >= slope p - point for every p. It
// touches at the middle of an interval of the table, at p0 = c 2^e/W, whose logarithm is known
// to within 53 2^-53: its slope is log2 p0 + 1/ln 2, and point = p0/ln 2.
func (l *logs) tangent(mass float64) (point, slope float64) {
	b := math.Float64bits(mass)
	k := int(b >> (mantissaBits - tableBits) & (tableSize - 1))
	e := int(b >> mantissaBits)
	at := middle(k) * math.Float64frombits(uint64(e)<<mantissaBits)
	return float64(at*l.inverse) / math.Ln2, float64(e-l.exponent) + l.middles[k] + 1/math.Ln2
}

// limitOf returns the largest reduced cost in bits that matters to an edge, for clusters whose mass is in a range;
// ok is false if none matters. The entropy of two clusters is a concave function of the mass of one, and so
// smallest at an end of the range.
func (s *stage) limitOf(m *model, from, to float64) (limit float64, ok bool) {
	h := min(m.twoClusters(from), m.twoClusters(to))
	if h-2 > s.end {
		return 0, false
	}
	limit = toBits(-m.feasible())
	if s.Certified {
		near := s.loose + 2 + 5*m.slopH()
		if at, ok := s.within(h - near); ok {
			limit = max(limit, toBits(max(at.plain+s.counted, at.strict+s.spare)))
		}
	}
	return limit, true
}
