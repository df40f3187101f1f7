package recode_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/recode"
)

// A column of clusters is added to records, which stay as they are.
func ExampleEncode() {
	e, err := encode.New([]string{"Oslo", "Paris", "Rome"}, []int{0, 1, 1}, []string{"north", "south"})
	if err != nil {
		fmt.Println(err)
		return
	}
	csv := strings.NewReader("n,city\n1.0,\"Rome\"\n2,Oslo\n")
	stats, err := recode.Encode(context.Background(), os.Stdout, "-", recode.Options{
		Codings: []encode.Coding{{X: "city", As: "region", Encoder: e}}, Stdin: csv,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Records, "records")
	// Output:
	// n,city,region
	// 1.0,"Rome",south
	// 2,Oslo,north
	// 2 records
}
