// Package tables holds the commands about tables rather than frontiers: info, sample
// and data.
package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// NewInfo returns the info command.
func NewInfo(s cli.Streams) *cobra.Command {
	var (
		f      input.ProblemFlags
		asJSON bool
		whole  wholeFlags
		bins   choosing.TableFlags
	)
	cmd := &cobra.Command{
		Use:   "info [TABLE]",
		Short: "Print the size of a table, its entropies and its information",
		Long: `Info prints the size of a table, H(X), H(Y), H(X,Y) and I(X;Y) in bits: as they are in
the table and, if that holds counts, by all estimators for small samples, with
standard deviations; and it says whether X and Y depend on each other, by a permutation
test, and if the sample is too small. Of a table of three
variables (--symmetric) it prints H(X1,X2), H(Y) and I(X1,X2;Y), and of points
(--problem kmeans) H(X) and the variance.

Of records without --x it lists all columns: the type of each, its different values, the
records without one, its entropy and examples. With --y, the columns are ranked by what they
tell about it, corrected for the size of the sample, with the p value of the permutation
test; with --pairs, all pairs of columns are. --propose names two columns to begin with that
depend on each other, neither of which is nearly a function of the other. A file that can be read as a matrix is
one, unless --records, --y or --pairs says otherwise.

--table prints the binning table of the values of X instead, each as a group of its own, as 'dibmap
select --table' does of groups: the count, the share, the rate of an event, WoE, IV and JS.

` + input.TableHelp + "\n" + input.OtherHelp,
		Example: `  dibmap info @occupation
  dibmap info survey.csv --x city --y product --json
  dibmap info loans.csv --x city --y default --table
  dibmap info survey.csv
  dibmap info survey.csv --y product
  dibmap info --symmetric @group:D4`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(cmd.Flags().Changed); err != nil {
				return err
			}
			if err := bins.Check(cmd.Flags().Changed); err != nil {
				return err
			}
			whole.bare = bins.Asked && !asJSON
			info, err := whole.read(cmd.Context(), &f, args, s, s.NotesLeftOut(asJSON))
			if err == nil && bins.Asked {
				info, err = withBins(info, &f, args, &bins)
			}
			switch {
			case err != nil:
				return err
			case asJSON:
				return cli.WriteJSON(s.Out, info)
			default:
				return info.print(s.Out)
			}
		},
	}
	f.Add(cmd)
	bins.Add(cmd, " of the values of X")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, at full precision")
	cmd.Flags().BoolVar(&whole.records, "records", false, "list the columns of records, also of a file that could be a matrix")
	cmd.Flags().BoolVar(&whole.propose, "propose", false, "name columns to begin with as X and Y, beside --x or --y if one of them is given")
	cmd.Flags().BoolVar(&whole.pairs, "pairs", false, "rank all pairs of columns by what they tell about each other")
	return cmd
}

// wholeFlags are the flags about all columns of a file.
type wholeFlags struct {
	records, pairs, propose bool
	bare                    bool       // estimates and test of a table are not wanted
	chosen                  *[2]string // X and Y, beside which columns are proposed; nil without --propose
}

// read reads a table, or all columns of a file of records.
func (w *wholeFlags) read(ctx context.Context, f *input.ProblemFlags, args []string, s cli.Streams, quiet bool) (interface{ print(w io.Writer) error }, error) {
	asked := w.records || w.pairs
	if w.propose {
		chosen := f.Table.TakeChosen()
		w.chosen = &chosen
	}
	switch {
	case asked && (!f.Table.Whole() || f.Kind != "dib"):
		return nil, errors.New("--records and --pairs are about all columns of a file: leave --x and other flags about a table out")
	case asked && len(args) == 0:
		return nil, errors.New("--records and --pairs need a file of records: name it")
	case !f.Table.Whole() || f.Kind != "dib" || len(args) == 0 || source.Builtin(args[0]):
	case asked || f.Table.Y != "":
		return w.readFile(ctx, f, args[0], s, quiet)
	case args[0] != source.Stdin && !source.Unnamed(source.FormatOf(args[0])) && !source.Unnamed(f.Table.Format):
		return w.readEither(ctx, f, args[0], s, quiet)
	}
	return w.readInfo(ctx, f, args, s, quiet)
}

// readEither reads a matrix or, if a file is not a matrix, all its columns.
func (w *wholeFlags) readEither(ctx context.Context, f *input.ProblemFlags, path string, s cli.Streams, quiet bool) (interface{ print(w io.Writer) error }, error) {
	t, j, err := input.Read(ctx, &f.Table, path, s, quiet, table.Open, (*table.Table).Joint)
	switch {
	case t == nil: // the file is not a matrix
		return w.readFile(ctx, f, path, s, quiet)
	case err != nil:
		return nil, err
	}
	return w.infoOf(ctx, t, j)
}

// readInfo reads a table of any shape.
func (w *wholeFlags) readInfo(ctx context.Context, f *input.ProblemFlags, args []string, s cli.Streams, quiet bool) (interface{ print(w io.Writer) error }, error) {
	if f.Kind != "dib" && f.Kind != "dmc" {
		p, err := f.Pose(ctx, args, s, quiet)
		if err != nil {
			return nil, err
		}
		return otherOf(p), nil
	}
	t, j, err := f.Table.Read(ctx, args, s, quiet)
	if err != nil {
		return nil, err
	}
	return w.infoOf(ctx, t, j)
}

// infoOf returns the output of info for a table of two variables.
func (w *wholeFlags) infoOf(ctx context.Context, t *table.Table, j *joint.Joint) (info tableInfo, err error) {
	info = tableInfo{
		Name: t.Name, SHA256: j.SHA256(), Rows: j.Rows(), Cols: j.Cols(), Cells: j.NonZero(),
		Records: t.Records, Missing: t.Missing, ZeroRows: notNull(j.ZeroRows()), ZeroCols: notNull(j.ZeroCols()),
		read: t, joint: j,
	}
	if n, ok := j.Samples(); ok {
		info.Samples = &n
	}
	if w.bare {
		return info, nil
	}
	if info.Estimates, err = estimatesOf(j); err != nil {
		return info, err
	}
	x, y := t.Scales()
	var e *frontier.Evidence
	if info.Dependence, err = dependenceOf(ctx, j, string(x.Order())); info.Dependence != nil {
		e = info.Dependence.Evidence
	}
	info.small = listing.SmallSample(j, x, y, e)
	precision := input.Precision(j) // of a table that is printed as text, they are notes
	info.Warning = strings.TrimSpace(strings.Join(append(precision, info.small), " "))
	return info, err
}

// dependenceOf tests whether the counts of a table, whose rows may be in an order, show that X and Y depend on each
// other. It returns nil without counts, without anything to test, or if the user ends the test.
func dependenceOf(ctx context.Context, j *joint.Joint, order string) (*dependence, error) {
	if _, counts := j.Samples(); !counts || j.Rows() == 1 || j.Cols() == 1 {
		return nil, nil
	}
	e, err := memory.TestDependence(ctx, j, evidence.Options{Order: order})
	switch {
	case errors.Is(err, context.Canceled):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &dependence{e, e.P()}, nil
}

// dependence is the output of info for a permutation test.
type dependence struct {
	*frontier.Evidence
	P float64 `json:"p"`
}

// notNull returns a list that is not null in JSON.
func notNull(list []string) []string { return append([]string{}, list...) }

// tableInfo is the output of info for a table of two variables. Programs rely on its JSON form.
type tableInfo struct {
	Name     string   `json:"name"`
	SHA256   string   `json:"sha256"`
	Rows     int      `json:"n"`
	Cols     int      `json:"m"`
	Cells    int      `json:"nonzero_cells"`
	Samples  *int64   `json:"samples"`
	Records  int64    `json:"records"`
	Missing  int64    `json:"missing"`
	ZeroRows []string `json:"zero_rows"`
	ZeroCols []string `json:"zero_cols"`
	// Estimates begins with the plug-in estimate, which is alone if the table holds
	// probabilities.
	Estimates []estimate `json:"estimates"`
	// Dependence is nil if the table holds probabilities.
	Dependence *dependence `json:"evidence,omitempty"`
	Warning    string      `json:"warning,omitempty"`
	// Table is the binning table of the values of X, if it is asked for.
	Table *choosing.JSONTable `json:"table,omitempty"`

	small string // the warning about the sample
	read  *table.Table
	joint *joint.Joint
	bins  func(w io.Writer) error // prints the binning table; nil unless it is asked for
}

// withBins returns the output of info with the binning table of the values of X.
func withBins(info interface{ print(w io.Writer) error }, of *input.ProblemFlags, args []string, flags *choosing.TableFlags) (tableInfo, error) {
	i, ofTwo := info.(tableInfo)
	if !ofTwo {
		return i, errors.New("--table is about the values of one column and what they say about another: name both with --x and --y")
	}
	f, err := of.Ungrouped(args, i.read, i.joint)
	if err != nil {
		return i, err
	}
	b, err := flags.Of(i.Name, f, f.At(0))
	if err != nil {
		return i, err
	}
	i.Table = choosing.JSONTableOf(b)
	i.bins = func(w io.Writer) error { return choosing.PrintTable(w, f, f.At(0), b) }
	return i, nil
}

// print writes the information for a person.
func (i tableInfo) print(w io.Writer) error {
	if i.bins != nil {
		return i.bins(w)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "table\t%s\n", wording.Word(i.Name))
	fmt.Fprintf(tw, "size\t%s x %s, %s above zero\n", wording.Number(i.Rows), wording.Number(i.Cols), wording.Plural(i.Cells, "cell"))
	fmt.Fprintf(tw, "samples\t%s\n", describeSamples(i.Samples))
	if i.Records > 0 {
		fmt.Fprintf(tw, "records\t%s, of which %s lack X or Y\n", wording.Number(i.Records), wording.Number(i.Missing))
	}
	e := i.Estimates[0]
	fmt.Fprintf(tw, "zero rows\t%d\nzero columns\t%d\n", len(i.ZeroRows), len(i.ZeroCols))
	fmt.Fprintf(tw, "H(X)\t%.6f bits\nH(Y)\t%.6f bits\nH(X,Y)\t%.6f bits\nI(X;Y)\t%.6f bits\n", e.HX, e.HY, e.HXY, e.IXY)
	if i.Samples != nil {
		fmt.Fprintln(tw, "\nbits\tH(X)\tH(Y)\tH(X,Y)\tI(X;Y)")
		for _, e := range i.Estimates {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", e.Estimator,
				withSD(e.HX, e.HXSD), withSD(e.HY, e.HYSD), withSD(e.HXY, e.HXYSD), withSD(e.IXY, e.IXYSD))
		}
	}
	if i.Dependence != nil {
		fmt.Fprintf(tw, "\n%s\n", listing.Dependence(i.Dependence.Evidence, e.IXY, min(e.HX, e.HY), i.Samples, i.Rows, i.Cols))
	}
	if i.small != "" {
		fmt.Fprintf(tw, "\n%s\n", i.small)
	}
	return tw.Flush()
}

func describeSamples(samples *int64) string {
	if samples == nil {
		return "unknown: the cells are probabilities or weights"
	}
	return "N = " + wording.Number(*samples)
}

// otherInfo is the output of info for a table of three variables, or for points. Programs rely on its JSON form.
type otherInfo struct {
	Name     string   `json:"name"`
	SHA256   string   `json:"sha256"`
	Kind     string   `json:"kind"`
	Rows     int      `json:"n"`
	Cols     int      `json:"m"`
	Samples  *int64   `json:"samples"`
	ZeroRows []string `json:"zero_rows"`
	Variance float64  `json:"variance,omitzero"` // of points
	// Estimates has one element. For three variables, its hx is H(X1,X2).
	Estimates []otherEstimate `json:"estimates"`
}

type otherEstimate struct {
	Estimator string  `json:"estimator"`
	HX        float64 `json:"hx"`
	HY        float64 `json:"hy"`
	IXY       float64 `json:"ixy"`
}

func otherOf(p *input.Problem) otherInfo {
	d := p.Problem.Describe()
	e := otherEstimate{Estimator: "plug-in", HX: d.HX, HY: d.HY, IXY: d.IXY}
	if d.Kind == input.Symmetric {
		e.HX = 2 * d.HX // of a pair
	}
	return otherInfo{
		Name: p.Name, SHA256: d.Source.SHA256, Kind: d.Kind, Rows: d.N, Cols: d.M, Samples: d.Samples,
		ZeroRows: notNull(d.ZeroRows), Variance: d.Variance, Estimates: []otherEstimate{e},
	}
}

// print writes the information for a person.
func (i otherInfo) print(w io.Writer) error {
	e := i.Estimates[0]
	size := fmt.Sprintf("%s points in %s", wording.Number(i.Rows), wording.Plural(i.Cols, "dimension"))
	if i.Kind == input.Mean {
		size = wording.Plural(i.Rows, "value")
	}
	measures := fmt.Sprintf("H(X)\t%.6f bits\nvariance\t%.6g\n", e.HX, i.Variance)
	if i.Kind == input.Symmetric {
		size = fmt.Sprintf("%s x %s x %s", wording.Number(i.Rows), wording.Number(i.Rows), wording.Number(i.Cols))
		measures = fmt.Sprintf("H(X1,X2)\t%.6f bits\nH(Y)\t%.6f bits\nI(X1,X2;Y)\t%.6f bits\n", e.HX, e.HY, e.IXY)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "table\t%s\nsize\t%s\nsamples\t%s\nzero rows\t%d\n%s", wording.Word(i.Name), size, describeSamples(i.Samples), len(i.ZeroRows), measures)
	return tw.Flush()
}
