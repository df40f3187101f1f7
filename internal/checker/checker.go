// Package checker checks certificates of frontiers of H(Z) and I(Z;Y). It shares no code with the program that makes
// them: it imports the standard library only, and has its own logarithm, its own sums and its own searches.
//
// It proves a theorem about real numbers, the entropies of a table of whole numbers, not about rounded numbers.
// docs/proof.md states it, with the full argument:
//
//   - phi(t) = t log2 t of a mass is computed as a whole number of 2^-50 bit, which is wrong by
//     less than one such unit (log.go, where that is shown);
//   - everything else is done with whole numbers, so that an error is a count of units that is
//     known beforehand: it is added to one side of every inequality (claim.go);
//   - the numbers of a dual are rounded to that unit first. Any dual will do for a proof, and
//     the rounded one is the dual whose proof is checked.
//
// The files: log.go has the logarithm, table.go the table and points, claim.go an edge and its
// budget, powerset.go and branch.go two ways to go through the clusters that matter, cover.go
// the search among clusterings of these clusters.
package checker

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"
)

const (
	// Tolerance is the accuracy of what is proved, in bits.
	Tolerance = 1e-8
	// MaxRows is the largest number of rows of a certificate.
	MaxRows = 64
	// PowerSetRows is the largest number of rows up to which every set of rows is checked.
	PowerSetRows = 26
)

// Claim is what a certificate says about a frontier.
type Claim struct {
	// Points are the frontier, by increasing h.
	Points []Point
	// The frontier is claimed to be complete from the point at place From on. Complete says that this is the whole
	// frontier.
	From     int
	Complete bool
	Edges    []Edge // one after the other, from the first point to the last
	// Loose is by how much, in bits, the slack and budget of an edge may be off, because the points of a union may
	// differ that much from those that were proved. The proof itself is about the points that are there.
	Loose float64
}

// Point is a clustering, one label from 0 to k-1 for each row, and the values that the file gives for it, in bits.
type Point struct {
	Labels []int
	H, I   float64
}

// Edge is the part of a certificate that is about the points from First to Last.
type Edge struct {
	First, Last int
	Certified   bool
	Slope       float64
	Dual        []float64 // bits, by row
	Slack       float64
	Budget      float64
	Columns     int64
}

// Report says what was found.
type Report struct {
	// Clusters is the number of clusters if all were looked at, and 0 otherwise.
	Clusters int64
	// Columns is the number of clusters within the budget, summed over the edges.
	Columns int64
	// Unchecked says what would take too much memory to check, one line each. It may be true.
	Unchecked []string
	// Failures says what is wrong, one line each.
	Failures []string
}

func (r *Report) fail(format string, args ...any) {
	r.Failures = append(r.Failures, fmt.Sprintf(format, args...))
}

func (r *Report) leave(format string, args ...any) {
	r.Unchecked = append(r.Unchecked, fmt.Sprintf(format, args...))
}

// Check checks a claim about a table. If the report has no failures and leaves nothing unchecked, then the following
// holds for every clustering P of the rows whose H(P) is at least the H of point From or whose I(Z;Y) exceeds the I
// of this point by more than [Tolerance]: there is a point whose clustering has an H at most Tolerance larger than
// H(P) and an I at most Tolerance smaller than I(P). With Complete, it holds for every clustering. Below From, I(P)
// of clusterings of an entropy below an edge's end exceeds the edge's line by at most n times 10^-10.
//
// The error is the context's. O(2^n (columns of the sparsest rows + edges)) for up to [PowerSetRows] rows.
func Check(ctx context.Context, t *Table, c *Claim, workers int) (*Report, error) {
	k := &check{model: newModel(t), claim: c, workers: workers}
	if k.points(); len(k.Failures) > 0 {
		return &k.Report, nil
	}
	if k.edges(); len(k.Failures) > 0 {
		return &k.Report, nil
	}
	for _, step := range []func(context.Context) error{k.clusters, k.covers} {
		if err := step(ctx); err != nil {
			return nil, err
		}
		if len(k.Failures) > 0 {
			break
		}
	}
	return &k.Report, nil
}

// check is the state of a check.
type check struct {
	Report
	*model
	claim   *Claim
	workers int
	at      []place // of every point
	staged  []*stage
}

// points computes the points, and compares them with the values given.
func (k *check) points() {
	c := k.claim
	if len(c.Points) == 0 {
		k.fail("the certificate is about no points at all")
		return
	}
	allowed := toBits(4 * (k.slopI() + fixed(len(k.rows)) + fixed(k.columns)))
	for p := range c.Points {
		point := &c.Points[p]
		at := k.place(point.Labels)
		if !(math.Abs(point.H-toBits(at.h)) <= allowed && math.Abs(point.I-toBits(at.j+k.hy)) <= allowed) {
			k.fail("point %d is given as h %.12f, i %.12f, and its clustering has %.12f, %.12f", p, point.H, point.I, toBits(at.h), toBits(at.j+k.hy))
		}
		if p > 0 && (at.h < k.at[p-1].h || at.j < k.at[p-1].j) {
			k.fail("points %d and %d are not in order", p-1, p)
		}
		k.at = append(k.at, at)
	}
	first, last := k.at[0], k.at[len(k.at)-1]
	identity := make([]int, len(k.rows))
	for x := range identity {
		identity[x] = x
	}
	finest := k.place(identity)
	if c.Complete && first.k > 1 {
		k.fail("the certificate says that the frontier is complete, and its first point has h %.9f: one cluster has 0", toBits(first.h))
	}
	if last.j-k.slopI() < finest.j+k.slopI()-tolerance {
		k.fail("the last point has i %.9f, less than I(X;Y), %.9f: what lies beyond is not covered", toBits(last.j+k.hy), toBits(finest.j+k.hy))
	}
}

// edges checks that the edges join the points, and what they say of themselves.
func (k *check) edges() {
	c := k.claim
	if len(k.rows) > MaxRows {
		k.fail("the certificate is about %d rows, and no more than %d can be checked", len(k.rows), MaxRows)
		return
	}
	end, from := 0, len(c.Points)-1
	for n := range c.Edges {
		e := &c.Edges[n]
		if e.First != end || e.Last <= e.First || e.Last >= len(c.Points) {
			k.fail("edge %d goes from point %d to %d, and the one before ends at %d", n, e.First, e.Last, end)
			return
		}
		end = e.Last
		if s := k.stage(n); s != nil {
			k.staged = append(k.staged, s)
		}
	}
	if end != len(c.Points)-1 {
		k.fail("the edges end at point %d, and the last point is %d", end, len(c.Points)-1)
	}
	for n := len(c.Edges) - 1; n >= 0 && c.Edges[n].Certified; n-- {
		from = c.Edges[n].First
	}
	if c.From != from {
		k.fail("the frontier is said to be complete from point %d on, and the edges say from %d on", c.From, from)
	}
	if c.Complete != (from == 0) {
		k.fail("the certificate says complete: %t, and its edges say %t", c.Complete, from == 0)
	}
}

// label names the rows of a set, or the first six of them.
func (k *check) label(set uint64) string {
	const most = 6
	var names []string
	for s := set; s != 0 && len(names) < most; s &= s - 1 {
		names = append(names, k.rows[bits.TrailingZeros64(s)].label)
	}
	if bits.OnesCount64(set) > most {
		names = append(names, "...")
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// each calls do for jobs 0 to n-1 on some goroutines, until the context ends. The error is the context's.
func each(ctx context.Context, workers, n int, do func(worker, job int)) error {
	var next atomic.Int64
	var all sync.WaitGroup
	for worker := range max(1, min(workers, n)) {
		all.Go(func() {
			for ctx.Err() == nil {
				job := int(next.Add(1)) - 1
				if job >= n {
					return
				}
				do(worker, job)
			}
		})
	}
	all.Wait()
	return ctx.Err()
}
