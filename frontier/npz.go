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
	memberAssignment = "assignment.npy"
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
	float := func(of func(*Entry) float64) func([]byte, *Entry) []byte {
		return func(b []byte, e *Entry) []byte {
			return binary.LittleEndian.AppendUint64(b, math.Float64bits(of(e)))
		}
	}
	whole := func(of func(*Entry) int) func([]byte, *Entry) []byte {
		return func(b []byte, e *Entry) []byte { return binary.LittleEndian.AppendUint32(b, uint32(of(e))) }
	}
	points := []int{len(f.entries)}
	for _, a := range []struct {
		member, dtype string
		shape         []int
		encode        func([]byte, *Entry) []byte
	}{
		{memberH, "<f8", points, float(func(e *Entry) float64 { return e.H })},
		{memberI, "<f8", points, float(func(e *Entry) float64 { return e.I })},
		{memberK, "<i4", points, whole(func(e *Entry) int { return e.K })},
		{memberTies, "<i4", points, whole(func(e *Entry) int { return e.Ties })},
		{memberAssignment, "<i4", []int{len(f.entries), f.Problem.N}, f.encodeAssignment()},
	} {
		if err := f.writeArray(z, a.member, a.dtype, a.shape, a.encode); err != nil {
			return err
		}
	}
	return z.Close()
}

// writeArray writes an array member; encode appends what an entry holds of it.
func (f *Frontier) writeArray(z *zip.Writer, member, dtype string, shape []int, encode func([]byte, *Entry) []byte) error {
	w, err := z.Create(member)
	if err != nil {
		return err
	}
	if err := npy.WriteHeader(w, dtype, shape); err != nil {
		return err
	}
	var buffer []byte
	for i := range f.entries {
		buffer = encode(buffer, &f.entries[i])
		if len(buffer) >= 1<<15 || i == len(f.entries)-1 {
			if _, err := w.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	return nil
}

func (f *Frontier) encodeAssignment() func([]byte, *Entry) []byte {
	labels := make(partition.Partition, f.Problem.N)
	return func(b []byte, e *Entry) []byte {
		if e.Assignment != "" {
			e.Assignment.Unpack(labels)
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
