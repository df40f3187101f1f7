// Package cluster holds a clustering of a table with hundreds of rows or more. The clustering changes by moves of rows
// and merges of clusters, and the package computes by how much each change would raise or lower h and i.
//
// It keeps sums for each cluster: the masses in the columns of a table or, for points in space, weights times
// coordinates. Callers need not know which. [Table] has the values that are computed once for each row, [Clustering] is
// the clustering, [Members] holds its labels, and [Lists] name the clusters near each row, so that a row is compared
// with few clusters. The package is pure.
package cluster
