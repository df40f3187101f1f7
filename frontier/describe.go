package frontier

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// Cluster describes a cluster of a point to a person.
type Cluster struct {
	// Labels are those of the rows, the heaviest first if masses are known, else in the
	// order of the table.
	Labels []string
	// Name is that of [Point.Names].
	Name string
	// Mass is the probability of the cluster; NaN if it is not known.
	Mass float64
	// I is what the cluster adds to I(Z;Y), by plug-in values: sum_y p(c,y) log2
	// p(y|c)/p(y), in bits; NaN if the cells of the table are not known. Those of all
	// clusters add up to I(Z;Y), and none is negative but for rounding.
	I float64
	// Tells are the columns that add most to that sum, the largest first, and TellsNot
	// those that take away most, the most negative first. A column that the cluster
	// never comes with adds nothing, and is in neither.
	Tells, TellsNot []Contribution
}

// Contribution is what a column adds to the information of a cluster.
type Contribution struct {
	Y string
	// P is p(y|c), the share of the column in the cluster, and Overall is p(y).
	P, Overall float64
	// Bits is p(c,y) log2 p(y|c)/p(y).
	Bits float64
}

// Describe returns the clusters of a point of the frontier in the order of their
// numbers, with at most top columns in each of Tells and TellsNot. It is nil where
// [Point.Assignment] is. O((n + cells) log (n + cells) + m).
func (f *Frontier) Describe(p Point, top int) []Cluster {
	labels := p.heaviestFirst()
	a := p.Assignment()
	if a == nil || len(a) != f.Problem.N {
		return nil
	}
	clusters := make([]Cluster, len(labels))
	for c, name := range namesOf(labels) {
		clusters[c] = Cluster{Labels: labels[c], Name: name, Mass: math.NaN(), I: math.NaN()}
	}
	if mass := f.Problem.masses(); mass != nil {
		for c := range clusters {
			clusters[c].Mass = 0
		}
		for x, c := range a {
			clusters[c].Mass += mass[x]
		}
	}
	if f.Problem.Cells != nil {
		f.Problem.explain(clusters, a, max(top, 0))
	}
	return clusters
}

// explain fills in what clusters tell of the columns.
func (p *Problem) explain(clusters []Cluster, a partition.Partition, top int) {
	cells := p.Cells
	var total float64
	columns := make([]float64, p.M)
	of := make([][]int, len(clusters)) // the cells of every cluster
	for k, v := range cells.Weight {
		total += v
		columns[cells.Y[k]] += v
		c := a[cells.X[k]]
		of[c] = append(of[c], k)
	}
	weight := make([]float64, p.M) // of every column in the cluster
	var met []int
	for c := range clusters {
		met = met[:0]
		var sum float64
		for _, k := range of[c] {
			y := cells.Y[k]
			if weight[y] == 0 {
				met = append(met, y)
			}
			weight[y] += cells.Weight[k]
			sum += cells.Weight[k]
		}
		slices.Sort(met)
		var all []Contribution
		clusters[c].I = 0
		for _, y := range met {
			v := weight[y]
			weight[y] = 0
			e := Contribution{p.YLabels[y], v / sum, columns[y] / total, 0}
			if e.P == 0 || e.Overall == 0 { // rounded to nothing
				continue
			}
			e.Bits = v / total * (info.Log2(e.P) - info.Log2(e.Overall))
			clusters[c].I += e.Bits
			if math.Abs(e.Bits) > pareto.Tolerance {
				all = append(all, e)
			}
		}
		clusters[c].Tells, clusters[c].TellsNot = extremes(all, top)
	}
}

// extremes returns the largest of the positive contributions, and the least of the
// negative ones, at most top of each.
func extremes(all []Contribution, top int) (positive, negative []Contribution) {
	slices.SortStableFunc(all, func(a, b Contribution) int { return cmp.Compare(b.Bits, a.Bits) })
	from := slices.IndexFunc(all, func(c Contribution) bool { return c.Bits < 0 })
	if from < 0 {
		from = len(all)
	}
	positive = slices.Clone(all[:min(top, from)])
	for k := len(all) - 1; k >= from && len(negative) < top; k-- {
		negative = append(negative, all[k])
	}
	return positive, negative
}
