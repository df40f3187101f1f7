package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// problemHelp explains the kinds of problem.
const problemHelp = `--problem chooses what makes a grouping small, and what makes it good:
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
	pose func(ctx context.Context, f *problemFlags, args []string, s streams, quiet bool) (*posed, error)
}

// kinds are the values of --problem.
var kinds = []kind{
	{"dib", poseJoint},
	{"dmc", poseJoint},
	{symmetric, poseTriple},
	{"quantizer", posePoints},
	{"kmeans", posePoints},
}

const symmetric = "symmetric"

// problemFlags are the flags that say what is grouped, and to which end.
type problemFlags struct {
	table     tableFlags
	kind      string
	symmetric bool
	limits    limitFlags
	estimator string
}

// posed is a problem with what the command wants to know of it.
type posed struct {
	problem search.Problem
	limits  search.Limits
	name    string       // of the table
	joint   *joint.Joint // nil but for tables of two variables
}

func (f *problemFlags) add(cmd *cobra.Command) {
	f.table.add(cmd)
	f.table.addOther(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "problem", "dib", "solve this `PROBLEM`: "+kindNames())
	flags.BoolVar(&f.symmetric, "symmetric", false, "short for --problem symmetric")
}

// addEstimator adds the flag of commands that search.
func (f *problemFlags) addEstimator(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.estimator, "estimator", info.Plugin{}.Name(),
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

// check finds what can be wrong with the flags before any file is read.
func (f *problemFlags) check(given func(flag string) bool) error {
	if f.symmetric {
		if given("problem") && f.kind != symmetric {
			return fmt.Errorf("--symmetric is short for --problem symmetric, and --problem is %s: leave one of them out", f.kind)
		}
		f.kind = symmetric
	}
	if kindOf(f.kind) == nil {
		return fmt.Errorf("--problem is %q: want %s", f.kind, kindNames())
	}
	if given("estimator") && f.estimator == "" {
		return errors.New("--estimator is empty: name one, such as nsb")
	}
	if f.estimates() {
		if _, err := info.EstimatorNamed(f.estimator); err != nil {
			return fmt.Errorf("--estimator: %w", err)
		}
		if f.kind != "dib" {
			return fmt.Errorf("--estimator is for --problem dib, and this is %s: leave it out", f.kind)
		}
	}
	return f.limits.check(given)
}

// estimates tells whether an estimator other than the plug-in one is asked for.
func (f *problemFlags) estimates() bool {
	return f.estimator != "" && f.estimator != info.Plugin{}.Name()
}

// kindOf returns the kind of a name, or nil.
func kindOf(name string) *kind {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if at < 0 {
		return nil
	}
	return &kinds[at]
}

// pose reads the table and the constraints, and makes the problem of them.
func (f *problemFlags) pose(ctx context.Context, args []string, s streams, quiet bool) (*posed, error) {
	p, err := kindOf(f.kind).pose(ctx, f, args, s, quiet)
	if err != nil {
		return nil, err
	}
	if err := f.limits.apply(p); err != nil {
		return nil, err
	}
	return p, nil
}

// poseJoint reads a table of two variables.
func poseJoint(ctx context.Context, f *problemFlags, args []string, s streams, quiet bool) (*posed, error) {
	t, j, err := f.table.read(ctx, args, s, quiet)
	if err != nil {
		return nil, err
	}
	p := &posed{name: t.Name(), joint: j}
	switch {
	case f.kind == "dmc":
		p.problem = search.DMC(j)
	case f.estimates():
		e, err := info.EstimatorNamed(f.estimator)
		if err != nil {
			return nil, err
		}
		if p.problem, err = search.Estimated(j, e); err != nil {
			text := strings.TrimPrefix(err.Error(), search.ErrOptions.Error()+": ") // known to programs
			return nil, fmt.Errorf("%s: --estimator %s: %s", t.Name(), f.estimator, text)
		}
	default:
		p.problem = search.DIB(j)
	}
	return p, nil
}

// defaultTriple is the table of three variables that is read when none is named.
const defaultTriple = "@z40"

// poseTriple reads a table of three variables.
func poseTriple(ctx context.Context, f *problemFlags, args []string, s streams, quiet bool) (*posed, error) {
	t, err := readTable(ctx, &f.table, nameOf(args, defaultTriple), s, table.OpenTriple)
	if err != nil {
		return nil, err
	}
	triple, err := t.Triple()
	if err != nil {
		return nil, err
	}
	tellNotes(s, quiet, t.Notes(), triple)
	return &posed{name: t.Name(), problem: search.Symmetric(triple)}, nil
}

// posePoints reads points in space.
func posePoints(ctx context.Context, f *problemFlags, args []string, s streams, quiet bool) (*posed, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("--problem %s needs a file of records with columns of numbers; see 'dibmap map --help'", f.kind)
	}
	t, err := readTable(ctx, &f.table, args[0], s, table.OpenPoints)
	if err != nil {
		return nil, err
	}
	cloud, err := t.Cloud()
	if err != nil {
		return nil, err
	}
	tellNotes(s, quiet, t.Notes(), cloud)
	p := &posed{name: t.Name()}
	if f.kind == "kmeans" {
		p.problem = search.KMeans(cloud)
	} else {
		p.problem = search.Quantizer(cloud)
	}
	return p, nil
}
