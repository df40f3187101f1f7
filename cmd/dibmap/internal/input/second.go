package input

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pairs"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// Second is a second variable S of a table of X and Y, about which groups are to tell little or much.
type Second struct {
	Name  string
	Aim   frontier.Aim
	Joint *joint.Joint // of X and S, with the rows of the table

	pairs *pairs.Pairs
	both  *joint.Joint // of X and the pairs of Y and S; nil if S comes from a file of its own
	notes []string
}

// secondFlags name the second variable: a column of the records, or a file with a matrix of X and S.
type secondFlags struct{ leak, also string }

// AddSecond adds the flags that name a second variable.
func (f *ProblemFlags) AddSecond(cmd *cobra.Command) {
	onceVar(cmd, &f.second.leak, "leak", true, "find groupings that tell little about S, too: this `COL` of the records, or several; for a matrix, a file with the same rows")
	onceVar(cmd, &f.second.also, "also", true, "find groupings that tell much about a second target, too: this `COL`, or a file with the same rows")
}

// RecallSecond takes over from a frontier the second variable that was a column of its records.
func (f *ProblemFlags) RecallSecond(fr *frontier.Frontier) {
	if fr.Second == nil || f.Table.x == "" {
		return
	}
	f.second.leak, f.Table.second = fr.Second.Name, fr.Second.Name
}

// Paired reports whether the call names a second variable.
func (f *ProblemFlags) Paired() bool { return f.second.name() != "" }

// flag returns the flag that names the second variable.
func (f *secondFlags) flag() string {
	if f.also != "" {
		return "--also"
	}
	return "--leak"
}

// aim says what groups are to tell about the second variable.
func (f *secondFlags) aim() frontier.Aim {
	if f.also != "" {
		return frontier.AimAlso
	}
	return frontier.AimLeak
}

func (f *secondFlags) name() string { return f.leak + f.also }

// check returns an error if the second variable is named twice, or does not go with the problem.
func (f *ProblemFlags) checkSecond(given func(flag string) bool) error {
	of, flag := &f.second, f.second.flag()
	for _, name := range []string{"leak", "also"} {
		if given(name) && of.name() == "" {
			return fmt.Errorf("--%s is empty: name a column, or a file of a matrix", name)
		}
	}
	switch {
	case of.name() == "":
		return nil
	case of.leak != "" && of.also != "":
		return errors.New("--leak and --also each name a second variable: give one of them")
	case f.Kind != "dib":
		return fmt.Errorf("%s is for groups with H(Z) and I(Z;Y), and this is --problem %s: leave one of them out", flag, f.Kind)
	case f.Estimates():
		return fmt.Errorf("%s compares plug-in values, and --estimator %s gives others: leave one of them out", flag, f.Estimator)
	case f.Smooth != "" && f.Smooth != smoothNone:
		return fmt.Errorf("%s is about the records, and --smooth changes their table: leave one of them out", flag)
	case f.Limits.monotone != "":
		return fmt.Errorf("%s takes groups of any trend, and --monotone restricts it: leave one of them out", flag)
	}
	if f.Table.x == "" {
		return nil
	}
	f.Table.second = of.name()
	names, err := textfile.SplitNames(of.name())
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	for _, v := range []struct{ flag, columns string }{{"--x", f.Table.x}, {"--y", f.Table.Y}, {"--count", f.Table.Count}} {
		taken, err := textfile.SplitNames(v.columns)
		if v.columns == "" || err != nil { // which the table reports
			continue
		}
		if both := slices.IndexFunc(names, func(n string) bool { return slices.Contains(taken, n) }); both >= 0 {
			return fmt.Errorf("%s names %s, the column of %s: name another one", flag, wording.Label(names[both]), v.flag)
		}
	}
	return nil
}

// paired is a table of X and Y with the table of X and the pairs that it came from.
type paired struct {
	*joint.Joint
	both  *joint.Joint
	pairs *pairs.Pairs
	note  string
}

// pairsOf returns the table of X and Y of records that were read with a second variable.
func (f *ProblemFlags) pairsOf(t *table.Table) (p paired, err error) {
	if p.both, err = t.Joint(); err != nil {
		return p, err
	}
	_, scales := t.Scales()
	own, err := textfile.SplitNames(f.second.name())
	if err != nil {
		return p, err
	}
	p.pairs = &pairs.Pairs{OfY: len(scales) - len(own), OfS: len(own), Scales: scales[len(scales)-len(own):]}
	if f.Table.TopY > 0 {
		if scales[:p.pairs.OfY].Order() != "" {
			return p, fmt.Errorf("%s: the values of %s have an order, in which rare ones cannot be put together: keep all, or take the column as a category", t.Name, wording.Label(f.Table.Y))
		}
		if p.Joint, _, err = p.pairs.Split(p.both); err != nil {
			return p, err
		}
		p.note = p.pairs.Keep(p.Joint, f.Table.TopY)
	}
	var s *joint.Joint
	if p.Joint, s, err = p.pairs.Split(p.both); err == nil {
		p.pairs.Ordered, err = pairs.Order(p.pairs.Scales, s.YLabels())
	}
	return p, err
}

// readPairs reads records of X, Y and a second variable.
func (f *ProblemFlags) readPairs(ctx context.Context, args []string, s cli.Streams) (*table.Table, *joint.Joint, *Second, error) {
	if err := f.Table.checkFold(); err != nil {
		return nil, nil, nil, err
	}
	t, p, err := Read(ctx, &f.Table, nameOf(args, "@alphabet"), s, true, table.Open, f.pairsOf)
	if err != nil {
		return nil, nil, nil, err
	}
	second := &Second{Name: f.second.name(), Aim: f.second.aim(), both: p.both, pairs: p.pairs}
	if p.note != "" {
		second.notes = append(second.notes, p.note)
	}
	if _, second.Joint, err = p.pairs.Split(p.both); err != nil {
		return nil, nil, nil, err
	}
	if own := second.Joint.Cols(); own > 1 && own == p.both.Cols() && own == p.Cols() {
		return nil, nil, nil, fmt.Errorf("%s %s: each of its values goes with one value of %s, so that groups tell the same about both: name another one", f.second.flag(), f.second.name(), f.Table.Y)
	}
	return t, p.Joint, second, f.checkTold(second.Joint)
}

// checkTold returns an error if there is nothing to tell about the second variable.
func (f *ProblemFlags) checkTold(s *joint.Joint) error {
	if s.Cols() == 1 {
		return fmt.Errorf("%s %s: all records have the same value, %s, so that nothing is told about it: name another one", f.second.flag(), f.second.name(), wording.Label(s.YLabels()[0]))
	}
	return nil
}

// readSecond reads the matrix of X and a second variable of a table j that is no table of records.
func (f *ProblemFlags) readSecond(ctx context.Context, args []string, j *joint.Joint, s cli.Streams) (*Second, error) {
	path, flag := f.second.name(), f.second.flag()
	name := nameOf(args, "@alphabet")
	if path == name || cli.SamePath(path, name) {
		return nil, fmt.Errorf("%s: %s is the table itself: name a matrix of the same rows and of another variable", flag, path)
	}
	t, err := Prompt(ctx, path, func() (*table.Table, error) {
		return table.Open(ctx, path, table.Options{Dialect: f.Table.dialect.Dialect, Stdin: s.In})
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, Naming(err))
	}
	of, err := Prompt(ctx, path, t.Joint)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	own, scaled, err := pairs.WithRowsOf(of, j)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", flag, t.Name, err)
	}
	notes := lists.Map(t.Notes, naming)
	if scaled {
		notes = append(notes, fmt.Sprintf("the rows of %s have other shares than in the table: p(s|x) is taken with the shares of the table, as probabilities", t.Name))
	}
	label := strings.TrimSuffix(t.Name, filepath.Ext(t.Name))
	if source.Builtin(path) {
		label = t.Name
	}
	return &Second{Name: label, Aim: f.second.aim(), Joint: own, notes: notes}, f.checkTold(own)
}

// Apart divides the folds of a table of X and pairs into the folds of X and Y and of X and S.
func (s *Second) Apart(folds []joint.Fold) (y, second []joint.Fold, err error) {
	y, second = make([]joint.Fold, len(folds)), make([]joint.Fold, len(folds))
	for n, f := range folds {
		if y[n].Training, second[n].Training, err = s.pairs.Split(f.Training); err == nil {
			y[n].HeldOut, second[n].HeldOut, err = s.pairs.Split(f.HeldOut)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return y, second, nil
}

// Records reports whether the counts of Y and of S are of the same records.
func (s *Second) Records() bool { return s != nil && s.both != nil }

// aside adds up the records without X by their values of Y.
func (s *Second) aside(m *scale.Missing) *scale.Missing {
	if m == nil {
		return nil
	}
	of := &scale.Missing{Treatment: m.Treatment, Share: m.Share}
	for n, pair := range m.Y {
		y, _ := s.pairs.Labels(pair)
		if k := slices.Index(of.Y, y); k >= 0 {
			of.Counts[k] += m.Counts[n]
		} else {
			of.Y, of.Counts = append(of.Y, y), append(of.Counts, m.Counts[n])
		}
	}
	return of
}
