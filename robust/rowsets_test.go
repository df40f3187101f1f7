package robust

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
)

// TestRowSets: sets of any density are as they were added, and take a bit for each row of the table at most,
// rounded up to a byte.
func TestRowSets(t *testing.T) {
	r := random.New(1)
	for _, n := range []int{1, 7, 8, 9, 64, 1000, 70_000} {
		s := rowSets{n: n}
		var want [][]int32
		for _, share := range []float64{0, 0.0001, 0.01, 0.1, 0.12, 0.13, 0.5, 0.99, 1} {
			rows := []int32{int32(float64(n) * r.Uniform())}
			for x := range int32(n) {
				if r.Uniform() < share && x != rows[0] {
					rows = append(rows, x)
				}
			}
			slices.Sort(rows)
			before := len(s.bytes)
			s.add(rows)
			if took := len(s.bytes) - before; took > min((n+7)/8, 3*len(rows)) {
				t.Errorf("%d of %d rows take %d bytes", len(rows), n, took)
			}
			want = append(want, rows)
		}
		for k, rows := range want {
			if got := s.appendRows([]int32{-7}, k); got[0] != -7 || !slices.Equal(got[1:], rows) {
				t.Errorf("set %d of %d rows of %d is %v, want %v", k, len(rows), n, got[1:], rows)
			}
		}
		if s.len() != len(want) {
			t.Errorf("there are %d sets, want %d", s.len(), len(want))
		}
	}
}
