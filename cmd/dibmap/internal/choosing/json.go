package choosing

import (
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/internal/binning"
)

// contributions is the largest number of values of Y that are listed as more frequent in a group than elsewhere, and as
// less frequent.
const contributions = 3

// jsonCluster is a cluster in the JSON of a point. Its labels are in the order of the table.
type jsonCluster struct {
	Name     string                  `json:"name"`
	Labels   []string                `json:"labels"`
	Ranges   []jsonRange             `json:"ranges,omitempty"` // if X has an order
	Mass     float64                 `json:"mass"`
	I        float64                 `json:"i"`
	Tells    []describe.Contribution `json:"tells,omitempty"`
	TellsNot []describe.Contribution `json:"tells_not,omitempty"`
	// Missing marks the group of the records without X, which comes after the K clusters.
	Missing bool `json:"missing,omitempty"`
	*describe.GroupMean
}

// jsonRange is a run of neighbours. Numbers in it are at least Low and below High; these are left
// out if the range has no end, or if X is not a column of numbers.
type jsonRange struct {
	Range string   `json:"range"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

// rangesOf returns the ranges of every cluster; nil if X has no order.
func rangesOf(f *frontier.Frontier, p frontier.Point) [][]jsonRange {
	list := make([][]jsonRange, p.K)
	if f.Order() == nil {
		return list
	}
	end := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	for c, ranges := range p.Ranges() {
		for _, r := range ranges {
			list[c] = append(list[c], jsonRange{r.Text, end(r.Low), end(r.High)})
		}
	}
	return list
}

// binsOf returns the labels of the bins of each column of X, which a program needs to look up a number by the cuts
// in the frontier file; nil if no column has bins.
func binsOf(f *frontier.Frontier) [][]string {
	binned := false
	bins := make([][]string, len(f.Problem.XScales))
	for i := range bins {
		if s := &f.Problem.XScales[i]; s.Binned() {
			bins[i], binned = s.Labels(), true
		}
	}
	if !binned {
		return nil
	}
	return bins
}

// jsonRecommendation is the additional part of the JSON of a recommended point.
type jsonRecommendation struct {
	Rule    string           `json:"rule"`
	Reason  string           `json:"reason"`
	Coarser *jsonAlternative `json:"coarser,omitempty"`
	Finer   *jsonAlternative `json:"finer,omitempty"`
}

type jsonAlternative struct {
	H float64 `json:"h"`
	I float64 `json:"i"`
	K int     `json:"k"`
}

// printJSON prints a point with the keys of the frontier file, its clusters as lists of labels,
// the facts about each cluster, and the recommendation, the binning table and the second variable unless they are nil.
func printJSON(w io.Writer, f *frontier.Frontier, p frontier.Point, why *jsonRecommendation, table *binning.Table, of *jsonSecond) error {
	type spread struct {
		DH     float64 `json:"dh"`
		DI     float64 `json:"di"`
		Cov    float64 `json:"cov"`
		Robust bool    `json:"robust"`
	}
	type heldOut struct {
		I  float64 `json:"held_out"`
		SE float64 `json:"held_out_se"`
	}
	out := struct {
		H          float64     `json:"h"`
		I          float64     `json:"i"`
		K          int         `json:"k"`
		Assignment []int       `json:"assignment"`
		Ties       int         `json:"ties"`
		Prominence float64     `json:"prominence"`
		OnFrontier bool        `json:"on_frontier"`
		Best       bool        `json:"best"`
		Exact      bool        `json:"exact"`
		Soft       float64     `json:"soft_i,omitzero"`
		Second     *jsonSecond `json:"second,omitempty"`
		*spread
		*heldOut
		Clusters  [][]string    `json:"clusters"`
		Described []jsonCluster `json:"described"`
		Missing   *jsonMissing  `json:"missing,omitempty"`
		Table     *JSONTable    `json:"table,omitempty"`
		Bins      [][]string    `json:"bins,omitempty"`

		Recommendation *jsonRecommendation `json:"recommendation,omitempty"`
	}{
		H: p.H, I: p.I, K: p.K, Assignment: p.Assignment(), Ties: p.Ties, Prominence: p.Prominence,
		OnFrontier: p.Index >= 0, Best: p.Best, Exact: p.Exact, Clusters: p.Clusters(), Table: JSONTableOf(table), Recommendation: why, Second: of,
	}
	if f.Soft != nil {
		out.Soft = f.Soft.At(p.H)
	}
	if f.Uncertainty != nil {
		out.spread = &spread{p.DH, p.DI, p.Cov, p.Robust}
	}
	if f.Validation != nil {
		out.heldOut = &heldOut{p.HeldOut.I, p.HeldOut.SE}
	}
	if out.Clusters != nil {
		out.Missing = missingOf(f, p)
		out.Bins = binsOf(f)
		ranges := rangesOf(f, p)
		for c, d := range describe.Clusters(f, p, contributions) {
			out.Described = append(out.Described, jsonCluster{d.Name, out.Clusters[c], ranges[c], d.Mass, d.I, d.Tells, d.TellsNot, false, cli.GroupMeanOf(d.GroupMean)})
		}
		if d, ok := describe.MissingGroup(f, contributions); ok {
			out.Described = append(out.Described, jsonCluster{d.Name, d.Labels, nil, d.Mass, d.I, d.Tells, d.TellsNot, true, cli.GroupMeanOf(d.GroupMean)})
		}
	}
	return cli.WriteJSON(w, out, jsontext.Multiline(false))
}
