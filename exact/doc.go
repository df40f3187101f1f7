// Package exact computes complete frontiers: no clustering is better than the points
// found. The problem must have points that are sums over the clusters
// ([problem.Additive]).
//
// [Subsets], [Intervals] and [Line] are dynamic programs, and find the frontier over all
// clusterings of up to 20 rows, over all groupings into contiguous runs of hundreds of
// rows, and over all clusterings of problems for which contiguous runs in a known order
// are optimal. One more cluster moves the points of two clusterings by the same step, so a
// clustering that dominates another still does so after the step. The programs therefore
// keep a list of labels for each set of rows: the points of the clusterings of that set
// that may become part of an optimal one. A label is dropped only if another is better by
// a cell of package pareto's grid: then its point is in a better cell even after the same
// clusters are added to both. Labels with equal bits become one with a count. The result is
// that of an enumeration, including the clustering kept at a tie and the number of others.
// (With Line, ties with clusterings that are not contiguous are not counted.)
//
// [Prove] takes a frontier of up to 64 rows that a search found, adds missing points, and
// proves that the result is complete. For each edge of the frontier's hull, from the
// highest entropy down, it
//
//  1. reads the table and the staircase of points under the edge (rows.go, budget.go);
//  2. finds a dual, which bounds I(Z;Y) by a line along the edge, by column generation
//     with a barrier method (dual.go, nearby.go, barrier.go);
//  3. lists the clusters that a better clustering could contain, by branch and bound, and
//     drops some by further duals (list.go, bound.go, sift.go);
//  4. looks for the best clusterings of these clusters, by a dynamic program over the sets of
//     rows that are left; if one is better than the staircase, it joins the frontier and
//     the edge is proved again (cover.go);
//  5. records the dual in the certificate (prove.go, certificate.go).
//
// A [Division] does the same on several machines: the duals first (divide.go), then the lists,
// a share of the search trees on each machine (divlist.go), then the searches, edge by edge
// (divsearch.go), and then the certificate (divfinish.go).
//
// docs/proof.md explains why this is a proof. [Verify] checks a frontier and its
// certificate, and [Recompute] the points of a frontier of any problem.
//
// The package is pure: it uses no files, clock, log, printing or global randomness.
package exact
