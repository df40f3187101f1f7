package exact

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// clusters goes over all clusters that matter to the edges: none may have a negative
// reduced cost, and as many as the certificate says must be within the budget.
func (v *verifier) clusters(ctx context.Context) error {
	n := v.joint.Rows()
	var verdicts []verdict
	var err error
	switch {
	case n <= powerSetRows:
		v.says.Clusters = 1<<n - 1
		verdicts, err = newPowerSet(v.joint, v.claims).run(ctx, v.workers)
	case n <= MaxProvedRows:
		verdicts, err = v.branches(ctx)
	default:
		v.fail("the certificate is about %d rows, and no more than %d can be checked", n, MaxProvedRows)
	}
	if err != nil {
		return err
	}
	for k := range verdicts {
		v.judge(v.claims[k], &verdicts[k])
	}
	return nil
}

// judge says what is wrong with the clusters of an edge, and keeps those that a
// better clustering could have.
func (v *verifier) judge(c *claim, says *verdict) {
	e := c.edge
	v.says.Columns += says.fewest
	switch {
	case says.least < -feasible:
		v.fail("%s: the dual is no bound: the cluster of %s has the reduced cost %.3g", c.name, v.labels(says.at), says.least)
		return
	case says.overflow:
		v.fail("%s: more than %d clusters are within the budget: too many to be checked", c.name, maxColumns)
		return
	case e.Certified && (e.Columns < says.fewest || e.Columns > says.most):
		v.fail("%s: columns is given as %d, and %d clusters are within the budget", c.name, e.Columns, says.fewest)
		return
	}
	c.allowed = rounding + float64(float64(v.joint.Rows())*max(-says.least, 0))
	for _, col := range says.columns {
		if col.rc <= c.within(v.twoClusters(col.set)-rounding)+c.allowed {
			c.columns = append(c.columns, col)
		}
	}
	slices.SortFunc(c.columns, func(a, b column) int { return cmp.Or(cmp.Compare(a.rc, b.rc), cmp.Compare(a.set, b.set)) })
}

// weight returns the mass of a set of rows.
func (v *verifier) weight(set uint64) (w float64) {
	for ; set != 0; set &= set - 1 {
		w += v.joint.RowMass(bits.TrailingZeros64(set))
	}
	return w
}

// twoClusters returns the entropy in bits of a cluster and the rest.
func (v *verifier) twoClusters(set uint64) float64 {
	w := v.weight(set)
	return -v.phi.At(w) - v.phi.At(v.joint.Total()-w)
}

// labels names a set of rows, or as many of them as a line has room for.
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

// branches lists the clusters of interest by branch and bound, edge by edge.
func (v *verifier) branches(ctx context.Context) ([]verdict, error) {
	r := newRows(v.joint)
	list := newVerdicts(len(v.claims))
	for k, j := range judgesOf(v.claims, r.n) {
		listed, err := listColumns(ctx, r, j.query(r), v.workers)
		if err != nil {
			return nil, err
		}
		for _, col := range listed.columns {
			set := uint64(0) // of the table's rows
			for s := col.set; s != 0; s &= s - 1 {
				set |= 1 << r.order[bits.TrailingZeros64(s)]
			}
			j.see(&list[k], set, v.twoClusters(set), col.rc)
		}
	}
	return list, nil
}

// query asks for all clusters that the judge wants to see.
func (j *judge) query(r *rows) query {
	q := query{slope: j.edge.Slope, dual: make([]float64, r.n), most: math.MaxInt, mostBad: math.MaxInt}
	for row, x := range r.order {
		q.dual[row] = j.dual[x]
	}
	q.budget = flat(j.edge.HHi+rounding, -feasible)
	if j.edge.Certified {
		q.budget = budget{}
		for k := len(j.steps) - 1; k >= 0; k-- {
			q.budget.h = append(q.budget.h, j.steps[k].h+rounding)
			q.budget.most = append(q.budget.most, max(j.steps[k].most+j.keep, -feasible))
		}
	}
	return q
}
