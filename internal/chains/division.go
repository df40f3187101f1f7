package chains

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// dividing is the number of passes of a division.
const dividing = 3

// divide makes the division of a cluster that gains most, and reports whether a cluster could be divided.
func (c *counter) divide(ctx context.Context) bool {
	most, part := math.Inf(-1), []int32(nil)
	c.order = append(c.order[:0], c.Active...)
	for _, a := range c.order {
		if c.Size[a] == 1 || ctx.Err() != nil {
			continue
		}
		before := c.value()
		b := c.part(a)
		if gain := c.value() - before; gain > most {
			most, part = gain, c.rowsOf(part[:0], b)
		}
		c.merged(b, a, c.Merging(b, a))
	}
	if len(part) == 0 {
		return false
	}
	whole, first := c.Label[part[0]], part[0]
	c.shiftRow(first, -1, c.Leaving(first).Plus(c.Becoming(first)))
	to := c.Label[first]
	for _, x := range part[1:] {
		c.shiftRow(x, to, c.Leaving(x).Plus(c.Joining(x, to)))
	}
	c.latest = [2]int32{first, c.Head[whole]}
	return true
}

// part divides cluster a, of several rows, and returns the new cluster. The row that gains most leaves first, and
// others follow it.
func (c *counter) part(a int32) (b int32) {
	c.rows = c.rowsOf(c.rows[:0], a)
	best, first := choice{gain: math.Inf(-1)}, int32(-1)
	for _, x := range c.rows {
		if before := best.gain; best.consider(c.leavingKnown(x).Plus(c.Becoming(x)), -1) > before {
			first = x
		}
	}
	c.shiftRow(first, -1, best.by)
	b = c.Label[first]
	for range dividing {
		moved := false
		for _, x := range c.rows {
			from, to := c.Label[x], a
			if from == a {
				to = b
			}
			if c.Size[from] == 1 {
				continue
			}
			c.count(x)
			if both := c.leavingKnown(x).Plus(c.Joining(x, to)); both.Gain(tilt) > cluster.MinGain {
				c.shiftRow(x, to, both)
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return b
}

// rowsOf appends the rows of a cluster.
func (c *counter) rowsOf(rows []int32, k int32) []int32 {
	for x := c.Head[k]; ; {
		rows = append(rows, x)
		if x = c.Next[x]; x == c.Head[k] {
			return rows
		}
	}
}
