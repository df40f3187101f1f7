package mapping

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
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
	// Monotone has the value of --monotone for columns by name, and for all others at the empty name. Columns and
	// values of Y without an order are mapped without it.
	Monotone map[string]string `json:",omitempty"`
	// Target is the value of map --target.
	Target string `json:",omitempty"`
}

// trend returns the value of --monotone for a column.
func (o ColumnOptions) trend(column string) string {
	if trend, ok := o.Monotone[column]; ok {
		return trend
	}
	return o.Monotone[""]
}

// For returns the options for a column, without what is for others.
func (o ColumnOptions) For(column string) ColumnOptions {
	trend := o.trend(column)
	if o.Monotone = nil; trend != "" {
		o.Monotone = map[string]string{"": trend}
	}
	return o
}

// Kind returns the kind of the problem.
func (o *ColumnOptions) Kind() string { return cmp.Or(o.Target, "dib") }

// columnMemory is the approximate memory limit in bytes for the search of one of many columns.
const columnMemory = 256 << 20

// From localRows to shortRows, groups of any values are searched only locally, with the part localPart of the effort:
// for fewer rows, dynamic programming is quick. For more rows, rounds and proofs take most of the time, while the
// recommended grouping comes from the best of each k, which has a search of its own.
const (
	localRows = 17
	localPart = 0.075
)

// Column maps one of many columns as map does, on one thread, and without a display: it tests for
// dependence, finds the frontier and the best of each k, and holds records out. If the context ends
// first, it returns the error of the context.
func Column(ctx context.Context, p *input.Problem, o ColumnOptions) (*frontier.Frontier, error) {
	f := mapFlags{search: searchFlags{method: "auto", effort: o.Effort, prove: cli.ProveAuto}}
	if n, counts := p.Joint.Samples(); counts && n >= int64(o.Folds) {
		f.validate.k, f.validate.seed = o.Folds, o.Seed
	}
	effort := o.Effort
	if n := p.Problem.Rows(); p.XScales.Order() == "" && n >= localRows {
		f.search.prove = cli.ProveNo
		if n <= shortRows {
			f.search.method = "local"
			effort *= localPart
		}
	}
	quiet := progress.New(cli.Streams{Err: io.Discard}, true, "")
	opts := search.Options{Method: methods[f.search.method], Effort: effort, MaxPoints: foundPoints, Seed: o.Seed, Workers: 1, MaxMemory: columnMemory, Observe: quiet.Observe}
	fr, err := f.mapped(ctx, p, opts, o.trend(p.XScales[0].Column), quiet)
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
	if err := f.dependence.test(ctx, p, &f.search, opts, cli.Clock{}, quiet); err != nil {
		return nil, err
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
	return f.completed(ctx, p, held, fr, opts, cli.Clock{}, quiet)
}
