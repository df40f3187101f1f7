package mapping

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/hastening"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/search"
)

// evidenceHelp explains the test of dependence.
const evidenceHelp = `For a table of counts, the summary says whether X and Y depend on each other at all, by
a permutation test, which --seed draws. Where X has an order, such as numbers, the test
takes neighbours together. If it finds no dependence, the groupings are due to chance in
this sample. The summary also repeats the warnings of 'dibmap info' about a small sample.`

// dependence is the result of the test of dependence before the search.
type dependence struct {
	evidence *frontier.Evidence // nil if it was not tested
	remark   string             // about a small sample
	brief    bool               // the search is short, because there is nothing to group
	linked   bool               // rows of the same counts stay together in a short search
	state    *stages
}

// testable reports whether there are counts in several rows and columns.
func testable(p *input.Problem) bool {
	j := p.Joint
	if j == nil {
		return false
	}
	_, counts := j.Samples()
	return counts && j.Rows() > 1 && j.Cols() > 1
}

// look sets the remark about a small sample, which an estimator corrects. The test is nil if it was not made.
func (d *dependence) look(p *input.Problem, e *frontier.Evidence) {
	if testable(p) && !p.Means && p.Problem.Describe().Estimator == "" {
		d.remark = listing.SmallSample(p.Joint, p.XScales, p.YScales, e)
	}
}

const (
	// briefRows is the largest number of values of X for which a search is quick enough not to be shortened.
	briefRows = 10
	// briefEffort is the part of the effort that a short search takes.
	briefEffort = 0.01
	// briefBest is the largest number of groups in a short search.
	briefBest = 9
	// shortRows is the largest number of rows for which a local search is short.
	shortRows = 300
	// knownRows is the number of rows above which rows of the same counts stay together.
	knownRows = 5000
)

// shorten makes the search short if the test shows no dependence, unless the call chooses the search. Nothing is held
// out then, and nothing is proved.
func (f *mapFlags) shorten(p *input.Problem, opts *search.Options) {
	e := f.dependence.evidence
	if e == nil || e.Shown() || f.search.asked || f.search.order != "" || p.Problem.Rows() <= briefRows {
		return
	}
	f.dependence.brief = true
	opts.Effort *= briefEffort
	if p.Problem.Rows() <= shortRows {
		opts.Method = search.Local
	}
	f.search.prove, f.search.effort = cli.ProveNo, f.search.effort*briefEffort
	f.search.best = bestFlags{min(f.search.best.upTo, briefBest), true}
	if link := p.Problem.Traits().Link; link != nil && p.Problem.Rows() > knownRows && p.Limits.IsZero() {
		p.Problem = link(hastening.Alike(p.Joint))
		f.dependence.linked = true
	}
}

// testOptions returns the options of the test.
func (f *searchFlags) testOptions(p *input.Problem, opts search.Options, display *progress.Display) evidence.Options {
	return evidence.Options{
		Seed: opts.Seed, Workers: testWorkers(p, opts), Observe: display.Count("permutation test", false),
		Order: cmp.Or(f.order, string(p.XScales.Order())), Means: p.Means,
	}
}

// testWorkers returns the number of threads of the test that fit into memory.
func testWorkers(p *input.Problem, opts search.Options) int {
	most := max(opts.MaxMemory/max(permuted.BytesPerWorker(p.Joint, p.Means), 1), 1)
	return int(min(int64(cmp.Or(opts.Workers, runtime.GOMAXPROCS(0))), most))
}

// test tests the counts of a table for dependence in a part of the time that is left. It leaves the evidence nil
// without counts, for a single row or column, and if the time or an interrupt ends the test.
func (d *dependence) test(ctx context.Context, p *input.Problem, f *searchFlags, opts search.Options, clock cli.Clock, display *progress.Display) error {
	if !testable(p) {
		return nil
	}
	within, cancel := clock.Share(evidenceShare).Within(ctx)
	defer cancel()
	display.Within(within)
	defer display.Within(ctx)
	o := f.testOptions(p, opts, display)
	e, err := known(d.state, "dependence", keyOf(p.Joint.SHA256(), opts.Seed, o.Order, o.Means), func() (*frontier.Evidence, error) {
		return memory.TestDependence(within, p.Joint, o)
	})
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	case err != nil:
		return err
	default:
		d.evidence = e
	}
	d.look(p, d.evidence)
	return nil
}
