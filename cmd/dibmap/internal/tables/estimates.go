package tables

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/delta"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// estimate holds entropies and information in bits by an estimator. Values that are
// undefined for a small sample are NaN.
type estimate struct {
	Estimator string  `json:"estimator"`
	HX        float64 `json:"hx"`
	HY        float64 `json:"hy"`
	HXY       float64 `json:"hxy"`
	IXY       float64 `json:"ixy"`
	HXSD      float64 `json:"hx_sd"`
	HYSD      float64 `json:"hy_sd"`
	HXYSD     float64 `json:"hxy_sd"`
	// IXYSD comes from the delta method for the plug-in estimate. For others it is too
	// large, since it takes three dependent entropies as independent.
	IXYSD float64 `json:"ixy_sd"`
}

// estimatesOf estimates a table by all estimators, or by the plug-in one alone if it
// holds probabilities. Rows and columns without mass are not counted as cells.
func estimatesOf(j *joint.Joint) ([]estimate, error) {
	exact := func(e estimate) estimate {
		e.HX, e.HY, e.HXY, e.IXY = j.HX(), j.HY(), j.HXY(), j.IXY()
		return e
	}
	if _, ok := j.Samples(); !ok {
		return []estimate{exact(undefined(info.Plugin().Name()))}, nil
	}
	var list []estimate
	for _, e := range info.Estimators() {
		made, err := estimateBy(e, j)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		list = append(list, made)
	}
	list[0] = exact(list[0])
	list[0].IXYSD = deltaSD(j)
	return list, nil
}

// undefined returns an estimate without any known value.
func undefined(estimator string) estimate {
	nan := math.NaN()
	return estimate{estimator, nan, nan, nan, nan, nan, nan, nan, nan}
}

// estimateBy estimates the entropies of a table.
func estimateBy(e info.Estimator, j *joint.Joint) (estimate, error) {
	h, err := problem.Entropies(j, e)
	switch {
	case errors.Is(err, info.ErrTooFew):
		return undefined(e.Name()), nil
	case err != nil:
		return estimate{}, err
	}
	i := h.MutualInformation()
	sd := func(of info.Estimate) float64 {
		if !of.HasSD {
			return math.NaN()
		}
		return of.SD
	}
	return estimate{e.Name(), h.X.Value, h.Y.Value, h.XY.Value, i.Value, sd(h.X), sd(h.Y), sd(h.XY), sd(i)}, nil
}

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

// withSD writes a value and its standard deviation.
func withSD(value, sd float64) string {
	switch {
	case math.IsNaN(value):
		return "-"
	case math.IsNaN(sd):
		return fmt.Sprintf("%.4f", value)
	default:
		return fmt.Sprintf("%.4f ± %.4f", value, sd)
	}
}
