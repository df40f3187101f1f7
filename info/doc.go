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
// [Entropy] and [MutualInformation] are the plug-in measures: a frequency is taken
// for a probability. What a finite sample does to them is corrected, and said in a
// standard deviation, by an [Estimator]: [NSB] unless there is a reason for another.
// A mutual information comes from three entropies ([EntropiesOf]), from the table as
// a whole ([JointEstimator]), or from draws of what the counts leave possible
// ([Posterior]), which alone say what any function of the table is known to.
//
// Searches estimate the entropies of many tables that differ in a few cells. For them
// estimates are sums over the cells that are exact, and functions of such sums: [PhiOf]
// and [NewUpdater].
package info
