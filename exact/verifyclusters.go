package exact

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// maxColumns is the number of columns that are kept for an edge: 256 MB.
const maxColumns = 1 << 24

// clusters checks all clusters that an edge is about: none may have a negative reduced
// cost, and as many as the certificate says must be within the budget.
func (v *verifier) clusters(ctx context.Context) (err error) {
	n := v.joint.Rows()
	var verdicts []verdict
	switch {
	case n <= powerSetRows:
		v.says.Clusters = 1<<n - 1
		verdicts, err = newPowerSet(v).run(ctx)
	case n <= MaxProvedRows:
		verdicts, err = v.branches(ctx)
	default:
		v.fail("the certificate is about %d rows, and no more than %d can be checked", n, MaxProvedRows)
	}
	if err != nil {
		return err
	}
	for k := range verdicts {
		v.conclude(v.claims[k], &verdicts[k])
	}
	return nil
}

// verdict is what is known of the clusters that matter to an edge.
type verdict struct {
	least        float64 // the least reduced cost
	at           uint64  // the cluster that has it
	fewest, most int64   // the number of clusters within the budget, with rounding against them and for them
	columns      []column
	overflow     bool // there are more than maxColumns
}

func newVerdicts(n int) []verdict {
	return slices.Repeat([]verdict{{least: math.Inf(1)}}, n)
}

// see takes account of a cluster; h is the entropy of it and the rest, as two clusters.
func (c *claim) see(v *verdict, set uint64, h, rc float64) {
	if h < c.edge.HHi-rounding {
		v.offer(set, rc)
	}
	if !c.edge.Certified {
		return
	}
	within := c.at(h - rounding)
	if rc > within+c.keep {
		return
	}
	if rc <= within+rounding {
		v.most++
	}
	if rc <= c.at(h+rounding)-rounding {
		v.fewest++
	}
	v.add(column{set, rc})
}

// offer notes a reduced cost. Of equal ones, the smallest set counts, so that the order
// of offers does not matter.
func (v *verdict) offer(set uint64, rc float64) {
	if rc < v.least || rc == v.least && set < v.at {
		v.least, v.at = rc, set
	}
}

// add keeps columns, unless they are too many.
func (v *verdict) add(columns ...column) {
	if v.overflow = v.overflow || len(v.columns)+len(columns) > maxColumns; !v.overflow {
		v.columns = append(v.columns, columns...)
	}
}

// join adds the verdict on other clusters.
func (v *verdict) join(w *verdict) {
	v.offer(w.at, w.least)
	v.fewest += w.fewest
	v.most += w.most
	v.overflow = v.overflow || w.overflow
	v.add(w.columns...)
}

// conclude says what is wrong with the clusters of an edge, and keeps those that a
// better clustering could contain.
func (v *verifier) conclude(c *claim, is *verdict) {
	e := c.edge
	v.says.Columns += is.fewest
	switch {
	case is.least < -feasible:
		v.fail("%s: the dual is no bound: the cluster of %s has the reduced cost %.3g", c.name, v.labels(is.at), is.least)
		return
	case is.overflow:
		v.fail("%s: more than %d clusters are within the budget: too many to be checked", c.name, maxColumns)
		return
	case e.Certified && (e.Columns < is.fewest || e.Columns > is.most):
		v.fail("%s: columns is given as %d, and %d clusters are within the budget", c.name, e.Columns, is.fewest)
		return
	}
	c.allowed = rounding + float64(float64(len(v.weight))*max(-is.least, 0))
	for _, col := range is.columns {
		if col.rc <= c.at(v.twoClusters(over(v.weight, col.set))-rounding)+c.allowed {
			c.columns = append(c.columns, col)
		}
	}
	slices.SortFunc(c.columns, byCost)
}

// twoClusters returns the entropy in bits of a cluster of mass w and the rest.
func (v *verifier) twoClusters(w float64) float64 {
	return -v.phi.At(w) - v.phi.At(v.joint.Total()-w)
}

// labels names the rows of a set, or the first six of them.
func (v *verifier) labels(set uint64) string {
	const most = 6
	var names []string
	for s := set; s != 0 && len(names) < most; s &= s - 1 {
		names = append(names, v.joint.XLabels()[bits.TrailingZeros64(s)])
	}
	if bits.OnesCount64(set) > most {
		names = append(names, "...")
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// branches lists the clusters that matter by branch and bound, edge by edge.
func (v *verifier) branches(ctx context.Context) ([]verdict, error) {
	r := newRows(v.joint)
	list := newVerdicts(len(v.claims))
	for k, c := range v.claims {
		listed, err := listColumns(ctx, r, c.query(r), v.workers)
		if err != nil {
			return nil, err
		}
		for _, col := range listed.columns {
			set := uint64(0) // of the table's rows
			for s := col.set; s != 0; s &= s - 1 {
				set |= 1 << r.order[bits.TrailingZeros64(s)]
			}
			c.see(&list[k], set, v.twoClusters(over(v.weight, set)), col.rc)
		}
	}
	return list, nil
}

// query asks for all clusters that matter to the claim.
func (c *claim) query(r *rows) query {
	q := query{slope: c.edge.Slope, most: math.MaxInt, mostBad: math.MaxInt, meter: unlimited()}
	for _, x := range r.order {
		q.dual = append(q.dual, c.dual[x])
	}
	if !c.edge.Certified {
		q.budget = flat(c.edge.HHi+rounding, -feasible)
		return q
	}
	q.budget = c.widened(c.keep, -feasible)
	q.budget.h = slices.Clone(c.h)
	for k := range q.budget.h {
		q.budget.h[k] += rounding
	}
	return q
}
