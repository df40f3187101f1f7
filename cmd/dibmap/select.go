package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
)

// selectFlags are the flags of the select command.
type selectFlags struct {
	budget   float64
	clusters int
	robust   bool
	asJSON   bool
}

func newSelect(s streams) *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FRONTIER {--budget H | --clusters K}",
		Short: "Choose one grouping from a frontier",
		Long: `Select prints the most informative grouping of a frontier with an entropy H(Z)
of at most --budget bits, or with --clusters clusters, one cluster a line.

For a budget of bits, the best grouping is on the frontier by definition. For a
number of clusters, one off the frontier may tell more, where a grouping into
more clusters costs fewer bits and tells as much.

--robust chooses among the robust points of a file of 'map --robust' only.`,
		Example: `  dibmap select frontier.json --budget 2
  dibmap select frontier.json --clusters 5 --json
  dibmap select frontier.json --budget 2 --robust`,
		Args: arguments(1, "one frontier file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], s)
		},
	}
	cmd.Flags().Float64Var(&f.budget, "budget", 0, "the most bits that H(Z) may have")
	cmd.Flags().IntVar(&f.clusters, "clusters", 0, "the number of clusters")
	cmd.Flags().BoolVar(&f.robust, "robust", false, "choose among robust points only")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

func (f *selectFlags) run(cmd *cobra.Command, path string, s streams) error {
	byBudget, byClusters := cmd.Flags().Changed("budget"), cmd.Flags().Changed("clusters")
	if byBudget == byClusters {
		return errors.New("select needs either --budget H or --clusters K to choose by")
	}
	fr, err := readFrontier(path, s.in)
	if err != nil {
		return err
	}
	if f.robust && fr.Uncertainty == nil {
		return errNotRobust(path, fr)
	}
	p, ok := f.choose(fr, byBudget)
	switch {
	case !ok && byBudget:
		return fmt.Errorf("%s: no %s of the frontier has %s of %g bits or less", path, f.candidate(), wordsOf(fr).h, f.budget)
	case !ok:
		return fmt.Errorf("%s: no %s of the frontier has %s; there are points of %s",
			path, f.candidate(), plural(f.clusters, "cluster"), f.clusterCounts(fr))
	}
	if p.Assignment() == nil {
		return fmt.Errorf("%s: the file holds no assignments, so the clusters are not known; map with -o frontier.json, .parquet or .npz to keep them", path)
	}
	if f.asJSON {
		err = printPointJSON(s.out, p, fr.Uncertainty != nil)
	} else {
		err = printPoint(s.out, fr, p)
	}
	if err != nil {
		return failure{err}
	}
	return nil
}

// choose returns the most informative point that is wanted.
func (f *selectFlags) choose(fr *frontier.Frontier, byBudget bool) (p frontier.Point, ok bool) {
	switch {
	case f.robust:
		for q := range fr.All() { // informative ones last
			if f.admits(q) && (byBudget && q.H <= f.budget+pareto.Tolerance || !byBudget && q.K == f.clusters) {
				p, ok = q, true
			}
		}
		return p, ok
	case byBudget:
		return fr.Within(f.budget)
	default:
		return fr.WithClusters(f.clusters)
	}
}

// admits tells whether a point is among those to choose from, and candidate what
// these are called.
func (f *selectFlags) admits(p frontier.Point) bool { return !f.robust || p.Robust }

func (f *selectFlags) candidate() string {
	if f.robust {
		return "robust point"
	}
	return "point"
}

// clusterCounts lists the numbers of clusters that occur, as ranges.
func (f *selectFlags) clusterCounts(fr *frontier.Frontier) string {
	occurs := make(map[int]bool)
	most := 0
	for p := range fr.All() {
		if f.admits(p) {
			occurs[p.K] = true
			most = max(most, p.K)
		}
	}
	var ranges []string
	for k := 1; k <= most; k++ {
		if !occurs[k] {
			continue
		}
		first := k
		for occurs[k+1] {
			k++
		}
		if first == k {
			ranges = append(ranges, fmt.Sprint(k))
		} else {
			ranges = append(ranges, fmt.Sprintf("%d to %d", first, k))
		}
	}
	return strings.Join(ranges, ", ")
}

// printPoint prints a point and its clusters for a person.
func printPoint(w io.Writer, f *frontier.Frontier, p frontier.Point) error {
	terms := wordsOf(f)
	fmt.Fprintln(w, terms.point(p, f.Problem.IXY))
	if p.Ties > 0 {
		fmt.Fprintf(w, "(%s found with the same %s and %s)\n", plural(p.Ties, "other grouping"), terms.h, terms.i)
	}
	for c, labels := range p.Clusters() {
		parts := make([]string, len(labels))
		for i, l := range labels {
			parts[i] = apart(l)
		}
		if _, err := fmt.Fprintf(w, "%4d: %s\n", c, strings.Join(parts, " ")); err != nil {
			return err
		}
	}
	return nil
}

// printPointJSON prints a point with the keys of the frontier file, and its
// clusters as lists of labels.
func printPointJSON(w io.Writer, p frontier.Point, uncertain bool) error {
	var dh, di, cov *float64
	var robust *bool
	if uncertain {
		dh, di, cov, robust = &p.DH, &p.DI, &p.Cov, &p.Robust
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(struct {
		H          float64    `json:"h"`
		I          float64    `json:"i"`
		K          int        `json:"k"`
		Assignment []int      `json:"assignment"`
		Ties       int        `json:"ties"`
		DH         *float64   `json:"dh,omitempty"`
		DI         *float64   `json:"di,omitempty"`
		Cov        *float64   `json:"cov,omitempty"`
		Robust     *bool      `json:"robust,omitempty"`
		Clusters   [][]string `json:"clusters"`
	}{p.H, p.I, p.K, p.Assignment(), p.Ties, dh, di, cov, robust, p.Clusters()})
}
