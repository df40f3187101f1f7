package archive

import (
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Split takes a row out of its cluster in f, a clustering of the evaluator's rows, so that it tells more than i, by two
// cells of the grid. It leaves f unchanged and returns false if no row does so. It takes O(rows) moves for each cluster.
func Split(e problem.Evaluator, f partition.Partition, i float64) bool {
	e.Load(f)
	to := make([]problem.Point, len(f))
	for b := range f.K() {
		e.Moves(b, to)
		for x, c := range f {
			if c == b && to[x].I > i+2*pareto.Tolerance {
				f[x] = f.K()
				f.Renumber(make([]int, len(f)))
				return true
			}
		}
	}
	return false
}
