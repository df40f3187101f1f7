package checker

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

const (
	// tolerance is Tolerance in units, rounded down.
	tolerance fixed = 11_258_999
	// feasible is 10^-10 bit in units, the size that a negative reduced cost of a cluster may have. Negative costs
	// widen the budgets, so the proof holds.
	feasible fixed = 112_589
	// A claim of a slack or budget may be off by sameNumber bits: the program that makes it rounds.
	sameNumber = 1e-11
	// largest is the largest size of a number of a dual, in bits, so that no sum overflows: 64 of
	// them are 2^59 units.
	largest = 8
	// maxColumns is the number of clusters that are kept for an edge.
	maxColumns = 1 << 24
)

// stage is an edge with its dual in units, and the budgets of clusters and clusterings. Number the points of the
// edge k = a..b. Let P be a clustering that no point matches up to the tolerance, with H(P) < h_b and I(P) > i_a +
// tolerance. Then there is a k with H(P) < h_{k+1} and I(P) > i_k + tolerance. Its clusters then cost
//
//	sum of rc(T) = H(Y) + sum of u + l H(P) - I(P) < d_k - tolerance,
//	d_k = H(Y) + sum of u + l h_{k+1} - i_k.
type stage struct {
	*Edge
	name        string
	dual        []fixed   // by row of the model
	price       []float64 // dual minus own, in bits
	lone        []float64 // reduced cost of every row as a cluster at slope 0, in bits
	sum         fixed     // of the dual
	slope, rest uint64    // l and 1-l, in units of 2^-52
	end         fixed     // clusters of a larger entropy as two clusters do not matter
	// steps are the budgets, by falling entropy. The total of a clustering of computed entropy h is at most the
	// total of the last step whose until is at least h.
	steps []step
	// Clusters are kept up to spare above the budget, and those up to counted above the plain
	// budget may be in the certificate's count.
	spare, counted fixed
	loose          fixed // Claim.Loose
	limit          fixed // of the reduced cost of clusters to look at
	columns        []column
}

// step is a step of the staircase under an edge: the largest cost of a better clustering of an entropy up to until,
// and the largest d_k, which the certificate gives. Both are maxima over all steps so far.
type step struct{ until, strict, plain fixed }

// column is a cluster that a better clustering may contain.
type column struct {
	set    uint64
	rc     fixed
	weight float64
	h, j   fixed // its part of H(Z) and of I(Z;Y) - H(Y)
}

// stage reads edge n. It returns nil after a failure.
func (k *check) stage(n int) *stage {
	e := &k.claim.Edges[n]
	s := &stage{Edge: e, dual: make([]fixed, len(k.rows))}
	a, b := k.at[e.First], k.at[e.Last]
	s.name = fmt.Sprintf("edge %d (h %.6g to %.6g)", n, toBits(a.h), toBits(b.h))
	if len(e.Dual) != len(k.rows) {
		k.fail("%s: the dual has %d numbers for %d rows", s.name, len(e.Dual), len(k.rows))
		return nil
	}
	for x, u := range e.Dual {
		v, ok := inUnits(u, largest)
		if !ok {
			k.fail("%s: the dual has the number %g", s.name, u)
			return nil
		}
		s.dual[k.from[x]] = v
		s.sum += v
	}
	for x, u := range s.dual {
		s.price = append(s.price, toBits(u-k.rows[x].own))
		s.lone = append(s.lone, toBits(u-k.kept(x)))
	}
	if !(e.Slope >= 0 && e.Slope <= 1) {
		k.fail("%s: the slope is %g, and not from 0 to 1", s.name, e.Slope)
		return nil
	}
	s.slope = uint64(math.RoundToEven(e.Slope * (1 << slopeBits)))
	s.rest = 1<<slopeBits - s.slope
	s.end = b.h + k.slopUntil()
	s.limit = -k.feasible()
	k.budget(s)
	k.numbers(s)
	return s
}

// bound returns the edge's line at an entropy, without H(Y). It is off by less than the error
// of the entropy and one unit.
func (s *stage) bound(h fixed) fixed { return s.sum - scaled(s.slope, -h) }

// budget sets the budgets of a certified edge.
func (k *check) budget(s *stage) {
	if !s.Certified {
		return
	}
	// The two values of I(Z;Y) are off by slopI each, and the entropy at the edge's end by twice
	// slopH. The products are off by one unit for each cluster, and one for the line.
	n := fixed(len(k.rows))
	margin := 2*k.slopI() + 2*k.slopH() + n + 1
	s.spare = n * k.feasible()
	// The prover's own allowance: see docs/proof.md.
	widened, _ := inUnits(float64(n)*(1e-12+float64(float64(k.columns)*7.2e-15)), largest)
	s.loose, _ = inUnits(k.claim.Loose, largest)
	s.counted = margin + widened + s.loose
	most := fixed(math.MinInt64)
	for p := s.Last; p > s.First; p-- {
		most = max(most, s.bound(k.at[p].h)-k.at[p-1].j)
		s.steps = append(s.steps, step{until: k.at[p].h + k.slopUntil(), strict: most - tolerance + margin, plain: most})
	}
	s.limit = max(s.limit, most-tolerance+margin+s.spare, most+s.counted)
}

// feasible is by how much the computed reduced cost of a cluster may be negative: errors
// included, so that it makes no difference on which side they are.
func (m *model) feasible() fixed { return feasible + 2*m.slopCost() }

// within returns the step of an entropy, the last whose until is at least h. ok is false beyond the end of the edge.
func (s *stage) within(h fixed) (at step, ok bool) {
	n, _ := slices.BinarySearchFunc(s.steps, h, func(at step, h fixed) int {
		if at.until >= h {
			return -1
		}
		return 1
	})
	if n == 0 {
		return step{}, false
	}
	return s.steps[n-1], true
}

// numbers checks what the edge says of itself, apart from the dual.
func (k *check) numbers(s *stage) {
	a, b := k.at[s.First], k.at[s.Last]
	same := sameNumber + toBits(k.slopI()+k.slopH()+1) + k.claim.Loose
	slack := toBits(max(s.bound(a.h)-a.j, s.bound(b.h)-b.j))
	if !(math.Abs(slack-s.Slack) <= same) {
		k.fail("%s: slack is given as %.12g, and the dual gives %.12g", s.name, s.Slack, slack)
	}
	if !s.Certified {
		if s.Budget != 0 || s.Columns != 0 {
			k.fail("%s is not certified, but has budget %g and %d columns", s.name, s.Budget, s.Columns)
		}
		return
	}
	if plain := toBits(s.steps[len(s.steps)-1].plain); !(math.Abs(plain-s.Budget) <= same) {
		k.fail("%s: budget is given as %.12g, and the dual gives %.12g", s.name, s.Budget, plain)
	}
}

// verdict is what is known of the clusters that matter to an edge.
type verdict struct {
	least        fixed  // the least reduced cost
	at           uint64 // the cluster that has it
	fewest, most int64  // the number of clusters within the budget, with errors against them and for them
	columns      []column
	overflow     bool // there are more than maxColumns
}

func newVerdicts(n int) []verdict {
	return slices.Repeat([]verdict{{least: math.MaxInt64}}, n)
}

// see takes account of a cluster of reduced cost rc up to limit; h is the entropy of it and the rest, as two
// clusters, and at most end. phiV and phiW are sums over its columns, and phi of its weight.
func (s *stage) see(v *verdict, m *model, set uint64, weight float64, h, rc, phiV, phiW fixed) {
	v.offer(set, rc-m.slopCost())
	if !s.Certified {
		return
	}
	near := s.loose + 2 + 5*m.slopH()
	if may, ok := s.within(h - near); ok && rc <= may.plain+s.counted {
		v.most++
	}
	if must, ok := s.within(h + near); ok && rc <= must.plain-s.counted {
		v.fewest++
	}
	if at, ok := s.within(h - 2); !ok || rc > at.strict+s.spare {
		return
	}
	if v.overflow = v.overflow || len(v.columns) == maxColumns; !v.overflow {
		v.columns = append(v.columns, column{set, rc, weight, -phiW, phiV - phiW})
	}
}

// offer notes a reduced cost. Of equal ones the smallest set counts, so that the order of offers does not matter.
func (v *verdict) offer(set uint64, rc fixed) {
	if rc < v.least || rc == v.least && set < v.at {
		v.least, v.at = rc, set
	}
}

// join adds the verdict on other clusters.
func (v *verdict) join(w *verdict) {
	v.offer(w.at, w.least)
	v.fewest += w.fewest
	v.most += w.most
	v.overflow = v.overflow || w.overflow || len(v.columns)+len(w.columns) > maxColumns
	if !v.overflow {
		v.columns = append(v.columns, w.columns...)
	}
}

// clusters checks all clusters that matter to the edges: no reduced cost may be below zero, and the number of
// clusters within the budget must be the certificate's.
func (k *check) clusters(ctx context.Context) (err error) {
	var verdicts []verdict
	if n := len(k.rows); n <= PowerSetRows {
		k.Clusters = 1<<n - 1
		verdicts, err = k.powerSet(ctx)
	} else {
		verdicts, err = k.branches(ctx)
	}
	if err != nil {
		return err
	}
	for n := range verdicts {
		k.conclude(k.staged[n], &verdicts[n])
	}
	return nil
}

// conclude says what is wrong with the clusters of an edge, and keeps those that a better clustering could contain.
func (k *check) conclude(s *stage, v *verdict) {
	k.Columns += v.fewest
	short := max(0, -v.least)
	switch {
	case short > k.feasible():
		k.fail("%s: the dual is no bound: the cluster of %s has the reduced cost %.3g", s.name, k.label(v.at), toBits(v.least))
		return
	case v.overflow:
		k.leave("%s: more than %d clusters are within the budget: too many to be checked", s.name, maxColumns)
		return
	case s.Certified && (s.Columns < v.fewest || s.Columns > v.most):
		k.fail("%s: columns is given as %d, and %d clusters are within the budget", s.name, s.Columns, v.fewest)
		return
	}
	s.spare = min(s.spare, fixed(len(k.rows))*short)
	for _, c := range v.columns {
		if at, ok := s.within(k.twoClusters(c.weight) - 2); ok && c.rc <= at.strict+s.spare {
			s.columns = append(s.columns, c)
		}
	}
	slices.SortFunc(s.columns, func(a, b column) int { return cmp.Or(cmp.Compare(a.rc, b.rc), cmp.Compare(a.set, b.set)) })
}
