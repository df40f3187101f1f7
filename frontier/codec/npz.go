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

// An npz archive has an array for every column, with one number for each point; a matrix of
// assignments, with one row for each point and one column for each row of the table; and the
// header as JSON.
const (
	memberAssignment = "assignment.npy"
	memberMeta       = "meta.json"
)

// In version 2, the matrix of assignments is replaced by two arrays of one number for each point,
// the number of the clustering that it is made of, or -1, and the number of its changes; and a
// matrix of two columns with the changes of all points, one after the other.
const (
	memberFrom    = "from.npy"
	memberLengths = "change_count.npy"
	memberChanges = "changes.npy"
)

func memberOf(c column) string { return c.name + ".npy" }

// unknown fills the row of an assignment that is not known.
const unknown = -1

// writeNPZ writes the archive without going back in it.
func writeNPZ(w io.Writer, f *frontier.Frontier, differences []descent) error {
	h := headerOf(f, differences)
	meta, err := h.marshal()
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
	arrays := func(optional bool) error {
		for _, c := range h.columnsWritten() {
			if (c.part != always) != optional || c.name == "hull" || c.name == "dmc" {
				continue
			}
			if err := writeArray(z, f, memberOf(c), dtypeOf(c), []int{f.Len()}, c.appendCell); err != nil {
				return err
			}
		}
		return nil
	}
	if err := arrays(false); err != nil {
		return err
	}
	if err := writeClusterings(z, f, differences); err != nil {
		return err
	}
	if err := arrays(true); err != nil {
		return err
	}
	return z.Close()
}

// dtypeOf returns NumPy's name for the type of a column.
func dtypeOf(c column) string {
	switch c.kind {
	case positive, natural:
		return "<i4"
	case truth:
		return "|b1"
	case number:
	}
	return "<f8"
}

// appendCell appends the column's number of a point.
func (c *column) appendCell(b []byte, p frontier.Point) []byte {
	v := c.get(p)
	switch c.kind {
	case positive, natural:
		return binary.LittleEndian.AppendUint32(b, uint32(v))
	case truth:
		return append(b, byte(v))
	case number:
	}
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

// writeClusterings writes the matrix of assignments, or differences.
func writeClusterings(z *zip.Writer, f *frontier.Frontier, differences []descent) error {
	if differences == nil {
		n := f.Problem.N
		return writeArray(z, f, memberAssignment, "<i4", []int{f.Len(), n}, appendRow(n))
	}
	whole := func(b []byte, v int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(int32(v))) }
	from := func(b []byte, p frontier.Point) []byte { return whole(b, differences[p.Index].from) }
	count := func(b []byte, p frontier.Point) []byte { return whole(b, len(differences[p.Index].list)/2) }
	total := 0
	for n := range f.Len() {
		total += len(differences[n].list) / 2
	}
	changes := func(b []byte, p frontier.Point) []byte {
		for _, v := range differences[p.Index].list {
			b = whole(b, int(v))
		}
		return b
	}
	if err := writeArray(z, f, memberFrom, "<i4", []int{f.Len()}, from); err != nil {
		return err
	}
	if err := writeArray(z, f, memberLengths, "<i4", []int{f.Len()}, count); err != nil {
		return err
	}
	return writeArray(z, f, memberChanges, "<i4", []int{total, 2}, changes)
}

// appendRow returns a function that appends the assignment of a point to n rows.
func appendRow(n int) func(b []byte, p frontier.Point) []byte {
	labels := make(partition.Partition, n)
	return func(b []byte, p frontier.Point) []byte {
		if p.Known() {
			p.Unpack(labels)
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

// writeArray writes an array member; encode appends the cells of a point.
func writeArray(z *zip.Writer, f *frontier.Frontier, member, dtype string, shape []int, encode func([]byte, frontier.Point) []byte) error {
	w, err := z.Create(member)
	if err != nil {
		return err
	}
	if err := npy.WriteHeader(w, dtype, shape); err != nil {
		return err
	}
	var buffer []byte
	for p := range f.All() {
		buffer = encode(buffer, p)
		if len(buffer) >= 1<<15 || p.Index == f.Len()-1 {
			if _, err := w.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	return nil
}
