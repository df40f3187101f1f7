package survey

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// proposalOf reads records with some columns of a planted table, and returns the names of the proposed columns.
func proposalOf(t *testing.T, columns, x, y string) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 46))
	names := strings.Fields(columns)
	var b strings.Builder
	b.WriteString(strings.Join(names, ",") + "\n")
	for n := range 1200 {
		city, draw := rng.IntN(12), rng.IntN(10)
		product := (city / 3) % 3
		if draw < 4 {
			product = rng.IntN(3)
		}
		values := map[string]string{
			"id": fmt.Sprint("id", n), "number": fmt.Sprint(100000 + 7*n), "near": fmt.Sprint("near", n/2), "constant": "one",
			"city": fmt.Sprint("city", city), "code": fmt.Sprint("code", city), "region": fmt.Sprint("region", city%4),
			"product": fmt.Sprint("product", product), "alone": fmt.Sprint("alone", rng.IntN(5)), "yes": fmt.Sprint(min(product, 1)),
			"amount": fmt.Sprint(float64(10*product) + rng.Float64()), "n": fmt.Sprint(1 + city),
		}
		row := make([]string, len(names))
		for i, name := range names {
			row[i] = values[name]
		}
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	s, err := Read(context.Background(), write(t, b.String()), Options{Propose: &[2]string{x, y}})
	if err != nil {
		t.Fatal(err)
	}
	of := func(n int) string {
		if n < 0 {
			return "-"
		}
		return s.Columns[n].Name
	}
	return of(s.Proposed[0]) + " " + of(s.Proposed[1])
}

// TestProposedColumns: neither identifiers nor constants are proposed, nor columns that do not depend on each other or
// are functions of each other; categories come before numbers, and the last column before others.
func TestProposedColumns(t *testing.T) {
	for _, c := range []struct{ columns, x, y, want string }{
		{columns: "id number near constant city product", want: "city product"},
		{columns: "product city", want: "city product"}, // X has more values
		{columns: "city code region product alone", want: "city product"},
		{columns: "city alone code product region", want: "region product"}, // region is a function of city
		{columns: "id amount city number", want: "city amount"},
		{columns: "id n city amount", want: "city amount"},
		{columns: "city product yes", want: "city yes"},
		{columns: "city region product", x: "region", want: "region product"},
		{columns: "region product city", y: "region", want: "product region"},
		{columns: "product city amount", x: "product", y: "city", want: "product city"},
		{columns: "id constant alone", want: "- alone"},
		{columns: "id alone city", want: "alone city"}, // nothing depends: what repeats
		{columns: "id constant", want: "- -"},
	} {
		if got := proposalOf(t, c.columns, c.x, c.y); got != c.want {
			t.Errorf("of %s, with x %q and y %q: %s is proposed, want %s", c.columns, c.x, c.y, got, c.want)
		}
	}
}
