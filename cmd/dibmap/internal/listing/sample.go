package listing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

const (
	// A sample is called small if the plug-in information is too large by more than mildBias of it, and by
	// leastBias or more, the smallest number of bits that shows in three decimals.
	mildBias  = 0.05
	leastBias = 5e-4
)

// SmallSample returns a sentence that warns if the sample is too small for its table, so that I(X;Y) is much too
// large, and says what to do. It is empty if the sample is large enough, and if the table has no counts. x and y
// are the scales of X and Y, if any, with the names of their columns. If the test e was made, the bias is its
// mean for independent X and Y, an upper bound where X and Y depend on each other.
func SmallSample(j *joint.Joint, x, y scale.Scales, e *frontier.Evidence) string {
	n, ok := j.Samples()
	if !ok {
		return ""
	}
	// Miller's bias of three entropies.
	bias := min(float64(j.NonZero()-j.Rows()-j.Cols()+1)/(2*math.Ln2*float64(n)), j.IXY())
	rare := e != nil && permuted.MostlyChance(e, j.IXY(), n, j.Rows(), j.Cols())
	if !rare && (bias < leastBias || bias <= mildBias*j.IXY()) {
		return ""
	}
	by := "about"
	if e != nil {
		bias = min(e.Chance, j.IXY())
		if e.Shown() {
			by = "up to about"
		}
	}
	fewer := "group rare values"
	if binned(x) {
		fewer = "cut the numbers of X into fewer bins (--bins-x)"
	}
	otherwise := "or estimate it by nsb, the Bayesian estimator for small samples"
	if rare {
		otherwise = "or trust held-out records alone (map --validate): most values are too rare for any estimate"
	}
	return fmt.Sprintf("The sample is small for %s x %s values: %s is too large by %s %.3f bits, and shares of it are too small. %s, collect more, %s.",
		wording.Number(j.Rows()), wording.Number(j.Cols()), informationOf(x, y), by, bias, strings.ToUpper(fewer[:1])+fewer[1:], otherwise)
}

// informationOf returns the name of the information of two variables, with the names of columns that are known.
func informationOf(x, y scale.Scales) string {
	if len(x)+len(y) == 0 {
		return "I(X;Y)"
	}
	columns := func(scales scale.Scales) string {
		return strings.Join(lists.Map(scales, func(v scale.Scale) string { return wording.Label(v.Column) }), ",")
	}
	return "I(" + cmp.Or(columns(x), "X") + "; " + cmp.Or(columns(y), "Y") + ")"
}

// FewerValues returns advice on getting a table with fewer values of X.
func FewerValues(x scale.Scales) string {
	if binned(x) {
		return "cut its numbers into fewer bins by --bins-x"
	}
	return "group rare ones by --min-count"
}

// binned reports whether a column holds numbers in bins.
func binned(scales scale.Scales) bool {
	return slices.ContainsFunc(scales, func(s scale.Scale) bool { return s.Binned() })
}
