// Package search finds the clusterings that no other one beats in both
// objectives: the Pareto frontier of the primal deterministic information
// bottleneck and of every problem of its shape.
//
//  1. Package problem holds what is searched: a problem knows its rows and gives out
//     evaluators, which compute the point of a clustering and the points of its
//     neighbours, after every merge of two clusters and every move of a row.
//  2. [Map] carries out a plan, the stages of a [Method], with the [Options]
//     given. It knows nothing of the objectives, and a problem knows nothing of
//     the search.
//  3. A walk explores neighbourhoods, by one rule a stage, until nothing is left
//     that the rule wants explored. The archive keeps the frontier.
//  4. The [Result] holds the frontier (package frontier), why the search ended
//     and how much it did.
//
// The default is a Pareto local search (Paquete, Chiarandini and Stützle 2004)
// by merges and moves. It begins with a ladder of clusterings near the hull, from
// the finest to the coarsest, as two-phase Pareto local search does (Lust and
// Teghem 2010). After it come epsilon rounds, which explore what is dominated by
// less than epsilon too. The other
// method is the Pareto Mapper of Tan, Tegmark and Chuang (2022,
// doi:10.3390/e24060771), algorithm 1: it begins with the finest clustering,
// merges, and takes up a clustering at distance d from the frontier with
// probability exp(-d/epsilon). It differs from the published program in three
// things: the identity is a point; a clustering is taken up in level order and
// only if it still survives then; and the draw is a hash of the seed and the
// clustering.
//
// Limits restrict what is found, not all that is followed: a walk goes through
// clusterings that miss the limits a little, of which it keeps frontiers of their
// own, level by level. That is sound, and finds nearly all, but not a proof where it
// finds nothing; package exact and enumeration have that.
//
// The result is a function of the table, the options and nothing else. Points
// are exact sums of cluster costs, or functions of exact sums over the cells of a
// table, so they do not depend on the way a clustering was reached; draws and
// clusterings are told apart by hashes, not by the order of events; and workers only compute ahead what a single one would have
// computed. For the same reason a search can be stopped between any two steps,
// kept as a checkpoint, and gone on with.
//
// The package is pure: no files, no clock, no printing, no global state. It
// learns of deadlines and interrupts through the context, and reports progress
// to a function.
package search
