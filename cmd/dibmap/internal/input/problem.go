package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// ProblemHelp explains the kinds of problem.
const ProblemHelp = `--problem chooses what makes a grouping small, and what makes it good:
  dib        H(Z) against I(Z;Y)
  dmc        log2 k against I(Z;Y), for k groups: quantisers of a channel's output
  symmetric  H(Z1,Z2)/2 against I(Z1,Z2;Y): two variables X1 and X2 with the same
             values, grouped alike; --symmetric is short for it
  quantizer  H(Z) against the mean squared error, of points in space
  kmeans     log2 k against the mean squared error, of the same
  mean       H(Z) against the mean squared error of Y, a column of numbers, predicted by
             the mean of a group; --target mean is short for it

Constraints: --min-mass, --min-group, --max-clusters, and files of pairs of values for
--must-link and --cannot-link, a pair a line. With these, the groupings found are optimal
among all that satisfy them. --monotone is for X in a linear order: the share of the last
value of Y rises from group to group (up), falls (down), rises and then falls (peak), or
falls and then rises (valley); it may also stay. If Y has an order and more than two
values, this holds for the share of the values from each on. auto takes up or down,
whichever has a grouping that tells more. Without constraints, dmc and kmeans are searched
without rounds, and some problems are solved exactly, as groups of neighbours are enough:
dmc for Y of two values, kmeans for numbers, quantizer for numbers of equal weight.`

// Symmetric is the kind of problem of tables of three variables.
const Symmetric = "symmetric"

// Mean is the kind of problem in which groups tell the mean of Y, a column of numbers.
const Mean = "mean"

// kinds are the values of --problem.
var kinds = []string{"dib", "dmc", Symmetric, "quantizer", "kmeans", Mean}

// Known reports whether a kind of problem exists.
func Known(kind string) bool { return slices.Contains(kinds, kind) }

// ProblemFlags are the flags for the rows that are grouped and for the objectives.
type ProblemFlags struct {
	Table     TableFlags
	Kind      string
	symmetric bool
	target    string // short for a kind
	Limits    limitFlags
	second    secondFlags
	Estimator string
	// Smooth is the strength of the smoothing of rows, [SmoothAuto], or empty for none.
	Smooth string
}

// Problem is a problem with the table that it was made from.
type Problem struct {
	Problem problem.Problem
	Limits  problem.Limits
	Name    string          // of the table
	Source  frontier.Source // of the table, without its digest
	Joint   *joint.Joint    // nil unless the table is of two variables
	Means   bool            // the kind is Mean
	// XScales and YScales say how values became labels; nil unless records were counted.
	XScales, YScales scale.Scales
	// Missing describes the records without X that were set aside, or is nil if there are none.
	Missing *scale.Missing
	// Folds are the folds by a column of the records, if one is named.
	Folds []joint.Fold
	// Values are the original values of X, before they become rows; nil if they are the rows, or if no
	// records are to be held out.
	Values *joint.Joint
	// Second is the second variable, or nil if the call names none.
	Second *Second
	// Smooth is the strength of the smoothing of rows in the table that is clustered, or 0; see [Problem.Smoothed].
	Smooth float64

	notes  []string                                      // on the table; see [Problem.Tell]
	pose   func(j *joint.Joint) (problem.Problem, error) // for another table of two variables
	apart  [][2]string                                   // pairs of labels
	linked [][]string                                    // labels that stay together
}

// Cells returns the number of cells above zero of a table of two variables, and 0 for other tables.
func (p *Problem) Cells() int {
	if p.Joint == nil {
		return 0
	}
	return p.Joint.NonZero()
}

// Add adds the flags, except the flag for estimators.
func (f *ProblemFlags) Add(cmd *cobra.Command) {
	f.Table.Add(cmd)
	f.Table.AddOther(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Kind, "problem", "dib", "solve this `PROBLEM`: "+strings.Join(kinds, ", "))
	flags.BoolVar(&f.symmetric, "symmetric", false, "short for --problem symmetric")
}

// AddTarget adds the flag that names what groups tell about Y, for commands that search.
func (f *ProblemFlags) AddTarget(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.target, "target", "", "what groups tell about Y: `mean` for numbers without bins, short for --problem mean (default their distribution)")
}

// AddEstimator adds the flag that names an estimator, for commands that search.
func (f *ProblemFlags) AddEstimator(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Estimator, "estimator", info.Plugin().Name(),
		"estimate H(Z) and I(Z;Y) by this `ESTIMATOR`: "+strings.Join(estimatorNames(), ", "))
}

func estimatorNames() (names []string) {
	return lists.Map(info.Estimators(), func(e info.Estimator) string { return e.Name() })
}

// Check returns an error if a flag is wrong for every table.
func (f *ProblemFlags) Check(given func(flag string) bool) error {
	switch {
	case f.target == "" && !given("target"):
	case f.target != Mean:
		return errTarget(f.target)
	case given("problem") && f.Kind != Mean || f.symmetric:
		return errors.New("--target mean is short for --problem mean, and another problem is named: leave one of them out")
	default:
		f.Kind = Mean
	}
	if err := f.checkMean(); err != nil {
		return err
	}
	if f.symmetric {
		if given("problem") && f.Kind != Symmetric {
			return fmt.Errorf("--symmetric is short for --problem symmetric, and --problem is %s: leave one of them out", f.Kind)
		}
		f.Kind = Symmetric
	}
	if !Known(f.Kind) {
		return fmt.Errorf("--problem is %q: choose one of %s", f.Kind, strings.Join(kinds, ", "))
	}
	if given("estimator") && f.Estimator == "" {
		return errors.New("--estimator is empty: name one, such as nsb")
	}
	if f.Estimates() {
		if _, err := info.EstimatorNamed(f.Estimator); err != nil {
			return fmt.Errorf("--estimator: %w", err)
		}
		if f.Kind != "dib" {
			return fmt.Errorf("--estimator is for --problem dib, and this is %s: leave it out", f.Kind)
		}
	}
	if err := cmp.Or(f.checkSmooth(), f.checkSecond(given)); err != nil {
		return err
	}
	return f.Limits.check(given)
}

// errNearest is the error of a treatment of missing values that means do not have.
var errNearest = errors.New("--missing nearest compares distributions of Y, and means are of numbers: choose own or drop")

// checkMean returns an error for flags about a distribution of Y.
func (f *ProblemFlags) checkMean() error {
	switch {
	case f.Kind != Mean:
		return nil
	case f.Table.TopY > 0:
		return errors.New("--top-y keeps values of Y apart, and a mean takes all numbers: leave it out")
	case f.Table.missing == scale.MissingNearest:
		return errNearest
	}
	return nil
}

// CheckTarget returns an error for a value of --target that scan does not have, or that contradicts other flags.
func (f *FileFlags) CheckTarget(target string, given bool) error {
	switch {
	case target == "" && !given:
		return nil
	case target != Mean:
		return errTarget(target)
	case f.Missing.takes(scale.MissingNearest):
		return errNearest
	}
	return nil
}

func errTarget(target string) error {
	return fmt.Errorf("--target is %q: want mean, or leave it out for the distribution of Y", target)
}

// Estimates reports whether an estimator other than the plug-in one is asked for.
func (f *ProblemFlags) Estimates() bool {
	return f.Estimator != "" && f.Estimator != info.Plugin().Name()
}

// Reads returns the files that the problem is read from. Args may name the table.
func (f *ProblemFlags) Reads(args []string) []string {
	read := append([]string{f.Limits.mustLink, f.Limits.cannotLink}, args...)
	if f.Table.second == "" {
		read = append(read, f.second.name())
	}
	return read
}

// Pose reads the table and the constraints, and returns the problem that they make.
func (f *ProblemFlags) Pose(ctx context.Context, args []string, s cli.Streams, quiet bool) (*Problem, error) {
	pose := f.poseJoint
	f.Table.numbers = f.Kind == Mean
	switch f.Kind {
	case Symmetric:
		pose = f.poseTriple
	case "quantizer", "kmeans":
		pose = f.posePoints
	}
	p, err := pose(ctx, args, s)
	if err != nil {
		return nil, err
	}
	if !quiet {
		p.Tell(s)
	}
	return p, f.Limits.apply(p, s)
}

// Tell prints the notes on the table. Pose does it unless it is quiet: a caller that may refuse the problem
// tells the notes later, so that an error is a single line.
func (p *Problem) Tell(s cli.Streams) { tellAll(s, p.notes) }

func (f *ProblemFlags) poseJoint(ctx context.Context, args []string, s cli.Streams) (*Problem, error) {
	t, j, second, err := f.read(ctx, args, s)
	if err != nil {
		return nil, err
	}
	p := &Problem{
		notes: f.Table.allNotes(t, j), Name: t.Name, Source: f.Table.source(nameOf(args, "@alphabet"), t.Name), Joint: j,
		Means: f.Kind == Mean, Second: second, pose: f.ofTwo,
	}
	if second != nil {
		p.notes = append(p.notes, second.notes...)
	}
	p.XScales, p.YScales = t.Scales()
	p.Missing = t.MissingRecords()
	if second.Records() {
		p.YScales, p.Missing = p.YScales[:second.pairs.OfY], second.aside(p.Missing)
	}
	names := f.Limits.names()
	if f.Table.Fold != "" {
		if names != "" && slices.ContainsFunc(p.XScales, func(s scale.Scale) bool { return s.Binned() }) {
			return nil, fmt.Errorf("--%s names bins of X, and --fold chooses bins for each part anew: use --validate, or --bins-x none", names)
		}
		if p.Folds, err = t.Folds(); err != nil {
			return nil, err
		}
	}
	if names == "" {
		if p.Values, err = t.UncutJoint(); err != nil {
			return nil, err
		}
	}
	// From here on t is not used, so that the memory of its cells is free.
	return Prompt(ctx, p.Name, func() (*Problem, error) {
		err := p.Smoothed(f.Smooth)
		if err == nil && p.Problem == nil {
			p.Problem, err = f.ofTwo(j)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		return p, nil
	})
}

// read reads a table of two variables, and the second variable if the call names one.
func (f *ProblemFlags) read(ctx context.Context, args []string, s cli.Streams) (*table.Table, *joint.Joint, *Second, error) {
	if f.Table.second != "" {
		return f.readPairs(ctx, args, s)
	}
	t, j, err := f.Table.Read(ctx, args, s, true)
	if err != nil || !f.Paired() {
		return t, j, nil, err
	}
	second, err := f.readSecond(ctx, args, j, s)
	return t, j, second, err
}

// ofTwo returns the problem of a table of two variables.
func (f *ProblemFlags) ofTwo(j *joint.Joint) (problem.Problem, error) {
	switch {
	case f.Kind == "dmc":
		return problem.DMC(j), nil
	case f.Kind == Mean:
		c, err := points.FromNumericY(j)
		if err != nil {
			return nil, err
		}
		return problem.Quantizer(c), nil
	case f.Estimates():
		e, err := info.EstimatorNamed(f.Estimator)
		if err != nil {
			return nil, err
		}
		p, err := problem.Estimated(j, e)
		if err != nil {
			return nil, fmt.Errorf("--estimator %s: %w", f.Estimator, err)
		}
		return p, nil
	default:
		return problem.DIB(j), nil
	}
}

// On returns the same problem of another table of X and Y, such as a part of the records: with the
// same limits on the values that the table has.
func (p *Problem) On(j *joint.Joint) (*Problem, error) {
	other := &Problem{Name: p.Name, Joint: j, Means: p.Means, Limits: p.Limits, Smooth: p.Smooth}
	smooth, err := j.Smooth(p.Smooth)
	if err == nil {
		other.Problem, err = p.pose(smooth)
	}
	if err != nil {
		return nil, err
	}
	row := lists.Index(j.XLabels())
	other.Limits.CannotLink = nil
	for _, pair := range p.apart {
		a, oneKnown := row[pair[0]]
		b, otherKnown := row[pair[1]]
		if oneKnown && otherKnown {
			other.Limits.CannotLink = append(other.Limits.CannotLink, [2]int{a, b})
		}
	}
	other.XScales = p.XScales
	var together [][]int
	for _, labels := range p.linked {
		var rows []int
		for _, label := range labels {
			if x, known := row[label]; known {
				rows = append(rows, x)
			}
		}
		together = append(together, rows)
	}
	if len(together) > 0 {
		other.Problem = other.Problem.Traits().Link(linked(j.Rows(), together))
	}
	return other, nil
}

func (f *ProblemFlags) poseTriple(ctx context.Context, args []string, s cli.Streams) (*Problem, error) {
	path := nameOf(args, "@z40")
	t, triple, err := Read(ctx, &f.Table, path, s, true, table.OpenTriple, (*table.TripleTable).Triple)
	if err != nil {
		return nil, err
	}
	return &Problem{notes: f.Table.allNotes(t, triple), Name: t.Name, Source: f.Table.source(path, t.Name), Problem: problem.Symmetric(triple)}, nil
}

func (f *ProblemFlags) posePoints(ctx context.Context, args []string, s cli.Streams) (*Problem, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("--problem %s needs a file of records with columns of numbers; see 'dibmap map --help'", f.Kind)
	}
	t, cloud, err := Read(ctx, &f.Table, args[0], s, true, table.OpenPoints, (*table.PointTable).Cloud)
	if err != nil {
		return nil, err
	}
	p := &Problem{notes: f.Table.allNotes(t, cloud), Name: t.Name, Source: f.Table.source(args[0], t.Name), Problem: problem.Quantizer(cloud)}
	if f.Kind == "kmeans" {
		p.Problem = problem.KMeans(cloud)
	}
	return p, nil
}
