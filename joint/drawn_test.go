package joint

import (
	"errors"
	"testing"
)

// A drawn table holds what Sample counts, in the same places, and lacks what drew nothing.
func TestDrawn(t *testing.T) {
	j, err := Dense([]string{"a", "b", "c"}, []string{"u", "v"}, [][]float64{{40, 30}, {20, 9.5}, {1e-9, 0}})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := j.Sample(1000, 7)
	if err != nil {
		t.Fatal(err)
	}
	d, err := j.SampleTable(1000, 7)
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := d.Samples(); n != 1000 || !ok || d.Rows() != 2 || len(d.ZeroRows()) != 1 {
		t.Fatalf("%d records in %d rows, without %v", n, d.Rows(), d.ZeroRows())
	}
	for x := range d.Rows() {
		columns, masses := d.Row(x)
		for k := range columns {
			if masses[k] != float64(counts[2*x+k]) {
				t.Errorf("row %d holds %v, drawn were %v", x, masses, counts)
			}
		}
	}
	if _, err := j.SampleTable(0, 7); !errors.Is(err, ErrInput) {
		t.Errorf("a sample of none: %v", err)
	}
}
