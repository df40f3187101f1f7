package proof

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
)

// TestEdgesGoOn: an edge that takes more steps than it is allowed, again and again, has the same proof as one
// that takes as many as it needs, with any number of workers. Nothing is listed twice, or charged twice.
func TestEdgesGoOn(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(2, 16, 6))
	start := drawn.Searched(t, j)
	tried, enough := 0, int64(1<<60)
	for _, workers := range []int{1, 2, 3} {
		begin := func(each int64) (p *prover, listed *int) {
			p, err := newProver(j, start, drawn.Defaults(t, workers))
			if err != nil {
				t.Fatal(err)
			}
			listed = new(int)
			p.journal = edge.NewJournal(func() { *listed++ })
			p.steps = allowance{enough, each}
			return p, listed
		}
		for n := 3; n <= 5; n++ { // which take longest
			whole, all := begin(enough)
			e := whole.edges()[n]
			if err := whole.attempt(context.Background(), e); err != nil {
				t.Fatal(err)
			}
			steps := enough - whole.steps.left
			p, listed := begin(steps / 64)
			for {
				if err := p.attempt(context.Background(), e); err != nil {
					t.Fatal(err)
				}
				p.journal.Clear()
				if p.proofOf(e).tried == 0 {
					break
				}
				if p.proofOf(e).dual == nil { // nothing was listed yet
					p, listed = begin(2 * p.steps.each)
					continue
				}
				p.steps.each += steps / 32
				tried++
			}
			got, want := p.proofOf(e), whole.proofOf(e)
			if !got.entry.Certified || !slices.Equal(got.dual, want.dual) || got.entry.Columns != want.entry.Columns {
				t.Errorf("%d workers, edge %d: %d columns, and without a limit %d", workers, n, got.entry.Columns, want.entry.Columns)
			}
			if *all == 0 || *listed != *all {
				t.Errorf("%d workers, edge %d: %d parts were listed, and without a limit %d", workers, n, *listed, *all)
			}
			if charged := enough - p.steps.left; charged > steps {
				t.Errorf("%d workers, edge %d: %d steps were charged, and without a limit %d", workers, n, charged, steps)
			}
		}
	}
	if tried < 3*3*3 {
		t.Errorf("%d tries were not enough: that tests little", tried)
	}
}

// TestManyClusters: where an edge has more clusters than the memory allows, and takes more steps than
// it is allowed at first, the proof does not depend on which of the two limits is met first.
func TestManyClusters(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(1, 19, 5))
	start := drawn.Bare(t, j)
	for _, each := range []int64{1 << 20, 87_356_000, 87_362_000, 87_368_000} { // one worker has too many after 87,370,254
		var first *frontier.Certificate
		for _, workers := range []int{1, 3} {
			opts := drawn.Defaults(t, workers)
			opts.MaxMemory = 16 << 20
			p, err := newProver(j, start, opts)
			if err != nil {
				t.Fatal(err)
			}
			p.steps.each = each
			if status := p.run(context.Background()); status != frontier.StatusMemory {
				t.Errorf("%d workers: status %v", workers, status)
			}
			c := p.certificate()
			if first == nil {
				first = c
			}
			if diff := cmp.Diff(first, c); diff != "" {
				t.Errorf("%d steps, %d workers (-before +now):\n%s", each, workers, diff)
			}
		}
	}
}
