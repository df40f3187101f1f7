package input

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
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

Constraints: --min-mass, --max-clusters, and files of pairs of values for --must-link
and --cannot-link, a pair a line. With these, the groupings found are those that
nothing beats among all that keep them. dmc and kmeans have no rounds without them,
and are solved exactly where groups of neighbours suffice: dmc for Y of two values,
kmeans for numbers, quantizer for numbers of equal weight.`

// kind is a kind of problem that can be posed.
type kind struct {
	name string
	pose func(ctx context.Context, f *ProblemFlags, args []string, s cli.Streams, quiet bool) (*Problem, error)
}

// kinds are the values of --problem.
var kinds = []kind{
	{"dib", poseJoint},
	{"dmc", poseJoint},
	{Symmetric, poseTriple},
	{"quantizer", posePoints},
	{"kmeans", posePoints},
}

const Symmetric = "symmetric"

// ProblemFlags are the flags that say what is grouped, and to which end.
type ProblemFlags struct {
	Table     TableFlags
	Kind      string
	symmetric bool
	Limits    limitFlags
	Estimator string
}

// Problem is a problem with what the command wants to know of it.
type Problem struct {
	Problem problem.Problem
	Limits  problem.Limits
	Name    string       // of the table
	Joint   *joint.Joint // nil but for tables of two variables
}

func (f *ProblemFlags) Add(cmd *cobra.Command) {
	f.Table.Add(cmd)
	f.Table.AddOther(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Kind, "problem", "dib", "solve this `PROBLEM`: "+kindNames())
	flags.BoolVar(&f.symmetric, "symmetric", false, "short for --problem symmetric")
}

// AddEstimator adds the flag of commands that search.
func (f *ProblemFlags) AddEstimator(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Estimator, "estimator", info.Plugin().Name(),
		"estimate H(Z) and I(Z;Y) by this `ESTIMATOR`: "+strings.Join(estimatorNames(), ", "))
}

func estimatorNames() (names []string) {
	for _, e := range info.Estimators() {
		names = append(names, e.Name())
	}
	return names
}

func kindNames() string {
	names := make([]string, len(kinds))
	for k := range kinds {
		names[k] = kinds[k].name
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Check finds what can be wrong with the flags before any file is read.
func (f *ProblemFlags) Check(given func(flag string) bool) error {
	if f.symmetric {
		if given("problem") && f.Kind != Symmetric {
			return fmt.Errorf("--symmetric is short for --problem symmetric, and --problem is %s: leave one of them out", f.Kind)
		}
		f.Kind = Symmetric
	}
	if KindOf(f.Kind) == nil {
		return fmt.Errorf("--problem is %q: want %s", f.Kind, kindNames())
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
	return f.Limits.check(given)
}

// Estimates tells whether an estimator other than the plug-in one is asked for.
func (f *ProblemFlags) Estimates() bool {
	return f.Estimator != "" && f.Estimator != info.Plugin().Name()
}

// KindOf returns the kind of a name, or nil.
func KindOf(name string) *kind {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if at < 0 {
		return nil
	}
	return &kinds[at]
}

// Reads returns the files that the problem is made of, where args may name the table.
func (f *ProblemFlags) Reads(args []string) []string {
	return append([]string{f.Limits.mustLink, f.Limits.cannotLink}, args...)
}

// Pose reads the table and the constraints, and makes the problem of them.
func (f *ProblemFlags) Pose(ctx context.Context, args []string, s cli.Streams, quiet bool) (*Problem, error) {
	p, err := KindOf(f.Kind).pose(ctx, f, args, s, quiet)
	if err != nil {
		return nil, err
	}
	if err := f.Limits.apply(p); err != nil {
		return nil, err
	}
	return p, nil
}

// poseJoint reads a table of two variables.
func poseJoint(ctx context.Context, f *ProblemFlags, args []string, s cli.Streams, quiet bool) (*Problem, error) {
	t, j, err := f.Table.Read(ctx, args, s, quiet)
	if err != nil {
		return nil, err
	}
	p := &Problem{Name: t.Name(), Joint: j}
	switch {
	case f.Kind == "dmc":
		p.Problem = problem.DMC(j)
	case f.Estimates():
		e, err := info.EstimatorNamed(f.Estimator)
		if err != nil {
			return nil, err
		}
		if p.Problem, err = problem.Estimated(j, e); err != nil {
			text := strings.TrimPrefix(err.Error(), problem.ErrOptions.Error()+": ") // known to programs
			return nil, fmt.Errorf("%s: --estimator %s: %s", t.Name(), f.Estimator, text)
		}
	default:
		p.Problem = problem.DIB(j)
	}
	return p, nil
}

// defaultTriple is the table of three variables that is read when none is named.
const defaultTriple = "@z40"

// poseTriple reads a table of three variables.
func poseTriple(ctx context.Context, f *ProblemFlags, args []string, s cli.Streams, quiet bool) (*Problem, error) {
	t, err := OpenTable(ctx, &f.Table, nameOf(args, defaultTriple), s, table.OpenTriple)
	if err != nil {
		return nil, err
	}
	triple, err := t.Triple()
	if err != nil {
		return nil, err
	}
	tellNotes(s, quiet, t.Notes(), triple)
	return &Problem{Name: t.Name(), Problem: problem.Symmetric(triple)}, nil
}

// posePoints reads points in space.
func posePoints(ctx context.Context, f *ProblemFlags, args []string, s cli.Streams, quiet bool) (*Problem, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("--problem %s needs a file of records with columns of numbers; see 'dibmap map --help'", f.Kind)
	}
	t, err := OpenTable(ctx, &f.Table, args[0], s, table.OpenPoints)
	if err != nil {
		return nil, err
	}
	cloud, err := t.Cloud()
	if err != nil {
		return nil, err
	}
	tellNotes(s, quiet, t.Notes(), cloud)
	p := &Problem{Name: t.Name()}
	if f.Kind == "kmeans" {
		p.Problem = problem.KMeans(cloud)
	} else {
		p.Problem = problem.Quantizer(cloud)
	}
	return p, nil
}
