// Package soft computes the curve of the information bottleneck (Tishby, Pereira and Bialek 1999,
// arXiv:physics/0004057): the largest I(Z;Y) that a soft encoder p(z|x) of rate I(X;Z) can have.
//
// The Markov chain Z - X - Y gives I(Z;Y) = I(X;Y) - E D(p(y|x) || p(y|z)). For a beta, the best encoder therefore has the
// least R + beta E D, as in the theory of rate and distortion, and the distributions nu = p(y|z) may be chosen
// from all distributions of Y. The minimum is that of
//
//	-sum_x p(x) log2 Z_x,   Z_x = sum_z w_z 2^(-beta D(p(y|x) || nu_z)),
//
// which is convex in the weights w of all nu together. For given nu, Newton's method finds the weights (weights.go),
// and a nu improves the encoder if and only if G(nu) = sum_x p(x)/Z_x 2^(-beta D(p(y|x) || nu)) exceeds 1: such nu are
// found by the iterations of Blahut and Arimoto for one group (ascent.go), and are added (column generation, solve.go).
//
// By Jensen's inequality no encoder of rate R has more than
//
//	I(Z;Y) <= I(X;Y) + (R + sum_x p(x) log2 Z_x + log2 max G) / beta,
//
// so that the largest G bounds the curve (weak duality). Branch and bound finds it for 2 and 3 values of Y (certify.go).
// For more values, the largest G found says how good the encoder is as far as is known. Slopes 1/beta are chosen
// where the curve and the lines above it are farthest apart (curve.go), and encoders begin with the groups of their
// neighbours (annealing). docs/bound.md has measurements.
package soft

import "github.com/dibmap/dibmap/frontier"

const (
	// DefaultSteps is the default of Options.Steps.
	DefaultSteps = 1 << 33
	// MostRows is the largest number of rows.
	MostRows = 1000
	// mostNumbers is the largest number of numbers in the groups of a certified curve.
	mostNumbers = 1 << 17
)

// Options limits the work of [Of].
type Options struct {
	// Steps is about the largest number of steps; 0 means [DefaultSteps]. A core takes some hundred million a second.
	Steps int64
	// Workers is the number of goroutines; 0 means one for each core. The result does not depend on it.
	Workers int
	// Hard are points (H, I) of clusterings of the rows, which are encoders, too.
	Hard []frontier.Corner
}
