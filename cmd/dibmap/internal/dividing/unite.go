package dividing

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// Unite returns what merge does with a folder of work.
func Unite(version string) mapping.Unite {
	return func(ctx context.Context, path, output string, form mapping.Assignments, quiet bool, s cli.Streams) error {
		r, err := open(ctx, path, version, 0, quiet, s)
		if err != nil {
			return err
		}
		defer r.Display.Stop()
		fr, err := r.unite(ctx)
		switch {
		case ctx.Err() != nil:
			return cli.Failed(fmt.Errorf("%s: interrupted, and nothing is written", path))
		case err != nil:
			return err
		}
		r.Display.Stop()
		missing, err := r.Missing(workfolder.MaxUnits)
		if err != nil {
			return err
		}
		if len(missing) > 0 {
			s.Warn("units %s of %d are not done: what they would find is left out", workfolder.Ranges(missing), len(r.Units()))
		}
		return r.Tell(fr, output, form, s)
	}
}

// unite returns the frontier of all units that are done.
func (r *run) unite(ctx context.Context) (*frontier.Frontier, error) {
	fr, err := r.found(ctx)
	if err != nil {
		return nil, err
	}
	if fr.Evidence, err = valueOf[frontier.Evidence](r, dependence); err != nil { // which held-out records are judged by
		return nil, err
	}
	if fr, err = r.heldOut(ctx, fr); err != nil {
		return nil, err
	}
	if fr.Ceiling, err = valueOf[frontier.Ceiling](r, ceiling); err != nil {
		return nil, err
	}
	r.Finish(fr)
	return fr, nil
}

// found returns the frontier that searches have found, with the best of each number of groups.
func (r *run) found(ctx context.Context) (*frontier.Frontier, error) {
	fr, err := r.searched()
	if err != nil {
		return nil, err
	}
	if !r.Best() {
		return fr, nil
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
func (r *run) searched() (*frontier.Frontier, error) {
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
	switch {
	case r.Has(startFile):
		return r.start()
	case len(parts) == 0:
		return nil, fmt.Errorf("%s: no unit is done yet that finds groupings: 'dibmap work' does them", r.Path)
	}
	return frontier.Union(parts...)
}

// withBest adds the best of each number of groups to a frontier of the same problem: those of a list, and those
// on the frontier where they are better.
func (r *run) withBest(fr, list *frontier.Frontier) (*frontier.Frontier, error) {
	ended, cancel := context.WithCancel(context.Background())
	cancel() // those on the frontier need no search
	own, err := r.WithBest(ended, fr)
	if err != nil {
		return nil, err
	}
	united, err := frontier.Union(own, list)
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
