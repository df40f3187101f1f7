// Package tables holds the commands about tables rather than frontiers: info, sample
// and data.
package tables

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

func NewInfo(s cli.Streams) *cobra.Command {
	var (
		f      input.ProblemFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "info [TABLE]",
		Short: "Print the size of a table, its entropies and its information",
		Long: `Info prints the size of a table, H(X), H(Y), H(X,Y) and I(X;Y) in bits: as they are in
the table and, if that holds counts, by all estimators for small samples, with
standard deviations; and it says if the sample is too small. Of a table of three
variables (--symmetric) it prints H(X1,X2), H(Y) and I(X1,X2;Y), and of points
(--problem kmeans) H(X) and the variance.

` + input.TableHelp + "\n" + input.OtherHelp,
		Example: `  dibmap info @occupation
  dibmap info survey.csv --x city --y product --json
  dibmap info --symmetric @group:D4`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(cmd.Flags().Changed); err != nil {
				return err
			}
			return runInfo(cmd.Context(), &f, args, s, asJSON)
		},
	}
	f.Add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

// tableInfo is what info prints. Its JSON form is a contract.
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
	// Estimates holds one estimate an estimator, the plug-in one first; it alone if
	// the table holds probabilities.
	Estimates []estimate `json:"estimates"`
	// Warning says that the sample is too small, if it is: sentences, one a line for
	// people.
	Warning   string `json:"warning,omitempty"`
	sentences []string
}

func runInfo(ctx context.Context, f *input.ProblemFlags, args []string, s cli.Streams, asJSON bool) error {
	info, err := readInfo(ctx, f, args, s, asJSON)
	if err != nil {
		return err
	}
	if asJSON {
		return cli.WriteJSON(s.Out, info)
	}
	return info.print(s.Out)
}

// readInfo reads a table of any shape.
func readInfo(ctx context.Context, f *input.ProblemFlags, args []string, s cli.Streams, quiet bool) (interface{ print(w io.Writer) error }, error) {
	if f.Kind == "dib" || f.Kind == "dmc" {
		t, j, err := f.Table.Read(ctx, args, s, quiet)
		if err != nil {
			return nil, err
		}
		return describe(t, j)
	}
	p, err := f.Pose(ctx, args, s, quiet)
	if err != nil {
		return nil, err
	}
	return otherOf(p), nil
}

func describe(t *table.Table, j *joint.Joint) (tableInfo, error) {
	info := tableInfo{
		Name: t.Name(), SHA256: j.SHA256(),
		Rows: j.Rows(), Cols: j.Cols(), Cells: j.NonZero(),
		Records: t.Records(), Missing: t.Missing(),
		ZeroRows:  append([]string{}, j.ZeroRows()...), // never null in JSON
		ZeroCols:  append([]string{}, j.ZeroCols()...),
		sentences: smallSample(j),
	}
	if n, ok := j.Samples(); ok {
		info.Samples = &n
	}
	info.Warning = strings.Join(info.sentences, " ")
	var err error
	info.Estimates, err = estimatesOf(j)
	return info, err
}

// print writes the information for a person.
func (i tableInfo) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "table\t%s\n", i.Name)
	fmt.Fprintf(tw, "size\t%s x %s, %s cells above zero\n", wording.Number(i.Rows), wording.Number(i.Cols), wording.Number(i.Cells))
	printSamples(tw, i.Samples)
	if i.Records > 0 {
		fmt.Fprintf(tw, "records\t%s, of which %s lack X or Y\n", wording.Number(i.Records), wording.Number(i.Missing))
	}
	fmt.Fprintf(tw, "zero rows\t%d\n", len(i.ZeroRows))
	fmt.Fprintf(tw, "zero columns\t%d\n", len(i.ZeroCols))
	e := i.Estimates[0]
	fmt.Fprintf(tw, "H(X)\t%.6f bits\n", *e.HX)
	fmt.Fprintf(tw, "H(Y)\t%.6f bits\n", *e.HY)
	fmt.Fprintf(tw, "H(X,Y)\t%.6f bits\n", *e.HXY)
	fmt.Fprintf(tw, "I(X;Y)\t%.6f bits\n", *e.IXY)
	if err := tw.Flush(); err != nil || i.Samples == nil {
		return err
	}
	if err := printEstimates(w, i.Estimates); err != nil || i.Warning == "" {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(i.sentences, "\n"))
	return err
}
