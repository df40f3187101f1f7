// Package info holds the information measures that every other package
// computes with: logarithms, entropy and mutual information, in bits.
//
// It works on slices, allocates nothing it does not return, and is pure: the
// same input gives the same bits of output on every machine. Two things make
// that true. [Log2] is evaluated by this package rather than by the platform's
// mathematics library, whose last digit differs between processors; and every
// product that is added to something is converted explicitly, which forbids
// the compiler to fuse the two into one operation with one rounding.
//
// The measures here are the plug-in ones: a frequency is taken for a
// probability. What a finite sample does to them is not corrected.
package info
