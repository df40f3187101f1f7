package mapping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/robust"
	"github.com/dibmap/dibmap/search"
)

// Pieces are the parts of a call of map. Each can be done by another process.
type Pieces struct {
	Problem *input.Problem
	Options search.Options
	Display *progress.Display

	flags  mapFlags
	held   heldOut
	memory int64 // of the search and its table
}

// Add adds the flags of map that choose the problem and the search.
func (p *Pieces) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	p.flags.problem.Add(cmd)
	p.flags.problem.AddSecond(cmd)
	flags.StringVar(&p.flags.name, "name", "", "`NAME` of the table in the summary and in figures (default the name of the file)")
	p.flags.problem.Limits.Add(cmd)
	p.flags.addSteering(cmd)
	flags.BoolVarP(&p.flags.quiet, "quiet", "q", false, "print errors only")
}

// addSteering adds the flags that choose how a problem is searched.
func (f *mapFlags) addSteering(cmd *cobra.Command) {
	f.search.add(cmd)
	f.problem.AddEstimator(cmd)
	f.problem.AddSmooth(cmd.Flags())
	f.validate.add(cmd)
	f.robust.add(cmd)
}

// notDivided lists the flags of map that a plan does not take, with the reason.
var notDivided = map[string]string{
	"time-limit": "the result would depend on the machines; --effort limits the search of a plan",
	"test":       "the groupings are scored on other records at the end, which takes too little work to divide",
	"per-k":      "a plan divides the search for the frontier",
	"leak":       "'dibmap map --leak' maps a second variable in one run (with --max-leak B for more than 400 values of X), and a plan divides the search for the frontier only",
	"also":       "'dibmap map --also' maps a second variable in one run, and a plan divides the search for the frontier only",
	"fold":       "the parts of a plan hold random records out, by --validate",
}

// divided is [mapFlags.steering] for the flags that a plan takes. None of them names a file to read.
func (f *mapFlags) divided(given func(flag string) bool) (search.Options, error) {
	for flag, reason := range notDivided {
		if given(flag) {
			return search.Options{}, fmt.Errorf("--%s: %s: leave it out", flag, reason)
		}
	}
	return f.steering(given)
}

// Read checks the flags of a call and reads the table. It returns the flags that steer the search, for
// [Pieces.Restore].
func (p *Pieces) Read(cmd *cobra.Command, args []string, s cli.Streams) (flags []string, err error) {
	given := cmd.Flags().Changed
	flags = steering(cmd) // as given: the checks change some
	f := &p.flags
	if p.Options, err = f.divided(given); err != nil {
		return nil, err
	}
	if f.problem.Kind != "dib" && f.problem.Kind != "dmc" {
		return nil, fmt.Errorf("--problem %s: a plan is for tables of two variables, X and Y: use 'dibmap map'", f.problem.Kind)
	}
	reading := cli.LimitMemory(p.Options.MaxMemory, 0)
	p.Problem, err = f.problem.Pose(cmd.Context(), args, s, true)
	reading()
	if err != nil {
		return nil, err
	}
	p.Problem.Source.Name = cmp.Or(f.name, p.Problem.Source.Name)
	return flags, p.settle(cmd.Context(), s)
}

// steering returns the flags of a call that choose how a problem is searched, as they were given.
func steering(cmd *cobra.Command) (flags []string) {
	known := &cobra.Command{}
	new(mapFlags).addSteering(known)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if known.Flags().Lookup(flag.Name) != nil && flag.Name != "workers" {
			flags = append(flags, "--"+flag.Name+"="+flag.Value.String())
		}
	})
	return flags
}

// Restore makes the pieces that [Pieces.Read] made, from the description of the problem and its table.
func (p *Pieces) Restore(ctx context.Context, steering []string, d *frontier.Problem, t workfolder.Contents, name string, workers int, quiet bool, s cli.Streams) (err error) {
	known := &cobra.Command{}
	p.flags.addSteering(known)
	for _, flag := range steering {
		if name, _, ok := strings.Cut(flag, "="); !ok || known.Flags().Lookup(strings.TrimPrefix(name, "--")) == nil {
			return fmt.Errorf("this program does not have the flags of the plan: there is no %q", flag)
		}
	}
	if err := known.ParseFlags(steering); err != nil {
		return fmt.Errorf("this program does not have the flags of the plan: %w", err)
	}
	p.flags.problem.Kind = d.Kind
	p.flags.quiet, p.flags.search.workers = quiet, workers
	if p.Options, err = p.flags.divided(known.Flags().Changed); err != nil {
		return err
	}
	if p.Problem, err = p.flags.problem.Restored(d, t.Rows, t.Values, name); err != nil {
		return err
	}
	return p.settle(ctx, s)
}

// settle prepares the search.
func (p *Pieces) settle(ctx context.Context, s cli.Streams) (err error) {
	f := &p.flags
	if err := f.search.settle(ctx, p.Problem, p.Options.MaxMemory); err != nil {
		return err
	}
	if err := f.robust.refuse(p.Problem); err != nil {
		return err
	}
	if !f.quiet {
		p.Problem.Tell(s)
	}
	if p.held, err = f.validate.divide(ctx, p.Problem, &f.problem.Table, s, f.quiet); err != nil {
		return err
	}
	if err := f.search.checkProvable(p.Problem); err != nil {
		return err
	}
	p.memory = p.Options.MaxMemory
	p.Options.MaxMemory = cli.SearchMemory(p.memory, p.cells())
	p.Display = progress.New(s, f.quiet, f.search.firstStage(p.Options))
	p.Options.Observe = p.Display.Observe
	return nil
}

// LimitMemory limits the memory of the process until restore is called.
func (p *Pieces) LimitMemory() (restore func()) {
	return cli.LimitMemory(p.memory, p.cells())
}

// cells returns the number of cells above zero in the table and its parts.
func (p *Pieces) cells() int { return p.Problem.Cells() + p.held.cells() }

// Described returns the description of the problem in frontier files.
func (p *Pieces) Described() (frontier.Problem, error) { return p.flags.problem.Described(p.Problem) }

// Quiet reports whether the call prints only errors.
func (p *Pieces) Quiet() bool { return p.flags.quiet }

// Proves reports whether the call asks for a proof of any length.
func (p *Pieces) Proves() bool { return p.flags.search.prove == cli.ProveYes }

// Folds returns the number of parts of the records that are held out in turn.
func (p *Pieces) Folds() int { return len(p.held.folds) }

// Bounds reports whether the call asks for an upper bound on all groupings.
func (p *Pieces) Bounds() bool { return p.flags.search.bounds(p.Problem) }

// Best reports whether the call asks for the best of each number of groups.
func (p *Pieces) Best() bool { return !p.flags.search.best.off() }

// Robust returns the options of the uncertainty of points, or false if the call does not ask for it.
func (p *Pieces) Robust() (robust.Options, bool) {
	f := &p.flags.robust
	o := f.opts
	o.Workers, o.Observe = p.Options.Workers, p.Display.Count(uncertainty, false)
	return o, f.on
}

// Search returns the frontier that map finds, including a proof of seconds, but without the results of later steps.
func (p *Pieces) Search(ctx context.Context, opts search.Options) (*frontier.Frontier, error) {
	f := p.flags.search
	if p.flags.search.prove == cli.ProveYes {
		f.prove = cli.ProveNo
	}
	return f.frontier(ctx, p.Problem, opts, cli.Clock{}, p.Display)
}

// Begin begins a search. The returned state is the start of searches around ranges of H(Z), which divide the rest. It
// is nil if the search has ended, or cannot be divided.
func (p *Pieces) Begin(ctx context.Context) (fr *frontier.Frontier, state []byte, err error) {
	opts := p.Options
	opts.Begin = true
	opts.Checkpoint = func(snapshot func() []byte, last bool) {
		if last {
			state = snapshot()
		}
	}
	if fr, err = p.Search(ctx, opts); errors.Is(err, problem.ErrOptions) {
		fr, err = p.Search(ctx, p.Options)
		return fr, nil, err
	}
	return fr, state, err
}

// Joined returns the frontier of a state that was joined from the states of the parts of a search.
func (p *Pieces) Joined(ctx context.Context, state []byte) (*frontier.Frontier, error) {
	opts := p.Options
	opts.Begin, opts.Resume = true, state
	return p.Search(ctx, opts)
}

// Within searches around a range of H(Z), as a part of the search with the given state, and returns the state of the
// part. The named file keeps the state as well, and if it exists, the search continues from it.
func (p *Pieces) Within(ctx context.Context, state []byte, w divided.Window, folder atomicfile.Folder, name string) (found []byte, err error) {
	opts := p.Options
	opts.Resume, opts.Within, opts.Limits = state, &w, p.Problem.Limits
	c, err := openCheckpoint(folder, name, true)
	if errors.Is(err, search.ErrCheckpoint) { // start again
		if err = folder.Remove(name); err == nil {
			c, err = openCheckpoint(folder, name, true)
		}
	}
	if err != nil {
		return nil, err
	}
	c.warn = p.Display.Warn
	keep, own, err := (&stages{checkpoint: c}).hooks(searchSection)
	if err != nil {
		return nil, err
	}
	opts.Checkpoint = func(snapshot func() []byte, last bool) {
		if last && ctx.Err() == nil {
			found = snapshot()
		} else {
			keep(snapshot, last)
		}
	}
	opts.Part = own
	_, err = search.Map(ctx, p.Problem.Problem, opts)
	if own != nil && errors.Is(err, search.ErrCheckpoint) {
		opts.Part = nil
		_, err = search.Map(ctx, p.Problem.Problem, opts)
	}
	return found, err
}

// Divided returns the proof of a frontier for division. The error wraps [problem.ErrOptions] if the problem does not
// have such a proof.
func (p *Pieces) Divided(ctx context.Context, fr *frontier.Frontier) (*proof.Division, error) {
	return proof.Divide(ctx, p.Problem.Joint, fr, p.proving())
}

// Division returns the proof of [Pieces.Divided] from its bytes.
func (p *Pieces) Division(fr *frontier.Frontier, state []byte) (*proof.Division, error) {
	return proof.ResumeDivision(p.Problem.Joint, fr, state, p.proving())
}

func (p *Pieces) proving() exact.Options {
	o := &p.Options
	return exact.Options{MaxMemory: o.MaxMemory, Workers: o.Workers, Observe: o.Observe, Limits: p.Problem.Limits}
}

// Solve makes a frontier exact, without a limit on the work.
func (p *Pieces) Solve(ctx context.Context, fr *frontier.Frontier) (*frontier.Frontier, error) {
	r, err := exact.Solve(ctx, p.Problem.Problem, &search.Result{Frontier: fr, Status: fr.Search.Status}, p.proving())
	if err != nil {
		return nil, err
	}
	return r.Frontier, nil
}

// OfFold returns the frontier of the training records of a fold.
func (p *Pieces) OfFold(ctx context.Context, fold int) (*frontier.Frontier, error) {
	return p.flags.search.ofFold(ctx, p.Problem, p.held.folds[fold].Training, p.Options, cli.Clock{}, p.Display.Enter)
}

// WithBest adds the best of each number of groups to a frontier.
func (p *Pieces) WithBest(ctx context.Context, fr *frontier.Frontier) (*frontier.Frontier, error) {
	return p.flags.search.bestOf(ctx, p.Problem, fr, p.Options, p.Display.Enter)
}

// Dependence returns the test of dependence of X and Y, or nil if there is nothing to test.
func (p *Pieces) Dependence() (*permuted.Test, error) {
	if !testable(p.Problem) {
		return nil, nil //nolint:nilnil // there is none
	}
	return permuted.NewTest(p.Problem.Joint, permuted.Options(p.flags.search.testOptions(p.Problem, p.Options, p.Display)))
}

// Ceiling returns the upper bound on all groupings.
func (p *Pieces) Ceiling(ctx context.Context) (*frontier.Ceiling, error) {
	return p.flags.search.ceiling(ctx, p.Problem, cli.Clock{})
}

// WithHeldOut adds the scores of held-out records to a frontier, given the frontiers of the training records.
func (p *Pieces) WithHeldOut(ctx context.Context, fr *frontier.Frontier, of []*frontier.Frontier) (*frontier.Frontier, error) {
	return p.flags.scored(ctx, p.held, fr, func(_ context.Context, fold int, _ *joint.Joint) (*frontier.Frontier, error) {
		return of[fold], nil
	}, p.Options.Workers, p.Display)
}

// Finish completes the description of the problem in a frontier.
func (p *Pieces) Finish(fr *frontier.Frontier) { p.flags.problem.Complete(&fr.Problem, p.Problem) }

// Write writes the frontier that find returns to the output that -o names, keeps it as the last result if none
// is named, and prints the summary. An output that cannot be written is an error before find is called.
func (p *Pieces) Write(output string, form Assignments, s cli.Streams, find func() (*frontier.Frontier, error)) error {
	f := &p.flags
	f.output = output
	var fr *frontier.Frontier
	err := writeFrontier(s, output, form, nil, func() (_ *frontier.Frontier, err error) {
		fr, err = find()
		return fr, err
	})
	if err != nil {
		return err
	}
	f.dependence.look(p.Problem, fr.Evidence)
	return f.tell(fr, keepLast(fr, output), s)
}
