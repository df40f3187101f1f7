// Package npy reads and writes arrays of numbers in NumPy's .npy format:
// a magic string, a header that holds a Python dictionary, and the cells.
//
// A reader gets float64 in C order, also from files with another type of numbers, byte order or
// storage order. Files are not trusted: memory is bounded by the bytes that were read.
//
// The format is NumPy enhancement proposal 1, versions 1.0 to 3.0. Errors do not name the file; the
// caller puts its name in front: "table.npy: " + "holds text (dtype <U5), not numbers".
package npy
