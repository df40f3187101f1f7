package input

import (
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

// Encoder returns the encoder of a point of a frontier: the clusters with their names and, where records
// without a value of X were set aside, the cluster of a missing value.
func Encoder(fr *frontier.Frontier, p frontier.Point) (*encode.Encoder, error) {
	d := &fr.Problem
	e, err := encode.New(d.XLabels, p.Assignment(), p.Names())
	if err != nil {
		return nil, err
	}
	known, err := Clustered(d)
	if err != nil && d.Missing != nil && d.Missing.Treatment == scale.MissingNearest {
		return nil, fmt.Errorf("missing values cannot join the nearest group: %w: map the table with --missing own or drop", err)
	}
	return e.WithScales(d.XScales).WithMissing(d.Missing, known)
}

// ErrNoTable is the error of [Clustered] for a problem whose table is not kept.
var ErrNoTable = errors.New("the frontier does not hold the table that was mapped")

// MissingCluster returns the number of the cluster of a missing value in a point, where records without a value of
// X were set aside, and reports whether it has a cluster. Without the table, the nearest cluster is not known.
func MissingCluster(fr *frontier.Frontier, p frontier.Point) (int, bool) {
	if fr.Problem.Missing == nil {
		return 0, false
	}
	e, err := Encoder(fr, p)
	if err != nil {
		return 0, false
	}
	return e.Cluster(scale.MissingLabel)
}

// Clustered returns the table that was clustered.
func Clustered(d *frontier.Problem) (encode.Counts, error) {
	if d.Cells == nil {
		return encode.Counts{}, ErrNoTable
	}
	return encode.Counts{X: d.XLabels, Y: d.YLabels, Row: d.Cells.X, Column: d.Cells.Y, Weight: d.Cells.Weight}, nil
}
