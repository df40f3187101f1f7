package points

import (
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/partition"
)

// CanonicalOrder returns the points from the heaviest to the lightest. Points of equal weight
// are ordered by their coordinates, in a way that depends neither on the order nor on the names
// of the coordinates, unless a symmetry may exchange them; these are ordered by their coordinates,
// sorted by name, and equal points by label. A search that takes the points in this order gives the
// same result for every order of points and coordinates in a file. O(n log n) comparisons, and up to 16 passes over the coordinates if
// some weights are equal.
func (c *Cloud) CanonicalOrder() []int {
	d := len(c.names)
	cells := masses.Cells{Start: make([]int, c.Len()+1), Column: make([]int32, len(c.coordinates)), Value: c.coordinates}
	for k := range cells.Column {
		cells.Column[k] = int32(k % d)
	}
	for x := range c.Len() {
		cells.Start[x+1] = (x + 1) * d
	}
	return masses.Order(c.labels, c.names, c.weight, cells)
}

// Coarsen returns the cloud of the clusters of f: point c has the weight and the centroid of cluster c, and the
// alphabetically first of its points' labels. The variance is still the variance of the given points, so that a
// clustering of clusters explains the same share of it as the same clustering of points. The result may have a
// single point. O(n d).
func (c *Cloud) Coarsen(f partition.Partition) *Cloud {
	z := &Cloud{
		names: c.names, byName: c.byName, total: c.total, counts: c.counts,
		grid: c.grid, scatter: c.scatter, variance: c.variance,
	}
	set := c.Set()
	for _, rows := range f.Clusters() {
		label := c.labels[rows[0]]
		for _, x := range rows {
			set.Add(x)
			label = min(label, c.labels[x])
		}
		z.labels = append(z.labels, label)
		z.weight = append(z.weight, set.weight)
		z.sums = append(z.sums, set.sums...)
		for y, sum := range set.sums {
			at := c.At(rows[0])[y]
			if len(rows) > 1 {
				at = c.grid.coordinate(y, sum, set.weight)
			}
			z.coordinates = append(z.coordinates, at)
		}
		for _, x := range rows {
			set.Remove(x)
		}
	}
	return z
}

// SHA256 returns a hexadecimal digest of the names, labels, coordinates and weights. It
// does not depend on the order of points and coordinates, on the file format, or on points
// without weight. For [FromNumericY], it is the digest of the table.
func (c *Cloud) SHA256() string {
	if c.digest != "" {
		return c.digest
	}
	d := masses.NewDigest("dibmap/points/1")
	d.Number(float64(c.Len()))
	d.Number(float64(len(c.names)))
	columns, _ := masses.ByLabel(c.names)
	for _, y := range columns {
		d.Text(c.names[y])
	}
	rows, _ := masses.ByLabel(c.labels)
	for _, x := range rows {
		d.Text(c.labels[x])
		d.Number(c.weight[x])
		for _, y := range columns {
			d.Number(c.At(x)[y])
		}
	}
	return d.Hex()
}
