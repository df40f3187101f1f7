package choosing

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// selectFlags are the flags of the select command.
type selectFlags struct {
	choice Flags
	asJSON bool
}

// NewSelect returns the select command.
func NewSelect(s cli.Streams) *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FRONTIER " + Usage,
		Short: "Choose a grouping from a frontier, and see what its clusters are",
		Long: `Select prints one grouping of a frontier: its clusters with their share of the
records, what each contributes to I(Z;Y), and the values of Y that are more and less
frequent in it than elsewhere, the most telling first.

` + Help + ` --prominent 1 prints the most prominent
point like the others, --prominent N a list of the N most prominent ones.

For a budget of bits, the best grouping is on the frontier by definition. For a
number of clusters, one off the frontier may tell more, where a grouping into
more clusters costs fewer bits and tells as much.

--robust chooses among the points of a file of 'map --robust' that are apart by resampling.`,
		Example: `  dibmap select frontier.json --budget 2
  dibmap select frontier.json --keep 0.95
  dibmap select frontier.json --prominent 10
  dibmap select frontier.json --clusters 5 --json
  dibmap select frontier.json --budget 2 --robust`,
		Args: input.OneFrontier,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], s)
		},
	}
	f.choice.Add(cmd, "list the `N` points that stand out most from the frontier around them")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

func (f *selectFlags) run(cmd *cobra.Command, path string, s cli.Streams) error {
	if err := f.choice.Check("select", cmd.Flags().Changed); err != nil {
		return err
	}
	fr, err := input.ReadFrontier(path, s.In)
	if err != nil {
		return err
	}
	if f.choice.rule == "prominent" && f.choice.prominent > 1 {
		return f.list(path, fr, s.Out)
	}
	p, err := f.choice.Point(path, fr)
	switch {
	case err != nil:
		return err
	case f.asJSON:
		return printJSON(s.Out, fr, p)
	}
	terms := listing.TermsOf(fr)
	fmt.Fprintln(s.Out, terms.Point(fr, p))
	if p.Ties > 0 {
		fmt.Fprintf(s.Out, "(%s found with the same %s and %s)\n", wording.Plural(p.Ties, "other grouping"), terms.H, terms.I)
	}
	return printClusters(s.Out, fr, p)
}

// list prints the most prominent points, as many as there are.
func (f *selectFlags) list(path string, fr *frontier.Frontier, w io.Writer) error {
	if err := f.choice.checkRobust(path, fr); err != nil {
		return err
	}
	points := fr.MostProminent(f.choice.prominent, f.choice.allows)
	if len(points) == 0 {
		return f.choice.missing(path, fr)
	}
	if !f.asJSON {
		return listing.Explained(w, fr, points, fmt.Sprintf("%4s  %10s ", "rank", "prominence"), func(n int) string {
			return fmt.Sprintf("%4d  %10s ", n+1, wording.Bits(points[n].Prominence))
		})
	}
	for _, p := range points {
		if err := printJSON(w, fr, p); err != nil {
			return err
		}
	}
	return nil
}

// jsonCluster is what the JSON of a point says of a cluster, whose labels are in the order
// of the table.
type jsonCluster struct {
	Name     string             `json:"name"`
	Labels   []string           `json:"labels"`
	Mass     cli.Float          `json:"mass"`
	I        cli.Float          `json:"i"`
	Tells    []jsonContribution `json:"tells,omitempty"`
	TellsNot []jsonContribution `json:"tells_not,omitempty"`
}

type jsonContribution struct {
	Y       string  `json:"y"`
	P       float64 `json:"p"`
	Overall float64 `json:"overall"`
	Bits    float64 `json:"bits"`
}

// printJSON prints a point with the keys of the frontier file, its clusters as lists of
// labels, and what is known of each.
func printJSON(w io.Writer, f *frontier.Frontier, p frontier.Point) error {
	type spread struct {
		DH     float64 `json:"dh"`
		DI     float64 `json:"di"`
		Cov    float64 `json:"cov"`
		Robust bool    `json:"robust"`
	}
	out := struct {
		H          float64 `json:"h"`
		I          float64 `json:"i"`
		K          int     `json:"k"`
		Assignment []int   `json:"assignment"`
		Ties       int     `json:"ties"`
		Prominence float64 `json:"prominence"`
		*spread
		Clusters  [][]string    `json:"clusters"`
		Described []jsonCluster `json:"described"`
	}{H: p.H, I: p.I, K: p.K, Assignment: p.Assignment(), Ties: p.Ties, Prominence: p.Prominence, Clusters: p.Clusters()}
	if f.Uncertainty != nil {
		out.spread = &spread{p.DH, p.DI, p.Cov, p.Robust}
	}
	list := func(from []frontier.Contribution) (to []jsonContribution) {
		for _, c := range from {
			to = append(to, jsonContribution(c))
		}
		return to
	}
	if out.Clusters != nil {
		for c, d := range f.Describe(p, contributions) {
			out.Described = append(out.Described, jsonCluster{d.Name, out.Clusters[c], cli.Float(d.Mass), cli.Float(d.I), list(d.Tells), list(d.TellsNot)})
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}
