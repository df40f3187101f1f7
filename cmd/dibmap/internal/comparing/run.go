package comparing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// searchMemory is the memory in bytes that a search takes at most by default.
const searchMemory = 2 << 30

// comparison is a comparison of methods on a table.
type comparison struct {
	joint   *joint.Joint
	problem frontier.Problem
	flags   *compareFlags

	found  []findings // of the methods that were run, in the order of the scores
	notRun []string
	// proved is the frontier of our search, made exact as far as the flags ask for it, or nil, and
	// proofSeconds the time for that.
	proved       *frontier.Frontier
	proofSeconds float64
	*judge.Verdict
}

// check returns an error if the flags do not suit the table.
func (r *comparison) check(contenders []contender) error {
	f, n := r.flags, r.problem.N
	for _, c := range contenders {
		if c.wanted && c.maxRows > 0 && n > c.maxRows {
			return fmt.Errorf("--methods %s takes up to %s values of X, and there are %s: agglomerative-ib keeps no distances, and takes more",
				c.name, wording.Number(c.maxRows), wording.Number(n))
		}
	}
	if k := slices.Max(append(f.opts.Clusters, 0)); k > n {
		return fmt.Errorf("--clusters has %d, and there are %s of X: want 1 to %d", k, wording.Plural(n, "value"), n)
	}
	if f.prove == cli.ProveYes && n > exact.MaxProvedRows {
		return fmt.Errorf("--prove takes up to %d values of X, and there are %s: leave it out, or group rare ones by --min-count", exact.MaxProvedRows, wording.Number(n))
	}
	return nil
}

// run runs the contenders one after the other, which share the time, proves the frontier if that
// is asked for, and compares. When the context ends, it compares the results so far.
func (r *comparison) run(ctx context.Context, contenders []contender, clock cli.Clock, s cli.Streams) error {
	clock = clock.Keep(judging*time.Duration(r.problem.N), mostJudging)
	defer cli.LimitMemory(searchMemory, 0)()
	progress := progress.New(s, r.flags.quiet, "")
	defer progress.Stop()
	var entries []judge.Entry
	var known []judge.Point
	for n, c := range contenders {
		if ctx.Err() != nil && len(entries) > 0 {
			r.notRun = append(r.notRun, c.name)
			continue
		}
		progress.Enter(c.name)
		var found findings
		after := len(contenders) - n - 1
		if c.name == ourName && r.flags.prove != cli.ProveNo {
			after++
		}
		seconds, err := timed(ctx, clock.Share(1/float64(1+after)), func(ctx context.Context) (err error) {
			found, err = c.run(ctx, r.joint, progress.Observe)
			return err
		})
		switch {
		case err == nil:
		case c.wanted || c.name == ourName:
			return fmt.Errorf("%s: %s: %w", r.problem.Source.Name, c.name, err)
		default:
			progress.Warn(fmt.Errorf("%s is left out: %w", c.name, err))
			r.notRun = append(r.notRun, c.name)
			continue
		}
		found.seconds = seconds
		r.found = append(r.found, found)
		entries = append(entries, judge.Entry{Method: c.name, Points: found.points(r.joint)})
		if c.name != ourName || r.flags.prove == cli.ProveNo {
			continue
		}
		share := 1 / float64(after)
		if r.flags.prove == cli.ProveYes {
			share = max(share, longProof)
		}
		if err := r.prove(ctx, found.result, clock.Share(share), progress); err != nil {
			return fmt.Errorf("%s: %w", r.problem.Source.Name, err)
		}
		known = judge.PointsOf(r.proved)
	}
	r.Verdict = judge.Judge(r.problem.HX, known, entries)
	return nil
}

const (
	// judging is about the time for each row to judge the results, and mostJudging the largest part
	// of the remaining time that is reserved for it.
	judging     = time.Millisecond
	mostJudging = 0.1
	// longProof is the part of the remaining time that a proof may take if the flags ask for it.
	longProof = 0.5
)

// timed does something as long as the clock allows, and returns the seconds that it took.
func timed(ctx context.Context, clock cli.Clock, do func(context.Context) error) (seconds float64, err error) {
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	start := time.Now()
	err = do(ctx)
	return time.Since(start).Seconds(), err
}

// prove makes the frontier that our search found exact, as far as the flags ask for it.
func (r *comparison) prove(ctx context.Context, found *search.Result, clock cli.Clock, progress *progress.Display) (err error) {
	r.proofSeconds, err = timed(ctx, clock, func(ctx context.Context) error {
		proof, err := exact.Solve(ctx, problem.DIB(r.joint), found, exact.Options{
			Effort: r.flags.prove.Effort(1), Workers: r.flags.opts.Workers, Enter: progress.Enter, Observe: progress.Observe,
		})
		if err == nil {
			r.proved = proof.Frontier
		}
		return err
	})
	return err
}

// complete reports whether the true frontier is proved.
func (r *comparison) complete() bool {
	return r.proved != nil && r.proved.Search.Status == frontier.StatusComplete
}
