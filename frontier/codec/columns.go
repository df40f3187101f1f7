package codec

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// column is a number that files hold for every point.
type column struct {
	name string
	kind kind
	part part
	get  func(p frontier.Point) float64
	// set stores a number that was read. It is nil if the number follows from the others.
	set func(p *point, v float64)
}

// part says which frontiers have a column.
type part int

const (
	always part = iota
	withUncertainty
	withValidation
	withLeak
	withAlso
)

type kind int

const (
	number   kind = iota
	positive      // a whole number from 1
	natural       // a whole number from 0
	truth         // 0 or 1
)

// point is a point as a file holds it.
type point struct {
	frontier.Entry
	frontier.Spread
	HeldOut frontier.HeldOut
	descent descent // in version 2, in place of an assignment
}

// columns returns all columns in the order of files.
func columns() []column {
	bit := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	return []column{
		{"h", number, always, func(p frontier.Point) float64 { return p.H }, func(p *point, v float64) { p.H = v }},
		{"i", number, always, func(p frontier.Point) float64 { return p.I }, func(p *point, v float64) { p.I = v }},
		{"k", positive, always, func(p frontier.Point) float64 { return float64(p.K) }, func(p *point, v float64) { p.K = int(v) }},
		{"ties", natural, always, func(p frontier.Point) float64 { return float64(p.Ties) }, func(p *point, v float64) { p.Ties = int(v) }},
		{"hull", truth, always, func(p frontier.Point) float64 { return bit(p.Hull) }, nil},
		{"dmc", truth, always, func(p frontier.Point) float64 { return bit(p.DMC) }, nil},
		{"prominence", number, always, func(p frontier.Point) float64 { return p.Prominence }, nil},
		{"kink", number, always, func(p frontier.Point) float64 { return p.Kink }, nil},
		{string(frontier.AimLeak), number, withLeak, secondOfPoint, nil},
		{string(frontier.AimAlso), number, withAlso, secondOfPoint, nil},
		{"dh", number, withUncertainty, func(p frontier.Point) float64 { return p.DH }, func(p *point, v float64) { p.DH = v }},
		{"di", number, withUncertainty, func(p frontier.Point) float64 { return p.DI }, func(p *point, v float64) { p.DI = v }},
		{"cov", number, withUncertainty, func(p frontier.Point) float64 { return p.Cov }, func(p *point, v float64) { p.Cov = v }},
		{"robust", truth, withUncertainty, func(p frontier.Point) float64 { return bit(p.Robust) }, nil},
		{"held_out", number, withValidation, func(p frontier.Point) float64 { return p.HeldOut.I }, func(p *point, v float64) { p.HeldOut.I = v }},
		{"held_out_se", number, withValidation, func(p frontier.Point) float64 { return p.HeldOut.SE }, func(p *point, v float64) { p.HeldOut.SE = v }},
	}
}

// columnsWritten returns the columns that the file of a frontier with this header has.
func (h *header) columnsWritten() (list []column) {
	for _, c := range columns() {
		has := true
		switch c.part {
		case always:
		case withUncertainty:
			has = h.Uncertainty != nil
		case withValidation:
			has = h.Validation != nil
		case withLeak, withAlso:
			has = h.Second != nil && string(h.Second.Aim) == c.name
		}
		if has {
			list = append(list, c)
		}
	}
	return list
}

// columnsRead returns the columns that a reader needs.
func (h *header) columnsRead() (list []column) {
	for _, c := range h.columnsWritten() {
		if c.set != nil {
			list = append(list, c)
		}
	}
	return list
}

// store stores a number in a point if the column can hold it. The error continues a sentence that
// begins with the name of the value.
func (c *column) store(p *point, v float64) error {
	var err error
	switch c.kind {
	case positive:
		err = checkWhole(v, 1)
	case natural:
		err = checkWhole(v, 0)
	case number, truth:
	}
	if err == nil {
		c.set(p, v)
	}
	return err
}

// checkWhole returns an error if a value is not a whole number from least to the largest int32.
func checkWhole(v, least float64) error {
	if v != math.Trunc(v) || !(v >= least) || v > math.MaxInt32 {
		return fmt.Errorf("is %.10g, want a whole number from %g", v, least)
	}
	return nil
}

// packed returns an assignment that was read from a file in packed form. It is an error if the
// assignment is not canonical; the packed form may be too short for other labels.
func packed(labels partition.Partition) (partition.Packed, error) {
	if err := labels.Check(); err != nil {
		return "", fmt.Errorf("assignment: %w", err)
	}
	return partition.Pack(labels), nil
}
