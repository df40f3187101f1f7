package codec

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/partition"
)

// archive reads the members of an npz file.
type archive struct{ zip *zip.Reader }

func readNPZ(r io.ReaderAt, size int64) (*frontier.Frontier, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("is not a whole npz archive: %w", err)
	}
	a := archive{z}
	h, err := a.meta()
	if err != nil {
		return nil, err
	}
	entries, err := a.entries()
	if err != nil {
		return nil, err
	}
	if err := a.assignments(h.Problem.N, entries); err != nil {
		return nil, err
	}
	var spreads []frontier.Spread
	if h.Uncertainty != nil {
		if spreads, err = a.spreads(len(entries)); err != nil {
			return nil, err
		}
	}
	return assemble(h, entries, spreads)
}

// open runs read on a member and makes sure that the member ends where read
// stops, which checks its checksum too.
func (a archive) open(member string, read func(io.Reader) error) error {
	f, err := a.zip.Open(member)
	if err != nil {
		return fmt.Errorf("is not a frontier: the archive has no member %s", member)
	}
	defer func() { _ = f.Close() }() // it was only read
	b := bufio.NewReader(f)
	if err := read(b); err != nil {
		return fmt.Errorf("member %s: %w", member, err)
	}
	switch _, err := b.ReadByte(); {
	case err == nil:
		return fmt.Errorf("member %s: holds more than its shape", member)
	case !errors.Is(err, io.EOF):
		return fmt.Errorf("member %s: %w", member, err)
	}
	return nil
}

func (a archive) meta() (h header, err error) {
	err = a.open(memberMeta, func(r io.Reader) error {
		h, err = readHeader(r)
		return err
	})
	return h, err
}

// anyLength stands for a number of points that is not known yet.
const anyLength = -1

// rows calls row with every row of an array of the given shape: the cells that
// share the first index, which is the point's.
func (a archive) rows(member string, shape []int, row func(point int, cells []float64) error) error {
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
			return fmt.Errorf("has the shape %v where %v should stand", n.Shape, shape)
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

// entries reads everything but the assignments.
func (a archive) entries() ([]frontier.Entry, error) {
	var entries []frontier.Entry
	// This array alone tells how many points there are. It must increase, so
	// that no small archive can unpack to very many.
	last := math.Inf(-1)
	err := a.rows(memberH, []int{anyLength}, func(_ int, cells []float64) error {
		h := cells[0]
		if !(h > last) || math.IsInf(h, 1) {
			return fmt.Errorf("is %g after %g, and h must increase", h, last)
		}
		last = h
		entries = append(entries, frontier.Entry{H: h})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, column := range []struct {
		member string
		set    func(e *frontier.Entry, v float64) error
	}{
		{memberI, func(e *frontier.Entry, v float64) error { e.I = v; return nil }},
		{memberK, func(e *frontier.Entry, v float64) (err error) { e.K, err = wholeCell(v, 1); return err }},
		{memberTies, func(e *frontier.Entry, v float64) (err error) { e.Ties, err = wholeCell(v, 0); return err }},
	} {
		err := a.rows(column.member, []int{len(entries)}, func(p int, cells []float64) error {
			return column.set(&entries[p], cells[0])
		})
		if err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// spreads reads those of a number of points.
func (a archive) spreads(points int) ([]frontier.Spread, error) {
	spreads := make([]frontier.Spread, points)
	for _, column := range []struct {
		member string
		set    func(s *frontier.Spread, v float64)
	}{
		{memberDH, func(s *frontier.Spread, v float64) { s.DH = v }},
		{memberDI, func(s *frontier.Spread, v float64) { s.DI = v }},
		{memberCov, func(s *frontier.Spread, v float64) { s.Cov = v }},
	} {
		err := a.rows(column.member, []int{points}, func(p int, cells []float64) error {
			column.set(&spreads[p], cells[0])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return spreads, nil
}

// assignments reads the clusterings of n rows.
func (a archive) assignments(n int, entries []frontier.Entry) error {
	labels := make(partition.Partition, n)
	return a.rows(memberAssignment, []int{len(entries), n}, func(p int, cells []float64) error {
		if n == 0 || cells[0] == unknown {
			return nil
		}
		for x, v := range cells {
			c, err := wholeCell(v, 0)
			if err != nil {
				return err
			}
			labels[x] = c
		}
		var err error
		entries[p].Assignment, err = packed(labels)
		return err
	})
}

// wholeCell returns a whole number from least up to the largest int32.
func wholeCell(v float64, least int) (int, error) {
	if v != math.Trunc(v) || !(v >= float64(least)) || v > math.MaxInt32 {
		return 0, fmt.Errorf("is %g where a whole number from %d should stand", v, least)
	}
	return int(v), nil
}
