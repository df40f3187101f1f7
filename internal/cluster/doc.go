// Package cluster holds a clustering of a table with hundreds of rows or more that changes step by step, with what the
// clusters add up to and what each change does to h and i.
//
// The sums of a cluster are either its masses in the columns, or coordinates times weights, of points in space. The
// callers do not know which. [Table] has what is computed of every row once, [Clustering] is the clustering, [Members]
// its labels, and [Lists] name the clusters near each row, so that a row is compared with few of them. The package is
// pure.
package cluster
