//go:build !js

package pairing

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/secondary"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/second"
)

// Run returns what groupings tell about the second variable of the problem, given its frontier. It returns nil if the
// problem has no second variable, or after an interrupt or the end of the time.
func (g *Stage) Run(ctx context.Context, fr *frontier.Frontier, clock cli.Clock, d *progress.Display) (*frontier.Second, error) {
	s := g.Problem.Second
	if s == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	count := d.Count("second variable", false)
	g.observe = func(done, all int64) { count(int(done), int(all)) }
	searching := clock
	if g.FoldOf != nil {
		searching = clock.Share(1 - foldShare)
	}
	found, err := g.find(ctx, searching, g.Problem, s.Joint, fr, 1)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		d.Warn(fmt.Errorf("the time was over before it was known what groupings tell about %s: it is left out", wording.Label(s.Name)))
		return nil, nil //nolint:nilnil // there is none
	case err != nil:
		return nil, err
	}
	if found.Evidence, err = g.test(ctx, clock, s.Joint); err != nil {
		return nil, err
	}
	return found, g.score(ctx, fr, found, clock, d)
}

// Within unites the frontier of a search under a limit with the groupings of the map without a limit that keep it, because a
// search under a limit misses good groupings, also of few values. It returns the frontier itself if there are too many
// values, or if the time is over first.
func (g *Stage) Within(ctx context.Context, fr *frontier.Frontier, clock cli.Clock, d *progress.Display) (*frontier.Frontier, error) {
	limit := g.Problem.Limits.Second
	if limit == nil || !Maps(g.Problem, g.Order) {
		return fr, nil
	}
	p := *g.Problem
	p.Limits.Second = nil
	free := *g
	free.Problem = &p
	found, err := free.Run(ctx, fr, clock, d)
	if err != nil || found == nil {
		return fr, err
	}
	of := *fr
	of.Second = found
	united, err := second.Within(&of, limit.Most)
	if err == nil && !found.Exact {
		united.Search = fr.Search
	}
	return united, err
}

// find returns what groupings of a table tell about the second variable.
func (g *Stage) find(ctx context.Context, clock cli.Clock, p *input.Problem, s *joint.Joint, from *frontier.Frontier, effort float64) (*frontier.Second, error) {
	within, cancel := clock.Within(ctx)
	defer cancel()
	o := second.Options{
		Name: g.Problem.Second.Name, Aim: g.Problem.Second.Aim, Limits: p.Limits, Order: g.Order, From: from,
		Effort: max(int64(min(g.Search.Effort*effort, mostEffort)*second.DefaultEffort), 1), MaxPoints: g.points(),
		Workers: g.Search.Workers, MaxMemory: g.Search.MaxMemory, Observe: g.observe,
	}
	if g.Prove && effort == 1 {
		o.Effort = -1
	}
	return second.Map(within, p.Problem, s, o)
}

// points returns the number of groupings above which some are left out: none if the search keeps all points.
func (g *Stage) points() int {
	if g.Search.MaxPoints == 0 {
		return -1
	}
	return 0
}

// test returns the permutation test of X and the second variable, or nil without counts, or if the time is over.
func (g *Stage) test(ctx context.Context, clock cli.Clock, s *joint.Joint) (*frontier.Evidence, error) {
	if _, counts := s.Samples(); !counts || s.Rows() < 2 {
		return nil, nil //nolint:nilnil // there is none
	}
	within, cancel := clock.Within(ctx)
	defer cancel()
	e, err := evidence.OfDependence(within, s, evidence.Options{Seed: g.Search.Seed, Workers: g.Search.Workers, Order: g.Order})
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil, nil //nolint:nilnil // there is none
	}
	return e, err
}

// score adds the values of held-out records. If the time or an interrupt ends it, they are left out.
func (g *Stage) score(ctx context.Context, fr *frontier.Frontier, of *frontier.Second, clock cli.Clock, d *progress.Display) error {
	if g.FoldOf == nil {
		return nil
	}
	within, cancel := clock.Within(ctx)
	defer cancel()
	folds := make([]secondary.Fold, len(g.FoldOf))
	var err error
	for n := range folds {
		folds[n] = secondary.Fold{Y: g.Fold[n], S: g.FoldOf[n]}
		if g.Found == nil {
			continue
		}
		var p *input.Problem
		if p, err = g.Problem.On(g.Fold[n].Training); err == nil {
			d.Part(fmt.Sprintf("fold %d of %d, ", n+1, len(folds)), "second variable")
			folds[n].Found, err = g.find(within, clock.Share(1/float64(len(folds)-n)), p, g.FoldOf[n].Training, g.Found[n], foldEffort)
		}
		if err != nil {
			break
		}
	}
	d.Part("", "")
	var scores []*[2]frontier.HeldOut
	if err == nil {
		scores, err = secondary.Score(within, of, fr.Problem.XLabels, folds, g.Search.Workers)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		d.Warn(fmt.Errorf("the time was over before held-out records were scored for %s: their scores are left out", wording.Label(of.Name)))
		return nil
	case err != nil:
		return err
	}
	scored := false
	for n := range of.Entries {
		of.Entries[n].HeldOut = scores[n]
		scored = scored || scores[n] != nil && of.Entries[n].K > 1
	}
	if !scored {
		d.Warn(fmt.Errorf("what groupings tell about %s on held-out records is left out: the records of a part are too few, fewer than %d for each group and value", wording.Label(of.Name), secondary.PerCell))
	}
	return nil
}
