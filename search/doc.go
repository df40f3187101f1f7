// Package search finds the clusterings that no other one beats in both
// objectives: the Pareto frontier of the primal deterministic information
// bottleneck and of every problem of its shape.
//
//  1. [DIB] makes a [Problem] of a joint distribution. A problem knows its
//     rows and gives out evaluators, which compute the point of a clustering
//     and, for one that is loaded, the point after any merge of two clusters.
//  2. [Map] drives the search with the [Options] given. It knows nothing of
//     the objectives, and a problem knows nothing of the search.
//  3. The [Result] holds the frontier (package frontier), why the search ended
//     and how much it did.
//
// The driver is the Pareto Mapper of Tan, Tegmark and Chuang (2022), algorithm
// 1: it starts at the identity encoder, computes all merges of two clusters of
// what it takes up, and takes up a clustering at distance d from the frontier
// with probability exp(-d/epsilon). Three things differ from the published
// program: the identity is a point; a clustering is taken up in level order
// and only if it still survives then; and the draw is a hash of the seed and
// the clustering.
//
// The result is a function of the table, the options and nothing else. Points
// are exact sums of cluster costs, so they do not depend on the way a
// clustering was reached; draws and clusterings are told apart by hashes, not
// by the order of events; and workers only compute ahead what a single one
// would have computed.
//
// The package is pure: no files, no clock, no printing, no global state. It
// learns of deadlines and interrupts through the context, and reports progress
// to a function.
package search
