package permuted

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
)

// testOf returns the test of a table of counts.
func testOf(t testing.TB, counts [][]float64, o Options) *Test {
	t.Helper()
	labels := func(n int) (list []string) {
		for k := range n {
			list = append(list, strconv.Itoa(k))
		}
		return list
	}
	j, err := joint.Dense(labels(len(counts)), labels(len(counts[0])), counts)
	if err != nil {
		t.Fatal(err)
	}
	test, err := NewTest(j, o)
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// evidenceOf returns what a test says that is not divided.
func evidenceOf(t testing.TB, test *Test) *frontier.Evidence {
	t.Helper()
	entropies, err := test.Permute(context.Background(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	e, err := test.Evidence(entropies)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// drawnTable returns a table of records whose X and Y are independent.
func drawnTable(r *random.Stream, records, rows, columns int) [][]float64 {
	counts := make([][]float64, rows)
	for x := range counts {
		counts[x] = make([]float64, columns)
	}
	for range records {
		counts[int(float64(rows)*r.Uniform())][int(float64(columns)*r.Uniform())]++
	}
	return counts
}

// TestPermutationsDiffer: no table is drawn twice, of one that has millions of permutations.
func TestPermutationsDiffer(t *testing.T) {
	test := testOf(t, drawnTable(random.New(8), 20_000, 30, 20), Options{Workers: 2})
	entropies, err := test.Permute(context.Background(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := len(entropies)
	slices.Sort(entropies)
	if n := len(slices.Compact(entropies)); n < all-1 {
		t.Errorf("%d of %d permutations differ", n, all)
	}
}

// TestPartsMakeTheWhole: the parts of a test, each with a Test of its own, say what the undivided one does.
func TestPartsMakeTheWhole(t *testing.T) {
	counts := drawnTable(random.New(5), 300, 9, 4)
	want := evidenceOf(t, testOf(t, counts, Options{Seed: 3}))
	if want.AtLeast == 0 || want.AtLeast == want.Permutations {
		t.Fatalf("the table shows nothing of the test: %+v", want)
	}
	for _, parts := range []int{1, 2, 7, 999, 1500} {
		var entropies [][]float64
		for part := range parts {
			of, err := testOf(t, counts, Options{Seed: 3, Workers: 1 + part%2}).Permute(context.Background(), part, parts)
			if err != nil {
				t.Fatal(err)
			}
			content, err := json.Marshal(of) // as units of work keep them
			if err != nil {
				t.Fatal(err)
			}
			entropies = append(entropies, nil)
			if err := json.Unmarshal(content, &entropies[part]); err != nil {
				t.Fatal(err)
			}
		}
		test := testOf(t, counts, Options{Seed: 3})
		if got, err := test.Evidence(entropies...); err != nil || *got != *want {
			t.Errorf("%d parts: %+v, %v, want %+v", parts, got, err, want)
		}
		if _, err := test.Evidence(entropies[:parts-1]...); err == nil {
			t.Errorf("%d parts without the last are evidence", parts)
		}
		if _, err := test.Permute(context.Background(), parts, parts); err == nil {
			t.Errorf("there is a part %d of %d", parts, parts)
		}
	}
}

// TestPartsTakeTheirTime: a test of a fifth of a second is not divided, and none into more parts than
// asked for.
func TestPartsTakeTheirTime(t *testing.T) {
	small := [][]float64{{30, 20}, {10, 40}}
	large := make([][]float64, 3000) // its 18 million records are dealt 99 times
	for x := range large {
		large[x] = make([]float64, 300)
		for y := range large[x] {
			large[x][y] = 20
		}
	}
	for _, tt := range []struct {
		counts      [][]float64
		most, parts int
	}{{small, 64, 1}, {large, 64, 37}, {large, 4, 4}, {large, 1, 1}} {
		if parts := testOf(t, tt.counts, Options{}).Parts(tt.most); parts != tt.parts {
			t.Errorf("%d x %d, at most %d: %d parts, want %d", len(tt.counts), len(tt.counts[0]), tt.most, parts, tt.parts)
		}
	}
}

// TestIdentifiersHaveOneTable: the permutations of a table that has one record a row have the numbers of its
// random tables, though one of them is drawn.
func TestIdentifiersHaveOneTable(t *testing.T) {
	counts := make([][]float64, 40)
	for x := range counts {
		counts[x] = make([]float64, 3)
		counts[x][x*x%3]++
	}
	test := testOf(t, counts, Options{Workers: 2})
	if !test.identified {
		t.Error("a table of identifiers is not recognised")
	}
	e := evidenceOf(t, test)
	test.identified = false
	all := evidenceOf(t, test)
	if *e != *all || e.P() != 1 {
		t.Errorf("identifiers have %+v, with all tables drawn %+v", *e, *all)
	}
	if testOf(t, counts, Options{Order: "linear"}).identified {
		t.Error("identifiers that have an order are not renamed by a permutation")
	}
}
