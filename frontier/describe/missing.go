package describe

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/scale"
)

// MissingGroup describes the group of the records without a value of X, which every point has in
// addition to its clusters, and reports whether there is such a group. Mass, Tells and TellsNot,
// with at most top columns in each, are shares of all records, with and without a value of X. I is
// the term of the group in the information about Y in having a value. It is NaN if the cells of
// the table are not known. O(cells + m log m).
func MissingGroup(f *frontier.Frontier, top int) (Cluster, bool) {
	p := &f.Problem
	if !p.Missing.Group() {
		return Cluster{}, false
	}
	c := Cluster{Labels: []string{scale.MissingLabel}, Name: scale.MissingLabel, Mass: p.Missing.Share, I: math.NaN(), GroupMean: levelMissing(p)}
	if p.Cells == nil {
		return c, true
	}
	// The weights of the missing records, on the scale of the cells.
	overall, total := columnWeights(p)
	sum := lists.Sum(p.Missing.Counts)
	weight := total * p.Missing.Share / (1 - p.Missing.Share)
	labels := slices.Clone(p.YLabels)
	place := lists.Index(labels)
	own := make([]float64, len(labels), len(labels)+len(p.Missing.Y))
	for k, label := range p.Missing.Y {
		y, known := place[label]
		if !known { // it never comes with a value of X
			y = len(labels)
			labels, overall, own = append(labels, label), append(overall, 0), append(own, 0)
		}
		own[y] = weight * p.Missing.Counts[k] / sum
		overall[y] += own[y]
	}
	e := newExplainer(labels, overall, total+weight, max(top, 0))
	var met []int
	for y, v := range own {
		if e.weight[y] = v; v > 0 {
			met = append(met, y)
		}
	}
	e.explain(&c, met, weight)
	return c, true
}
