// Package baseline holds the ways to group the rows of a table that people know:
// linkage, k-means and the bottleneck methods of the literature. They are what the
// search of this project is compared with, on a user's own table.
//
//  1. A [Method] takes a joint distribution and hands over the clusterings that it
//     finds, and nothing about their quality: package compare evaluates all methods
//     with one evaluator.
//  2. [Methods] lists all of them, [Named] finds one by name. The zero value of
//     every method is the method with its defaults; some have knobs of their own.
//  3. [Options] hold what methods share: seed, restarts, numbers of clusters.
//
// None of the methods is told what the frontier is, and none is improved beyond
// what its source says, but for what its comment tells: restarts, and numbers of
// clusters or beta that a user would have to choose.
//
// The package is pure: no files, no clock, no printing, no global state. Methods
// work on the rows in their canonical order, with logarithms of their own and
// draws that are hashes of the seed, so the same table, options and seed give the
// same clusterings on every machine, for any number of workers and in whatever order a
// file lists the rows. A context that ends stops a method, which then returns what
// it found so far.
package baseline
