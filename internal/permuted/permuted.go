// Package permuted tests whether X and Y depend on each other, by tables in which the values of Y are
// permuted among the records: permuted.go has the test, which may be divided among machines, and
// tables.go draws the tables. Package evidence says what the test means.
package permuted

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// purpose sets the random numbers of the permutations apart from those of other computations with
// the same seed.
const purpose = 0x7065726d757465

// Options steer a [Test] as those of package evidence do, whose comments say how.
type Options struct {
	Seed    uint64
	Workers int
	Observe func(done, all int) // of all permutations, or of those of a part
}

// Test is a permutation test, whose permutations may be divided among machines.
type Test struct {
	joint     *joint.Joint
	corrected float64 // I(X;Y)
	plan      *plan
	options   Options
	workers   int
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
	return &Test{joint: j, corrected: h.MutualInformation().Value, plan: planOf(j), options: o, workers: workers}, nil
}

// Parts returns the number of parts, at most so many, into which it pays to divide the permutations,
// where each part reads the table anew.
func (t *Test) Parts(most int) int {
	// A part takes a third of a second at least, and several times as long as reading the table.
	least := 3e7 + float64(20*float64(t.joint.NonZero()))
	worth := t.plan.steps() * float64(t.plan.permutations) / least
	return int(max(min(worth, float64(most), float64(t.plan.permutations)), 1))
}

// Permute returns H(X,Y) in bits of the random tables of one part of several. The first part is 0. It
// is an error if there is no such part, and the context's if that ends.
func (t *Test) Permute(ctx context.Context, part, parts int) ([]float64, error) {
	if part < 0 || part >= parts {
		return nil, fmt.Errorf("there is no part %d of %d", part, parts)
	}
	from := part * t.plan.permutations / parts
	entropies := make([]float64, (part+1)*t.plan.permutations/parts-from)
	tables := make([]*tables, t.workers)
	var mutex sync.Mutex
	done := 0
	err := pool.Each(ctx, t.workers, len(entropies), func(worker, k int) error {
		if tables[worker] == nil {
			tables[worker] = newTables(t.plan)
		}
		entropies[k] = -tables[worker].draw(ctx, random.New(t.options.Seed, purpose, uint64(from+k)))
		if t.options.Observe != nil {
			mutex.Lock()
			defer mutex.Unlock()
			done++
			t.options.Observe(done, len(entropies))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return entropies, nil
}

// Evidence returns what the test says, of the entropies of all parts, in their order. It is an error
// if they are not as many as there are permutations.
func (t *Test) Evidence(parts ...[]float64) (*frontier.Evidence, error) {
	entropies := slices.Concat(parts...)
	if len(entropies) != t.plan.permutations {
		return nil, fmt.Errorf("there are %d random tables, and the test has %d", len(entropies), t.plan.permutations)
	}
	e := &frontier.Evidence{
		Permutations: t.plan.permutations, Seed: t.options.Seed,
		Corrected: t.corrected, Estimator: info.MillerMadow().Name(),
	}
	// H(X) and H(Y) are those of the table, so I(X;Y) varies with H(X,Y) alone.
	margins := t.joint.HX() + t.joint.HY()
	most := t.joint.HXY() + t.plan.rounding(t.joint.NonZero())
	for _, h := range entropies {
		if h <= most {
			e.AtLeast++
		}
		e.Chance += max(margins-h, 0) / float64(len(entropies))
	}
	return e, nil
}

// rounding returns how far the sums of two equal tables, in another order, may be apart: every cell
// is rounded by less than a quantum. A random table has no more than one cell for each pair of a
// row and a column, and each record.
func (p *plan) rounding(cells int) float64 {
	most := min(float64(len(p.rows))*float64(len(p.columns)), p.total)
	return float64(plogp.Quantum * (float64(cells) + most))
}
