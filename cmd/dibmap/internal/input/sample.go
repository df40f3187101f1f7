package input

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/joint"
)

const (
	// A sample is called small if less than goodCoverage of the probability is in pairs
	// that were seen, or if the plug-in information is off by more than mildBias of it.
	goodCoverage = 0.98
	mildBias     = 0.05
	// leastBias is the smallest number of bits that shows in three decimals.
	leastBias = 5e-4
)

// SmallSample returns sentences that say that a sample is too small for its table, and what
// to do, or none if the sample is large enough.
func SmallSample(j *joint.Joint) []string {
	n, ok := j.Samples()
	if !ok {
		return nil
	}
	once := 0
	for x := range j.Rows() {
		_, masses := j.Row(x)
		for _, v := range masses {
			if v == 1 {
				once++
			}
		}
	}
	coverage := 1 - float64(once)/float64(n) // Good and Turing
	// Miller's bias of three entropies.
	bias := min(float64(j.NonZero()-j.Rows()-j.Cols()+1)/(2*math.Ln2*float64(n)), j.IXY())
	if coverage >= goodCoverage && bias <= mildBias*j.IXY() {
		return nil
	}
	cells := float64(j.Rows()) * float64(j.Cols())
	sentences := []string{fmt.Sprintf("The sample is small for the table: %.3g samples a cell, and pairs that were never seen have about %.1f %% of the probability.",
		float64(n)/cells, 100*(1-coverage))}
	if bias >= leastBias {
		sentences = append(sentences, fmt.Sprintf("The plug-in I(X;Y) is too large by about %.3f bits or more.", bias))
	}
	return append(sentences, "Trust nsb, group rare values, or collect more.")
}
