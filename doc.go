// Package dibmap is the entry to a library of small packages that map how small
// a description of a discrete variable X can be for how much it still tells
// about another one, Y. It holds no code: its example is the way through the
// packages.
//
//  1. Package table reads a table of X and Y: records, a matrix, text, or a
//     built-in data set. Package joint holds it as a joint distribution.
//  2. Package search finds the clusterings Z = f(X) that no other one beats in
//     both the entropy H(Z) and the information I(Z;Y). Package exact does so
//     by dynamic programming: for small tables, and for groups of neighbours in
//     the order of the table.
//  3. Package frontier holds them, chooses one by a budget of bits or a number
//     of clusters, and reads and writes files.
//  4. Package plot draws them.
//
// Below these lie package info (entropies), partition (clusterings in canonical
// form) and pareto (the two-objective non-dominated set), each usable alone.
// All entropies and informations are in bits.
package dibmap
