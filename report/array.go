package report

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// kind is what an array is made of.
type kind struct {
	name string
	size int // bytes
}

var (
	u8  = kind{"u8", 1}
	u16 = kind{"u16", 2}
	u32 = kind{"u32", 4}
	f32 = kind{"f32", 4}
	f64 = kind{"f64", 8}
)

// whole returns the smallest kind of whole numbers that has the number n.
func whole(n int) kind {
	switch {
	case n <= math.MaxUint8:
		return u8
	case n <= math.MaxUint16:
		return u16
	default:
		return u32
	}
}

// array is a list of numbers of one kind. The numbers are asked for as they are written,
// so that a page of many points is never held as a whole.
type array struct {
	name   string
	kind   kind
	length int
	each   func(yield func(float64) error) error
}

// numbers returns an array of numbers that a function gives.
func numbers(name string, k kind, length int, at func(n int) float64) array {
	return array{name, k, length, func(yield func(float64) error) error {
		for n := range length {
			if err := yield(at(n)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// write writes the numbers, little-endian, padded to 8 bytes.
func (a array) write(out *bufio.Writer) error {
	var b [8]byte
	if err := a.each(func(v float64) error {
		_, err := out.Write(a.kind.bytes(b[:], v))
		return err
	}); err != nil {
		return err
	}
	size := a.length * a.kind.size
	_, err := out.Write(make([]byte, padded(size)-size))
	return err
}

// bytes returns v in as many bytes as the kind has, in the given space of 8.
func (k kind) bytes(b []byte, v float64) []byte {
	switch k {
	case f64:
		binary.LittleEndian.PutUint64(b, math.Float64bits(v))
	case f32:
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v)))
	default:
		binary.LittleEndian.PutUint64(b, uint64(v))
	}
	return b[:k.size]
}

// The bits of a point's flags.
const (
	hullFlag     = 1 << iota // on the concave hull
	dmcFlag                  // the best of its number of clusters
	robustFlag               // kept by the filter
	assignedFlag             // its clustering is known
)

// firstArrays are what the first picture needs.
func firstArrays(f *frontier.Frontier) []array {
	n := f.Len()
	most := 0
	for p := range f.All() {
		most = max(most, p.K)
	}
	return []array{
		numbers("h", f64, n, func(j int) float64 { return f.At(j).H }),
		numbers("i", f64, n, func(j int) float64 { return f.At(j).I }),
		numbers("k", whole(most), n, func(j int) float64 { return float64(f.At(j).K) }),
		numbers("flags", u8, n, func(j int) float64 { return float64(flags(f.At(j))) }),
	}
}

func flags(p frontier.Point) (bits int) {
	for _, flag := range []struct {
		set bool
		bit int
	}{{p.Hull, hullFlag}, {p.DMC, dmcFlag}, {p.Robust, robustFlag}, {p.Packed() != "", assignedFlag}} {
		if flag.set {
			bits |= flag.bit
		}
	}
	return bits
}

// laterArrays are what a person asks for by and by, but for the clusterings.
func laterArrays(f *frontier.Frontier) []array {
	n := f.Len()
	arrays := []array{
		numbers("prominence", f64, n, func(j int) float64 { return f.At(j).Prominence }),
		numbers("kink", f32, n, func(j int) float64 { return f.At(j).Kink }),
		numbers("ties", u32, n, func(j int) float64 { return float64(f.At(j).Ties) }),
	}
	if f.Uncertainty != nil {
		arrays = append(arrays,
			numbers("dh", f32, n, func(j int) float64 { return f.At(j).DH }),
			numbers("di", f32, n, func(j int) float64 { return f.At(j).DI }))
	}
	p := &f.Problem
	if mass := p.Masses(); mass != nil {
		arrays = append(arrays, numbers("mass", f64, len(mass), func(x int) float64 { return mass[x] }))
	}
	if c := p.Cells; c != nil {
		arrays = append(arrays,
			numbers("cellX", whole(p.N), len(c.X), func(n int) float64 { return float64(c.X[n]) }),
			numbers("cellY", whole(len(p.YLabels)), len(c.Y), func(n int) float64 { return float64(c.Y[n]) }),
			numbers("cellWeight", f64, len(c.Weight), func(n int) float64 { return c.Weight[n] }))
	}
	return arrays
}

// assignments returns the clusterings of all points, one after another, or says why
// there are none.
func assignments(f *frontier.Frontier) (array, string) {
	points, n := f.Len(), f.Problem.N
	known, most := false, 0
	for p := range f.All() {
		known = known || p.Packed() != ""
		most = max(most, p.K)
	}
	if !known || n == 0 {
		return array{}, "the file of the frontier holds no clusterings"
	}
	k := whole(most - 1)
	if size := float64(points) * float64(n) * float64(k.size); size > maxAssignments {
		return array{}, fmt.Sprintf("%d clusterings of %d values would take %.0f MiB, and a page holds %d",
			points, n, size/(1<<20), maxAssignments>>20)
	}
	return array{"assignments", k, points * n, func(yield func(float64) error) error {
		for p := range f.All() {
			if err := yieldAll(p.Assignment(), n, yield); err != nil {
				return err
			}
		}
		return nil
	}}, ""
}

// yieldAll passes on the clusters of n rows; zeros where they are not known.
func yieldAll(a partition.Partition, n int, yield func(float64) error) error {
	for x := range n {
		c := 0
		if a != nil {
			c = a[x]
		}
		if err := yield(float64(c)); err != nil {
			return err
		}
	}
	return nil
}
