// Package exact computes complete frontiers: no clustering is better than the points found. The problem must have
// points that are sums over the clusters ([problem.Problem]).
//
// [Subsets], [Intervals] and [Line] are dynamic programs. They find the frontier over all clusterings of up to 20
// rows, over all groupings of hundreds of rows into contiguous runs, and over all clusterings where contiguous runs
// in a known order are optimal. The result equals an enumeration's, including the clustering kept at a tie and the
// number of others. (Line does not count ties with clusterings that are not contiguous.)
//
// [Prove] takes a frontier of up to 64 rows that a search found, adds missing points, and proves that the result is
// complete; docs/proof.md explains the method. [Solve] chooses among these methods.
//
// [Verify] checks a frontier and its certificate, and [Recompute] the points of a frontier of any problem.
//
// The package is pure: it uses no files, clock, log, printing or global randomness.
package exact
