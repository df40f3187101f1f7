package verify

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// described compares the description of the problem with the table's. The rows are matched already. It does not
// compare the name of the source, and the number of occurrences below which values were put together, which are
// unknown. Masses and cells may be missing, as in files of early versions.
func (f *findings) described(is *frontier.Problem) {
	given := &f.frontier.Problem
	f.same("H(X)", given.HX, is.HX)
	f.same("H(Y)", given.HY, is.HY)
	f.same("I(X;Y)", given.IXY, is.IXY)
	if given.IXYSD > 0 { // files of early versions do not have it
		f.same("the error of I(X;Y)", given.IXYSD, is.IXYSD)
	}
	f.same("the variance", given.Variance, is.Variance)
	if given.Estimator != is.Estimator {
		f.fail("the estimator is given as %q, and is %q", given.Estimator, is.Estimator)
	}
	switch {
	case (given.Samples == nil) != (is.Samples == nil):
		f.fail("the table has counts: %t, and the file has a number of samples: %t", is.Samples != nil, given.Samples != nil)
	case is.Samples != nil && *given.Samples != *is.Samples:
		f.fail("samples is given as %d, and is %d", *given.Samples, *is.Samples)
	}
	f.sameLabels("zero_rows", given.ZeroRows, is.ZeroRows)
	f.sameLabels("y_labels", given.YLabels, is.YLabels)
	if given.XMass != nil {
		for x, at := range f.place {
			if v := is.XMass; v == nil || given.XMass[at] != v[x] {
				f.fail("x_mass of %q is given as %v, and is not that", is.XLabels[x], given.XMass[at])
				break
			}
		}
	}
	f.means(is)
	f.cells(is)
}

// means compares the means of the rows, and the variances about them.
func (f *findings) means(is *frontier.Problem) {
	given := f.frontier.Problem.Means
	if (given == nil) != (is.Means == nil) {
		f.fail("the table has means of Y: %t, and the file has: %t", is.Means != nil, given != nil)
		return
	}
	for x, at := range f.place {
		if given != nil && (given.Mean[at] != is.Means.Mean[x] || given.Variance[at] != is.Means.Variance[x]) {
			f.fail("means of %q are given as %v with the variance %v, and are %v and %v", is.XLabels[x],
				given.Mean[at], given.Variance[at], is.Means.Mean[x], is.Means.Variance[x])
			return
		}
	}
}

// sameLabels compares sets of labels.
func (f *findings) sameLabels(what string, given, is []string) {
	a, b := slices.Sorted(slices.Values(given)), slices.Sorted(slices.Values(is))
	if slices.Equal(a, b) {
		return
	}
	for _, label := range a {
		if _, found := slices.BinarySearch(b, label); !found {
			f.fail("%s has %q, and the table has not", what, label)
			return
		}
	}
	f.fail("%s lacks labels that the table has, or has one twice: %d, and the table has %d", what, len(a), len(b))
}

// cells compares the cells of the table, if the frontier keeps them.
func (f *findings) cells(is *frontier.Problem) {
	given := f.frontier.Problem.Cells
	switch {
	case given == nil:
		return
	case is.Cells == nil || len(given.Weight) != len(is.Cells.Weight):
		f.fail("the file has %d cells, and the table has not as many", len(given.Weight))
		return
	}
	column := lists.Index(is.YLabels)
	row := partition.Ranks(f.place) // of every row of the frontier, that of the table
	weight := make(map[[2]int]float64, len(given.Weight))
	for k, v := range is.Cells.Weight {
		weight[[2]int{is.Cells.X[k], is.Cells.Y[k]}] = v
	}
	for k, v := range given.Weight {
		x, y := f.frontier.Problem.XLabels[given.X[k]], f.frontier.Problem.YLabels[given.Y[k]]
		at, ok := column[y]
		if !ok {
			return // sameLabels has said so
		}
		if is := weight[[2]int{row[given.X[k]], at}]; is != v {
			f.fail("the cell of row %q and column %q is given as %v, and is %v", x, y, v, is)
			return
		}
	}
}
