package mapping

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// Unite combines the results of the units in a folder of work.
type Unite func(ctx context.Context, folder, output string, form Assignments, quiet bool, s cli.Streams) error

// NewMerge returns the merge command, which calls unite for a folder of work.
func NewMerge(s cli.Streams, unite Unite) *cobra.Command {
	var (
		output string
		form   Assignments
		quiet  bool
	)
	cmd := &cobra.Command{
		Use:   "merge FRONTIER...|FOLDER",
		Short: "Unite frontiers of one table, or the work of a plan",
		Long: `Merge unites frontier files of one table, such as of searches with several seeds
or on several machines: it keeps the points that no point of another file beats,
prints how many each file adds to them, and writes the union to the file named
with -o. The order of the files makes no difference, and a union can be merged
again. If all files have the best of k, the union has it, too, for every k that all
files include.

A single file is written unchanged, in the format that -o chooses.

For a FOLDER of 'dibmap plan', merge unites the results of its units, and lists the units
that are missing. The result depends neither on the order of the units nor on the machines
that did them.

A file is a frontier as JSON, Parquet or npz, last for the last result, or - for
standard input. CSV holds no groupings and cannot be merged.

` + lastHelp,
		Example: `  dibmap map survey.csv --x city --y product --epsilon 0.01 --seed 1 -o 1.json
  dibmap map survey.csv --x city --y product --epsilon 0.01 --seed 2 -o 2.json
  dibmap merge 1.json 2.json -o frontier.json
  dibmap merge run -o frontier.json`,
		Args: cli.Args(1, math.MaxInt, "frontier files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if output == "" && cmd.Flags().Changed("output") {
				return cli.ErrNoOutput
			}
			if len(args) == 1 && workfolder.Is(args[0]) {
				return unite(cmd.Context(), args[0], output, form, quiet, s)
			}
			return merge(cmd.Context(), args, output, form, quiet, s)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "", "write the union to this `FILE`: "+outputHelp)
	form.add(flags)
	flags.BoolVarP(&quiet, "quiet", "q", false, "print errors only")
	return cmd
}

// merge unites frontier files. The output may be one of them, to which the others are
// added.
func merge(ctx context.Context, paths []string, output string, form Assignments, quiet bool, s cli.Streams) error {
	var names []string
	for _, path := range paths {
		if path == "-" {
			path = "stdin"
		}
		names = append(names, path)
	}
	var parts []*frontier.Frontier
	var united *frontier.Frontier
	err := writeFrontier(s, output, form, nil, func() (_ *frontier.Frontier, err error) {
		if parts, err = input.ReadFrontiers(ctx, paths, s); err != nil {
			return nil, err
		}
		united, err = union.Of(parts...)
		switch {
		case err != nil:
			err = naming(names, err)
		case len(parts) == 1: // unlike its union, with the scores of held-out records
			united = parts[0]
		}
		return united, err
	})
	if err != nil {
		return err
	}
	keep := keepLast(united, output)
	if quiet {
		return keep.tell(united, true, s)
	}
	for _, note := range notUnited(names, parts, united) {
		s.Note("%s", note)
	}
	if err := summariseUnion(summaryStream(output, s), names, parts, united); err != nil {
		return err
	}
	return keep.tell(united, false, s)
}

// notUnited returns notes on what some files have and their union lacks.
func notUnited(names []string, parts []*frontier.Frontier, union *frontier.Frontier) (notes []string) {
	some := func(has func(f *frontier.Frontier) bool) bool { return slices.ContainsFunc(parts, has) }
	if union.BestUpTo() == 0 && some(func(f *frontier.Frontier) bool { return f.BestUpTo() > 0 }) {
		without := slices.IndexFunc(parts, func(f *frontier.Frontier) bool { return f.BestUpTo() == 0 })
		notes = append(notes, fmt.Sprintf("the best of k is left out, because %s does not have it: map it again to keep it", names[without]))
	}
	if union.Uncertainty == nil && some(func(f *frontier.Frontier) bool { return f.Uncertainty != nil }) {
		notes = append(notes, "the uncertainty of the points is left out, because the files differ in it: map them with the same --robust options and --seed to keep it")
	}
	if len(parts) > 1 && union.Second == nil && some(func(f *frontier.Frontier) bool { return f.Second != nil }) {
		notes = append(notes, "what groupings tell about a second variable is left out: map the table again with --leak or --also to have it")
	}
	if union.Evidence == nil && some(func(f *frontier.Frontier) bool { return f.Evidence != nil }) {
		notes = append(notes, "the test of dependence is left out, because the files differ in it, for example in --seed")
	}
	if union.Validation == nil && some(func(f *frontier.Frontier) bool { return f.Validation != nil }) {
		notes = append(notes, "the scores of held-out records are left out, because they belong to the single files")
	}
	return notes
}

// naming adds the names of the files to an error of a union.
func naming(names []string, err error) error {
	var of *union.Error
	switch {
	case !errors.As(err, &of):
		return err
	case of.First == of.Second:
		return fmt.Errorf("%s: %w", names[of.First], of.Err)
	default:
		return fmt.Errorf("%s and %s are of different problems and have no union: %w", names[of.First], names[of.Second], of.Err)
	}
}

// summariseUnion prints the claim of the union, the number of its points that each part has, and the work done.
func summariseUnion(w io.Writer, names []string, parts []*frontier.Frontier, union *frontier.Frontier) error {
	if _, err := fmt.Fprintln(w, listing.Claim(union)); err != nil {
		return err
	}
	var set pareto.Set[struct{}]
	for i := union.Len() - 1; i >= 0; i-- {
		set.Add(union.At(i).H, union.At(i).I, struct{}{}, nil)
	}
	for i, f := range parts {
		on := 0
		for p := range f.All() {
			if set.Compare(p.H, p.I) == pareto.Tied {
				on++
			}
		}
		if _, err := fmt.Fprintf(w, "%s: %s, %s on the union\n", names[i], wording.Plural(f.Len(), "point"), wording.Number(on)); err != nil {
			return err
		}
	}
	runs := max(1, len(union.Search.Runs))
	_, err := fmt.Fprintf(w, "union: %s from %s, %s groupings evaluated\n",
		wording.Plural(union.Len(), "point"), wording.Plural(runs, "run"), wording.Number(union.Search.Evaluated))
	if err != nil || union.BestUpTo() == 0 {
		return err
	}
	return summariseBest(w, names, parts, union)
}

// summariseBest prints the length of the list of the best groupings for each number of groups, and how many of them,
// or equally good ones, each file has.
func summariseBest(w io.Writer, names []string, parts []*frontier.Frontier, union *frontier.Frontier) error {
	best := slices.Collect(union.Best())
	if _, err := fmt.Fprintf(w, "best of k: %s, up to k = %d\n", wording.Plural(len(best), "grouping"), union.BestUpTo()); err != nil {
		return err
	}
	for n, f := range parts {
		on := 0
		for _, p := range best {
			var set pareto.Set[struct{}]
			set.Add(p.H, p.I, struct{}{}, nil)
			if own, ok := f.WithClusters(p.K); ok && set.Compare(own.H, own.I) == pareto.Tied {
				on++
			}
		}
		if _, err := fmt.Fprintf(w, "%s: %s of them\n", names[n], wording.Number(on)); err != nil {
			return err
		}
	}
	return nil
}
