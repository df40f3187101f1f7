package robust

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A part is a record of the sums of points over a range of draws. Its numbers are little
// endian: partMagic; the index of the method; the seed, the range and the number of points
// as words of 8 bytes; the SHA-256 digests of the table and the points; the 5 widths of the
// sums in bytes, the smallest that fit; the sums, one after the other for all points; and the
// SHA-256 digest of all that.
const partMagic = "dibmap/draws/1\n"

const partHead = len(partMagic) + 1 + 4*8 + 2*sha256.Size + len(moments{})

// appendHead appends the beginning of a part, without the widths.
func (id *identity) appendHead(b []byte, from, to int) []byte {
	b = append(append(b, partMagic...), byte(slices.Index(methods, id.method)))
	for _, word := range []uint64{id.seed, uint64(from), uint64(to), uint64(id.points)} {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return append(append(b, id.table[:]...), id.trace[:]...)
}

// encode returns a part.
func (id *identity) encode(sums []moments, from, to int) []byte {
	widths := widthsOf(sums)
	size := 0
	for _, w := range widths {
		size += int(w) * len(sums)
	}
	b := id.appendHead(make([]byte, 0, partHead+size+sha256.Size), from, to)
	b = append(b, widths[:]...)
	for k, w := range widths {
		for p := range sums {
			number := sums[p][k].bytes()
			b = append(b, number[:w]...)
		}
	}
	digest := sha256.Sum256(b)
	return append(b, digest[:]...)
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
	body     []byte // the sums, and after them the digest
}

// open checks a part except for its sums.
func (id *identity) open(b []byte) (p part, err error) {
	if len(b) < partHead+sha256.Size || string(b[:len(partMagic)]) != partMagic {
		return p, errors.New("it holds no draws of this version")
	}
	end := len(b) - sha256.Size
	if sha256.Sum256(b[:end]) != [sha256.Size]byte(b[end:]) {
		return p, errors.New("it is damaged or cut short: its checksum is wrong")
	}
	rest := b[len(partMagic)+1:]
	word := func(k int) uint64 { return binary.LittleEndian.Uint64(rest[8*k:]) }
	method, table, trace := int(b[len(partMagic)]), rest[4*8:][:sha256.Size], rest[4*8+sha256.Size:][:sha256.Size]
	switch {
	case method >= len(methods) || methods[method] != id.method:
		return p, fmt.Errorf("its draws are not those of %s", id.method)
	case word(0) != id.seed:
		return p, fmt.Errorf("its draws are of seed %d and not %d", word(0), id.seed)
	case [sha256.Size]byte(table) != id.table:
		return p, errors.New("its draws are of another table")
	case word(3) != uint64(id.points) || [sha256.Size]byte(trace) != id.trace:
		return p, errors.New("its draws are of another frontier")
	case word(1) >= word(2) || word(2) > maxResamples:
		return p, fmt.Errorf("it makes no sense: draws from %d to %d", word(1), word(2))
	}
	p.from, p.to = int(word(1)), int(word(2))
	p.widths, p.body = [len(moments{})]byte(b[partHead-len(p.widths):]), b[partHead:]
	size := 0
	for _, w := range p.widths {
		if w > 16 {
			return p, fmt.Errorf("it makes no sense: a sum takes %d bytes", w)
		}
		size += int(w) * id.points
	}
	if size != end-partHead {
		return p, errors.New("it makes no sense: its length is wrong")
	}
	return p, nil
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
	sums := make([]moments, id.points)
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
