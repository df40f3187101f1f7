package dataset_test

import (
	"fmt"

	"github.com/dibmap/dibmap/dataset"
)

// The product table of a small group.
func ExampleTriples() {
	labels, _, cells, err := dataset.Triples("@group:Z2xZ2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range cells {
		fmt.Println(labels[c.X1], "*", labels[c.X2], "=", labels[c.Y])
		if c.X1 == 1 && c.X2 == 1 {
			break
		}
	}
	// Output:
	// (0,0) * (0,0) = (0,0)
	// (0,0) * (0,1) = (0,1)
	// (0,0) * (1,0) = (1,0)
	// (0,0) * (1,1) = (1,1)
	// (0,1) * (0,0) = (0,1)
	// (0,1) * (0,1) = (0,0)
}
