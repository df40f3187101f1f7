package plot_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/plot"
)

// example returns the frontier of a small table, as a search would.
func example() *frontier.Frontier {
	f, err := frontier.New(
		frontier.Problem{Kind: "dib", N: 4, M: 3, Source: frontier.Source{Name: "weather"}},
		frontier.Search{Method: "enumeration", Status: "complete"},
		[]frontier.Entry{
			{H: 0, I: 0, K: 1},
			{H: 0.54, I: 0.12, K: 2},
			{H: 0.81, I: 0.31, K: 2},
			{H: 1, I: 0.42, K: 2},
			{H: 1.41, I: 0.55, K: 3},
			{H: 1.5, I: 0.6, K: 3},
			{H: 1.91, I: 0.66, K: 4},
		})
	if err != nil {
		log.Fatal(err)
	}
	return f
}

// A figure for one column of a journal.
func ExampleFrontier() {
	var figure bytes.Buffer
	err := plot.Frontier(&figure, example(), "pdf", plot.Options{Title: "Weather", Width: 85, Height: 65})
	if err != nil {
		panic(err)
	}
	fmt.Println(figure.String()[:5])
	// Output: %PDF-
}

// The frontier of a sample beside that of the table that it was drawn from. Package robust
// computes such spreads.
func ExampleRobust() {
	spreads := make([]frontier.Spread, example().Len())
	for n := range spreads {
		spreads[n] = frontier.Spread{DH: 0.02 * float64(n), DI: 0.01 * float64(n)}
	}
	f, err := example().WithUncertainty(frontier.Uncertainty{Method: "bootstrap", Resamples: 200}, spreads)
	if err != nil {
		panic(err)
	}
	var figure bytes.Buffer
	if err := plot.Robust(&figure, f, example(), "pdf", plot.Options{}); err != nil {
		panic(err)
	}
	fmt.Println(figure.String()[:5])
	// Output: %PDF-
}

// A figure with the clusters of its corners.
func ExampleClusterText() {
	f, err := frontier.New(
		frontier.Problem{N: 6, XLabels: []string{"a", "b", "c", "d", "e", "q"}},
		frontier.Search{},
		[]frontier.Entry{
			{H: 0.65, I: 0.2, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0, 0, 1})},
			{H: 1.25, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1, 1, 1, 0, 2})},
		})
	if err != nil {
		panic(err)
	}
	var opts plot.Options
	for p := range 2 {
		text := plot.ClusterText(f.At(p), 0)
		fmt.Println(text)
		opts.Annotations = append(opts.Annotations, plot.Annotation{Point: p, Text: text})
	}
	var figure bytes.Buffer
	if err := plot.Frontier(&figure, f, "pdf", opts); err != nil {
		panic(err)
	}
	// Output:
	// abcde | q
	// ae | bcd | q
}

// What a search with a Lagrangian multiplier misses.
func ExampleHullAndFrontier() {
	var figure bytes.Buffer
	if err := plot.HullAndFrontier(&figure, example(), "pdf", plot.Options{NoBalanced: true}); err != nil {
		panic(err)
	}
	fmt.Println(figure.String()[:5])
	// Output: %PDF-
}

// Two frontiers on the same axes, with the line that bounds both.
func ExampleFrontiers() {
	panels := []plot.NamedFrontier{
		{Name: "Monday", Frontier: example(), Annotations: []plot.Annotation{{Point: 3, Text: "sun | rest"}}},
		{Name: "Tuesday", Frontier: example()},
	}
	var figure bytes.Buffer
	if err := plot.Frontiers(&figure, panels, "pdf", plot.Options{Identity: true}); err != nil {
		panic(err)
	}
	fmt.Println(figure.String()[:5])
	// Output: %PDF-
}
