package codec

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/partition"
)

// archive is an npz file.
type archive struct{ npy.Archive }

func readNPZ(r io.ReaderAt, size int64) (*frontier.Frontier, error) {
	members, err := npy.NewArchive(r, size)
	if err != nil {
		return nil, err
	}
	a := archive{members}
	h, err := a.meta(size)
	if err != nil {
		return nil, err
	}
	points, err := a.points(&h)
	if err != nil {
		return nil, err
	}
	clusterings := func() error { return a.assignments(h.Problem.N, points) }
	if h.Version == differencesVersion {
		clusterings = func() error { return a.differences(points) }
	}
	if err := clusterings(); err != nil {
		return nil, err
	}
	return assemble(h, points)
}

// open calls read with a member and makes sure that the member ends where read stops.
func (a archive) open(member string, read func(io.Reader) error) error {
	m, err := a.Open(member)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := read(m); err != nil {
		return m.Wrong(err)
	}
	return m.End()
}

// find returns an error if the archive has no such member.
func (a archive) find(member string) error {
	if a.Archive[member] == nil {
		return fmt.Errorf("is not a frontier: the archive has no member %s", member)
	}
	return nil
}

// A header may have maxMeta bytes and maxRatio times its compressed size. Real headers shrink to
// about a tenth; a small archive that unpacks to a very large header is an attack.
const (
	maxMeta  = 16 << 20
	maxRatio = 100
)

// meta reads the header from an archive of a size.
func (a archive) meta(size int64) (h header, err error) {
	if err := a.find(memberMeta); err != nil {
		return h, err
	}
	f := a.Archive[memberMeta]
	if most := maxMeta + maxRatio*min(f.CompressedSize64, uint64(size)); f.UncompressedSize64 > most {
		return h, fmt.Errorf("member %s: would unpack to %d bytes, and at most %d are read", memberMeta, f.UncompressedSize64, most)
	}
	err = a.open(memberMeta, func(r io.Reader) error {
		h, err = readHeader(r)
		return err
	})
	return h, err
}

// anyLength is a number of points that is not known yet.
const anyLength = -1

// rows calls row with every row of an array of the given shape: the cells that have the same first
// index, which is the index of the point.
func (a archive) rows(member string, shape []int, row func(point int, cells []float64) error) error {
	if err := a.find(member); err != nil {
		return err
	}
	return a.open(member, func(r io.Reader) error {
		n, err := npy.NewReader(r, math.MaxInt64)
		if err != nil {
			return err
		}
		if len(n.Shape) != len(shape) {
			return fmt.Errorf("has the shape %v where %d dimensions should be", n.Shape, len(shape))
		}
		if shape[0] == anyLength {
			shape[0] = n.Shape[0]
		}
		if !slices.Equal(n.Shape, shape) {
			return fmt.Errorf("has the shape %v, want %v", n.Shape, shape)
		}
		if n.Fortran && len(shape) > 1 {
			return errors.New("is in Fortran order: save it in C order")
		}
		width := 1
		if len(shape) > 1 {
			width = shape[1]
		}
		cells := make([]float64, width)
		for p := range shape[0] {
			if err := n.Next(cells); err != nil {
				return err
			}
			if err := row(p, cells); err != nil {
				return fmt.Errorf("point %d %w", p, err)
			}
		}
		return nil
	})
}

// points reads everything except the assignments.
func (a archive) points(h *header) (points []point, err error) {
	// Only the array of h determines the number of points. It must increase, so that a small
	// archive cannot unpack to very many points.
	last := math.Inf(-1)
	for _, c := range h.columnsRead() {
		length := len(points)
		if c.name == "h" {
			length = anyLength
		}
		err := a.rows(memberOf(c), []int{length}, func(p int, cells []float64) error {
			if length == anyLength {
				if h := cells[0]; !(h > last) || math.IsInf(h, 1) {
					return fmt.Errorf("is %g after %g, and h must increase", h, last)
				}
				last = cells[0]
				points = append(points, point{})
			}
			return c.store(&points[p], cells[0])
		})
		if err != nil {
			return nil, err
		}
	}
	return points, nil
}

// assignments reads the clusterings of n rows.
func (a archive) assignments(n int, points []point) error {
	labels := make(partition.Partition, n)
	return a.rows(memberAssignment, []int{len(points), n}, func(p int, cells []float64) (err error) {
		if n == 0 || cells[0] == unknown {
			return nil
		}
		for x, v := range cells {
			if err := checkWhole(v, 0); err != nil {
				return err
			}
			labels[x] = int(v)
		}
		points[p].Assignment, err = packed(labels)
		return err
	})
}

// differences reads the differences of the clusterings.
func (a archive) differences(points []point) error {
	err := a.rows(memberFrom, []int{len(points)}, func(p int, cells []float64) error {
		points[p].descent.from = int(cells[0])
		return checkWhole(cells[0], none)
	})
	if err != nil {
		return err
	}
	counts, total := make([]int, len(points)), 0
	err = a.rows(memberLengths, []int{len(points)}, func(p int, cells []float64) error {
		counts[p] = int(cells[0])
		total += counts[p]
		return checkWhole(cells[0], 0)
	})
	if err != nil {
		return err
	}
	at := 0
	return a.rows(memberChanges, []int{total, 2}, func(_ int, cells []float64) error {
		for at < len(points) && len(points[at].descent.list) == 2*counts[at] {
			at++
		}
		if at == len(points) {
			return errors.New("is one change more than the points have")
		}
		for _, v := range cells {
			if err := checkChange(v); err != nil {
				return err
			}
			points[at].descent.list = append(points[at].descent.list, int32(v))
		}
		return nil
	})
}
