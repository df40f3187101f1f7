package permuted

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// numbersOf draws a table of rows and numbers. Shift is added to the numbers of some rows, and order permutes the rows.
func numbersOf(t *testing.T, seed uint64, rows, records int, shift func(x int) float64, order []int) *joint.Joint {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 60))
	var labels, numbers []string
	column := make(map[string]int32)
	for x := range rows {
		labels = append(labels, fmt.Sprint("x", x))
	}
	place := make([]int32, rows)
	for at, x := range order {
		place[x] = int32(at)
	}
	shuffled := make([]string, rows)
	for x, at := range place {
		shuffled[at] = labels[x]
	}
	var cells []joint.Cell
	for n := range records {
		x := n % rows
		y := fmt.Sprint(1e6 + math.Round(1e4*(rng.ExpFloat64()+shift(x)))/1e4)
		at, ok := column[y]
		if !ok {
			at, numbers = int32(len(numbers)), append(numbers, y)
			column[y] = at
		}
		cells = append(cells, joint.Cell{X: place[x], Y: at, Value: 1})
	}
	j, err := joint.New(shuffled, numbers, unique(cells))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// unique adds up cells of the same place.
func unique(cells []joint.Cell) (list []joint.Cell) {
	at := make(map[[2]int32]int)
	for _, c := range cells {
		k, ok := at[[2]int32{c.X, c.Y}]
		if !ok {
			k, list = len(list), append(list, joint.Cell{X: c.X, Y: c.Y})
			at[[2]int32{c.X, c.Y}] = k
		}
		list[k].Value += c.Value
	}
	return list
}

func identity(n int) (list []int) {
	for k := range n {
		list = append(list, k)
	}
	return list
}

func testMeans(t *testing.T, j *joint.Joint, o Options) *frontier.Evidence {
	t.Helper()
	e, err := OfMeans(context.Background(), j, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestMeansWithoutDependence: p-values are as small as they may be, for skewed numbers and rows of few records.
func TestMeansWithoutDependence(t *testing.T) {
	for _, order := range []string{"", "linear", "circular"} {
		for _, rows := range []int{4, 40} {
			small := 0
			const tables = 60
			for seed := range uint64(tables) {
				j := numbersOf(t, seed, rows, 60, func(int) float64 { return 0 }, identity(rows))
				if e := testMeans(t, j, Options{Seed: seed, Order: order}); e.P() <= 0.1 {
					small++
				}
			}
			// 6 are expected, with a standard deviation of 2.3.
			if small > 14 {
				t.Errorf("order %q, %d rows: p <= 0.1 in %d of %d tables", order, rows, small, tables)
			}
		}
	}
}

// TestMeansWithDependence: planted differences are found, whatever the names and the order of rows and the workers.
func TestMeansWithDependence(t *testing.T) {
	for name, c := range map[string]struct {
		order string
		rows  int
		shift func(x int) float64
	}{
		"groups": {"", 12, func(x int) float64 { return float64(x % 2) }},
		"rare":   {"", 100, func(x int) float64 { return 2 * float64(x%2) }},
		"step":   {"linear", 200, func(x int) float64 { return float64(x / 150) }},
		"trend":  {"linear", 50, func(x int) float64 { return float64(x) / 40 }},
		"wave":   {"circular", 24, func(x int) float64 { return math.Sin(float64(x) / 24 * 2 * math.Pi) }},
	} {
		j := numbersOf(t, 1, c.rows, 200, c.shift, identity(c.rows))
		e := testMeans(t, j, Options{Order: c.order, Workers: 1})
		if !e.Shown() {
			t.Errorf("%s: p = %g", name, e.P())
		}
		if *testMeans(t, j, Options{Order: c.order, Workers: 3}) != *e {
			t.Errorf("%s: the workers matter", name)
		}
		if c.order != "" {
			continue
		}
		other := numbersOf(t, 1, c.rows, 200, c.shift, rand.New(rand.NewPCG(1, 1)).Perm(c.rows))
		if got := testMeans(t, other, Options{}); *got != *e {
			t.Errorf("%s: the order of rows matters: %v and %v", name, got, e)
		}
	}
}

// TestMeansByHand: R^2 by chance, its adjustment, and a table that says nothing because each record has a row.
func TestMeansByHand(t *testing.T) {
	// The numbers 0, 2 and 4, 6 in two rows: R^2 is 16 / 20. Of the three divisions into pairs, one has R^2 0.8, one
	// 0.2 and one 0.
	j, err := joint.New([]string{"a", "b"}, []string{"0", "2", "4", "6"}, []joint.Cell{{X: 0, Y: 0, Value: 1}, {X: 0, Y: 1, Value: 1}, {X: 1, Y: 2, Value: 1}, {X: 1, Y: 3, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	e := testMeans(t, j, Options{})
	if math.Abs(e.Corrected-0.7) > 1e-12 || math.Abs(e.Chance-1./3) > 0.05 || math.Abs(float64(e.AtLeast)/999-1./3) > 0.05 {
		t.Errorf("adjusted %g, by chance %g, %d as much", e.Corrected, e.Chance, e.AtLeast)
	}
	single := numbersOf(t, 3, 50, 50, func(x int) float64 { return float64(x) }, identity(50))
	if e := testMeans(t, single, Options{}); e.AtLeast != e.Permutations || e.Corrected != 0 {
		t.Errorf("one record a row: %v", e)
	}
}
