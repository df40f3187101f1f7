package frontier

import (
	"fmt"
	"math"
	"slices"
)

// Evidence says whether the counts of a table show that X and Y depend on each other.
type Evidence struct {
	// Test is "values" if X has no order, or "linear" or "circular" if the test took neighbours
	// together. It is empty for a test of I(X;Y) alone, as in files from before 28 November 2026.
	Test string `json:"test,omitzero"`
	// Permutations is the number of tables that were made by permuting the values of Y among the
	// records, AtLeast the number of these tables whose statistic is at least that of the original
	// table, and Seed determined them.
	Permutations int    `json:"permutations"`
	AtLeast      int    `json:"at_least"`
	Seed         uint64 `json:"seed"`
	// Chance is the mean I(X;Y) of these tables in bits: the average for a sample of this size if X
	// and Y are independent.
	Chance float64 `json:"chance"`
	// Corrected is I(X;Y) in bits, corrected for the bias of a small sample by the Estimator. It is far too large where
	// most values of X are rare.
	Corrected float64 `json:"corrected"`
	Estimator string  `json:"estimator"`
}

// P returns the p-value of the permutation test, (AtLeast + 1) / (Permutations + 1): the probability of a statistic as
// high as in the table where X and Y are independent (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585).
func (e *Evidence) P() float64 { return float64(e.AtLeast+1) / float64(e.Permutations+1) }

// significance is the p-value up to which a dependence counts as shown.
const significance = 0.05

// Shown reports whether the permutation test finds a dependence of X and Y, at the level of 0.05.
func (e *Evidence) Shown() bool { return e.P() <= significance }

// ordered reports whether the test took neighbours together.
func (e *Evidence) ordered() bool { return e.Test == "linear" || e.Test == "circular" }

func (e *Evidence) check() error {
	if e.Test != "" && e.Test != "values" && !e.ordered() {
		return fmt.Errorf("evidence.test is %q: want values, linear or circular", e.Test)
	}
	if e.Permutations < 1 || e.AtLeast < 0 || e.AtLeast > e.Permutations {
		return fmt.Errorf("evidence: at_least is %d of %d permutations", e.AtLeast, e.Permutations)
	}
	return checkFinite([]string{"evidence.chance", "evidence.corrected"}, e.Chance, e.Corrected)
}

// Validation says how records were held out, and what they support.
type Validation struct {
	// Method is "folds" (each of some random parts of the records was held out in turn), "column"
	// (a column of the records names the part), or "file" (other records).
	Method string `json:"method"`
	// Name is the name of the column or of the file.
	Name string `json:"name,omitzero"`
	// Folds is the number of parts, 1 for a file, and Seed determined the random ones.
	Folds int    `json:"folds"`
	Seed  uint64 `json:"seed"`
	// Records is the number of held-out records. NewX of them have a value of X, and NewY a value of Y,
	// that no training record has: they count as no information.
	Records int64 `json:"records"`
	NewX    int64 `json:"new_x"`
	NewY    int64 `json:"new_y"`
	// Clusters is the smallest number of clusters, and H the smallest entropy of a point of the
	// frontier in bits, that tell about held-out records within one standard error of the best:
	// held-out records do not support a larger number. 1 and 0 mean one cluster.
	Clusters int     `json:"clusters"`
	H        float64 `json:"h"`
}

// HeldOut is the score of a clustering on held-out records: the mean over these records of log2
// q(y|z)/q(y) in bits, with the distribution q of the training records, and its standard error. It
// is an estimate of I(Z;Y) that noise does not raise. It is negative if the clusters mislead about
// new records.
type HeldOut struct{ I, SE float64 }

func (o HeldOut) check() error {
	if math.IsNaN(o.I) || math.IsInf(o.I, 0) || !(o.SE >= 0) || math.IsInf(o.SE, 1) {
		return fmt.Errorf("%g with the standard error %g is not possible", o.I, o.SE)
	}
	return nil
}

func (v *Validation) check() error {
	switch {
	case v.Method != "folds" && v.Method != "column" && v.Method != "file":
		return fmt.Errorf("validation.method is %q: want folds, column or file", v.Method)
	case v.Folds < 1 || v.Records < 0 || v.NewX < 0 || v.NewY < 0 || v.NewX > v.Records || v.NewY > v.Records:
		return fmt.Errorf("validation: %d folds of %d records, %d of them with new values of X and %d of Y, are not possible",
			v.Folds, v.Records, v.NewX, v.NewY)
	case v.Clusters < 1:
		return fmt.Errorf("validation.clusters is %d, and should be 1 or more", v.Clusters)
	}
	return checkFinite([]string{"validation.h"}, v.H)
}

// WithValidation returns the frontier with the held-out values of every point, in order, and then
// of every clustering of [Frontier.Best]. It copies v and heldOut. It is an error if their number
// is wrong, or if a value is not possible.
func (f *Frontier) WithValidation(v Validation, heldOut []HeldOut) (*Frontier, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	points, best, err := split(f, heldOut)
	if err != nil {
		return nil, err
	}
	for n, o := range heldOut {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("held out, point %d: %w", n, err)
		}
	}
	g := *f
	g.Validation, g.heldOut = &v, points
	if f.best != nil {
		b := *f.best
		b.heldOut = best
		g.best = &b
	}
	return &g, nil
}

// split returns copies of the values of every point and of every best clustering, or an error if
// their number is wrong.
func split[T any](f *Frontier, all []T) (points, best []T, err error) {
	n, k := len(f.entries), 0
	if f.best != nil {
		k = len(f.best.entries)
	}
	if len(all) != n+k {
		return nil, nil, fmt.Errorf("there are %d values for %d points and %d best clusterings", len(all), n, k)
	}
	return slices.Clone(all[:n]), slices.Clone(all[n:]), nil
}
