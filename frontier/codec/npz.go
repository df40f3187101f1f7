package codec

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/partition"
)

// The members of an npz archive: arrays of one number a point, a matrix of one
// row a point and one column a row of the table, and the header as JSON.
const (
	memberH          = "h.npy"
	memberI          = "i.npy"
	memberK          = "k.npy"
	memberTies       = "ties.npy"
	memberProminence = "prominence.npy"
	memberKink       = "kink.npy"
	memberAssignment = "assignment.npy"
	memberDH         = "dh.npy"
	memberDI         = "di.npy"
	memberCov        = "cov.npy"
	memberRobust     = "robust.npy"
	memberMeta       = "meta.json"
)

// unknown fills the row of an assignment that is not known.
const unknown = -1

// writeNPZ writes the archive without going back in it.
func writeNPZ(w io.Writer, f *frontier.Frontier) error {
	meta, err := headerOf(f).marshal()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	m, err := z.Create(memberMeta)
	if err != nil {
		return err
	}
	if _, err := m.Write(meta); err != nil {
		return err
	}
	for _, a := range arraysOf(f) {
		if err := writeArray(z, f, a); err != nil {
			return err
		}
	}
	return z.Close()
}

// npzArray is an array member of one row a point.
type npzArray struct {
	member, dtype string
	shape         []int
	encode        func(b []byte, p frontier.Point) []byte // appends the row of a point
}

// arraysOf returns the array members in their order.
func arraysOf(f *frontier.Frontier) []npzArray {
	points := []int{f.Len()}
	float := func(member string, of func(p frontier.Point) float64) npzArray {
		return npzArray{member, "<f8", points, func(b []byte, p frontier.Point) []byte {
			return binary.LittleEndian.AppendUint64(b, math.Float64bits(of(p)))
		}}
	}
	whole := func(member string, of func(p frontier.Point) int) npzArray {
		return npzArray{member, "<i4", points, func(b []byte, p frontier.Point) []byte {
			return binary.LittleEndian.AppendUint32(b, uint32(of(p)))
		}}
	}
	arrays := []npzArray{
		float(memberH, func(p frontier.Point) float64 { return p.H }),
		float(memberI, func(p frontier.Point) float64 { return p.I }),
		whole(memberK, func(p frontier.Point) int { return p.K }),
		whole(memberTies, func(p frontier.Point) int { return p.Ties }),
		float(memberProminence, func(p frontier.Point) float64 { return p.Prominence }),
		float(memberKink, func(p frontier.Point) float64 { return p.Kink }),
		{memberAssignment, "<i4", []int{f.Len(), f.Problem.N}, encodeAssignment(f.Problem.N)},
	}
	if f.Uncertainty == nil {
		return arrays
	}
	return append(arrays,
		float(memberDH, func(p frontier.Point) float64 { return p.DH }),
		float(memberDI, func(p frontier.Point) float64 { return p.DI }),
		float(memberCov, func(p frontier.Point) float64 { return p.Cov }),
		npzArray{memberRobust, "|b1", points, func(b []byte, p frontier.Point) []byte {
			if p.Robust {
				return append(b, 1)
			}
			return append(b, 0)
		}})
}

// writeArray writes an array member.
func writeArray(z *zip.Writer, f *frontier.Frontier, a npzArray) error {
	w, err := z.Create(a.member)
	if err != nil {
		return err
	}
	if err := npy.WriteHeader(w, a.dtype, a.shape); err != nil {
		return err
	}
	var buffer []byte
	for p := range f.All() {
		buffer = a.encode(buffer, p)
		if len(buffer) >= 1<<15 || p.Index == f.Len()-1 {
			if _, err := w.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	return nil
}

// encodeAssignment returns the encoding of an assignment of n rows.
func encodeAssignment(n int) func([]byte, frontier.Point) []byte {
	labels := make(partition.Partition, n)
	return func(b []byte, p frontier.Point) []byte {
		if p.Packed() != "" {
			p.Packed().Unpack(labels)
		} else {
			for x := range labels {
				labels[x] = unknown
			}
		}
		for _, c := range labels {
			b = binary.LittleEndian.AppendUint32(b, uint32(int32(c)))
		}
		return b
	}
}
