// Package baseline has the well-known ways to group the rows of a table: linkage, k-means,
// the bottleneck methods of the literature and classes of words. The command compares the
// search of this project with them, on a user's own table.
//
//  1. A [Method] takes a joint distribution and returns the clusterings that it finds,
//     without their quality: package judge evaluates all methods in the same way.
//  2. [Methods] lists all of them, and [Named] finds one by name.
//  3. [Options] are common to all: seed, restarts, numbers of clusters.
//
// No method knows the frontier, and none is improved beyond its source, except for what
// its comment says: restarts, and numbers of clusters or values of beta that a user would
// have to choose.
//
// The package is pure: no files, no clock, no printing, no global state. Methods work on
// the rows in canonical order, with the logarithms of package plogp and draws that are
// hashes of the seed. So the same table, options and seed give the same clusterings on
// every machine, for any number of workers and any order of the rows in a file. A context
// that ends stops a method, which then returns what it found so far.
package baseline
