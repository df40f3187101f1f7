package frontier

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"math"

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
func (f *Frontier) writeNPZ(w io.Writer) error {
	meta, err := f.header().marshal()
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
	for _, a := range f.arrays() {
		if err := f.writeArray(z, a); err != nil {
			return err
		}
	}
	return z.Close()
}

// npzArray is an array member of one row a point.
type npzArray struct {
	member, dtype string
	shape         []int
	encode        func(b []byte, point int) []byte // appends the row of a point
}

// arrays returns the array members in their order.
func (f *Frontier) arrays() []npzArray {
	points := []int{len(f.entries)}
	float := func(member string, of func(point int) float64) npzArray {
		return npzArray{member, "<f8", points, func(b []byte, point int) []byte {
			return binary.LittleEndian.AppendUint64(b, math.Float64bits(of(point)))
		}}
	}
	whole := func(member string, of func(point int) int) npzArray {
		return npzArray{member, "<i4", points, func(b []byte, point int) []byte {
			return binary.LittleEndian.AppendUint32(b, uint32(of(point)))
		}}
	}
	arrays := []npzArray{
		float(memberH, func(p int) float64 { return f.entries[p].H }),
		float(memberI, func(p int) float64 { return f.entries[p].I }),
		whole(memberK, func(p int) int { return f.entries[p].K }),
		whole(memberTies, func(p int) int { return f.entries[p].Ties }),
		float(memberProminence, f.prominence),
		float(memberKink, func(p int) float64 { return f.kink[p] }),
		{memberAssignment, "<i4", []int{len(f.entries), f.Problem.N}, f.encodeAssignment()},
	}
	if f.Uncertainty == nil {
		return arrays
	}
	return append(arrays,
		float(memberDH, func(p int) float64 { return f.spreads[p].DH }),
		float(memberDI, func(p int) float64 { return f.spreads[p].DI }),
		float(memberCov, func(p int) float64 { return f.spreads[p].Cov }),
		npzArray{memberRobust, "|b1", points, func(b []byte, point int) []byte {
			if f.robust[point] {
				return append(b, 1)
			}
			return append(b, 0)
		}})
}

// writeArray writes an array member.
func (f *Frontier) writeArray(z *zip.Writer, a npzArray) error {
	w, err := z.Create(a.member)
	if err != nil {
		return err
	}
	if err := npy.WriteHeader(w, a.dtype, a.shape); err != nil {
		return err
	}
	var buffer []byte
	for i := range f.entries {
		buffer = a.encode(buffer, i)
		if len(buffer) >= 1<<15 || i == len(f.entries)-1 {
			if _, err := w.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	return nil
}

func (f *Frontier) encodeAssignment() func([]byte, int) []byte {
	labels := make(partition.Partition, f.Problem.N)
	return func(b []byte, point int) []byte {
		if assignment := f.entries[point].Assignment; assignment != "" {
			assignment.Unpack(labels)
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
