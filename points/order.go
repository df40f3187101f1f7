package points

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// CanonicalOrder returns the points from the heaviest to the lightest; points of
// equal weight are ordered by their coordinates, and equal points by label. A
// search that takes the points in this order gives the same result for every order
// in which a file may list them. O(n log n) comparisons.
func (c *Cloud) CanonicalOrder() []int {
	order := partition.Identity(c.Len())
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(c.weight[b], c.weight[a]),
			slices.Compare(c.At(a), c.At(b)),
			cmp.Compare(c.labels[a], c.labels[b]))
	})
	return order
}

// Coarsen returns the cloud of the clusters of f: point c has the weight and the
// centroid of cluster c, and the first label of its points in alphabetical order.
// The variance stays that of the points as they were given, so that what a
// clustering of clusters explains is what the same clustering of points does. A
// clustering into one cluster gives a cloud of one point. O(n d).
func (c *Cloud) Coarsen(f partition.Partition) *Cloud {
	z := &Cloud{
		names: c.names, total: c.total, counts: c.counts,
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
			if len(rows) == 1 { // as it was given
				z.coordinates = append(z.coordinates, c.At(rows[0])[y])
			} else {
				z.coordinates = append(z.coordinates, c.grid.coordinate(y, sum, set.weight))
			}
		}
		for _, x := range rows {
			set.Remove(x)
		}
	}
	return z
}

// SHA256 returns a hexadecimal digest of what the cloud says: names, labels,
// coordinates and weights. It does not depend on the order of points and
// coordinates, on the file format, or on points without weight.
func (c *Cloud) SHA256() string {
	digest := sha256.New()
	var buffer []byte
	text := func(s string) {
		buffer = binary.AppendUvarint(buffer[:0], uint64(len(s)))
		buffer = append(buffer, s...)
		digest.Write(buffer)
	}
	number := func(v float64) {
		buffer = binary.BigEndian.AppendUint64(buffer[:0], math.Float64bits(v+0)) // no -0
		digest.Write(buffer)
	}
	text("dibmap/points/1")
	number(float64(c.Len()))
	number(float64(c.Dim()))
	columns := byLabel(c.names)
	for _, y := range columns {
		text(c.names[y])
	}
	for _, x := range byLabel(c.labels) {
		text(c.labels[x])
		number(c.weight[x])
		for _, y := range columns {
			number(c.At(x)[y])
		}
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// byLabel returns the indices of the labels in sorted order.
func byLabel(labels []string) []int {
	order := partition.Identity(len(labels))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	return order
}
