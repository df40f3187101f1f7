// Package problem holds the clustering problems that a search works on: the two objectives of a clustering, and
// their fast computation.
//
// A [Problem] has rows, and gives out evaluators. An [Evaluator] computes the point (h, i) of a clustering and the
// points of its neighbours: all merges of two clusters and all moves of a row. Package search needs only these.
// Its [Traits] are everything else that is known of a problem.
//
// Built in are [DIB] and [DMC] (a joint distribution), [Estimated] (a sample, under an
// estimator of package info), [Symmetric] (two inputs clustered alike), and [Quantizer] and
// [KMeans] (points in space). [Sum] and [Custom] make a problem of a function of yours.
//
// To add a problem, write a file like quantizer.go. If its points are sums over the
// clusters, set [Traits].Cluster and let [Evaluators] do the rest: it remembers the costs of
// clusters, and package exact can solve the problem. If not, implement [Evaluator], as
// symmetricpairs.go does. Embed rows for the methods Rows and Place.
//
// The point of a clustering does not depend on how the clustering was reached: every term is
// rounded so that sums are exact. The package is pure: no files, no clock, no global state.
package problem
