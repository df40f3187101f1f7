// Package info computes entropies and mutual informations in bits, and estimates them
// from samples.
//
// [Entropy] and [MutualInformation] are the plug-in measures, in which frequencies stand
// for probabilities. A finite sample biases them. An [Estimator] corrects the bias, and
// most return a standard deviation with the value; use [NSB] unless there is a reason
// for another. A mutual information is estimated from three entropies ([EntropiesOf]),
// from the table as a whole ([JointEstimator]), or from draws of the distributions that
// the counts leave possible ([Posterior]).
//
// The package is pure, and the same input gives the same bits of output on every
// machine.
package info
