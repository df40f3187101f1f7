// Package hastening puts values of X together that are about alike, so that a search of many values is quick.
package hastening

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

const (
	// MostGroups is the largest number of groups for predictions. A model of more groups hardly predicts better.
	MostGroups = 30
	// mostRuns is the number of sets of rows with about the same distribution of two values of Y that are searched:
	// the best cut between such sets loses about 1 / mostRuns^2 of the best cut between rows.
	mostRuns = 200
	// mostHeavy is the number of rows that are searched where Y has more values.
	mostHeavy = 100
)

// Predict limits a problem to what predictions need: to few groups and, of many rows, to groups of sets of rows
// that are about alike. It reports whether rows were put together.
func Predict(p *input.Problem, ordered bool) (linked bool) {
	j := p.Clustered()
	if ordered || j.Cols() == 2 {
		p.Limits.MaxClusters = MostGroups
	}
	link := p.Problem.Traits().Link
	switch {
	case link == nil || ordered:
		return false
	case j.Cols() == 2 && j.Rows() > mostRuns:
		p.Problem = link(similar(j))
	case j.Cols() > 2 && j.Rows() > mostHeavy:
		p.Problem = link(nearest(j))
	default:
		return false
	}
	return true
}

// nearest puts every row except the mostHeavy heaviest together with the heavy row whose distribution is nearest.
func nearest(j *joint.Joint) partition.Partition {
	share := func(x int) []float64 {
		list := make([]float64, j.Cols())
		columns, mass := j.Row(x)
		for k, y := range columns {
			list[y] = mass[k] / j.RowMass(x)
		}
		return list
	}
	together := make(partition.Partition, j.Rows())
	var heavy [][]float64
	for n, x := range j.CanonicalOrder() {
		own := share(x)
		if n < mostHeavy {
			together[x], heavy = n, append(heavy, own)
			continue
		}
		least := math.Inf(1)
		for h, other := range heavy {
			distance := 0.0
			for y, p := range own {
				difference := p - other[y]
				distance += plogp.Quantize(float64(difference * difference)) // in any order of columns
			}
			if distance < least {
				together[x], least = h, distance
			}
		}
	}
	return partition.Canonical(together)
}

// similar puts rows together that are neighbours in the order of the share of one of two values of Y, in at most mostRuns
// sets of about equal mass.
func similar(j *joint.Joint) partition.Partition {
	n := j.Rows()
	share := make([]float64, n)
	first := int32(0) // by name, so that the order of the columns does not matter
	if j.YLabels()[1] < j.YLabels()[0] {
		first = 1
	}
	for x := range share {
		columns, mass := j.Row(x)
		if k := slices.Index(columns, first); k >= 0 {
			share[x] = mass[k] / j.RowMass(x)
		}
	}
	rows := j.CanonicalOrder()
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(share[a], share[b]) })
	together := make(partition.Partition, n)
	before := 0.0
	for _, x := range rows {
		together[x] = min(int(mostRuns*(before/j.Total())), mostRuns-1)
		before += j.RowMass(x)
	}
	return partition.Canonical(together)
}

// Alike puts rows of the same counts together, as identifiers have them.
func Alike(j *joint.Joint) partition.Partition {
	known := make(map[string]int)
	together := make(partition.Partition, j.Rows())
	for x := range together {
		columns, masses := j.Row(x)
		key := fmt.Sprint(columns, masses)
		if _, ok := known[key]; !ok {
			known[key] = x
		}
		together[x] = known[key]
	}
	return partition.Canonical(together)
}
