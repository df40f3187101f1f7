// Package judge compares clusterings of one table, found by different methods, with
// the Pareto frontier of entropy and information.
//
//  1. [Points] computes the points (h, i) of the clusterings that a method found. It
//     uses the evaluator of the search for every method, so that rounding favours none.
//  2. [Judge] takes the points of all methods, and those already known to be optimal,
//     and counts for every method which of its points are on the frontier ([Score]),
//     as in table 1 of Tan, Tegmark and Chuang (doi:10.3390/e24060771). It also
//     measures how far the method's staircase is below the frontier.
//
// The package is pure. The caller runs the methods and takes the time.
package judge
