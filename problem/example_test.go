package problem_test

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// An objective of one's own: pots are fired in a kiln, each firing as hot as its
// hottest pot needs. h is the number of firings, and i is minus the degrees by which
// pots are fired hotter than they need, in thousands.
func ExampleSum() {
	pots := []string{"bowl", "cup", "dish", "jar", "lamp", "vase"}
	needs := []float64{0.95, 1.24, 0.98, 1.06, 1.22, 1.28}
	firing := func(rows []int) problem.Point {
		hottest := 0.0
		for _, x := range rows {
			hottest = max(hottest, needs[x])
		}
		p := problem.Point{H: 1}
		for _, x := range rows {
			p.I -= hottest - needs[x]
		}
		return p
	}
	kiln, err := problem.Sum(frontier.Problem{Kind: "kiln", XLabels: pots}, firing, problem.Traits{})
	if err != nil {
		panic(err)
	}
	result, err := search.Map(context.Background(), kiln, search.Options{})
	if err != nil {
		panic(err)
	}
	for p := range result.Frontier.All() {
		fmt.Printf("%.0f firings, %.2f too hot: %v\n", p.H, 0-p.I, p.Clusters())
	}

	// Output:
	// 1 firings, 0.95 too hot: [[bowl cup dish jar lamp vase]]
	// 2 firings, 0.29 too hot: [[bowl dish jar] [cup lamp vase]]
	// 3 firings, 0.13 too hot: [[bowl dish] [cup lamp vase] [jar]]
	// 4 firings, 0.05 too hot: [[bowl dish] [cup lamp] [jar] [vase]]
	// 5 firings, 0.02 too hot: [[bowl] [cup lamp] [dish] [jar] [vase]]
	// 6 firings, 0.00 too hot: [[bowl] [cup] [dish] [jar] [lamp] [vase]]
}
