// Package compare judges clusterings of one table by many methods against the
// Pareto frontier of entropy and information.
//
//  1. An [Evaluator] computes the points (h, i) of the clusterings that a method
//     found. It is that of the search, search.DIB, for every method, so none gains or
//     loses by its own arithmetic.
//  2. [Judge] takes the points of all methods, and what else is known of the
//     frontier, and says of each method which of its points are on the frontier
//     ([Score]), as in table 1 of Tan, Tegmark and Chuang (Entropy 24(6):771, 2022),
//     and how far its staircase is below that of the truth.
//
// The package is pure: methods are run, and timed, by the caller.
package compare
