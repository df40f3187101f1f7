package cluster

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
)

// spatialOrder returns all rows in the order of the leaves of a k-d tree (Bentley 1975, doi:10.1145/361002.361007), in
// which rows that are near each other are mostly next to each other. O(n log n d).
func (c *cloud) spatialOrder() []int32 {
	rows := lists.Make(c.N, func(x int) int32 { return int32(x) })
	c.halve(rows)
	return rows
}

// leaf is the number of rows of a leaf.
const leaf = 24

// halve sorts rows by the coordinate of widest range, and halves both halves in turn.
func (c *cloud) halve(rows []int32) {
	if len(rows) <= leaf {
		return
	}
	y := c.widest(rows)
	slices.SortFunc(rows, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.coordinate(a, y), c.coordinate(b, y)), cmp.Compare(a, b))
	})
	c.halve(rows[:len(rows)/2])
	c.halve(rows[len(rows)/2:])
}

func (c *cloud) coordinate(x int32, y int) float64 { return c.row(x)[y] / float64(c.Weight[x]) }

// widest returns the coordinate with the widest range.
func (c *cloud) widest(rows []int32) (y int) {
	most := math.Inf(-1)
	for k := range c.d {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range rows {
			v := c.coordinate(x, k)
			low, high = min(low, v), max(high, v)
		}
		if high-low > most {
			most, y = high-low, k
		}
	}
	return y
}
