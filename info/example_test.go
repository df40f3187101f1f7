package info_test

import (
	"fmt"

	"github.com/dibmap/dibmap/info"
)

// Seventeen observations of nine possible values, of which six were seen: the counts
// of the doctest of S. Hong's implementation of NSB.
func ExampleEstimator() {
	counts := []float64{4, 2, 3, 2, 4, 2}
	for _, e := range info.Estimators() {
		h, err := e.Entropy(counts, 9)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if h.HasSD {
			fmt.Printf("%-12s %.3f +- %.3f bit\n", e.Name(), h.Value, h.SD)
		} else {
			fmt.Printf("%-12s %.3f bit\n", e.Name(), h.Value)
		}
	}
	// Output:
	// plugin       2.514 +- 0.109 bit
	// miller-madow 2.726 bit
	// grassberger  2.582 bit
	// chao-shen    2.688 bit
	// jackknife    2.768 +- 0.140 bit
	// shrinkage    3.129 bit
	// dirichlet    2.602 +- 0.163 bit
	// nsb          2.800 +- 0.225 bit
}

// Two standard deviations of a mutual information: with the three entropies taken as
// independent, and from draws of the whole table.
func ExamplePosteriorInformation() {
	table := [][]float64{{10, 2}, {3, 8}}
	h, err := info.EntropiesOf(info.NSB(), table)
	if err != nil {
		fmt.Println(err)
		return
	}
	i := h.MutualInformation()
	fmt.Printf("%.3f +- %.3f bit (independent)\n", i.Value, i.SD)
	if i, err = info.PosteriorInformation(info.NSB(), table, 1000, 1); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f +- %.3f bit (draws)\n", i.Value, i.SD)
	// Output:
	// 0.159 +- 0.152 bit (independent)
	// 0.164 +- 0.121 bit (draws)
}
