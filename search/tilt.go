package search

import (
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// tilted evaluates i less the price of what clusters tell about a second variable. An agglomeration by it comes to
// clusterings that tell little about that variable.
type tilted struct {
	problem.Evaluator
	told  problem.Evaluator
	price float64
	by    []problem.Point
}

// tilts returns a tilted evaluator for each of the limiter's prices.
func tilts(e problem.Evaluator, l *limiter.Limiter) (all []problem.Evaluator) {
	for _, price := range l.Prices() {
		of := l.Told()
		all = append(all, &tilted{e, of.Evaluators(1, 0)[0], price, make([]problem.Point, of.Rows())})
	}
	return all
}

// Load implements [problem.Evaluator].
func (t *tilted) Load(f partition.Partition) problem.Point {
	at := t.Evaluator.Load(f)
	at.I -= float64(t.price * t.told.Load(f).I)
	return at
}

// Merges implements [problem.Evaluator].
func (t *tilted) Merges(a int, wanted []int32, to []problem.Point) {
	t.Evaluator.Merges(a, wanted, to)
	t.told.Merges(a, wanted, t.by)
	for _, b := range wanted {
		to[b].I -= float64(t.price * t.by[b].I)
	}
}

// Moves implements [problem.Evaluator].
func (t *tilted) Moves(b int, to []problem.Point) {
	t.Evaluator.Moves(b, to)
	t.told.Moves(b, t.by)
	for x := range to {
		to[x].I -= float64(t.price * t.by[x].I)
	}
}
