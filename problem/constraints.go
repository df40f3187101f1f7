package problem

import (
	"errors"

	"github.com/dibmap/dibmap/partition"
)

// Limits restrict a search to some clusterings. The zero value allows all.
type Limits struct {
	// MinMass is the least probability of a cluster, between 0 and 1. The problem
	// must be [Weighted].
	MinMass float64
	// MaxClusters is the largest number of clusters; 0 means any.
	MaxClusters int
	// Apart are pairs of rows of the table that may not share a cluster.
	Apart [][2]int
}

// ErrOptions is wrapped by the error of options that do not suit the problem.
var ErrOptions = errors.New("search options")

// ErrInfeasible is wrapped by the error of limits that no clustering keeps, as far
// as that is known, and of a search that found none that does.
var ErrInfeasible = errors.New("infeasible limits")

// Weighted is a problem whose rows have masses, so that its clusters can be held
// to a least one.
type Weighted interface {
	// Masses returns the whole number that is the mass of every row of the problem,
	// and their sum, at most 2^53. They are not to be changed.
	Masses() (rows []float64, total float64)
}

// Linker is a problem that can be had with rows of the table tied together.
type Linker interface {
	// Link returns the problem in which the rows of the table that share a cluster
	// of f always do.
	Link(f partition.Partition) Problem
}
