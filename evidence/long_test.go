//go:build long

package evidence

import "testing"

// TestLongIndependentTablesShowNothing: of 200 tables of independent variables, at most a twentieth
// show dependence, up to three standard deviations. Sparse, narrow and square tables.
func TestLongIndependentTablesShowNothing(t *testing.T) {
	for _, size := range []struct{ records, rows, columns int }{
		{1000, 40, 6}, {1000, 6, 40}, {100, 3, 2}, {10_000, 10, 10}, {500, 100, 50}, {30_000, 5, 4},
	} {
		if n := falselyShown(t, 200, size.records, size.rows, size.columns); n > mostFalse(200) {
			t.Errorf("%+v: %d of 200 independent tables show dependence", size, n)
		}
	}
}
