package scale

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/calendar"
)

// cut cuts different numbers, in ascending order, into bins, none of them empty.
func (s *Scale) cut(b Bins, list []Counted) error {
	if len(list) == 0 {
		return fmt.Errorf("has no %s: take its values as they are, as a category", s.plural())
	}
	if b.IsZero() {
		b.kind = none
	}
	if err := s.known(); err != nil {
		return err
	}
	s.Order = Linear
	if s.named() {
		s.enumerate(list)
		return nil
	}
	var err error
	if b, err = s.suited(b); err != nil {
		return err
	}
	s.Whole = s.whole(list)
	s.Bins = b.String()
	var apart []bool
	switch b.kind {
	case quantile:
		apart = quantiles(list, b.count)
	case auto:
		n := binsOf(list, b.count)
		if apart = quantiles(list, n); len(list) > n { // else all numbers are cut apart
			withSharp(list, apart, n, sharp(list))
		}
	}
	for n, c := range list {
		begins, at := n == 0, 0.0
		if n > 0 && (apart == nil || apart[n]) {
			if begins, at = s.between(b, list[n-1].Value, c.Value); begins {
				s.Cuts = append(s.Cuts, at)
			}
		}
		if begins {
			s.Low, s.High = append(s.Low, c.Value), append(s.High, c.Value)
		}
		s.High[len(s.High)-1] = c.Value
	}
	return nil
}

// whole reports whether numbers are whole, or times are dates.
func (s *Scale) whole(list []Counted) bool {
	return !slices.ContainsFunc(list, func(n Counted) bool {
		switch {
		case s.dated():
			return s.wall(int64(n.Value))%calendar.Day != 0
		case s.Type == Duration:
			return true
		}
		return n.Value != math.Trunc(n.Value) || math.Abs(n.Value) >= 1<<53
	})
}

// between reports whether two neighbouring numbers are cut apart, and where. For quantiles, it is
// called only for numbers that are cut apart.
func (s *Scale) between(b Bins, low, high float64) (cut bool, at float64) {
	switch b.kind {
	case width:
		at = s.multiple(b, high)
		return low < at && at <= high, at
	case edges:
		for _, e := range b.edges {
			if low < e && e <= high {
				at, cut = e, true
			}
		}
		return cut, at
	}
	return true, s.roundest(low, high)
}

// multiple returns the largest multiple of the width that is not above a number. Multiples of times
// are counted from a Monday.
func (s *Scale) multiple(b Bins, high float64) float64 {
	if b.texts == nil {
		k := math.Floor(high / b.width)
		if next := b.multiple(k + 1); next <= high { // rounding
			return next
		}
		return b.multiple(k)
	}
	if s.Type == Duration {
		return float64(calendar.Multiple(int64(high), int64(b.width), 0))
	}
	return float64(s.instant(calendar.Multiple(s.wall(int64(high)), int64(b.width), calendar.Monday)))
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

// quantiles cuts numbers into at most n bins with about equal numbers of records, and returns for each number
// whether there is a cut before it. It cuts between the numbers nearest to the shares 1/n, 2/n, ... of the records.
func quantiles(list []Counted, n int) (apart []bool) {
	if len(list) <= n {
		return slices.Repeat([]bool{true}, len(list))
	}
	sums := sumsOf(list)
	total := sums[len(list)]
	apart = make([]bool, len(list))
	at := 0
	for k := 1; k < n; k++ {
		target := total * float64(k) / float64(n)
		for at < len(list) && sums[at] < target {
			at++
		}
		nearest := at
		if at > 0 && target-sums[at-1] <= sums[at]-target {
			nearest--
		}
		if nearest < len(list) {
			apart[nearest] = true
		}
	}
	return apart
}

// log10Of2 is a little more than log10 2.
const log10Of2 = 0.30103

// roundest returns the number above low and up to high with the fewest decimal places or the most
// trailing zeros; of several, the largest.
func roundest(low, high float64) float64 {
	_, bits := math.Frexp(max(math.Abs(low), math.Abs(high)))
	for e := int(math.Ceil(float64(bits)*log10Of2)) + 1; e > -300; e-- {
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
