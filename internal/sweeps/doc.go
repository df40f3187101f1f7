// Package sweeps searches the frontier of tables with hundreds to a hundred thousand rows, which have too many
// neighbours for the local search of package search.
//
// A sweep is an annealing path along the hull of the frontier (deterministic annealing: Rose 1998,
// doi:10.1109/5.726788): it raises the Lagrangian i - slope h by moves of rows and by merges of clusters, while the
// slope (the Lagrange multiplier) rises, so that clusters become fewer, or falls.
// With a rising slope, it is agglomerative clustering in which rows settle between merges, as in the sequential
// information bottleneck (Slonim, Friedman and Tishby 2002, doi:10.1145/564376.564401). Each row is compared with a few
// near clusters.
//
// Every clustering whose point is computed on the way is offered to a grid, which keeps the clustering of largest i in
// each of 2^17 cells of h. A cell takes some bytes for any number of rows: it has the number of the sweep and of its
// steps so far, and perhaps one more step. Taking these steps gives the clustering again.
//
//  1. A coarse sweep goes through the whole range, from the finest clustering to a single cluster.
//  2. A fine sweep follows, unless the search is divided into parts.
//  3. Rounds of sweeps begin with the best clusterings within windows of h and stay in the windows, by small steps. They
//     reach clusterings below the hull, and better hulls.
//
// Clusterings that violate limits are not offered. If clusters may be too light or too many, strict sweeps are added,
// which begin with merges until the limits are satisfied, and then take no step that violates them. If what clusterings
// tell about a second variable is limited, further sweeps pay for what they tell: they raise i - slope h - price t.
//
// Sweeps of a batch do not see each other's clusterings, so that the result does not depend on the number of workers.
// Between two batches, the plan, the runs and the grid are the state of a search. The package is pure.
package sweeps
