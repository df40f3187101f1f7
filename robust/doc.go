// Package robust tells which points of a frontier survive sampling noise.
//
// A table of counts is a finite sample, and so is every point computed from it.
//
//  1. [Measure] computes how far each point may be off, by resampling the table, by
//     draws from a posterior, or by a formula, and marks the robust ones;
//  2. package frontier keeps both with the points.
//
// Results are a function of the table, the frontier and the options: not of the
// order of rows and columns, the number of workers or the machine. All numbers are
// in bits.
package robust
