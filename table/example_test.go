package table_test

import (
	"context"
	"fmt"

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
	fmt.Printf("%s: %d records of %d cities and %d products\n", tab.Name(), tab.Records(), j.Rows(), j.Cols())
	for _, note := range tab.Notes() {
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
