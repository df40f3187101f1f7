package mapping

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/hastening"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/search"
)

// ColumnOptions steer [Column].
type ColumnOptions struct {
	// Effort is the value of map --effort, Seed of --seed, and Folds of --validate; 0 folds hold nothing out.
	Effort float64
	Seed   uint64
	Folds  int
	// Monotone is the value of map --monotone. It is ignored for columns and values of Y without an order.
	Monotone string `json:",omitempty"`
	// Target is the value of map --target.
	Target string `json:",omitempty"`
	// Predict asks for the groupings of each number of groups and for the scores of held-out records, which are enough
	// to choose groups for predictions: without a test of dependence, trade-offs of H(Z) and I(Z;Y), and proofs.
	Predict bool `json:"predict,omitempty"`
	// Order is the value of map --order, Smooth of --smooth, and MinCount of --min-count.
	Order    string  `json:"order,omitempty"`
	Smooth   string  `json:"smooth,omitempty"`
	MinCount float64 `json:"min_count,omitempty"`
}

// Kind is the kind of the problem of a column.
func (o *ColumnOptions) Kind() string {
	if o.Predict {
		return "dmc"
	}
	return cmp.Or(o.Target, "dib")
}

// columnMemory is the approximate memory limit in bytes for the search of one of many columns.
const columnMemory = 256 << 20

// From localRows to shortRows, groups of any values are searched only locally, with the part localPart of the effort:
// for fewer rows, dynamic programming is quick. For more rows, rounds and proofs take most of the time, while the
// recommended grouping comes from the best of each k, which has a search of its own.
const (
	localRows = 17
	localPart = 0.075
)

// Of more than predictRows rows and two values of Y, groups for predictions are searched with the part predictPart of
// the effort: how rare values are placed hardly changes predictions.
const (
	predictRows = 50
	predictPart = 0.01
)

// Column maps one of many columns as map does, on one thread, and without a display: it tests for
// dependence, finds the frontier and the best of each k, and holds records out. If the context ends
// first, it returns the error of the context.
func Column(ctx context.Context, p *input.Problem, o ColumnOptions) (*frontier.Frontier, error) {
	f := mapFlags{search: searchFlags{method: "auto", effort: o.Effort, prove: cli.ProveAuto}}
	f.problem.Table.MinCount = o.MinCount
	switch {
	case o.Order == "none":
		f.search.anyGroups = true
	case o.Order != "":
		f.search.order = o.Order
	}
	if o.Predict {
		f.search.prove, f.search.best, f.search.predict = cli.ProveNo, bestFlags{hastening.MostGroups, true}, true
	}
	if n, counts := p.Joint.Samples(); counts && n >= int64(o.Folds) {
		f.validate.k, f.validate.seed = o.Folds, o.Seed
	}
	effort := o.Effort
	ordered := f.search.order != "" || p.XScales.Order() != "" && !f.search.anyGroups
	if n := p.Problem.Rows(); !ordered && !o.Predict && n >= localRows {
		f.search.prove = cli.ProveNo
		if n <= shortRows {
			f.search.method = "local"
			effort *= localPart
		}
	}
	if o.Predict && p.Joint.Cols() > 2 && p.Problem.Rows() > predictRows {
		effort *= predictPart
		f.search.effort = effort
	}
	quiet := progress.New(cli.Streams{Err: io.Discard}, true, "")
	opts := search.Options{Method: methods[f.search.method], Effort: effort, MaxPoints: foundPoints, Seed: o.Seed, Workers: 1, MaxMemory: columnMemory, Observe: quiet.Observe}
	fr, err := f.mapped(ctx, p, opts, o.Monotone, quiet)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.XScales[0].Column, err)
	}
	return fr, nil
}

func (f *mapFlags) mapped(ctx context.Context, p *input.Problem, opts search.Options, trend string, quiet *progress.Display) (*frontier.Frontier, error) {
	if err := f.search.settleOrder(p); err != nil {
		return nil, err
	}
	if trend != "" && trendless(p, f.search.order) == nil {
		p.Limits.Monotone = trend
	}
	if err := f.search.direct(ctx, p, opts.MaxMemory); err != nil {
		return nil, err
	}
	if f.search.predict {
		f.dependence.linked = hastening.Predict(p, f.search.order != "")
	}
	if !f.search.predict || f.validate.k <= 0 { // else the records that are held out say whether X and Y depend on each other
		if err := f.dependence.test(ctx, p, &f.search, opts, cli.Clock{}, quiet); err != nil {
			return nil, err
		}
	}
	if e := f.dependence.evidence; e != nil && !e.Shown() {
		f.validate.k = 0 // no grouping is recommended, so scores of held-out records are not needed
	}
	f.shorten(p, &opts)
	held, err := f.validate.divide(ctx, p, &f.problem.Table, cli.Streams{}, true)
	if err != nil {
		return nil, err
	}
	fr, err := f.search.within(ctx, p, opts, cli.Clock{}, quiet)
	if err != nil {
		return nil, err
	}
	if f.search.predict && f.dependence.linked { // it is complete only among groups of the sets
		fr.Search.Status = frontier.StatusEffort
	}
	return f.completed(ctx, p, held, fr, opts, cli.Clock{}, quiet)
}
