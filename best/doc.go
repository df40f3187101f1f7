// Package best finds the most informative clustering of each number of clusters: for every k, the clustering of a
// problem into k clusters with the highest i, at any h. A frontier of entropy may lack it, because a clustering of
// fewer bits and more clusters may be better. [Find] adds these clusterings to a frontier.
//
// A dynamic program of package exact finds them where it applies (internal/program). Otherwise a search finds
// them (search.go). For every k it starts from the frontier's best point of k clusters; in large tables also from
// the k heaviest rows, which the other rows join one by one; then from the best clustering of k+1 clusters after a
// merge, and of k-1 clusters after a split. It moves single rows until no move raises i (climb.go), which is the
// sequential information bottleneck of Slonim, Friedman and Tishby (2002, doi:10.1145/564376.564401), and then
// merges two clusters and splits another one, again and again (perturbations.go): iterated local search (Lourenço,
// Martin and Stützle 2003, doi:10.1007/0-306-48056-5_11). All k take turns, so that a clustering found for one k is a
// start for its neighbours.
//
// The effort is counted and not timed, all sums are exact, and rows are in the problem's canonical order, so that the
// result does not depend on the machine, the number of workers or the order of the table.
//
// The package is pure: it uses no files, clock, log, printing or global randomness.
package best
