// Package search finds the clusterings that no other one beats in both objectives: the
// Pareto frontier of the primal deterministic information bottleneck, and of every other
// problem of package problem.
//
//  1. A problem knows its rows and gives out evaluators, which compute the point of a
//     clustering and the points of its neighbours: all merges of two clusters and all moves
//     of a row.
//  2. [Map] carries out a plan, the stages of a [Method], with the [Options] given. It knows
//     nothing of the objectives.
//  3. Each stage is a walk, which explores the neighbourhoods of clusterings until its rule
//     has nothing more to follow. An archive holds the frontier found so far.
//  4. The [Result] holds the frontier (package frontier), how the search ended, and how much
//     it did.
//
// The default is a Pareto local search (Paquete, Chiarandini and Stützle 2004) by merges and
// moves. It begins with a ladder of clusterings near the hull, from the finest to the
// coarsest, as two-phase Pareto local search does (Lust and Teghem 2010). Epsilon rounds
// follow, which also explore clusterings that are dominated by less than epsilon.
//
// The local search of more than 64 rows begins with the clusterings of a few sweeps along the Lagrangian, which
// look at few neighbours of each clustering (package internal/sweeps), and tables of more than 400 rows are
// searched by sweeps alone. Where h is log2 of the number of clusters, chains of
// merges and divisions go through all of these numbers.
//
// The other method is the Pareto Mapper of Tan, Tegmark and Chuang (2022,
// doi:10.3390/e24060771), algorithm 1: it begins with the finest clustering, merges, and
// follows a clustering at distance d from the frontier with probability exp(-d/epsilon). It
// differs from the published program in three ways: the identity is a point; a clustering is
// followed in level order and only if it still survives then; and the draw is a hash of the
// seed and the clustering.
//
// Under limits (problem.Limits), a walk also follows clusterings that violate them a little,
// in a frontier of their own per number of violations, since those that satisfy them may not
// be neighbours. That is sound, and finds nearly all points. But a search that finds nothing
// does not prove that there is nothing; package exact and enumeration do.
//
// The result depends on the table and the options alone. Points are exact, so that they do
// not depend on the way to a clustering; draws are hashes, and so are the keys by which
// clusterings are told apart; and workers only compute ahead what one worker would compute.
// For the same reason a search can be stopped between two steps, kept as a checkpoint, and
// resumed.
//
// The package is pure: no files, no clock, no printing, no global state. Deadlines and
// interrupts come through the context, and progress goes to a function.
package search
