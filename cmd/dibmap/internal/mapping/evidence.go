package mapping

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/search"
)

// evidenceHelp explains the test of dependence.
const evidenceHelp = `Of a table of counts, the summary says whether X and Y depend on each other at all, by
a permutation test, which --seed draws. Where X has an order, such as that of numbers, the
test takes neighbours together. If it finds nothing, the groupings are those that chance
favours in this sample. The summary also repeats what 'dibmap info' says of a small sample.`

// dependence is what the counts of a table say before it is searched.
type dependence struct {
	evidence *frontier.Evidence // nil if it was not tested
	remarks  []string           // about a small sample
	state    *stages
}

// testable tells whether there is something to test: there are counts, in several rows and columns.
func testable(p *input.Problem) bool {
	j := p.Joint
	if j == nil {
		return false
	}
	_, counts := j.Samples()
	return counts && j.Rows() > 1 && j.Cols() > 1
}

// remark notes what is to be said of a small sample.
func (d *dependence) remark(p *input.Problem) {
	if testable(p) {
		d.remarks = input.SmallSample(p.Joint, p.XScales)
	}
}

// testOptions returns the options of the test.
func (f *searchFlags) testOptions(p *input.Problem, opts search.Options, display *progress.Display) evidence.Options {
	order := cmp.Or(f.order, string(p.XScales.Order()))
	return evidence.Options{
		Seed: opts.Seed, Workers: testWorkers(p, opts), Observe: display.Count("permutation test", false),
		Order: order, Apart: input.Apart(p.Joint, order),
	}
}

// testWorkers is the number of threads of the test for which there is memory.
func testWorkers(p *input.Problem, opts search.Options) int {
	most := max(opts.MaxMemory/max(permuted.BytesPerWorker(p.Joint), 1), 1)
	return int(min(int64(cmp.Or(opts.Workers, runtime.GOMAXPROCS(0))), most))
}

// test tests whether the counts of a table show dependence, in a part of the time that is left. Nothing is tested
// if there are no counts, if a single row or column leaves nothing to test, or if the time is over before or the
// user ends it.
func (d *dependence) test(ctx context.Context, p *input.Problem, f *searchFlags, opts search.Options, clock cli.Clock, display *progress.Display) error {
	if !testable(p) {
		return nil
	}
	d.remark(p)
	within, cancel := clock.Share(evidenceShare).Within(ctx)
	defer cancel()
	display.Within(within)
	defer display.Within(ctx)
	o := f.testOptions(p, opts, display)
	e, err := known(d.state, "dependence", keyOf(p.Joint.SHA256(), opts.Seed, o.Order, o.Apart), func() (*frontier.Evidence, error) {
		return input.TestDependence(within, p.Joint, o)
	})
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	case err != nil:
		return err
	default:
		d.evidence = e
	}
	return nil
}
