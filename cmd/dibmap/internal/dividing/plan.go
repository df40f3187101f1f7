package dividing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/sweeps"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// planFlags are the flags of the plan command.
type planFlags struct {
	pieces mapping.Pieces
	parts  int
	output string
}

const defaultParts = 16

// NewPlan returns the plan command. Units of a plan are for the same version of the program.
func NewPlan(s cli.Streams, version string) *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "plan TABLE -o FOLDER",
		Short: "Divide a search into units of work for any scheduler",
		Long: `Plan reads the table once and writes a folder with all that is needed to search it: the
table as Parquet, the flags of the call, and a list of units of work. It takes the flags of
'dibmap map', except for --time-limit, checkpoints, --fold and --test, and does the work that
is not divided itself, which takes seconds for most tables.
'dibmap work FOLDER --part N' does one unit, on any machine that sees the folder, in any
order; a unit that was ended in whatever way is begun again. 'dibmap merge FOLDER' unites
what the units have found. It gives the same result whatever the order, the repetitions and
the machines.

Units belong to stages: those of a stage need the results of all stages before. What is
divided into --parts N units is
  tables of more than 400 values   ranges of H(Z), twice; fewer than N of them where these
                                   would have too little --effort each
  --prove                          the clusters that a proof lists, if need be once more,
                                   and then its edges
  --epsilon, if it draws           N searches, with the seeds from --seed on
  the test of dependence           its permutations; fewer than N parts where these would
                                   take less than a third of a second
  --robust                         the draws, once the frontier is there
and beside them there is one unit for each part of --validate, and one each for the upper
bound and the best of each k. Other searches are part of plan.

The folder needs no locks, no clock and no network of its own. All files are written whole
or not at all, so two machines may take the same unit. See deploy/README.md for Slurm and
Kubernetes.`,
		Example: `  dibmap plan words.csv --x word --y next --count count --parts 64 -o run
  dibmap work run --all
  dibmap merge run -o frontier.json.zst`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, version, s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.output, "output", "o", "", "write the plan to this `FOLDER`, which is new or empty")
	flags.IntVar(&f.parts, "parts", defaultParts, "divide work that can be divided into `N` units")
	f.pieces.Add(cmd)
	return cmd
}

// run plans the work.
func (f *planFlags) run(cmd *cobra.Command, args []string, version string, s cli.Streams) error {
	switch {
	case f.output == "" || f.output == "-":
		return errors.New("-o names the folder of the plan: give one that is new")
	case f.parts < 1 || f.parts > workfolder.MaxParts:
		return fmt.Errorf("--parts is %d: want 1 to %d", f.parts, workfolder.MaxParts)
	}
	if err := workfolder.CheckNew(f.output); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	steering, err := f.pieces.Read(cmd, args, s)
	if err != nil {
		return err
	}
	defer f.pieces.Display.Stop()
	defer f.pieces.LimitMemory()()
	p := f.pieces.Problem
	w, err := f.divide(cmd.Context())
	switch {
	case cmd.Context().Err() != nil:
		return cli.Failed(fmt.Errorf("%s: interrupted, and nothing is written", p.Name))
	case err != nil:
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	d, err := f.pieces.Described()
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	plan := workfolder.Plan{Program: version, Flags: steering, Name: p.Name, MaxH: w.maxH, Work: w.list, Tables: []workfolder.Table{{File: workfolder.TableFile, Problem: d}}}
	folder, err := workfolder.Create(f.output, plan, []workfolder.Contents{{Rows: p.Joint, Values: p.Values}}, w.files)
	if err != nil {
		return cli.Failed(err)
	}
	f.pieces.Display.Stop()
	if f.pieces.Quiet() {
		return nil
	}
	return tell(s.Out, folder, f.parts)
}

// work is what a plan divides, with the files that its units need.
type work struct {
	list  []workfolder.Work
	files map[string][]byte
	maxH  float64 // the largest H(Z), for windows

	windows int // the number of windows
}

func (w *work) add(stage int, kind string, units int) {
	if units > 0 {
		w.list = append(w.list, workfolder.Work{Stage: stage, Kind: kind, Units: units})
	}
}

// divide does the work that is not divided, and lists the units.
func (f *planFlags) divide(ctx context.Context) (*work, error) {
	p := &f.pieces
	w := &work{files: make(map[string][]byte)}
	if drawn(p.Options) {
		if p.Proves() {
			return nil, errors.New("a plan proves the frontier of one search, and --epsilon asks for several: leave --prove or --epsilon out")
		}
		w.add(1, seeds, f.parts)
	} else if err := f.begin(ctx, w); err != nil {
		return nil, err
	}
	w.add(1, folds, p.Folds())
	if p.Bounds() {
		w.add(1, ceiling, 1)
	}
	test, err := p.Dependence()
	if err != nil {
		return nil, err
	}
	if test != nil {
		w.add(1, dependence, test.Parts(f.parts))
	}
	if w.files[stateFile] != nil {
		w.add(2, again, w.windows)
	}
	if w.files[proverFile] != nil {
		w.add(2, relists, f.parts)
		w.add(3, proofs, f.parts)
	}
	if o, on := p.Robust(); on && o.Method.Drawn() {
		w.add(w.stages()+1, draws, f.parts)
	}
	return w, nil
}

// begin does the part of the search that is not divided.
func (f *planFlags) begin(ctx context.Context, w *work) error {
	p := &f.pieces
	fr, state, err := p.Begin(ctx)
	if err != nil {
		return err
	}
	if w.files[stateFile] = state; state != nil {
		w.maxH = fr.At(fr.Len() - 1).H
		w.windows = min(f.parts, sweeps.MostParts(p.Problem.Problem.Traits(), cmp.Or(p.Options.Effort, 1), fr.Search.Evaluated))
		w.add(1, windows, w.windows)
	} else if fr, err = f.prove(ctx, w, fr); err != nil {
		return err
	}
	fr.Search.Seconds = 0 // a clock's
	if w.files[startFile], err = encode(fr); err != nil {
		return err
	}
	if p.Best() {
		w.add(1, best, 1)
	}
	return nil
}

// prove divides the proof of a frontier, or solves the problem if there is another method.
func (f *planFlags) prove(ctx context.Context, w *work, fr *frontier.Frontier) (*frontier.Frontier, error) {
	if !f.pieces.Proves() || fr.Search.Status == frontier.StatusComplete {
		return fr, nil
	}
	d, err := f.pieces.Divided(ctx, fr)
	if errors.Is(err, problem.ErrOptions) {
		return f.pieces.Solve(ctx, fr)
	}
	if err != nil {
		return nil, err
	}
	w.files[proverFile], err = d.MarshalBinary()
	w.add(1, lists, f.parts)
	return fr, err
}

// stages returns the number of stages so far.
func (w *work) stages() int {
	if len(w.list) == 0 {
		return 0
	}
	return w.list[len(w.list)-1].Stage
}

// drawn reports whether the result of a search depends on its seed.
func drawn(o search.Options) bool { return o.Epsilon > 0 && !math.IsInf(o.Epsilon, 1) }

// names say what the units of a kind are.
var names = map[string]string{
	windows: "searches around ranges of H(Z)", again: "searches around further ranges, from what all have found", lists: "the clusters that a proof lists", relists: "the clusters of edges that begin anew", proofs: "the edges of the proof",
	seeds: "searches with a seed each", folds: "searches without some of the records", best: "the best of each number of groups",
	dependence: "the test of dependence", ceiling: "the upper bound on all groupings", draws: "draws for the uncertainty of points",
}

// tell prints the plan for a number of parts.
func tell(w io.Writer, folder *workfolder.Folder, parts int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of work\n", folder.Path, wording.Plural(len(folder.Units()), "unit"))
	first := 1
	for k, work := range folder.Plan.Work {
		if k > 0 && work.Stage > folder.Plan.Work[k-1].Stage {
			b.WriteString("and when these are done\n")
		}
		fmt.Fprintf(&b, "  %-11s %s\n", workfolder.Span{First: first, Last: first + work.Units - 1}, names[work.Kind])
		if first += work.Units; work.Kind == windows && work.Units < parts {
			fmt.Fprintf(&b, "              fewer than the %d parts asked for, which would have too little effort each: --effort gives more\n", parts)
		}
	}
	path := wording.ShellWord(folder.Path)
	if len(folder.Units()) == 0 {
		fmt.Fprintf(&b, "\nNothing is left to divide: 'dibmap merge %s -o frontier.json' writes the result.\n", path)
	} else {
		fmt.Fprintf(&b, "\n'dibmap work %s --all' does them here, 'dibmap work %s --part 1' one of them,\nand 'dibmap merge %s -o frontier.json' unites what is done.\n", path, path, path)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
