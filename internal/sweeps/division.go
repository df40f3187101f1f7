package sweeps

import (
	"context"
	"math"
)

// dividing is the number of passes in which rows choose between the parts of a cluster.
const dividing = 3

// divide divides the cluster whose division gains most. It tells whether there is one.
func (c *counter) divide(ctx context.Context) bool {
	most, part := math.Inf(-1), []int32(nil)
	c.order = append(c.order[:0], c.active...)
	for _, a := range c.order {
		if c.size[a] == 1 || ctx.Err() != nil {
			continue
		}
		before := c.value()
		b := c.part(a)
		if gain := c.value() - before; gain > most {
			most, part = gain, c.rowsOf(part[:0], b)
		}
		c.merged(b, a, c.merging(b, a))
	}
	if len(part) == 0 {
		return false
	}
	whole, first := c.label[part[0]], part[0]
	c.shiftRow(first, -1, c.leaving(first).plus(c.becoming(first)))
	to := c.label[first]
	for _, x := range part[1:] {
		c.shiftRow(x, to, c.leaving(x).plus(c.joining(x, to)))
	}
	c.latest = [2]int32{first, c.head[whole]}
	return true
}

// part divides cluster a, of several rows: the row that gains most by it leaves, and others follow it to the
// new cluster, which is returned.
func (c *counter) part(a int32) (b int32) {
	c.rows = c.rowsOf(c.rows[:0], a)
	best, first := choice{gain: math.Inf(-1)}, int32(-1)
	for _, x := range c.rows {
		if before := best.gain; best.consider(c.leavingKnown(x).plus(c.becoming(x)), -1) > before {
			first = x
		}
	}
	c.shiftRow(first, -1, best.by)
	b = c.label[first]
	for range dividing {
		moved := false
		for _, x := range c.rows {
			from, to := c.label[x], a
			if from == a {
				to = b
			}
			if c.size[from] == 1 {
				continue
			}
			c.count(x)
			if both := c.leavingKnown(x).plus(c.joining(x, to)); both.gain(tilt) > least {
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
	for x := c.head[k]; ; {
		rows = append(rows, x)
		if x = c.next[x]; x == c.head[k] {
			return rows
		}
	}
}
