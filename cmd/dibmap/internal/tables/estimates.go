package tables

import (
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/delta"
	"github.com/dibmap/dibmap/joint"
)

// estimate holds entropies and information in bits, as an estimator has them. What it
// does not say of so small a sample is left out, and so are standard deviations that
// are not defined.
type estimate struct {
	Estimator string   `json:"estimator"`
	HX        *float64 `json:"hx"`
	HY        *float64 `json:"hy"`
	HXY       *float64 `json:"hxy"`
	IXY       *float64 `json:"ixy"`
	HXSD      *float64 `json:"hx_sd"`
	HYSD      *float64 `json:"hy_sd"`
	HXYSD     *float64 `json:"hxy_sd"`
	// IXYSD is that of the delta method for the plug-in estimate. For others it is
	// that of three entropies taken as independent, which they are not: too large.
	IXYSD *float64 `json:"ixy_sd"`
}

// estimatesOf estimates a table by all estimators, or by the plug-in one alone if it
// holds probabilities. The numbers of cells are those of rows and columns with mass.
func estimatesOf(j *joint.Joint) ([]estimate, error) {
	plugin := estimate{Estimator: info.Plugin().Name(), HX: at(j.HX()), HY: at(j.HY()), HXY: at(j.HXY()), IXY: at(j.IXY())}
	if _, ok := j.Samples(); !ok {
		return []estimate{plugin}, nil
	}
	var rows, columns, cells []float64
	for x := range j.Rows() {
		_, masses := j.Row(x)
		rows, cells = append(rows, j.RowMass(x)), append(cells, masses...)
	}
	for y := range j.Cols() {
		columns = append(columns, j.ColMass(y))
	}
	var list []estimate
	for _, e := range info.Estimators() {
		made, err := estimateBy(e, rows, columns, cells)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		list = append(list, made)
	}
	list[0].HX, list[0].HY, list[0].HXY, list[0].IXY = plugin.HX, plugin.HY, plugin.HXY, plugin.IXY
	list[0].IXYSD = at(deltaSD(j))
	return list, nil
}

// estimateBy estimates the three entropies.
func estimateBy(e info.Estimator, rows, columns, cells []float64) (estimate, error) {
	made := estimate{Estimator: e.Name()}
	h, err := info.EntropiesOfCells(e, rows, columns, cells)
	switch {
	case errors.Is(err, info.ErrTooFew):
		return made, nil
	case err != nil:
		return made, err
	}
	for _, part := range []struct {
		of        info.Estimate
		value, sd **float64
	}{
		{h.X, &made.HX, &made.HXSD},
		{h.Y, &made.HY, &made.HYSD},
		{h.XY, &made.HXY, &made.HXYSD},
		{h.MutualInformation(), &made.IXY, &made.IXYSD},
	} {
		*part.value = at(part.of.Value)
		if part.of.HasSD {
			*part.sd = at(part.of.SD)
		}
	}
	return made, nil
}

func at(v float64) *float64 { return &v }

// deltaSD returns the standard deviation of the plug-in information by the delta
// method.
func deltaSD(j *joint.Joint) float64 {
	groups := make([]delta.Group, j.Rows())
	var of []float64 // the columns of a row
	for x := range groups {
		columns, masses := j.Row(x)
		of = of[:0]
		for _, y := range columns {
			of = append(of, j.ColMass(int(y)))
		}
		groups[x] = delta.GroupOf(masses, of, j.Total())
	}
	return delta.Of(groups).I
}

// printEstimates writes a line for every estimator.
func printEstimates(w io.Writer, list []estimate) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\nbits\tH(X)\tH(Y)\tH(X,Y)\tI(X;Y)")
	for _, e := range list {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", e.Estimator,
			withSD(e.HX, e.HXSD), withSD(e.HY, e.HYSD), withSD(e.HXY, e.HXYSD), withSD(e.IXY, e.IXYSD))
	}
	return tw.Flush()
}

// withSD writes a value and how sure it is.
func withSD(value, sd *float64) string {
	switch {
	case value == nil:
		return "-"
	case sd == nil:
		return fmt.Sprintf("%.4f", *value)
	default:
		return fmt.Sprintf("%.4f ± %.4f", *value, *sd)
	}
}

const (
	// A sample is called small if less than goodCoverage of the probability is in pairs
	// that were seen, or if the plug-in information is off by more than mildBias of it.
	goodCoverage = 0.98
	mildBias     = 0.05
	// leastBias, in bits, is what shows in three decimals.
	leastBias = 5e-4
)

// smallSample says in sentences that a sample is too small for its table, and what to
// do. There are none if the sample is not.
func smallSample(j *joint.Joint) []string {
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
