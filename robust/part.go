package robust

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/sealed"
)

// A part is a state of package sealed with the sums of points over a range of draws: the identity; the range; the 5
// widths of the sums in bytes, the smallest that fit; and the sums, one after the other for all points.
const partMagic = "dibmap draws 2\n"

// encode returns a part.
func (id *identity) encode(sums []moments, from, to int) []byte {
	widths := widthsOf(sums)
	size := 0
	for _, w := range widths {
		size += int(w) * len(sums)
	}
	b := sealed.NewWriter(partMagic, 1<<10+size)
	b.JSON(id)
	b.Count(from)
	b.Count(to)
	b.Put(widths[:])
	for k, w := range widths {
		for p := range sums {
			number := sums[p][k].bytes()
			b.Put(number[:w])
		}
	}
	return b.Seal()
}

// widthsOf returns the smallest numbers of bytes that hold the sums of all points; 0 holds 0.
func widthsOf(sums []moments) (widths [len(moments{})]byte) {
	for p := range sums {
		for k, a := range sums[p] {
			widths[k] = max(widths[k], a.width())
		}
	}
	return widths
}

// part is a part whose head and digest are right.
type part struct {
	from, to int
	widths   [len(moments{})]byte
	body     []byte // the sums
}

// open checks a part except for its sums.
func (id *identity) open(b []byte) (p part, err error) {
	r, err := sealed.Open(b, partMagic, "it")
	if err != nil {
		return p, err
	}
	var own identity
	r.JSON(&own)
	r.Identical(own, *id)
	p.from, p.to = r.Count(maxResamples), r.Count(maxResamples)
	r.Require(p.from < p.to, "it has no draws")
	copy(p.widths[:], r.Take(len(p.widths)))
	size := 0
	for _, w := range p.widths {
		r.Require(w <= 16, "a sum is too wide")
		size += int(w) * id.Points
	}
	r.Require(size == r.Left(), "its length is wrong")
	p.body = r.Rest()
	return p, r.Err
}

// addTo adds the sums of the part to the sums of all points. It is an error if numbers are too
// large for the draws, so that sums stay below 2^127, or take more bytes than needed.
func (p part) addTo(sums []moments) error {
	n := int64(p.to - p.from)
	// The upper halves of n 2^53 and of n 2^106.
	limits := moments{sumH: {hi: uint64(n >> 11)}, sumI: {hi: uint64(n >> 11)}}
	for k := sumHH; k <= sumHI; k++ {
		limits[k].hi = uint64(n << 42)
	}
	body := p.body
	for k, w := range p.widths {
		limit, widest := int64(limits[k].hi), byte(0)
		for q := range sums {
			a := numberOf(body[:16], w)
			if hi := int64(a.hi); hi < -limit-1 || hi > limit {
				return errors.New("it makes no sense: a sum is too large")
			}
			widest = max(widest, a.width())
			sums[q][k] = sums[q][k].plus(a)
			body = body[w:]
		}
		if widest != w {
			return errors.New("it makes no sense: a sum takes more bytes than needed")
		}
	}
	return nil
}

// unite adds up the parts. Every draw from 0 to n-1 must be in one of them.
func (id *identity) unite(parts [][]byte, n int) ([]moments, error) {
	opened := make([]part, len(parts))
	for k, b := range parts {
		var err error
		if opened[k], err = id.open(b); err != nil {
			return nil, fmt.Errorf("part %d of the draws: %w", k+1, err)
		}
	}
	if err := complete(opened, n); err != nil {
		return nil, err
	}
	sums := make([]moments, id.Points)
	for k, p := range opened {
		if err := p.addTo(sums); err != nil {
			return nil, fmt.Errorf("part %d of the draws: %w", k+1, err)
		}
	}
	return sums, nil
}

// complete returns an error unless every draw from 0 to n-1 is in one part.
func complete(parts []part, n int) error {
	sorted := slices.SortedFunc(slices.Values(parts), func(a, b part) int { return cmp.Compare(a.from, b.from) })
	next := 0
	for _, p := range append(sorted, part{from: n, to: n}) {
		switch {
		case p.to > n:
			return fmt.Errorf("a part has the draws %d to %d, and there are %d", p.from, p.to-1, n)
		case p.from > next:
			return fmt.Errorf("the draws %d to %d are missing", next, p.from-1)
		case p.from < next:
			return fmt.Errorf("draw %d is in two parts", p.from)
		}
		next = p.to
	}
	return nil
}
