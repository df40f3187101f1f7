// Package best finds the most informative clustering of each number of clusters: of all
// clusterings of a problem into k clusters, whatever their h, the one of highest i. A frontier of
// entropy need not have it, because a clustering of fewer bits and of more clusters may be better.
// [Find] adds these clusterings to a frontier.
//
// Where a dynamic program of package exact applies, it finds them ([exact.Informative]). Otherwise
// they are searched for (search.go). For every k the search starts from the frontier's best point of
// k clusters, in large tables also from the k heaviest rows, which the others join one by one, then
// from the best clustering of k+1 clusters with two of them merged, and from that of k-1 with one of
// them split. It moves single rows until no move raises i (climb.go), which is the
// sequential information bottleneck of Slonim, Friedman and Tishby (2002,
// doi:10.1145/564376.564401), and then merges two clusters and splits another one, again and again
// (kicks.go). All k take turns, so that what is found for one of them is a start for its
// neighbours.
//
// The effort is counted and not timed, all sums are exact, and rows are in the problem's
// canonical order, so that the result does not depend on the machine, the number of workers or
// the order of the table.
//
// The package is pure: it uses no files, clock, log, printing or global randomness.
package best
