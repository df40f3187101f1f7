package encode_test

import (
	"fmt"
	"os"

	"github.com/dibmap/dibmap/encode"
)

// A grouping of four cities, as package frontier has it for a point.
func Example() {
	e, err := encode.New([]string{"Accra", "Kyoto", "Lima", "Oslo"}, []int{0, 1, 0, 1}, []string{"cocoa", "tea"})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, known := e.Cluster("Lima")
	fmt.Println(c, known, e.Name(c))
	if err := encode.Export(os.Stdout, "sql", encode.Coding{X: "city", Encoder: e}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 true cocoa
	// CASE
	//   WHEN CAST("city" AS VARCHAR) IN ('Accra', 'Lima') THEN 'cocoa'
	//   WHEN CAST("city" AS VARCHAR) IN ('Kyoto', 'Oslo') THEN 'tea'
	//   ELSE NULL
	// END AS "cluster"
}
