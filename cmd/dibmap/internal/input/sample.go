package input

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

const (
	// goodCoverage decides where Miller's bias is negative and so says nothing.
	goodCoverage = 0.98
	// A sample is called small if the plug-in information is off by more than mildBias of it,
	// and by leastBias or more.
	mildBias = 0.05
	// leastBias is the smallest number of bits that shows in three decimals.
	leastBias = 5e-4
)

// SmallSample returns sentences that say that a sample is too small for its table, and what
// to do, or none if the sample is large enough. X may have scales.
func SmallSample(j *joint.Joint, x scale.Scales) []string {
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
	if bias >= 0 && (bias < leastBias || bias <= mildBias*j.IXY()) || bias < 0 && coverage >= goodCoverage {
		return nil
	}
	cells := float64(j.Rows()) * float64(j.Cols())
	unseen := ""
	if share := fmt.Sprintf("%.1f", 100*(1-coverage)); share != "0.0" {
		unseen = ", and pairs that were never seen have about " + share + " % of the probability"
	}
	each := fmt.Sprintf("%.3g", float64(n)/cells)
	if float64(n) >= 1000*cells {
		each = wording.Number(int64(float64(n) / cells))
	}
	if each += " samples"; each == "1 samples" {
		each = "1 sample"
	}
	sentences := []string{fmt.Sprintf("The sample is small for the table: %s a cell%s.", each, unseen)}
	if bias >= leastBias {
		sentences = append(sentences, fmt.Sprintf("The plug-in I(X;Y) is too large by about %.3f bits or more.", bias))
	}
	fewer := "group rare values"
	if binned(x) {
		fewer = "cut the numbers of X into fewer bins (--bins-x)"
	}
	return append(sentences, "Use --estimator nsb (a Bayesian estimate of entropy for small samples), "+fewer+", or collect more.")
}

// FewerValues says how a table can have fewer values of X.
func FewerValues(x scale.Scales) string {
	if binned(x) {
		return "cut its numbers into fewer bins by --bins-x"
	}
	return "group rare ones by --min-count"
}

// binned tells whether a column holds numbers in bins.
func binned(scales scale.Scales) bool {
	return slices.ContainsFunc(scales, func(s scale.Scale) bool { return s.Binned() })
}
