package dividing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/scanning"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/robust"
)

// reach returns an error unless all stages before the stage of a unit are done.
func (r *run) reach(u workfolder.Unit) error {
	if u.Stage <= r.ready {
		return nil
	}
	missing, err := r.Missing(u.Stage)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return cli.Failed(fmt.Errorf("%s: unit %d needs the results of all earlier stages: %s", r.Path, u.Number, scanning.NotDone(missing, len(r.Units()))))
	}
	r.ready = u.Stage
	return nil
}

// complete does a unit and keeps its result.
func (r *run) complete(ctx context.Context, u workfolder.Unit) error {
	if err := r.reach(u); err != nil {
		return err
	}
	if u.Kind != scanning.ColumnKind { // of which several are done at a time
		r.Display.Part(fmt.Sprintf("unit %d, ", u.Number), names[u.Kind])
	}
	result, err := r.do(ctx, u)
	switch {
	case ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%s: unit %d was interrupted and is not done: the same command does it", r.Path, u.Number))
	case err != nil:
		return fmt.Errorf("%s: unit %d: %w", r.Path, u.Number, err)
	}
	return cli.Failed(r.Keep(u.Number, result))
}

// do returns the result of a unit.
func (r *run) do(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	var fr *frontier.Frontier
	var err error
	switch u.Kind {
	case scanning.ColumnKind:
		if r.scan == nil {
			return nil, errUnits(r.Path)
		}
		return r.scan.MapColumn(ctx, u)
	case windows, again:
		return r.within(ctx, u)
	case lists:
		d, err := r.division()
		if err != nil {
			return nil, err
		}
		return d.List(ctx, u.Part, u.Parts)
	case relists:
		d, err := r.again(ctx)
		if err != nil {
			return nil, err
		}
		return d.List(ctx, u.Part, u.Parts)
	case proofs:
		return r.prove(ctx, u)
	case draws:
		return r.draw(ctx, u)
	case seeds:
		opts := r.Options
		opts.Seed += uint64(u.Part)
		fr, err = r.Search(ctx, opts)
	case folds:
		if fr, err = r.OfFold(ctx, u.Part); errors.Is(err, problem.ErrInfeasible) {
			return nil, nil // the training records cannot satisfy the limits
		}
	case best:
		if fr, err = r.start(); err == nil {
			fr, err = r.WithBest(ctx, fr)
		}
	case dependence:
		return r.permute(ctx, u)
	case ceiling:
		return resultOf(r.Ceiling(ctx))
	default:
		return nil, fmt.Errorf("is of a kind that this program does not know: %q", u.Kind)
	}
	if err != nil {
		return nil, err
	}
	fr.Search.Seconds = 0 // a clock's
	return encode(fr)
}

// within searches around a range of H(Z).
func (r *run) within(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	state, err := r.begun(u.Kind)
	if err != nil {
		return nil, err
	}
	return r.Within(ctx, state, divided.Windows(r.Plan.MaxH, u.Parts, u.Kind == again)[u.Part], r.Files(), r.StateOf(u.Number))
}

// begun returns the state with which units of a kind begin: windows, or the windows after all of these.
func (r *run) begun(kind string) ([]byte, error) {
	if kind == windows {
		return r.File(stateFile)
	}
	if state, err := r.Result(joined); err != nil || state != nil {
		return state, err
	}
	state, err := r.joined(windows)
	if err != nil {
		return nil, err
	}
	return state, cli.Failed(r.Keep(joined, state))
}

// joined returns the state of a search with what the units of a kind have found that are done.
func (r *run) joined(kind string) ([]byte, error) {
	state, err := r.begun(kind)
	if err != nil {
		return nil, err
	}
	found, err := r.results(kind)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(f []byte) bool { return f == nil })
	if state, err = divided.Join(state, found...); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Path, err)
	}
	return state, nil
}

// division returns the proof that is divided.
func (r *run) division() (*proof.Division, error) {
	state, err := r.File(proverFile)
	if err != nil {
		return nil, err
	}
	return r.divisionOf(state)
}

// divisionOf returns a proof that is divided, from its bytes.
func (r *run) divisionOf(state []byte) (*proof.Division, error) {
	fr, err := r.start()
	if err != nil {
		return nil, err
	}
	return r.Division(fr, state)
}

// listed returns the proof that is divided, and the lists of clusters of its units.
func (r *run) listed() (d *proof.Division, of [][]byte, err error) {
	if d, err = r.division(); err == nil {
		of, err = r.results(lists)
	}
	return d, of, err
}

// again returns the proof of the edges that begin anew, which the lists of all units determine. The first unit
// that needs it makes it.
func (r *run) again(ctx context.Context) (*proof.Division, error) {
	state, err := r.Result(anew)
	switch {
	case err != nil:
		return nil, err
	case state != nil:
		return r.divisionOf(state)
	}
	d, listed, err := r.listed()
	if err != nil {
		return nil, err
	}
	if d, err = d.Again(ctx, listed); err != nil {
		return nil, err
	}
	if state, err = d.MarshalBinary(); err != nil {
		return nil, err
	}
	return d, cli.Failed(r.Keep(anew, state))
}

// prove proves some edges with the clusters that all units have listed.
func (r *run) prove(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	d, listed, err := r.listed()
	if err != nil {
		return nil, err
	}
	again, err := r.again(ctx)
	if err != nil {
		return nil, err
	}
	relisted, err := r.results(relists)
	if err != nil {
		return nil, err
	}
	return d.Search(ctx, u.Part, u.Parts, listed, again, relisted)
}

// draw makes some of the draws. The frontier that they are for is united by the first unit that needs it.
func (r *run) draw(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	fr, err := r.united(ctx)
	if err != nil {
		return nil, err
	}
	o, _ := r.Robust()
	from, to := u.Part*o.Resamples/u.Parts, (u.Part+1)*o.Resamples/u.Parts
	if from == to { // there are more units than draws
		return nil, nil
	}
	return robust.Draw(ctx, r.Problem.Joint, fr, o, from, to)
}

// test returns the test of dependence. It is an error if there is nothing to test.
func (r *run) test() (*permuted.Test, error) {
	test, err := r.Dependence()
	if err == nil && test == nil {
		err = errors.New("the table has nothing to test")
	}
	return test, err
}

// permute makes some of the random tables of the test of dependence.
func (r *run) permute(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	test, err := r.test()
	if err != nil {
		return nil, err
	}
	return resultOf(test.Permute(ctx, u.Part, u.Parts))
}

// resultOf returns a value as the result of a unit.
func resultOf[T any](v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}
