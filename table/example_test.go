package table_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dibmap/dibmap/table"
)

// A table of records is counted by two of its columns.
func ExampleOpen() {
	tab, err := table.Open(context.Background(), "testdata/survey.csv", table.Options{X: "city", Y: "product"})
	if err != nil {
		fmt.Println(err)
		return
	}
	j, err := tab.Joint()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d records of %d cities and %d products\n", tab.Name, tab.Records, j.Rows(), j.Cols())
	for _, note := range tab.Notes {
		fmt.Println(note)
	}
	fmt.Println(j.XLabels(), j.YLabels())
	// Output:
	// survey.csv: 6 records of 3 cities and 3 products
	// 1 of 6 records have no product; they count as the value "(missing)"
	// [Oslo Paris Rome] [coffee tea (missing)]
}

// A name that is not there is met with the names that are.
func ExampleOpen_error() {
	_, err := table.Open(context.Background(), "testdata/survey.csv", table.Options{X: "citty", Y: "product"})
	fmt.Println(err)
	// Output:
	// testdata/survey.csv: no column "citty"; the columns are city, product, age (did you mean city?)
}

// A group is a table of three variables: two factors and their product.
func ExampleOpenTriple() {
	tab, err := table.OpenTriple(context.Background(), "@group:D4", table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := tab.Triple()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Rows(), "elements:", t.XLabels())
	// Output:
	// 8 elements: [1 r r^2 r^3 s sr sr^2 sr^3]
}

// Records of equal coordinates are one point.
func ExampleOpenPoints() {
	csv := strings.NewReader("lon,lat,people\n9.2,45.5,3\n2.35,48.9,5\n9.20,45.50,1\n")
	tab, err := table.OpenPoints(context.Background(), "-", table.Options{Count: "people", Stdin: csv})
	if err != nil {
		fmt.Println(err)
		return
	}
	cloud, err := tab.Cloud()
	if err != nil {
		fmt.Println(err)
		return
	}
	for x, label := range cloud.Labels() {
		fmt.Println(label, "weighs", cloud.Weight(x))
	}
	// Output:
	// 2.35,48.9 weighs 5
	// 9.2,45.5 weighs 4
}

// An error of the input says where it is.
func ExampleError() {
	records := strings.NewReader("city,product\nOslo,tea\nRome\n")
	_, err := table.Open(context.Background(), "-", table.Options{X: "city", Y: "product", Stdin: records})
	var wrong *table.Error
	if errors.As(err, &wrong) {
		fmt.Printf("line %d of %s: %s\n", wrong.Line, wrong.File, wrong.Msg)
	}
	// Output:
	// line 3 of stdin: 1 field, but the header has 2
}
