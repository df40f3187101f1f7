package dataset_test

import (
	"fmt"

	"github.com/dibmap/dibmap/dataset"
)

// The product table of a small group.
func ExampleOpenGroup() {
	g, err := dataset.OpenGroup("@group:Z2xZ2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for a, label := range g.Labels() {
		fmt.Print(label, ":")
		for b := range g.Order() {
			fmt.Print(" ", g.Labels()[g.Product(a, b)])
		}
		fmt.Println()
	}
	// Output:
	// (0,0): (0,0) (0,1) (1,0) (1,1)
	// (0,1): (0,1) (0,0) (1,1) (1,0)
	// (1,0): (1,0) (1,1) (0,0) (0,1)
	// (1,1): (1,1) (1,0) (0,1) (0,0)
}
