package comparing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ourName is what the search of this project is called in comparisons.
const ourName = "dibmap"

// contender is a method that takes part in a comparison.
type contender struct {
	name string
	// wanted tells that the method was asked for by name, so that it is an error if it
	// cannot be run.
	wanted bool
	most   int // values of X; 0 for any number
	run    func(ctx context.Context, j *joint.Joint, observe func(search.Progress)) (attempt, error)
}

// attempt is what a contender found.
type attempt struct {
	encoders iter.Seq[baseline.Clustering]
	soft     []baseline.CurvePoint
	status   string
	frontier *frontier.Frontier // of a search
	untimed  bool               // it was not run here
}

// ours returns the search of this project with its defaults.
func (f *compareFlags) ours() contender { return f.search(ourName, search.Options{}) }

// mapper returns the Pareto Mapper at a depth.
func (f *compareFlags) mapper(name string, epsilon float64) contender {
	return f.search(name, search.Options{Method: search.Merge, Epsilon: epsilon, Seed: f.opts.Seed})
}

func (f *compareFlags) search(name string, opts search.Options) contender {
	opts.Workers = f.opts.Workers
	return contender{name: name, run: func(ctx context.Context, j *joint.Joint, observe func(search.Progress)) (attempt, error) {
		opts := opts
		opts.Observe = observe
		r, err := search.Map(ctx, problem.DIB(j), opts)
		if err != nil {
			return attempt{}, err
		}
		return attempt{encoders: judge.ClusteringsOf(r.Frontier), status: string(r.Status), frontier: r.Frontier}, nil
	}}
}

// baseline returns another method.
func (f *compareFlags) baseline(m baseline.Method) contender {
	most := 0
	if _, ok := m.(baseline.Linkage); ok {
		most = baseline.MaxLinkageRows
	}
	return contender{name: m.Name(), most: most, run: func(ctx context.Context, j *joint.Joint, _ func(search.Progress)) (attempt, error) {
		r, err := m.Run(ctx, j, f.opts)
		if err != nil {
			return attempt{}, err
		}
		a := attempt{encoders: slices.Values(r.Clusterings), soft: r.Curve, status: r.Status}
		if a.status == baseline.Stopped {
			a.status = stopped(ctx)
		}
		return a, nil
	}}
}

// suit says what of the flags does not suit the table.
func (f *compareFlags) suit(p frontier.Problem, contenders []contender) error {
	for _, c := range contenders {
		if c.wanted && c.most > 0 && p.N > c.most {
			return fmt.Errorf("--methods %s takes up to %s values of X, and there are %s: agglomerative-ib keeps no distances, and takes more",
				c.name, wording.Number(c.most), wording.Number(p.N))
		}
	}
	if k := slices.Max(append(f.opts.Clusters, 0)); k > p.N {
		return fmt.Errorf("--clusters has %d, and there are %s: want 1 to %d", k, wording.Plural(p.N, "value")+" of X", p.N)
	}
	if f.prove && p.N > exact.MaxProvedRows {
		return fmt.Errorf("--prove takes up to %d values of X, and there are %s: leave it out, or group rare ones first", exact.MaxProvedRows, wording.Number(p.N))
	}
	return nil
}

// rivalry is a comparison under way.
type rivalry struct {
	joint   *joint.Joint
	problem frontier.Problem
	flags   *compareFlags

	results []result
	notRun  []string
	// proved is the frontier with its certificate, if one was asked for, and
	// proofSeconds is what that took.
	proved       *frontier.Frontier
	proofSeconds float64
	*judge.Verdict
}

// result is what is known of a method but for its score.
type result struct {
	name, status string
	seconds      float64
	untimed      bool
	soft         []baseline.CurvePoint
}

// hold runs the contenders one after the other, each under the time limit, proves the
// frontier if that is asked for, and compares. When the context ends, what was found so
// far is compared.
func (r *rivalry) hold(ctx context.Context, contenders []contender, s cli.Streams) error {
	const memory = 2 << 30 // what searches take at most
	defer cli.LimitMemory(memory)()
	progress := progress.New(s.Err, r.flags.quiet, "", 0)
	defer progress.Stop()
	var entries []judge.Entry
	var known []judge.Point
	for _, c := range contenders {
		if ctx.Err() != nil && len(entries) > 0 {
			r.notRun = append(r.notRun, c.name)
			continue
		}
		progress.Enter(c.name)
		a, err := r.attempt(ctx, c, progress.Observe)
		switch {
		case err == nil:
		case c.wanted || c.name == ourName:
			return fmt.Errorf("%s: %s: %w", r.problem.Source.Name, c.name, err)
		default:
			progress.Warn(fmt.Errorf("%s is left out: %w", c.name, err))
			r.notRun = append(r.notRun, c.name)
			continue
		}
		entries = append(entries, judge.Entry{Method: c.name, Points: judge.Points(r.joint, a.encoders)})
		if c.name != ourName || !r.flags.prove {
			continue
		}
		progress.Enter("proof")
		if err := r.prove(ctx, a.frontier, progress.Observe); err != nil {
			return fmt.Errorf("%s: --prove: %w", r.problem.Source.Name, err)
		}
		known = judge.Points(r.joint, judge.ClusteringsOf(r.proved))
	}
	r.Verdict = judge.Judge(r.problem.HX, known, entries)
	return nil
}

// attempt runs a contender within the time limit and notes how it went.
func (r *rivalry) attempt(ctx context.Context, c contender, observe func(search.Progress)) (attempt, error) {
	ctx, cancel := cli.Limited(ctx, r.flags.timeLimit)
	defer cancel()
	start := time.Now()
	a, err := c.run(ctx, r.joint, observe)
	if err != nil {
		return a, err
	}
	r.results = append(r.results, result{c.name, a.status, time.Since(start).Seconds(), a.untimed, a.soft})
	return a, nil
}

// prove proves the frontier that dibmap found, within a time limit of its own.
func (r *rivalry) prove(ctx context.Context, f *frontier.Frontier, observe func(search.Progress)) error {
	ctx, cancel := cli.Limited(ctx, r.flags.timeLimit)
	defer cancel()
	start := time.Now()
	p, err := exact.Prove(ctx, r.joint, f, exact.Options{Workers: r.flags.opts.Workers, Observe: observe})
	if err != nil {
		return err
	}
	r.proved, r.proofSeconds = p.Frontier, time.Since(start).Seconds()
	return nil
}

// complete tells whether the truth is proved.
func (r *rivalry) complete() bool {
	return r.proved != nil && r.proved.Certificate != nil && r.proved.Certificate.Complete
}
