// Package frontier holds the finished result of a search: every clustering
// that no other one beats in both entropy and information.
//
//  1. a search builds a [Frontier] with [New], which checks and marks it;
//  2. a person looks at it with [Frontier.All], and chooses a [Point] with
//     [Frontier.Within], [Frontier.WithClusters], [Frontier.MostProminent] or
//     [Frontier.Keeping], and sees with [Frontier.Describe] what its clusters tell;
//  3. [Frontier.WriteFile] and [ReadFile] keep it as JSON, CSV, Parquet or
//     npz; the command, the plots and other programs start from such a file;
//  4. [Union] unites frontiers of one table, such as of several seeds, and [Compare]
//     tells how they differ;
//  5. [Frontier.Gap], [Frontier.Distinctions] and [Frontier.Walk] show its structure:
//     which budgets a clustering is the best for, what is kept apart at which scale, and
//     how clusterings nest.
//
// The points of a frontier never change. All numbers are in bits.
package frontier

import (
	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
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
	// Variance is the mean squared error of one cluster of points, in the square of
	// their unit: that of a clustering is Variance (1 - i). It is 0 for other
	// problems.
	Variance float64 `json:"variance,omitzero"`
	// Samples is the number of samples counted; nil if the table holds
	// probabilities.
	Samples *int64 `json:"samples"`
	// ZeroRows names the rows that were set aside because they have no mass.
	ZeroRows []string `json:"zero_rows,omitempty"`
	// MinCount is how often a value of X occurred at least to be a row of its own: rarer
	// ones count as one row, "(rare)". It is 0 if none were put together.
	MinCount float64 `json:"min_count,omitzero"`
	// XMass are the probabilities of the rows; nil if they are not known, as in old
	// files and CSV.
	XMass []float64 `json:"x_mass,omitempty"`
	// Cells is the table that was clustered, so that clusters can be explained and new
	// values placed without it. It is nil if it is not kept: if there are more than
	// [MaxCells] cells, or if the problem is not one of a table of two variables.
	Cells *Cells `json:"cells,omitempty"`
	// Estimator is the name of the estimator of package info that H and I of points,
	// and HX, HY and IXY, are values of; it is empty for plug-in values. Estimates need
	// not be bounded as the values of a distribution are.
	Estimator string `json:"estimator,omitzero"`
	// Constraints say to which clusterings the search was restricted.
	Constraints Constraints `json:"constraints,omitzero"`
	// Source says where the table came from.
	Source Source `json:"source"`
}

// Source is the origin of a table: a name for people, and a digest of its
// content that is independent of order and file format.
type Source struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Search says how the frontier was found.
type Search struct {
	// Method is "mapper", "local", "rounds" (a local search and epsilon rounds),
	// "enumeration", "dp" (over all sets of rows), "intervals" (over contiguous
	// ones) or "line" (over contiguous ones in an order in which these are as good as
	// any); "union" if there are Runs.
	Method string `json:"method"`
	// Order is "linear" or "circular" if only groupings into contiguous runs of
	// rows, in the order of the table, were considered; else it is empty.
	Order string `json:"order,omitzero"`
	// Epsilon is the search depth in bits.
	Epsilon Depth `json:"epsilon"`
	// Seed chose the survival draws.
	Seed uint64 `json:"seed"`
	// Status says how the search ended.
	Status Status `json:"status"`
	// Evaluated and Expanded count the clusterings whose point was computed,
	// and those of them whose neighbours were.
	Evaluated int64 `json:"evaluated"`
	Expanded  int64 `json:"expanded"`
	// Rounds is the number of epsilon rounds that were finished, and
	// RoundEpsilon the epsilon of the last of them, in bits.
	Rounds       int     `json:"rounds,omitzero"`
	RoundEpsilon float64 `json:"round_epsilon,omitzero"`
	// Resolution is the distance in bits to which a frontier was thinned that
	// would have taken too much memory; 0 if it was not.
	Resolution float64 `json:"resolution,omitzero"`
	// Seconds is the time the search took, as measured by the caller.
	Seconds float64 `json:"seconds"`
	// Runs are the searches, at least two, whose frontiers [Union] united; none
	// has Runs of its own.
	Runs []Search `json:"runs,omitempty"`
}

// Entry is a point as a search hands it over.
type Entry struct {
	H, I float64
	// K is the number of clusters. Zero means: count them in Assignment.
	K int
	// Ties is the number of other clusterings found at the same point.
	Ties int
	// Assignment is the clustering; empty where it is not known, as in a
	// frontier read from CSV.
	Assignment partition.Packed
}

// Frontier is a set of clusterings none of which is beaten by another,
// by increasing H and increasing I.
type Frontier struct {
	Problem     Problem
	Search      Search
	Certificate *Certificate // nil if nothing is proved
	// Uncertainty is nil if it was not computed; [Frontier.WithUncertainty] sets it. To
	// change what it points to changes no points.
	Uncertainty *Uncertainty

	entries []Entry
	hull    []bool
	kink    []float64
	dmc     []bool
	spreads []Spread // of every point, as is robust; nil if there never was an Uncertainty
	robust  []bool
}

// New returns the frontier of the given points, which must be sorted by
// strictly increasing H and I, with assignments of problem.N rows in canonical
// form. The entries are kept. O(points x n).
func New(problem Problem, search Search, entries []Entry) (*Frontier, error) {
	var labels partition.Partition // scratch space
	for i := range entries {
		if a := entries[i].Assignment; a != "" {
			if !fits(a, problem.N) {
				return nil, fmt.Errorf("point %d: %w", i, errLabels(problem.N))
			}
			if labels == nil {
				labels = make(partition.Partition, problem.N)
			}
		}
		if err := checkEntry(&entries[i], labels); err != nil {
			return nil, fmt.Errorf("point %d: %w", i, err)
		}
		if i > 0 && !(entries[i].H > entries[i-1].H && entries[i].I > entries[i-1].I) {
			return nil, fmt.Errorf("point %d: (h %g, i %g) does not lie right of and above (h %g, i %g)",
				i, entries[i].H, entries[i].I, entries[i-1].H, entries[i-1].I)
		}
	}
	f := &Frontier{Problem: problem, Search: search, entries: entries}
	f.markHull()
	f.markDMC()
	return f, nil
}

// checkEntry checks one entry and fills in its number of clusters; labels is
// scratch space of one label a row.
func checkEntry(e *Entry, labels partition.Partition) error {
	for _, v := range []float64{e.H, e.I} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("(h %g, i %g) is not a point", e.H, e.I)
		}
	}
	if e.Assignment == "" {
		if e.K < 1 {
			return fmt.Errorf("k is %d", e.K)
		}
		return nil
	}
	e.Assignment.Unpack(labels)
	if err := labels.Check(); err != nil {
		return fmt.Errorf("assignment: %w", err)
	}
	k := labels.K()
	if e.K != 0 && e.K != k {
		return fmt.Errorf("k is %d, but the assignment has %d clusters", e.K, k)
	}
	e.K = k
	return nil
}

func (f *Frontier) markHull() {
	f.hull, f.kink = make([]bool, len(f.entries)), make([]float64, len(f.entries))
	hull := pareto.Hull(len(f.entries), f.place)
	for k, angle := range f.kinks(hull) {
		f.hull[hull[k]], f.kink[hull[k]] = true, angle
	}
}

// markDMC marks, for every number of clusters, the point with the highest I,
// if no point of fewer clusters has as much: the points that have fewer
// clusters than every later one.
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

// At returns point i, counted from 0 by increasing H.
func (f *Frontier) At(i int) Point {
	e := f.entries[i]
	p := Point{
		Index: i, H: e.H, I: e.I, K: e.K, Ties: e.Ties, Hull: f.hull[i], DMC: f.dmc[i],
		Prominence: f.prominence(i), Kink: f.kink[i],
		assignment: e.Assignment, problem: &f.Problem,
	}
	if f.Uncertainty != nil && f.robust != nil {
		p.Spread, p.Robust = f.spreads[i], f.robust[i]
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
