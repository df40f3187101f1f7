// Package sweeps searches the frontier of tables with hundreds to a hundred thousand rows, which are too
// many for a search that looks at all neighbours of every clustering.
//
// A sweep begins with a clustering and raises i - slope h by single rows that change their cluster and by
// merges of clusters, while the slope rises, so that clusters become fewer, or falls. That is agglomerative
// clustering and the sequential information bottleneck (Slonim, Friedman and Tishby 2002,
// doi:10.1145/564376.564401) in one, along the hull of the frontier. Each row is compared with a few
// clusters that were near it before.
//
// Every clustering whose point is computed on the way is offered to a grid, which keeps the one of largest i
// in each of 2^17 cells of h. It takes some bytes there, whatever the number of rows: the number of the
// sweep and of its steps so far, and perhaps one more step. A clustering is found again by taking the steps.
//
//  1. a coarse sweep goes through the whole range, from the finest clustering to a single cluster;
//  2. a fine one follows, except where the search goes on in parts;
//  3. rounds of sweeps begin with the best clusterings within windows of h and stay in the windows, by small
//     steps. They reach what is below the hull, and better hulls.
//
// Clusterings that violate limits are not offered. Where clusters may be too light or too many, there are
// strict sweeps as well, which begin by merges until the limits are kept, and keep them.
//
// Sweeps of a batch do not see what the others find, so that the result does not depend on the number of
// workers. Between two batches, a search is its plan, the runs and the grid, from which it can go on later.
// The package is pure.
package sweeps
