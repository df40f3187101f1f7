// Package dividing holds the commands that divide a search among processes or machines, plan and work, and what
// merge does with a folder of work.
package dividing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/scanning"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// The kinds of units.
const (
	windows    = "window"     // a search around a range of H(Z)
	again      = "again"      // the same, beginning with what all windows have found
	seeds      = "seed"       // a search with a seed of its own
	lists      = "lists"      // some of the clusters that a proof lists
	relists    = "relists"    // the same of edges for which a proof begins anew
	proofs     = "proof"      // some of the edges of a proof
	folds      = "fold"       // the search of the training records of a fold
	best       = "best"       // the best of each number of groups
	dependence = "dependence" // some of the permutations of the test of dependence
	ceiling    = "bound"      // the upper bound on all groupings
	draws      = "draws"      // some of the draws that say how far points may be off
)

// The files of a plan: the frontier that was found while the work was planned, the state of its search, and the
// beginning of its proof.
const (
	startFile  = "start.json.zst"
	stateFile  = "state"
	proverFile = "proof"
)

// The numbers of results that several units begin with: the united frontier, before points get their uncertainty,
// the joined state of all windows, and the proof of edges that begins anew.
const (
	whole  = 0
	joined = -1
	anew   = -2
)

// run is a folder of work that is being worked on.
type run struct {
	*workfolder.Folder
	mapping.Pieces
	ready int               // all stages before this one are done
	scan  *scanning.Divided // nil unless the folder holds a scan
}

// open opens a folder of work.
func open(ctx context.Context, path, version string, workers int, quiet bool, s cli.Streams) (*run, error) {
	folder, err := workfolder.Open(path)
	if err != nil {
		return nil, err
	}
	plan := &folder.Plan
	if plan.Program != version {
		return nil, fmt.Errorf("%s was planned by dibmap %s, and this is dibmap %s: use one version for a plan and all its units", path, plan.Program, version)
	}
	r := &run{Folder: folder, ready: 1}
	if r.scan, err = scanning.ReadDivided(folder); err != nil {
		return nil, err
	}
	if r.scan != nil {
		if len(r.ofKind(scanning.ColumnKind)) != len(r.Units()) {
			return nil, errUnits(path)
		}
		r.Display = progress.New(s, quiet, "mapping columns")
		return r, nil
	}
	t, err := folder.Joint(0)
	if err != nil {
		return nil, err
	}
	if err := r.Restore(ctx, plan.Flags, &plan.Tables[0].Problem, t, plan.Name, workers, quiet, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(r.ofKind(folds)) != r.Folds() {
		return nil, errUnits(path)
	}
	return r, nil
}

// errUnits returns the error of a plan whose units do not follow from its table and flags.
func errUnits(path string) error {
	return fmt.Errorf("%s: the plan lists units that are not of its table and flags: plan again", path)
}

// start returns the frontier that was found while the work was planned.
func (r *run) start() (*frontier.Frontier, error) {
	content, err := r.File(startFile)
	if err != nil {
		return nil, err
	}
	return decode(filepath.Join(r.Path, startFile), content)
}

// encode returns the file of a frontier.
func encode(fr *frontier.Frontier) ([]byte, error) {
	var b bytes.Buffer
	err := codec.Write(&b, fr, "json.zst")
	return b.Bytes(), err
}

// decode reads the file of a frontier.
func decode(name string, content []byte) (*frontier.Frontier, error) {
	fr, err := codec.Read(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return fr, nil
}

// frontierOf returns the frontier that a unit has found, or nil if it is not done or found none.
func (r *run) frontierOf(unit int) (*frontier.Frontier, error) {
	content, err := r.Result(unit)
	if err != nil || len(content) == 0 {
		return nil, err
	}
	return decode(fmt.Sprintf("%s: the result of unit %d", r.Path, unit), content)
}

// ofKind returns the numbers of the units of a kind.
func (r *run) ofKind(kind string) (numbers []int) {
	for _, u := range r.Units() {
		if u.Kind == kind {
			numbers = append(numbers, u.Number)
		}
	}
	return numbers
}

// results returns the results of the units of a kind, nil for those that are not done.
func (r *run) results(kind string) (all [][]byte, err error) {
	for _, unit := range r.ofKind(kind) {
		result, err := r.Result(unit)
		if err != nil {
			return nil, err
		}
		all = append(all, result)
	}
	return all, nil
}

// valuesOf decodes the results of the units of a kind. It returns nil if a unit is not done.
func valuesOf[T any](r *run, kind string) (values []T, err error) {
	for _, unit := range r.ofKind(kind) {
		content, err := r.Result(unit)
		if err != nil || content == nil {
			return nil, err
		}
		var v T
		if err := json.Unmarshal(content, &v); err != nil {
			return nil, fmt.Errorf("%s: the result of unit %d makes no sense: delete it, and do the unit again: %w", r.Path, unit, err)
		}
		values = append(values, v)
	}
	return values, nil
}
