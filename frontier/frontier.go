// Package frontier holds the finished result of a search in memory: all clusterings that no
// other clustering dominates in entropy and information.
//
//  1. A search builds a [Frontier] with [New], which checks the points and marks them.
//  2. [Frontier.All] iterates over the points, and [Frontier.Best] over the most informative
//     clusterings of each number of clusters. [Frontier.WithClusters], [Frontier.Within],
//     [Frontier.Keeping] and [Frontier.MostProminent] choose a [Point].
//  3. Package frontier/recommend chooses the point to look at first, and frontier/describe says
//     what the clusters of a point tell.
//  4. Package frontier/codec reads and writes frontiers as JSON, CSV, Parquet or npz.
//  5. Package frontier/union unites frontiers of one table, such as those of several seeds.
//
// The points of a frontier never change. Entropy and information are in bits.
package frontier

import (
	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// Problem says what was clustered.
type Problem struct {
	// Kind names the objectives: "dib" for H(Z) against I(Z;Y).
	Kind string `json:"kind"`
	// N and M are the numbers of rows and columns that have mass.
	N int `json:"n"`
	M int `json:"m"`
	// XLabels and YLabels name rows and columns, in the order of the table.
	XLabels []string `json:"x_labels"`
	YLabels []string `json:"y_labels"`
	// HX, HY and IXY are H(X), H(Y) and I(X;Y) in bits, by the Estimator.
	HX  float64 `json:"hx"`
	HY  float64 `json:"hy"`
	IXY float64 `json:"ixy"`
	// IXYSD is how far I(X;Y) by the Estimator may be off, in bits: its standard deviation by the estimator itself, or in a
	// sample of this size where X and Y are independent. It is 0 for plug-in values, and if it is not known.
	IXYSD float64 `json:"ixy_sd,omitzero"`
	// Variance is the mean squared error of one cluster of all points in space, in the square of their unit; the error of a
	// clustering is Variance (1 - i). For means, it is the variance of the numbers Y. It is 0 for other problems.
	Variance float64 `json:"variance,omitzero"`
	// Means are the numbers Y in each row, for the kind "mean"; nil for others.
	Means *Means `json:"means,omitzero"`
	// Samples is the number of samples that were counted; nil if the table holds probabilities.
	Samples *int64 `json:"samples"`
	// ZeroRows names the rows that were left out because they have no mass.
	ZeroRows []string `json:"zero_rows,omitempty"`
	// MinCount is the least number of records of a value of X that is a row; rarer values together are the row "(rare)".
	// It is 0 if all values are rows.
	MinCount float64 `json:"min_count,omitzero"`
	// TopX and TopY are the numbers of the most frequent values of X and of Y that are rows and columns of their own. All
	// other values are the row or column "(other)". They are 0 if all values are rows and columns. See [Problem.RestLabel].
	TopX int `json:"top_x,omitzero"`
	TopY int `json:"top_y,omitzero"`
	// Smooth is the strength, in records, of the prior p(y) towards which every p(y|x) was shrunk before rows were
	// clustered; 0 is none. Cells, IXY, and all I are of the smoothed table, which holds probabilities.
	Smooth float64 `json:"smooth,omitzero"`
	// GroupNames are names that people gave to groups, each in a list of the name and then the
	// labels of the group. Every clustering that has the group calls it so.
	GroupNames [][]string `json:"group_names,omitempty"`
	// XMass are the probabilities of the rows; nil if they are not known, as in files of early versions.
	XMass []float64 `json:"x_mass,omitempty"`
	// Cells is the table that was clustered, with which clusters can be explained and new values placed. It is nil if there
	// are more than [MaxCells] cells, or if the problem has no table of two variables.
	Cells *Cells `json:"cells,omitempty"`
	// Estimator is the name of the estimator of package info for the H and I of points and for HX, HY and IXY; it is empty
	// for plug-in values. Estimates need not satisfy the bounds of a distribution.
	Estimator string `json:"estimator,omitzero"`
	// Constraints say to which clusterings the search was restricted.
	Constraints Constraints `json:"constraints,omitzero"`
	// Missing describes the records without a value of X, which N, Samples, HX, IXY and all points leave out; nil if none.
	Missing *scale.Missing `json:"missing,omitzero"`
	// Source says where the table came from.
	Source Source `json:"source"`
	// XScales and YScales say how the values of the columns of X and of Y became labels; nil if they were not records.
	XScales scale.Scales `json:"x_scales,omitempty"`
	YScales scale.Scales `json:"y_scales,omitempty"`
}

// Search says how the frontier was found.
type Search struct {
	// Method is "mapper", "local", "rounds" (a local search and epsilon rounds), "sweeps" (for many rows), "enumeration",
	// "branch-and-bound" (over all clusterings), "dp" (a dynamic program over all sets of rows), "orbits" (over one set of
	// each orbit of the symmetries), "counted" (over all sets, for every number of clusters), "intervals" (over contiguous
	// sets), "line" (over contiguous sets in an order for which they are optimal), or "union" if there are Runs.
	Method string `json:"method"`
	// Order is "linear" or "circular" if only clusterings into contiguous runs of rows, in the
	// order of the table, were considered; otherwise it is empty.
	Order string `json:"order,omitzero"`
	// Epsilon is the search depth in bits, which may be infinite. Files have "inf" then.
	Epsilon float64 `json:"epsilon"`
	// Seed determined the random choices.
	Seed uint64 `json:"seed"`
	// Status says how the search ended.
	Status Status `json:"status"`
	// Evaluated is the number of clusterings whose point was computed, and Expanded the number
	// of clusterings whose neighbours were all computed.
	Evaluated int64 `json:"evaluated"`
	Expanded  int64 `json:"expanded"`
	// Rounds is the number of epsilon rounds that were finished, and RoundEpsilon the epsilon of the last of them, in bits.
	Rounds       int     `json:"rounds,omitzero"`
	RoundEpsilon float64 `json:"round_epsilon,omitzero"`
	// Resolution is the width in bits of the cells of h with one point each, if points were left
	// out by [Frontier.Thin], by a search that was short of memory, or by sweeps. Otherwise it is
	// 0.
	Resolution float64 `json:"resolution,omitzero"`
	// Seconds is the duration of the search, as measured by its caller.
	Seconds float64 `json:"seconds"`
	// Runs are the searches, at least two, whose frontiers package union united, without proofs. None of them has Runs.
	Runs []Search `json:"runs,omitempty"`
}

// Frontier is a set of clusterings, none of which dominates another. They are sorted by increasing
// H, and therefore also by increasing I.
type Frontier struct {
	Problem     Problem
	Search      Search
	Certificate *Certificate // nil if nothing is proved
	// Uncertainty is nil if it was not computed. [Frontier.WithUncertainty] sets it; changing
	// the value it points to changes no points.
	Uncertainty *Uncertainty
	// Evidence is nil if it was not computed, as for probabilities.
	Evidence *Evidence
	// Ceiling is nil if no upper bound on all clusterings was computed.
	Ceiling *Ceiling
	// Soft is nil if the curve of soft encoders was not computed.
	Soft *SoftCurve
	// Second is nil if there is no second variable.
	Second *Second
	// Validation is nil if nothing was held out. [Frontier.WithValidation] sets it.
	Validation *Validation

	entries []Entry
	best    *bestList // nil if there is no list of the best clusterings
	layers  *Layers   // nil if there are none
	hull    []bool
	kink    []float64
	dmc     []bool
	spreads []Spread // of all points, like robust; nil without an Uncertainty
	robust  []bool
	heldOut []HeldOut // of all points; nil without a Validation
	orders  *orders
}

// New returns the frontier of the given points. They must be sorted by strictly increasing H and
// I, with assignments of problem.N rows in canonical form; otherwise New returns an error. The
// slice of entries is not copied. O(points x n), and O(points) if the clusterings are in trees.
func New(problem Problem, search Search, entries []Entry) (*Frontier, error) {
	labels := make(partition.Partition, max(problem.N, 0)) // scratch space
	for i := range entries {
		if err := entries[i].check(labels); err != nil {
			return nil, fmt.Errorf("point %d: %w", i, err)
		}
		if i > 0 && !(entries[i].H > entries[i-1].H && entries[i].I > entries[i-1].I) {
			return nil, fmt.Errorf("point %d: (h %g, i %g) does not lie right of and above (h %g, i %g)",
				i, entries[i].H, entries[i].I, entries[i-1].H, entries[i-1].I)
		}
	}
	f := &Frontier{Problem: problem, Search: search, entries: entries, orders: new(orders)}
	f.markHull()
	f.markDMC()
	return f, nil
}

func (f *Frontier) markHull() {
	f.hull, f.kink = make([]bool, len(f.entries)), make([]float64, len(f.entries))
	hull := pareto.Hull(len(f.entries), f.place)
	for k, angle := range pareto.Kinks(hull, f.place) {
		f.hull[hull[k]], f.kink[hull[k]] = true, angle
	}
}

// markDMC marks, for every number of clusters, the point with the highest I, unless a point of
// fewer clusters has at least that I. The marked points are those that have fewer clusters than
// every later point.
func (f *Frontier) markDMC() {
	f.dmc = make([]bool, len(f.entries))
	fewest := math.MaxInt
	for i := len(f.entries) - 1; i >= 0; i-- {
		if f.entries[i].K < fewest {
			f.dmc[i] = true
			fewest = f.entries[i].K
		}
	}
}

// Len returns the number of points.
func (f *Frontier) Len() int { return len(f.entries) }

// At returns point i, counted from 0 by increasing H. It panics if there is none. O(1).
func (f *Frontier) At(i int) Point {
	e := &f.entries[i]
	p := Point{
		Index: i, H: e.H, I: e.I, K: e.K, Ties: e.Ties, Hull: f.hull[i], DMC: f.dmc[i],
		Prominence: pareto.Prominence(len(f.entries), f.place, i), Kink: f.kink[i],
		entry: e, of: f,
	}
	if f.Uncertainty != nil && f.robust != nil {
		p.Spread, p.Robust = f.spreads[i], f.robust[i]
	}
	if f.Validation != nil && f.heldOut != nil {
		p.HeldOut = f.heldOut[i]
	}
	return p
}

// All returns the points by increasing H.
func (f *Frontier) All() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for i := range f.entries {
			if !yield(f.At(i)) {
				return
			}
		}
	}
}

// Hypervolume returns the area in bit^2 under the frontier's staircase from
// H = 0 to H = H(X). O(points).
func (f *Frontier) Hypervolume() float64 {
	return pareto.Hypervolume(len(f.entries), f.place, f.Problem.HX)
}

// place returns where point j is.
func (f *Frontier) place(j int) (h, i float64) { return f.entries[j].H, f.entries[j].I }
