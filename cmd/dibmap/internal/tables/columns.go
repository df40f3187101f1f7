package tables

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// fileInfo is the output of info for all columns of a file. Programs rely on its JSON form.
type fileInfo struct {
	Name    string       `json:"name"`
	Records int64        `json:"records"`
	Y       string       `json:"y,omitempty"`
	Columns []columnInfo `json:"columns"` // with Y, ranked
	Pairs   []pairInfo   `json:"pairs,omitempty"`
	pairs   bool
	// Proposed are columns to begin with, with --propose.
	Proposed *proposed `json:"proposed,omitempty"`
}

// proposed is a proposal of columns; a name is empty if no column makes sense.
type proposed struct {
	X string `json:"x"`
	Y string `json:"y"`
}

type columnInfo struct {
	Column   string     `json:"column"`
	Type     scale.Type `json:"type"`
	Distinct int        `json:"distinct"`
	Missing  int64      `json:"missing"`
	H        float64    `json:"h"`
	Examples []string   `json:"examples"`
	Unusable string     `json:"unusable,omitempty"`
	*told
}

// told is the information of a column about another, in bits.
type told struct {
	IXY       float64  `json:"ixy"`
	Corrected *float64 `json:"corrected,omitempty"`
	// Chance is the mean of the permutations, in place of Corrected where most of I(X;Y) may be chance.
	Chance *float64 `json:"chance,omitempty"`
	P      *float64 `json:"p,omitempty"`
}

type pairInfo struct {
	X string `json:"x"`
	Y string `json:"y"`
	told
}

// readFile reads all columns of a file, and computes their information about Y or each other if that is asked for.
func (w *wholeFlags) readFile(ctx context.Context, f *input.ProblemFlags, path string, s cli.Streams, quiet bool) (*fileInfo, error) {
	o, err := f.Table.AllColumns(s)
	if err != nil {
		return nil, err
	}
	o.Propose = w.chosen
	if w.pairs {
		if f.Table.Y != "" {
			return nil, fmt.Errorf("--pairs is about all pairs of columns: leave --y out, or --pairs")
		}
		o.Pairs = true
	}
	all, err := survey.Read(ctx, path, o)
	if err != nil {
		if ctx.Err() != nil {
			return nil, cli.Failed(fmt.Errorf("%s: interrupted while it was read", path))
		}
		return nil, input.Naming(err)
	}
	if !quiet {
		input.PrintNotes(s, all.Notes)
	}
	i := &fileInfo{Name: all.Name, Records: all.Records, Y: f.Table.Y, pairs: w.pairs}
	var ranked []survey.Information
	switch {
	case w.pairs:
		ranked, err = all.Pairs(ctx, evidence.Options{})
	case all.Y != nil:
		ranked, err = all.Rank(ctx, evidence.Options{})
	}
	if err != nil {
		return nil, err
	}
	listed := make([]bool, len(all.Columns))
	for _, r := range ranked {
		if w.pairs {
			i.Pairs = append(i.Pairs, pairInfo{all.Columns[r.X].Name, all.Columns[r.Y].Name, *toldOf(&r)})
			continue
		}
		listed[r.X] = true
		i.Columns = append(i.Columns, columnOf(&all.Columns[r.X], toldOf(&r)))
	}
	for n := range all.Columns {
		if !listed[n] {
			i.Columns = append(i.Columns, columnOf(&all.Columns[n], nil))
		}
	}
	if w.propose {
		i.Proposed = &proposed{nameOf(all, 0), nameOf(all, 1)}
	}
	return i, nil
}

// nameOf returns the name of the column that is proposed for X or Y, or "".
func nameOf(s *survey.Survey, at int) string {
	if n := s.Proposed[at]; n >= 0 {
		return s.Columns[n].Name
	}
	return ""
}

func toldOf(r *survey.Information) *told {
	t := &told{IXY: r.IXY}
	if e := r.Evidence; e != nil {
		p := e.P()
		if t.P = &p; r.Rare {
			t.Chance = &e.Chance
		} else {
			t.Corrected = &e.Corrected
		}
	}
	return t
}

func columnOf(c *survey.Column, t *told) columnInfo {
	return columnInfo{
		Column: c.Name, Type: c.Type, Distinct: c.Distinct, Missing: c.Missing, H: c.H,
		Examples: notNull(c.Examples), Unusable: c.Unusable, told: t,
	}
}

// print writes the columns for a person.
func (i *fileInfo) print(w io.Writer) error {
	about := ""
	if i.Y != "" {
		about = "; what they tell about " + wording.Label(i.Y) + ", in bits"
	}
	fmt.Fprintf(w, "%s: %s, %s%s\n\n", wording.Word(i.Name), wording.Plural(i.Records, "record"), wording.Plural(len(i.Columns), "column"), about)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if i.pairs {
		fmt.Fprintln(tw, "column\tcolumn\tI\tcorrected\tp")
		for _, p := range i.Pairs {
			fmt.Fprintf(tw, "%s\t%s\t%s\n", wording.Label(p.X), wording.Label(p.Y), p.text())
		}
		return tw.Flush()
	}
	fmt.Fprint(tw, "column\ttype\tdistinct\tmissing\tH [bits]")
	if i.Y != "" {
		fmt.Fprint(tw, "\tI(X;Y)\tcorrected\tp")
	}
	fmt.Fprintln(tw, "\texamples")
	for _, c := range i.Columns {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%.4f", wording.Label(c.Column), c.Type, wording.Number(c.Distinct), wording.Number(c.Missing), c.H)
		if i.Y != "" {
			fmt.Fprintf(tw, "\t%s", c.text())
		}
		fmt.Fprintf(tw, "\t%s\n", c.shown())
	}
	if err := tw.Flush(); err != nil || i.Proposed == nil {
		return err
	}
	return i.Proposed.print(w)
}

func (p *proposed) print(w io.Writer) (err error) {
	if p.X == "" || p.Y == "" {
		_, err = fmt.Fprintln(w, "\nNo two columns make sense as X and Y.")
		return err
	}
	_, err = fmt.Fprintf(w, "\nTo begin with: --x %s --y %s\n", listOf(p.X), listOf(p.Y))
	return err
}

// listOf returns a name as an argument that is a list of names, in which a comma is quoted.
func listOf(name string) string { return input.Argument(textfile.JoinNames([]string{name})) }

// text writes the information of a column in three fields.
func (t *told) text() string {
	switch {
	case t == nil:
		return "-\t-\t-"
	case t.P == nil:
		return fmt.Sprintf("%.4f\t-\t-", t.IXY)
	}
	return fmt.Sprintf("%.4f\t%s\t%.3g", t.IXY, wording.Corrected(t.Corrected, t.Chance), *t.P)
}

// maxExample is the number of characters of all examples together.
const maxExample = 40

// shown writes the examples of a column, or why it is unusable.
func (c *columnInfo) shown() string {
	var list []string
	for _, e := range c.Examples {
		if c.Type == scale.Category {
			e = wording.Label(e)
		}
		list = append(list, e)
	}
	text := wording.Cut(strings.Join(list, ", "), maxExample)
	if c.Unusable != "" {
		return strings.TrimSpace(text + " (of no use as X: " + input.Unusable(c.Column, c.Unusable) + ")")
	}
	return text
}
