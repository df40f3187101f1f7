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

// groupCities reads records, maps them, and keeps the frontier in a file. It returns
// the most informative grouping of at most 1 bit. The README shows it.
func groupCities(ctx context.Context, records, output string) ([][]string, error) {
	tab, err := table.Open(ctx, records, table.Options{X: "city", Y: "product"})
	if err != nil {
		return nil, err
	}
	j, err := tab.Joint()
	if err != nil {
		return nil, err
	}
	result, err := search.Map(ctx, problem.DIB(j), search.Options{})
	if err != nil {
		return nil, err
	}
	best, _ := result.Frontier.Within(1) // one group is always within the budget
	return best.Clusters(), codec.WriteFile(output, result.Frontier)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Read records, map the frontier, keep it, and choose a grouping. Then read the
// frontier back.
func Example() {
	folder, err := os.MkdirTemp("", "dibmap")
	check(err)
	defer os.RemoveAll(folder)
	records, output := filepath.Join(folder, "survey.csv"), filepath.Join(folder, "frontier.json")
	check(os.WriteFile(records, []byte(survey), 0o600))

	groups, err := groupCities(context.Background(), records, output)
	check(err)
	fmt.Println(groups)

	f, err := codec.ReadFile(output)
	check(err)
	for p := range f.All() {
		fmt.Printf("H(Z) = %.3f bits, I(Z;Y) = %.3f bits, %d clusters\n", p.H, p.I, p.K)
	}

	// Output:
	// [[Accra Lima] [Kyoto Oslo Rome]]
	// H(Z) = 0.000 bits, I(Z;Y) = 0.000 bits, 1 clusters
	// H(Z) = 0.567 bits, I(Z;Y) = 0.300 bits, 2 clusters
	// H(Z) = 0.722 bits, I(Z;Y) = 0.322 bits, 2 clusters
	// H(Z) = 0.918 bits, I(Z;Y) = 0.678 bits, 2 clusters
	// H(Z) = 1.242 bits, I(Z;Y) = 0.735 bits, 3 clusters
	// H(Z) = 1.506 bits, I(Z;Y) = 0.865 bits, 3 clusters
	// H(Z) = 1.829 bits, I(Z;Y) = 0.922 bits, 4 clusters
	// H(Z) = 1.966 bits, I(Z;Y) = 0.925 bits, 4 clusters
	// H(Z) = 2.289 bits, I(Z;Y) = 0.982 bits, 5 clusters
}
