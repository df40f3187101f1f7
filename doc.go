// Package dibmap is the root of a library that maps Pareto-optimal clusterings: the
// functions Z = f(X) of a discrete variable X that cannot be given a smaller entropy H(Z)
// without losing information I(Z;Y) about another variable Y. The package itself holds no
// code. Its example shows how the packages work together:
//
//  1. Package table reads a table of X and Y: records, a matrix or text. Package dataset
//     has the built-in tables. Package joint holds a table as a joint distribution, and
//     package points holds weighted points in space.
//  2. Package problem defines the two objectives: H(Z) and I(Z;Y), others, or your own.
//  3. Package search finds the Pareto-optimal clusterings of a problem. Package exact finds
//     all of them for small tables and for clusters of neighbours in the order of the
//     table, and proves that a frontier is complete.
//  4. Package frontier holds the result, and chooses a clustering by a budget of bits or a
//     number of clusters. Package frontier/recommend recommends a clustering, and package
//     frontier/codec reads and writes files.
//  5. Package plot draws frontiers, package report writes a page to explore one, and
//     packages encode and recode apply a clustering to records.
//
// Package robust finds the points of a frontier that a finite sample can tell apart. Packages
// info (entropies and their estimators) and partition (clusterings in canonical form) can
// be used alone. All entropies and informations are in bits.
package dibmap
