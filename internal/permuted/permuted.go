// Package permuted tests whether X and Y depend on each other, by tables in which the values of Y are
// permuted among the records: permuted.go has the test, which may be divided among machines, tables.go
// draws the tables, statistic.go has the statistics that compare them, and means.go the test of means. Package evidence explains
// the test.
package permuted

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/scale"
)

// purpose makes the random numbers of the permutations independent of other computations with the
// same seed.
const purpose = 0x7065726d757465

// Options steer a [Test]. Package evidence has the same options, with comments.
type Options struct {
	Seed    uint64
	Workers int
	Observe func(done, all int) // of all permutations, or of those of a part
	Order   string
	Means   bool // for [OfMeans]
}

// counter returns a function that counts one more permutation of all, for Observe. Workers may share it.
func (o *Options) counter(all int) func() {
	var mutex sync.Mutex
	done := 0
	return func() {
		if o.Observe == nil {
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		done++
		o.Observe(done, all)
	}
}

// Test is a permutation test, whose permutations may be divided among machines.
type Test struct {
	joint     *joint.Joint
	corrected float64 // I(X;Y)
	plan      *plan
	design    *design
	options   Options
	workers   int

	// identified reports whether each row has one record and no place in an order, so that a permutation
	// only renames the rows, and all tables have the same numbers.
	identified bool
}

// NewTest returns the test of a table of counts. It is an error if the workers are negative.
func NewTest(j *joint.Joint, o Options) (*Test, error) {
	workers, err := pool.Workers(o.Workers)
	if err != nil {
		return nil, err
	}
	h, err := problem.Entropies(j, info.MillerMadow())
	if err != nil {
		return nil, err
	}
	t := &Test{joint: j, corrected: h.MutualInformation().Value, plan: planOf(j), options: o, workers: workers}
	rows, columns := make([]float64, j.Rows()), make([]float64, j.Cols())
	for x := range rows {
		rows[x] = j.RowMass(x)
	}
	for y := range columns {
		columns[t.plan.y[y]] = j.ColMass(y)
	}
	t.identified = o.Order == "" && slices.Max(rows) == 1
	t.design = newDesign(Order(o.Order), slices.Index(j.XLabels(), scale.MissingLabel), rows, columns, t.plan.phi)
	return t, nil
}

// width is how many numbers [Test.Permute] returns for a table: H(X,Y) and the statistics.
func (t *Test) width() int { return 1 + len(t.design.weights) }

// Parts returns the number of parts, at most most, into which it pays to divide the permutations,
// where each part reads the table anew.
func (t *Test) Parts(most int) int {
	// A part takes a third of a second at least, and several times as long as reading the table.
	least := 3e7 + float64(20*float64(t.joint.NonZero()))
	worth := t.plan.steps() * float64(t.plan.permutations) / least
	return int(max(min(worth, float64(most), float64(t.plan.permutations)), 1))
}

// Permute returns H(X,Y) in bits and the statistics of the random tables of one part of several, table by
// table. The first part is 0. The error is about a part that does not exist, or the context's.
func (t *Test) Permute(ctx context.Context, part, parts int) ([]float64, error) {
	if part < 0 || part >= parts {
		return nil, fmt.Errorf("there is no part %d of %d", part, parts)
	}
	from := part * t.plan.permutations / parts
	count := (part+1)*t.plan.permutations/parts - from
	numbers := make([]float64, count*t.width())
	different := count
	if t.identified {
		different = min(count, 1)
	}
	tables := make([]*tables, t.workers)
	oneMore := t.options.counter(count)
	err := pool.Each(ctx, t.workers, different, func(worker, k int) error {
		if tables[worker] == nil {
			tables[worker] = newTables(t.plan).note(t.design)
		}
		own := tables[worker]
		h := -own.draw(ctx, random.New(t.options.Seed, purpose, uint64(from+k)))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		copy(numbers[k*t.width():], t.numbers(h, own))
		oneMore()
		return nil
	})
	if err != nil {
		return nil, err
	}
	for k := different; k < count; k++ {
		copy(numbers[k*t.width():], numbers[:t.width()])
	}
	return numbers, nil
}

// numbers returns H(X,Y) and the statistics of a table, which was noted.
func (t *Test) numbers(h float64, noted *tables) []float64 {
	information := max(t.joint.HX()+t.joint.HY()-h, 0)
	return append([]float64{h}, t.design.statistics(information, noted.score, noted.base)...)
}

// observed returns the numbers of the table itself.
func (t *Test) observed() []float64 {
	noted := newTables(t.plan).note(t.design)
	for x := range t.joint.Rows() {
		columns, masses := t.joint.Row(x)
		for k, y := range columns {
			row, column := int(t.plan.x[x]), int(t.plan.y[y])
			if t.plan.swapped {
				row, column = column, row
			}
			noted.cell(row, column, masses[k])
		}
	}
	return t.numbers(t.joint.HXY(), noted)
}

// Evidence returns the result of the test from the numbers of all parts, in their order. The error is about
// a wrong count of numbers, or about a number that is not finite.
func (t *Test) Evidence(parts ...[]float64) (*frontier.Evidence, error) {
	numbers := slices.Concat(parts...)
	if len(numbers) != t.plan.permutations*t.width() {
		return nil, fmt.Errorf("there are %d numbers of random tables, and the test has %d", len(numbers), t.plan.permutations*t.width())
	}
	if slices.ContainsFunc(numbers, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		return nil, errors.New("a number of a random table is not finite")
	}
	e := &frontier.Evidence{
		Test: cmp.Or(t.options.Order, "values"), Permutations: t.plan.permutations, Seed: t.options.Seed,
		Corrected: t.corrected, Estimator: info.MillerMadow().Name(),
	}
	// Permutations keep H(X) and H(Y), so I(X;Y) varies with H(X,Y) alone.
	margins := t.joint.HX() + t.joint.HY()
	pool := [][]float64{t.observed()[1:]}
	for own := range slices.Chunk(numbers, t.width()) {
		e.Chance += max(margins-own[0], 0) / float64(t.plan.permutations)
		pool = append(pool, own[1:])
	}
	e.AtLeast = t.design.atLeast(pool)
	return e, nil
}
