// Package npy reads and writes arrays of numbers in NumPy's .npy format:
// a magic string, a header that holds a Python dictionary, and the cells.
//
// Whatever the type of the numbers in a file, their byte order and their
// storage order, a reader gets float64 in C order. Files are not trusted: no
// more memory is taken than the bytes read so far justify.
//
// The format is NumPy enhancement proposal 1, versions 1.0 to 3.0. Errors say
// what is wrong with a file but not which file it is; the caller puts its name
// in front: "table.npy: " + "holds text (dtype <U5), not numbers".
package npy
