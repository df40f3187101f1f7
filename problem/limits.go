package problem

import "errors"

// Limits restrict the clusterings that a search may find. The zero value allows all.
type Limits struct {
	// MinMass is the least probability of a cluster, between 0 and 1. If it is not 0, the
	// problem must be [Weighted].
	MinMass float64
	// MaxClusters is the largest number of clusters; 0 allows any number.
	MaxClusters int
	// Apart are pairs of rows of the table that may not share a cluster.
	Apart [][2]int
	// Alone are rows of the table that are clusters of their own, such as the row of missing values. They may be
	// lighter than MinMass, and in an order of rows they do not separate their neighbours.
	Alone []int
}

// IsZero reports whether the limits allow every clustering.
func (l Limits) IsZero() bool {
	return l.MaxClusters == 0 && l.AllowAnyCluster()
}

// AllowAnyCluster reports whether every set of rows may be a cluster, so that the limits concern
// the number of clusters alone.
func (l Limits) AllowAnyCluster() bool {
	return l.MinMass == 0 && len(l.Apart) == 0 && len(l.Alone) == 0
}

var (
	// ErrOptions is wrapped by the errors of options and arguments that do not suit the
	// problem. Their text does not contain its text.
	ErrOptions = errors.New("options that do not suit the problem")
	// ErrInfeasible is wrapped by the errors of limits that no clustering satisfies, and of
	// a search that found no clustering that does.
	ErrInfeasible = errors.New("infeasible limits")
)
