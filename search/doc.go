// Package search finds the non-dominated clusterings of a problem: the Pareto frontier of the primal deterministic
// information bottleneck, and of every other problem of package problem.
//
//  1. A problem knows its rows and has evaluators, which compute the point of a clustering and the points of its
//     neighbours: all merges of two clusters and all moves of a row.
//  2. [Map] carries out a plan: the stages of a [Method], under the given [Options]. It does not depend on the objectives.
//  3. Each stage is a walk, which explores the neighbourhoods of clusterings until its rule follows no further clustering.
//     A non-dominated archive holds the frontier found so far.
//  4. The [Result] has the frontier (package frontier), the status and the statistics of the search.
//
// The default is a Pareto local search (Paquete, Chiarandini and Stützle 2004) by merges and moves. It begins with an
// agglomerative path near the hull, from the finest clustering to the coarsest, as two-phase Pareto local search does
// (Lust and Teghem 2010). Epsilon rounds follow, which also explore clusterings that are dominated by less than epsilon.
//
// The local search of more than 40 rows begins with the clusterings of a few annealing paths (package internal/sweeps),
// which evaluate few neighbours of each clustering. Tables of more than 400 rows are searched by these sweeps alone. If
// h is log2 of the number of clusters, chains of merges and divisions go through all numbers of clusters.
//
// [Merge] is the Pareto Mapper of Tan, Tegmark and Chuang (2022, doi:10.3390/e24060771), algorithm 1: it
// begins with the finest clustering, merges, and follows a clustering at distance d from the frontier with probability
// exp(-d/epsilon). It differs from the published program in three ways: the identity is a point; a clustering is
// followed in level order and only if it still survives then; and the draw is a hash of the seed and the clustering.
//
// Under limits (problem.Limits), the clusterings that satisfy them may not be neighbours of each other. A walk
// therefore also follows clusterings with few violations, and has a frontier for each number of violations. It is
// sound, and finds nearly all points, but a search that finds no clustering does not prove that there is none; package
// exact and enumeration do.
//
// The result depends on the table and the options alone: points are exact, so that they do not depend on the path to a
// clustering; draws and the keys of clusterings are hashes; and further workers only compute ahead. For the same reason
// a search can be stopped between two steps, stored as a checkpoint, and resumed.
//
// The package is pure: it has no files, clock, printing or global state. Deadlines and interrupts come through the
// context, and progress goes to a function.
package search
