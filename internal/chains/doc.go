// Package chains searches for the most informative clustering of each number of clusters in tables with hundreds of
// rows or more. A chain goes from one number of clusters to the next by a merge or a division, and single rows move in
// between. The package is pure.
package chains
