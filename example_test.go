package dibmap_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

const survey = `city,product
Oslo,tea
Oslo,tea
Oslo,coffee
Rome,coffee
Rome,coffee
Rome,coffee
Rome,tea
Kyoto,tea
Kyoto,tea
Kyoto,tea
Lima,cocoa
Lima,cocoa
Lima,coffee
Accra,cocoa
Accra,cocoa
`

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Read records, map the frontier, choose a clustering, keep the frontier.
func Example() {
	folder, err := os.MkdirTemp("", "dibmap")
	check(err)
	defer os.RemoveAll(folder)
	records := filepath.Join(folder, "survey.csv")
	check(os.WriteFile(records, []byte(survey), 0o600))

	ctx := context.Background()
	tab, err := table.Open(ctx, records, table.Options{X: "city", Y: "product"})
	check(err)
	j, err := tab.Joint()
	check(err)
	result, err := search.Map(ctx, problem.DIB(j), search.Options{})
	check(err)

	f := result.Frontier
	fmt.Printf("%v: %d points\n", result.Status, f.Len())
	for p := range f.All() {
		fmt.Printf("H(Z) = %.3f bits, I(Z;Y) = %.3f bits, %d clusters\n", p.H, p.I, p.K)
	}
	if p, ok := f.Within(1); ok { // the best with H(Z) <= 1 bit
		fmt.Println(p.Clusters())
	}

	path := filepath.Join(folder, "frontier.json")
	check(codec.WriteFile(path, f))
	again, err := codec.ReadFile(path)
	check(err)
	fmt.Println("read back:", again.Len(), "points")

	// Output:
	// complete: 9 points
	// H(Z) = 0.000 bits, I(Z;Y) = 0.000 bits, 1 clusters
	// H(Z) = 0.567 bits, I(Z;Y) = 0.300 bits, 2 clusters
	// H(Z) = 0.722 bits, I(Z;Y) = 0.322 bits, 2 clusters
	// H(Z) = 0.918 bits, I(Z;Y) = 0.678 bits, 2 clusters
	// H(Z) = 1.242 bits, I(Z;Y) = 0.735 bits, 3 clusters
	// H(Z) = 1.506 bits, I(Z;Y) = 0.865 bits, 3 clusters
	// H(Z) = 1.829 bits, I(Z;Y) = 0.922 bits, 4 clusters
	// H(Z) = 1.966 bits, I(Z;Y) = 0.925 bits, 4 clusters
	// H(Z) = 2.289 bits, I(Z;Y) = 0.982 bits, 5 clusters
	// [[Accra Lima] [Kyoto Oslo Rome]]
	// read back: 9 points
}
