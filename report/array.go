package report

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
)

// array is a list of numbers in a page, little-endian. Its numbers are computed when they are
// written.
type array struct {
	name   string
	kind   string // of its numbers, as web/data.ts reads them: u8, u16, u32, f32 or f64
	size   int    // of a number in bytes
	length int
	write  func(out io.Writer) error
}

type number interface {
	uint8 | uint16 | uint32 | float32 | float64
}

// newArray returns an array of numbers of type T that the function write writes.
func newArray[T number](name string, length int, write func(out io.Writer) error) array {
	var v T
	size, letter := binary.Size(v), "u"
	switch any(v).(type) {
	case float32, float64:
		letter = "f"
	}
	return array{name, fmt.Sprint(letter, 8*size), size, length, write}
}

// numbers returns an array of the values of a function from 0 to length-1.
func numbers[T number](name string, length int, at func(n int) T) array {
	return newArray[T](name, length, func(out io.Writer) error {
		values := lists.Make(length, at)
		return binary.Write(out, binary.LittleEndian, values)
	})
}

// whole returns an array of whole numbers from 0 to most, in the smallest type that holds them.
func whole(name string, most, length int, at func(n int) int) array {
	switch {
	case most <= math.MaxUint8:
		return numbers(name, length, func(n int) uint8 { return uint8(at(n)) })
	case most <= math.MaxUint16:
		return numbers(name, length, func(n int) uint16 { return uint16(at(n)) })
	}
	return numbers(name, length, func(n int) uint32 { return uint32(at(n)) })
}

// firstArrays returns the arrays for the first picture.
func firstArrays(f *frontier.Frontier, all []shown) []array {
	n := len(all)
	arrays := []array{
		numbers("h", n, func(j int) float64 { return all[j].H }),
		numbers("i", n, func(j int) float64 { return all[j].I }),
		whole("k", mostClusters(all), n, func(j int) int { return all[j].K }),
		numbers("flags", n, func(j int) uint8 { return flags(all[j]) }),
	}
	if f.Validation != nil {
		arrays = append(arrays,
			scores("heldOut", all, func(p *shown) float64 { return p.HeldOut.I }),
			scores("heldOutSE", all, func(p *shown) float64 { return p.HeldOut.SE }))
	}
	if f.Second != nil {
		arrays = append(arrays, numbers("s", n, func(j int) float64 { return all[j].s }))
	}
	return arrays
}

// scores returns an array of values of points, NaN for points without these.
func scores(name string, all []shown, of func(p *shown) float64) array {
	return numbers(name, len(all), func(j int) float32 {
		if !all[j].scored() {
			return float32(math.NaN())
		}
		return float32(of(&all[j]))
	})
}

// mostClusters returns the largest number of clusters of any point.
func mostClusters(all []shown) int {
	most := 0
	for _, p := range all {
		most = max(most, p.K)
	}
	return most
}

// flags returns the marks of a point, one bit each, as in web/data.ts.
func flags(p shown) (bits uint8) {
	for n, set := range []bool{p.Hull, p.DMC, p.Robust, p.Known(), p.Exact} {
		if set {
			bits |= 1 << n
		}
	}
	return bits
}

// laterArrays returns the arrays that the page shows after the first picture, except the
// clusterings.
func laterArrays(f *frontier.Frontier, all []shown) []array {
	n := len(all)
	arrays := []array{
		numbers("prominence", n, func(j int) float64 { return all[j].Prominence }),
		numbers("kink", n, func(j int) float32 { return float32(all[j].Kink) }),
		numbers("ties", n, func(j int) uint32 { return uint32(all[j].Ties) }),
	}
	if f.Uncertainty != nil {
		arrays = append(arrays,
			scores("dh", all, func(p *shown) float64 { return p.DH }),
			scores("di", all, func(p *shown) float64 { return p.DI }))
	}
	p := &f.Problem
	if mass := p.Masses(); mass != nil {
		arrays = append(arrays, numbers("mass", len(mass), func(x int) float64 { return mass[x] }))
	}
	if m := p.Means; m != nil {
		arrays = append(arrays,
			numbers("mean", len(m.Mean), func(x int) float64 { return m.Mean[x] }),
			numbers("variance", len(m.Variance), func(x int) float64 { return m.Variance[x] }))
	}
	arrays = append(arrays, cellArrays("cell", "Y", p.N, len(p.YLabels), p.Cells)...)
	if s := f.Second; s != nil {
		arrays = append(arrays, cellArrays("second", "S", p.N, len(s.Labels), s.Cells)...)
	}
	return arrays
}

// cellArrays returns the arrays of a table of n rows and m columns; none if it is nil.
func cellArrays(name, column string, n, m int, c *frontier.Cells) []array {
	if c == nil {
		return nil
	}
	return []array{
		whole(name+"X", n, len(c.X), func(n int) int { return c.X[n] }),
		whole(name+column, m, len(c.Y), func(n int) int { return c.Y[n] }),
		numbers(name+"Weight", len(c.Weight), func(n int) float64 { return c.Weight[n] }),
	}
}
