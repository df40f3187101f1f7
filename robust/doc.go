// Package robust finds the points of a frontier that survive sampling noise, and how deep a search
// of a sample should be.
//
// A table of counts is a finite sample, so the points computed from it are uncertain.
// [Measure] computes the standard deviations of each point, by resampling the table, by
// draws from a posterior, or by a formula, and marks the robust points. [TuneEpsilon]
// compares the frontiers of halves of the sample. Package frontier keeps the uncertainty
// with the points.
//
// Results are a function of the table, the frontier and the options. They do not depend
// on the order of rows and columns, the number of workers or the machine. All numbers are
// in bits.
package robust
