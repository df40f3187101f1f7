// Package baseline has the well-known ways to group the rows of a table: linkage, k-means,
// the bottleneck methods of the literature and classes of words. The command compare compares
// the search of this project with them on a user's own table.
//
// A [Method] takes a joint distribution and returns the clusterings that it finds, without
// their quality: package judge evaluates all methods in the same way. [Options] are common to
// all methods. No method knows the frontier. Methods follow their sources; what they add, such
// as restarts and the choice of k or beta, is in their comments.
//
// Methods work on the rows in canonical order, with the logarithms of package plogp and draws
// that are hashes of the seed. So the same table, options and seed give the same clusterings
// on every machine, for any number of workers and any order of the rows in a file.
package baseline
