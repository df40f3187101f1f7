package mapping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/hastening"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// validateHelp explains the flags that hold records out.
const validateHelp = `A search takes the groupings that look best in a sample, partly by chance. --validate
divides the records into 5 random parts (--validate=K: into K), holds out each part in
turn, searches the rest like the whole table, and prints how much of the information
remains in the held-out records, for every point and for the best groupings. The summary
says up to how many groups, and up to which H(Z), the held-out records support the
groupings; groupings beyond tell no more there, so their gain is chance. The frontier is
still that of the whole table, with these numbers added. --fold COL holds out the records
of each value of a column in turn, such as a month or a region, and --test FILE scores
the groupings on other records, read like TABLE. All three need counts of X and Y. The
search of a part takes at most a fifth of the --effort, and has no proof. Half of a
--time-limit is for the parts; if that is not enough or Ctrl-C ends them, the frontier is
kept without these numbers.`

// validateFlags are the flags that hold records out.
type validateFlags struct {
	parts string
	fold  string
	test  string

	k    int // number of random parts, or 0
	seed uint64
}

// The default and the largest number of random parts of the records.
const (
	defaultParts = 5
	mostParts    = folding.MaxParts
)

func (f *validateFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.parts, "validate", "", "hold out each of `K` random parts of the records in turn, and score the groupings on them (default 5)")
	flags.Lookup("validate").NoOptDefVal = strconv.Itoa(defaultParts)
	flags.StringVar(&f.fold, "fold", "", "hold out the records of each value of this `COL` in turn")
	flags.StringVar(&f.test, "test", "", "score the groupings on the records of this `FILE`, which has the columns of TABLE")
}

// on reports whether records are held out.
func (f *validateFlags) on() bool { return f.k > 0 || f.fold != "" || f.test != "" }

// flag returns the flag that asks to hold records out.
func (f *validateFlags) flag() string {
	switch {
	case f.fold != "":
		return "--fold"
	case f.test != "":
		return "--test"
	default:
		return "--validate"
	}
}

// check returns an error if a flag is wrong, and passes the column to the reader of the table.
func (f *validateFlags) check(given func(flag string) bool, p *input.ProblemFlags, seed uint64) error {
	var flags []string
	for _, flag := range []string{"validate", "fold", "test"} {
		if given(flag) {
			flags = append(flags, flag)
		}
	}
	f.seed, p.Table.Fold = seed, f.fold
	switch {
	case len(flags) == 0:
		return nil
	case len(flags) > 1:
		return fmt.Errorf("--%s and --%s both choose the records to hold out: leave one of them out", flags[0], flags[1])
	case given("fold") && f.fold == "":
		return errors.New("--fold is empty: name a column of the records")
	case given("test") && f.test == "":
		return errors.New("--test is empty: name a file of records")
	case p.Kind != "dib" && p.Kind != "dmc" && p.Kind != input.Mean:
		return fmt.Errorf("--%s is for tables of X and Y, and this is --problem %s: leave it out", flags[0], p.Kind)
	case p.Estimates():
		return fmt.Errorf("--%s scores plug-in values, and this is --estimator %s: leave one of them out", flags[0], p.Estimator)
	}
	if given("validate") {
		k, err := strconv.Atoi(f.parts)
		if err != nil || k < 2 || k > mostParts {
			return fmt.Errorf("--validate is %q: want a number of parts from 2 to %d", f.parts, mostParts)
		}
		f.k = k
		p.Table.HoldOut = true
	}
	return nil
}

// foldEffort is the part of the effort for the search of a fold. More effort would change the result less than the
// choice of folds does.
const foldEffort = 0.2

// heldOut is the folds of a table, and how to score them.
type heldOut struct {
	folds  []joint.Fold
	second []joint.Fold         // of X and the second variable, if there is one
	found  []*frontier.Frontier // of the training records of each fold, once they are searched
	opts   evidence.ValidateOptions
}

// cells returns the number of cells above zero in all tables of the folds.
func (h *heldOut) cells() (n int) {
	for _, f := range h.folds {
		n += f.Training.NonZero() + f.HeldOut.NonZero()
	}
	return n
}

// divide returns the folds of a table that the flags ask for.
func (f *validateFlags) divide(ctx context.Context, p *input.Problem, t *input.TableFlags, s cli.Streams, quiet bool) (h heldOut, err error) {
	if !f.on() {
		return h, nil
	}
	n, counts := p.Joint.Samples()
	if !counts {
		return h, fmt.Errorf("%s: %s needs counts of records, and the table holds probabilities: leave it out; 'dibmap sample' draws counts from them", p.Name, f.flag())
	}
	switch {
	case f.fold != "":
		h.folds = p.Folds
		h.found = make([]*frontier.Frontier, len(h.folds))
		h.opts.Method, h.opts.Name = "column", f.fold
	case cli.SamePath(f.test, p.Name):
		return h, fmt.Errorf("--test: %s is the table that is grouped, so nothing is held out: name other records, or use --validate", f.test)
	case f.test != "":
		other, err := t.ReadLike(ctx, f.test, p, s, quiet)
		if err != nil {
			return h, fmt.Errorf("--test: %w", err)
		}
		h.folds = []joint.Fold{{Training: p.Records(), HeldOut: other}}
		h.opts.Method, h.opts.Name = "file", filepath.Base(f.test)
	case int64(f.k) > n:
		return h, fmt.Errorf("%s: --validate=%d needs as many records, and there are %s: choose fewer parts", p.Name, f.k, wording.Number(n))
	default:
		h.folds, err = input.Prompt(ctx, p.Name, func() ([]joint.Fold, error) { return t.RandomFolds(p, f.k, f.seed) })
		h.opts.Method, h.opts.Seed = "folds", f.seed
		h.found = make([]*frontier.Frontier, len(h.folds))
	}
	switch {
	case err == nil && p.Second.Records():
		h.folds, h.second, err = p.Second.Apart(h.folds)
	case err == nil && p.Second != nil && !quiet:
		s.Note("%s: what groupings tell about %s on held-out records is not known from a matrix, which does not say which records have which Y and S: name the columns of records for it", f.flag(), wording.Label(p.Second.Name))
	}
	return h, err
}

// validated adds the scores of held-out records to a frontier. If the time or an interrupt ends it, the frontier is
// unchanged.
func (f *mapFlags) validated(ctx context.Context, p *input.Problem, h heldOut, fr *frontier.Frontier, opts search.Options, clock cli.Clock, d *progress.Display) (*frontier.Frontier, error) {
	if len(h.folds) == 0 {
		return fr, nil
	}
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	d.Within(ctx)
	find := func(ctx context.Context, fold int, training *joint.Joint) (*frontier.Frontier, error) {
		d.Part(fmt.Sprintf("fold %d of %d, ", fold+1, len(h.folds)), f.search.firstStage(opts))
		of := f.search
		of.state = of.state.part(fmt.Sprintf("fold %d", fold+1))
		fr, err := of.ofFold(ctx, p, training, opts, clock.Share(foldShare/float64(len(h.folds)-fold)), d.Enter)
		h.found[fold] = fr
		return fr, err
	}
	if f.validate.test != "" {
		find = nil
	}
	return f.scored(ctx, h, fr, find, opts.Workers, d)
}

// scored adds the scores of held-out records to a frontier. find returns the frontier of training records.
func (f *mapFlags) scored(ctx context.Context, h heldOut, fr *frontier.Frontier, find evidence.Searcher, workers int, d *progress.Display) (*frontier.Frontier, error) {
	h.opts.Workers = workers
	with, err := evidence.Validate(ctx, h.folds, fr, find, h.opts)
	d.Part("", "")
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		d.Warn(errors.New("the time limit was over before held-out records were scored: their scores are left out"))
	case errors.Is(err, context.Canceled):
		d.Warn(errors.New("interrupted before held-out records were scored: their scores are left out"))
	case errors.Is(err, problem.ErrInfeasible):
		d.Warn(fmt.Errorf("the scores of held-out records are left out: %w", err))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", f.validate.flag(), err)
	default:
		return with, nil
	}
	return fr, nil
}

// ofFold searches the training records of a fold, as the whole table was searched.
func (f *searchFlags) ofFold(ctx context.Context, p *input.Problem, training *joint.Joint, opts search.Options, clock cli.Clock, stage func(string)) (*frontier.Frontier, error) {
	part, err := p.On(training)
	if err = cmp.Or(err, ctx.Err()); err != nil { // a large table takes time
		return nil, err
	}
	if f.predict {
		hastening.Predict(part, f.order != "")
	}
	opts.Effort *= foldEffort
	opts.PerK = false // they are not scored
	return f.state.frontier(ctx, "found", f.key(part, opts), func() (fr *frontier.Frontier, err error) {
		err = f.state.goOn(ctx, searchSection, func(keep func(func() []byte, bool), resume []byte) (err error) {
			opts.Checkpoint, opts.Resume = keep, resume
			fr, err = f.unproved(ctx, part, opts, clock, stage)
			return err
		})
		return fr, err
	})
}

// unproved searches a part of the records like the whole table, with the best of each number of groups, but without a
// proof.
func (f *searchFlags) unproved(ctx context.Context, p *input.Problem, opts search.Options, clock cli.Clock, stage func(string)) (*frontier.Frontier, error) {
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	searching, done := clock.Share(f.best.searchShare()).Within(ctx)
	defer done()
	opts.Limits = p.Limits
	r, err := f.find(searching, p.Problem, opts, exact.Options{MaxMemory: opts.MaxMemory, Workers: opts.Workers, Enter: stage, Observe: opts.Observe, Limits: p.Limits})
	if err != nil {
		return nil, err
	}
	part := *f
	part.prove, part.effort = cli.ProveNo, part.effort*foldEffort
	return part.bestOf(ctx, p, r.Frontier, opts, stage)
}
