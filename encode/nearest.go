package encode

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
)

// Counts say how often values of X and of Y occur together: X[Row[i]] with Y[Column[i]]
// Weight[i] times. A pair may occur more than once.
type Counts struct {
	X, Y        []string
	Row, Column []int
	Weight      []float64 // finite and not negative
}

func (c *Counts) check() error {
	if len(c.Row) != len(c.Weight) || len(c.Column) != len(c.Weight) {
		return fmt.Errorf("%d rows, %d columns and %d weights of cells", len(c.Row), len(c.Column), len(c.Weight))
	}
	for i, w := range c.Weight {
		switch {
		case c.Row[i] < 0 || c.Row[i] >= len(c.X) || c.Column[i] < 0 || c.Column[i] >= len(c.Y):
			return fmt.Errorf("cell %d lies at row %d, column %d, outside the table of %d by %d", i, c.Row[i], c.Column[i], len(c.X), len(c.Y))
		case !(w >= 0) || math.IsInf(w, 1):
			return fmt.Errorf("cell %d holds %g", i, w)
		}
	}
	return nil
}

// Placement are new values and the clusters to which they are most similar.
type Placement struct {
	// Values are the values with a place, in the given order, and Clusters their clusters:
	// the arguments of [Encoder.With].
	Values   []string
	Clusters []int
	// Nowhere are the values without a place: none of the values of Y that they occur with
	// occurs in the table that was clustered.
	Nowhere []string
}

// Nearest returns, for every value of unknown.X, the cluster that takes it in at the smallest
// loss of information about Y. known is the table that was clustered, whose values of X the
// encoder knows. unknown counts the values to be placed, on a scale on which all records
// together count total.
//
// With w = count/total the weight of a value x, p(c) the weight of a cluster in the known
// table, and m = (w p(y|x) + p(c) p(y|c)) / (w + p(c)), the loss in bits is
//
//	(w + p(c)) JSD(x, c) = w KL(p(y|x) || m) + p(c) KL(p(y|c) || m),
//
// the cost of a merge in the agglomerative information bottleneck (Slonim and Tishby 1999, "Agglomerative
// information bottleneck"). Each value is placed as if it were the only new one, so that their order does not
// matter. If losses are equal up to rounding, the lowest cluster number wins.
//
// A value that shares no value of Y with the known table, or whose count is 0, has no place:
// its losses would differ by the sizes of the clusters only.
//
// It is an error if lengths, indices or weights make no sense. O(k) for every cell, and
// O(k columns) memory.
func (e *Encoder) Nearest(known, unknown Counts, total float64) (Placement, error) {
	if err := known.check(); err != nil {
		return Placement{}, fmt.Errorf("the table that was clustered: %w", err)
	}
	if err := unknown.check(); err != nil {
		return Placement{}, fmt.Errorf("the unknown values: %w", err)
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return Placement{}, fmt.Errorf("records that count %g in all", total)
	}
	p, err := e.profile(known)
	if err != nil {
		return Placement{}, err
	}
	var placed Placement
	for x, row := range unknown.byRow(p.column, total) {
		value := unknown.X[x]
		if !p.tells(row) {
			placed.Nowhere = append(placed.Nowhere, value)
			continue
		}
		placed.Values, placed.Clusters = append(placed.Values, value), append(placed.Clusters, p.nearest(row))
	}
	return placed, nil
}

// profile is p(c,y) of the clusters.
type profile struct {
	column map[string]int // of a label of Y
	joint  [][]float64    // by cluster and column
	mass   []float64      // p(c)
}

// profile adds up the rows of every cluster.
func (e *Encoder) profile(known Counts) (*profile, error) {
	p := &profile{column: make(map[string]int, len(known.Y)), joint: make([][]float64, e.k()), mass: make([]float64, e.k())}
	for i, y := range known.Y {
		p.column[y] = i
	}
	for c := range p.joint {
		p.joint[c] = make([]float64, len(known.Y))
	}
	total := lists.Sum(known.Weight)
	if total == 0 {
		return nil, errors.New("the table that was clustered has no mass")
	}
	for i, w := range known.Weight {
		label := known.X[known.Row[i]]
		c, ok := e.Cluster(label)
		if !ok {
			return nil, fmt.Errorf("the table that was clustered has the value %q, which has no cluster", label)
		}
		p.joint[c][known.Column[i]] += w / total
		p.mass[c] += w / total
	}
	return p, nil
}

// weighed is a column and p(x,y) in it; the column is -1 if no cluster has it.
type weighed struct {
	column int
	weight float64
}

// byRow returns the columns of every row, with the weights of equal pairs added up.
func (c *Counts) byRow(column map[string]int, total float64) [][]weighed {
	at := make(map[[2]int]int, len(c.Weight))
	rows := make([][]weighed, len(c.X))
	for i, w := range c.Weight {
		x := c.Row[i]
		y, known := column[c.Y[c.Column[i]]]
		if !known {
			y = -1
		}
		place, ok := at[[2]int{x, y}]
		if !ok {
			place = len(rows[x])
			at[[2]int{x, y}] = place
			rows[x] = append(rows[x], weighed{column: y})
		}
		rows[x][place].weight += w / total
	}
	return rows
}

// tells reports whether a row has a column in common with a cluster.
func (p *profile) tells(row []weighed) bool {
	return slices.ContainsFunc(row, func(r weighed) bool {
		return r.weight > 0 && r.column >= 0 && slices.ContainsFunc(p.joint, func(c []float64) bool { return c[r.column] > 0 })
	})
}

// nearest returns the cluster of the smallest loss.
func (p *profile) nearest(row []weighed) int {
	const nearTie = 1e-12 // relative to the weight: several roundings of sums
	var weight float64
	for _, r := range row {
		weight += r.weight
	}
	best, least := 0, math.Inf(1)
	for c := range p.mass {
		if p.mass[c] == 0 {
			continue // it has no distribution to compare with
		}
		if loss := p.loss(row, weight, c); loss < least-float64(nearTie*weight) {
			best, least = c, loss
		}
	}
	return best
}

// loss returns what is lost if a value joins cluster c, in bits. With
//
//	g(a,b) = a log a + b log b - (a+b) log(a+b)
//
// it is the sum of g(p(x,y), p(c,y)) over the columns less g(w, p(c)). Columns without the value add nothing.
func (p *profile) loss(row []weighed, weight float64, c int) float64 {
	var sum float64
	for _, r := range row {
		if r.column >= 0 {
			sum += plogp.Joined(r.weight, p.joint[c][r.column])
		}
	}
	return sum - plogp.Joined(weight, p.mass[c])
}
