package scale

import (
	"math"
	"strconv"
)

// cut cuts different numbers, in ascending order, into bins, each of which has one.
func (s *Scale) cut(b Bins, list []Counted) error {
	if len(list) == 0 {
		return errNoNumbers
	}
	if b.IsZero() {
		b.kind = none
	}
	s.Order = Linear
	s.Whole = true
	for _, n := range list {
		s.Whole = s.Whole && n.Value == math.Trunc(n.Value) && math.Abs(n.Value) < 1<<53
	}
	for n := range list {
		begins := n == 0
		if n > 0 {
			c, at := b.between(list[n-1].Value, list[n].Value)
			if begins = c; begins {
				s.Cuts = append(s.Cuts, at)
			}
		}
		if begins {
			s.Low, s.High = append(s.Low, list[n].Value), append(s.High, list[n].Value)
		}
		s.High[len(s.High)-1] = list[n].Value
	}
	if b.kind == quantile {
		s.Low, s.High, s.Cuts = quantiles(list, b.count)
	}
	s.Bins = b.String()
	return nil
}

// between tells whether two neighbouring numbers are cut apart, and where, except by quantiles.
func (b Bins) between(low, high float64) (cut bool, at float64) {
	switch b.kind {
	case width:
		k := math.Floor(high / b.width)
		if at = b.multiple(k); b.multiple(k+1) <= high { // rounding
			at = b.multiple(k + 1)
		}
		return low < at && at <= high, at
	case edges:
		for _, e := range b.edges {
			if low < e && e <= high {
				at, cut = e, true
			}
		}
		return cut, at
	}
	return true, roundest(low, high)
}

// multiple returns k times the width, without the last digits that rounding leaves: 0.3, and not
// 0.30000000000000004.
func (b Bins) multiple(k float64) float64 {
	at, err := strconv.ParseFloat(strconv.FormatFloat(k*b.width, 'g', 15, 64), 64)
	if err != nil {
		return k * b.width
	}
	return at + 0
}

// quantiles cuts numbers into at most n bins of about as many records. Of the places between two
// numbers, those nearest to the shares 1/n, 2/n, ... of the records are taken.
func quantiles(list []Counted, n int) (low, high, cuts []float64) {
	sums := make([]float64, len(list)+1)
	for i, c := range list {
		sums[i+1] = sums[i] + c.Count
	}
	total := sums[len(list)]
	ends := make([]bool, len(list)) // whether a bin begins at a number
	at := 0
	for k := 1; k < n && len(list) > n; k++ {
		target := total * float64(k) / float64(n)
		for at < len(list) && sums[at] < target {
			at++
		}
		nearest := at
		if at > 0 && target-sums[at-1] <= sums[at]-target {
			nearest--
		}
		if nearest > 0 && nearest < len(list) {
			ends[nearest] = true
		}
	}
	for i, c := range list {
		if i == 0 || ends[i] || len(list) <= n {
			if i > 0 {
				cuts = append(cuts, roundest(list[i-1].Value, c.Value))
			}
			low, high = append(low, c.Value), append(high, c.Value)
		}
		high[len(high)-1] = c.Value
	}
	return low, high, cuts
}

// roundest returns the number of fewest decimal places, or most zeros, that is above low and at most
// high; of several the largest.
func roundest(low, high float64) float64 {
	for e := int(math.Ceil(math.Log10(max(math.Abs(low), math.Abs(high))))) + 1; e > -300; e-- {
		multiple := math.Floor(high / math.Pow10(e))
		if e < 0 {
			multiple = math.Floor(high * math.Pow10(-e))
		}
		if math.Abs(multiple) >= 1<<53 {
			break
		}
		at, err := strconv.ParseFloat(strconv.FormatFloat(multiple, 'f', 0, 64)+"e"+strconv.Itoa(e), 64)
		if err == nil && low < at && at <= high {
			return at + 0
		}
	}
	return high
}
