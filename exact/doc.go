// Package exact finds frontiers that are complete: every Pareto-optimal
// clustering there is, and not only the best that a search came across. It takes
// problems whose points are sums over the clusters ([problem.Additive]).
//
// [Subsets], [Intervals] and [Line] are dynamic programs. Adding one more cluster to two
// clusterings of the same rows moves both points by the same step, so what is
// beaten stays beaten: a clustering that nothing beats consists of a cluster and
// a clustering of the other rows that nothing beats. A program therefore keeps a
// list of labels for every set of rows that may be left over, the points of the
// clusterings of that set that may become a part of an optimal one.
//
//  1. [Subsets] goes over all sets of rows, of which there are 2^n, and so over
//     all clusterings of up to 20 rows.
//  2. [Intervals] goes over contiguous sets of rows in the order of the table,
//     of which there are few, and so over all clusterings of hundreds of rows into
//     contiguous runs: bins of a scale, or arcs of a circle. For problems that have
//     an order in which nothing beats contiguous runs, [Line] does so in that order,
//     and so finds the frontier over all clusterings.
//
// A label is dropped only if another one is better by so much that the grid of
// package pareto will tell them apart whatever is added to both; labels with
// equal bits become one, with a count. What is found, down to the clustering kept
// at a tie and the number of others, is therefore what enumeration finds. (On a
// line, ties with other clusterings are unknown anyway, and any label that is as good
// will do.) Clusters that limits rule out are left out when they come up; where the
// number of clusters is limited, labels are listed by that number.
//
// [Prove] takes the frontier that a search found of up to 64 rows, adds what it
// lacks and proves that nothing else does: docs/proof.md has the argument. Its
// files, in the order of the flow:
//
//   - rows.go, budget.go: the table, and what a better clustering may cost;
//   - dual.go, barrier.go: a bound for every edge of the hull, by column
//     generation;
//   - list.go, bound.go: the clusters that a better clustering could have, by
//     branch and bound;
//   - sift.go, cover.go, shelf.go: the clusterings of those clusters;
//   - prove.go, certificate.go: edge after edge, and what is proved in the end.
//
// [Verify] checks a frontier and its certificate by other means, and [Recompute] the
// points of a frontier of any problem.
//
// The package is pure, as package search is.
package exact
