package input

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// limitFlags are the flags that restrict groupings.
type limitFlags struct {
	minMass              float64
	minGroup             int64
	maxClusters          int
	monotone             string
	maxLeak              float64
	leaks                bool // maxLeak is given
	mustLink, cannotLink string
}

// Add adds the flags.
func (f *limitFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Float64Var(&f.minMass, "min-mass", 0, "give every group at least this `PROBABILITY`, such as 0.05")
	flags.Int64Var(&f.minGroup, "min-group", 0, "give every group at least `N` records")
	flags.IntVar(&f.maxClusters, "max-clusters", 0, "make at most `K` groups (default any number)")
	flags.StringVar(&f.monotone, "monotone", "", "let the share of the last value of Y follow this `TREND` from group to group of X in its order: up, down, auto, peak or valley")
	flags.Float64Var(&f.maxLeak, "max-leak", 0, "with --leak, search only among groupings that tell at most `BITS` about S")
	flags.StringVar(&f.mustLink, "must-link", "", "keep values together that stand on a line of this `FILE`, separated by commas")
	flags.StringVar(&f.cannotLink, "cannot-link", "", "keep the two values on each line of this `FILE` apart")
}

func (f *limitFlags) check(given func(flag string) bool) error {
	switch {
	case !(f.minMass >= 0 && f.minMass <= 1):
		return fmt.Errorf("--min-mass is %g: want a probability between 0 and 1, such as 0.05", f.minMass)
	case f.maxClusters < 0 || f.maxClusters == 0 && given("max-clusters"):
		return fmt.Errorf("--max-clusters is %d: want 1 or more", f.maxClusters)
	case f.minGroup < 0 || f.minGroup == 0 && given("min-group"):
		return fmt.Errorf("--min-group is %d: want a number of records, 1 or more", f.minGroup)
	case f.minGroup > 0 && f.minMass > 0:
		return errors.New("--min-mass and --min-group both say how small a group may be: leave one of them out")
	case given("max-leak"):
		return f.checkLeak(given)
	case given("monotone"):
		if err := CheckTrend(f.monotone); err != nil {
			return fmt.Errorf("--monotone is %q: %w", f.monotone, err)
		}
	}
	return nil
}

// checkLeak checks --max-leak, which is for searches that look at any grouping of the table.
func (f *limitFlags) checkLeak(given func(flag string) bool) error {
	f.leaks = true
	if !(f.maxLeak >= 0) || math.IsInf(f.maxLeak, 1) {
		return fmt.Errorf("--max-leak is %g: want a number of bits, 0 or more, such as 0.05", f.maxLeak)
	}
	if !given("leak") {
		return errors.New("--max-leak limits what groups tell about a second variable: name it with --leak")
	}
	for _, other := range []string{"validate", "fold", "test"} {
		if given(other) {
			return fmt.Errorf("--max-leak limits the search, which does not go with --%s: leave it out, and choose from the map with dibmap select --max-leak", other)
		}
	}
	return nil
}

// AutoTrend is the value of --monotone that leaves the choice between up and down to the program.
const AutoTrend = "auto"

// CheckTrend returns an error for a text that is not a value of --monotone.
func CheckTrend(trend string) error {
	if trend != AutoTrend && !slices.Contains(frontier.Trends(), trend) {
		return fmt.Errorf("want %s or %s", strings.Join(frontier.Trends(), ", "), AutoTrend)
	}
	return nil
}

// leastMass returns the least probability of a group.
func (f *limitFlags) leastMass(p *Problem) (float64, error) {
	if f.minGroup == 0 {
		return f.minMass, nil
	}
	var n int64
	counts := false
	if p.Joint != nil {
		n, counts = p.Joint.Samples()
	}
	switch {
	case !counts:
		return 0, fmt.Errorf("%s: --min-group needs a table of counts of X and Y: use --min-mass", p.Name)
	case f.minGroup > n:
		return 0, fmt.Errorf("%s: --min-group is %s, and there are %s: choose fewer", p.Name, wording.Number(f.minGroup), wording.Plural(n, "record"))
	}
	return float64(f.minGroup) / float64(n), nil
}

// names returns the flag that names rows, or an empty text.
func (f *limitFlags) names() string {
	switch {
	case f.mustLink != "":
		return "must-link"
	case f.cannotLink != "":
		return "cannot-link"
	}
	return ""
}

// apply sets the limits of a problem, and replaces it by a problem where the values that
// have to stay together are one.
func (f *limitFlags) apply(p *Problem, s cli.Streams) error {
	least, err := f.leastMass(p)
	if err != nil {
		return err
	}
	p.Limits = problem.Limits{MinMass: least, MaxClusters: f.maxClusters, Monotone: f.monotone}
	if f.leaks {
		p.Limits.Second = &problem.SecondLimit{Name: p.Second.Name, Table: p.Second.Joint, Most: f.maxLeak}
	}
	if f.names() == "" {
		return nil // describing a problem takes time, for the digest of its table
	}
	d := p.Problem.Describe()
	rows := rowsOf{number: make(map[string]int, d.N), labels: d.XLabels, zero: d.ZeroRows}
	for x, label := range d.XLabels {
		rows.number[label] = x
	}
	if f.cannotLink != "" {
		groups, err := rows.read(f.cannotLink, s)
		if err != nil {
			return err
		}
		for _, g := range groups {
			if len(g.rows) != 2 {
				return fmt.Errorf("%s:%d: %d values stand on the line, and --cannot-link takes pairs: write a line for each pair", f.cannotLink, g.line, len(g.rows))
			}
			p.Limits.CannotLink = append(p.Limits.CannotLink, [2]int{g.rows[0], g.rows[1]})
			p.apart = append(p.apart, [2]string{d.XLabels[g.rows[0]], d.XLabels[g.rows[1]]})
		}
	}
	if f.mustLink == "" {
		return nil
	}
	groups, err := rows.read(f.mustLink, s)
	if err != nil {
		return err
	}
	tied := make([][]int, len(groups))
	for n, g := range groups {
		tied[n] = g.rows
		labels := lists.Map(g.rows, func(x int) string { return d.XLabels[x] })
		p.linked = append(p.linked, labels)
	}
	together := linked(d.N, tied)
	if together.K() == 1 {
		return fmt.Errorf("%s: all values are tied together, and there is nothing left to group", f.mustLink)
	}
	p.Problem = p.Problem.Traits().Link(together)
	return nil
}

// linked returns the clustering of n rows that unites the rows of each group, and of groups that share a row.
func linked(n int, groups [][]int) partition.Partition {
	together := partition.Identity(n)
	for _, rows := range groups {
		for _, x := range rows {
			gone := together[x]
			for y, c := range together {
				if c == gone {
					together[y] = together[rows[0]]
				}
			}
		}
	}
	return partition.Canonical(together)
}

// rowsOf finds rows by their labels.
type rowsOf struct {
	number map[string]int
	labels []string
	zero   []string // the labels of rows without mass
}

// group holds the rows of the values on a line of a file.
type group struct {
	line int
	rows []int
}

// read reads a file of values.
func (r rowsOf) read(path string, s cli.Streams) ([]group, error) {
	file, err := s.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	lines, err := textfile.ReadGroups(file, path)
	if err != nil {
		return nil, err
	}
	groups := make([]group, len(lines))
	for k, l := range lines {
		groups[k].line = l.Line
		for _, label := range l.Labels {
			x, known := r.number[label]
			switch {
			case known:
				groups[k].rows = append(groups[k].rows, x)
			case slices.Contains(r.zero, label):
				return nil, fmt.Errorf("%s:%d: %s has no mass in the table: take it out", path, l.Line, wording.Label(label))
			default:
				return nil, fmt.Errorf("%s:%d: %s is no value of X; these are %s", path, l.Line, wording.Label(label), wording.SomeLabels(r.labels))
			}
		}
	}
	return groups, nil
}
