package dividing

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/scanning"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/robust"
)

// Unite returns what merge does with a folder of work.
func Unite(version string) mapping.Unite {
	return func(ctx context.Context, path, output string, form mapping.Assignments, quiet bool, s cli.Streams) error {
		r, err := open(ctx, path, version, 0, quiet, s)
		if err != nil {
			return err
		}
		defer r.Display.Stop()
		if r.scan != nil {
			return r.scan.Unite(output, quiet, s)
		}
		defer r.LimitMemory()()
		return r.Write(output, form, s, func() (*frontier.Frontier, error) {
			fr, err := r.unite(ctx)
			switch {
			case ctx.Err() != nil:
				return nil, cli.Failed(fmt.Errorf("%s: interrupted, and nothing is written", path))
			case err != nil:
				return nil, err
			}
			r.Display.Stop()
			missing, err := r.Missing(math.MaxInt)
			if err != nil {
				return nil, err
			}
			if len(missing) == 0 {
				r.Clean()
			} else {
				s.Warn("%s: what was to be found there is left out", scanning.NotDone(missing, len(r.Units())))
			}
			return fr, nil
		})
	}
}

// unite returns the frontier of all units that are done.
func (r *run) unite(ctx context.Context) (*frontier.Frontier, error) {
	fr, err := r.united(ctx)
	if err != nil {
		return nil, err
	}
	if fr, err = r.measured(ctx, fr); err != nil {
		return nil, err
	}
	if fr.Evidence, err = r.tested(); err != nil {
		return nil, err
	}
	if len(r.ofKind(dependence)) == 0 || fr.Evidence != nil { // by which held-out records are judged
		if fr, err = r.heldOut(ctx, fr); err != nil {
			return nil, err
		}
	}
	bounds, err := valuesOf[*frontier.Ceiling](r, ceiling)
	if err != nil {
		return nil, err
	}
	if len(bounds) > 0 {
		fr.Ceiling = bounds[0]
	}
	r.Finish(fr)
	return fr, nil
}

// tested returns the result of the test of dependence, or nil if it is not wanted or not all of it is done.
func (r *run) tested() (*frontier.Evidence, error) {
	entropies, err := valuesOf[[]float64](r, dependence)
	if err != nil || len(entropies) == 0 {
		return nil, err
	}
	test, err := r.test()
	if err != nil {
		return nil, err
	}
	e, err := test.Evidence(entropies...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Path, err)
	}
	return e, nil
}

// united returns the frontier that searches and proofs have found, with the best of each number of groups. It is
// kept once all its units are done, if other units need it.
func (r *run) united(ctx context.Context) (*frontier.Frontier, error) {
	if fr, err := r.frontierOf(whole); err != nil || fr != nil {
		return fr, err
	}
	fr, err := r.found(ctx)
	if err != nil || ctx.Err() != nil {
		return nil, cmp.Or(err, ctx.Err())
	}
	drawn := r.ofKind(draws)
	if len(drawn) == 0 {
		return fr, nil
	}
	u, err := r.Unit(drawn[0])
	if err != nil {
		return nil, err
	}
	if missing, err := r.Missing(u.Stage); err != nil || len(missing) > 0 {
		return fr, err
	}
	content, err := encode(fr)
	if err != nil {
		return nil, err
	}
	if err := r.Keep(whole, content); err != nil {
		return nil, cli.Failed(err)
	}
	return r.frontierOf(whole)
}

// found returns the frontier that searches and proofs have found, with the best of each number of groups.
func (r *run) found(ctx context.Context) (*frontier.Frontier, error) {
	fr, err := r.searched(ctx)
	if err == nil {
		fr, err = r.proved(ctx, fr)
	}
	if err != nil || !r.Best() {
		return fr, err
	}
	units := r.ofKind(best)
	if len(units) == 0 { // it is found here
		return r.WithBest(ctx, fr)
	}
	list, err := r.frontierOf(units[0])
	if err != nil || list == nil {
		return fr, err
	}
	return r.withBest(fr, list)
}

// searched returns what searches have found.
func (r *run) searched(ctx context.Context) (*frontier.Frontier, error) {
	switch {
	case r.Has(stateFile):
		return r.ofWindows(ctx)
	case r.Has(startFile):
		return r.start()
	}
	var parts []*frontier.Frontier
	for _, unit := range r.ofKind(seeds) {
		part, err := r.frontierOf(unit)
		if err != nil {
			return nil, err
		}
		if part != nil {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: no unit is done yet that finds groupings: 'dibmap work' does them", r.Path)
	}
	return union.Of(parts...)
}

// ofWindows returns what searches around ranges of H(Z) have found.
func (r *run) ofWindows(ctx context.Context) (*frontier.Frontier, error) {
	kind := again
	if done, err := r.allDone(windows); err != nil {
		return nil, err
	} else if !done { // units of the kind again cannot begin
		kind = windows
	}
	state, err := r.joined(kind)
	if err != nil {
		return nil, err
	}
	fr, err := r.Joined(ctx, state)
	if err != nil {
		return nil, err
	}
	fr.Search.Seconds = 0 // a clock's
	if done, err := r.allDone(again); err != nil || !done {
		fr.Search.Status = frontier.StatusInterrupted
		return fr, err
	}
	return fr, nil
}

// allDone reports whether all units of a kind are done.
func (r *run) allDone(kind string) (bool, error) {
	for _, unit := range r.ofKind(kind) {
		if done, err := r.Done(unit); err != nil || !done {
			return false, err
		}
	}
	return true, nil
}

// proved returns a frontier with what units have proved of it.
func (r *run) proved(ctx context.Context, fr *frontier.Frontier) (*frontier.Frontier, error) {
	if !r.Has(proverFile) {
		return fr, nil
	}
	d, err := r.division()
	if err != nil {
		return nil, err
	}
	searched, err := r.results(proofs)
	if err != nil {
		return nil, err
	}
	result, err := d.Finish(ctx, searched)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Path, err)
	}
	return result.Frontier, nil
}

// measured returns a frontier with the uncertainty of its points, if that is wanted and all draws are made.
func (r *run) measured(ctx context.Context, fr *frontier.Frontier) (*frontier.Frontier, error) {
	o, on := r.Robust()
	switch {
	case !on:
		return fr, nil
	case !o.Method.Drawn():
		return robust.Measure(ctx, r.Problem.Joint, fr, o)
	}
	var made [][]byte
	for _, unit := range r.ofKind(draws) {
		done, err := r.Done(unit)
		if err != nil || !done {
			return fr, err
		}
		part, err := r.Result(unit)
		if err != nil {
			return nil, err
		}
		if len(part) > 0 {
			made = append(made, part)
		}
	}
	return robust.MeasureDrawn(r.Problem.Joint, fr, o, made)
}

// withBest adds the best of each number of groups to a frontier: of a list for the same problem, or of the
// frontier itself where that has a better one.
func (r *run) withBest(fr, list *frontier.Frontier) (*frontier.Frontier, error) {
	ended, cancel := context.WithCancel(context.Background())
	cancel() // those on the frontier need no search
	own, err := r.WithBest(ended, fr)
	if err != nil {
		return nil, err
	}
	united, err := union.Of(own, list)
	if err != nil {
		return nil, err
	}
	united.Search, united.Certificate = fr.Search, fr.Certificate
	return united, nil
}

// heldOut adds what the records held out say, if all folds are searched.
func (r *run) heldOut(ctx context.Context, fr *frontier.Frontier) (*frontier.Frontier, error) {
	var of []*frontier.Frontier
	for _, unit := range r.ofKind(folds) {
		part, err := r.frontierOf(unit)
		if err != nil {
			return nil, err
		}
		if part == nil {
			return fr, nil
		}
		of = append(of, part)
	}
	if len(of) == 0 {
		return fr, nil
	}
	return r.WithHeldOut(ctx, fr, of)
}
