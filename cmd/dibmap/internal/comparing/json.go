package comparing

import (
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/scatter"
)

// comparisonJSON is the JSON output of compare. Programs rely on its form.
type comparisonJSON struct {
	Name      string       `json:"name"`
	SHA256    string       `json:"sha256"`
	Samples   *int64       `json:"samples"`
	N         int          `json:"n"`
	M         int          `json:"m"`
	HX        float64      `json:"hx"`
	IXY       float64      `json:"ixy"`
	Seed      uint64       `json:"seed"`
	Restarts  int          `json:"restarts"`
	Clusters  []int        `json:"clusters,omitempty"`
	TimeLimit float64      `json:"time_limit"`
	Truth     truthJSON    `json:"truth"`
	Methods   []methodJSON `json:"methods"`
	NotRun    []string     `json:"not_run"`
}

// truthJSON is the frontier that the methods are judged by.
type truthJSON struct {
	Points  int         `json:"points"`
	Proved  bool        `json:"proved"`
	Seconds *float64    `json:"seconds,omitempty"` // of the proof
	Curve   []pointJSON `json:"clusterings"`
}

// methodJSON is a line of the table, with its points.
type methodJSON struct {
	Method           string      `json:"method"`
	Points           int         `json:"points"`
	TP               int         `json:"tp"`
	FP               int         `json:"fp"`
	FN               int         `json:"fn"`
	Precision        cli.Float   `json:"precision"`
	Recall           float64     `json:"recall"`
	Area             cli.Float   `json:"area"`
	MeanDeficit      float64     `json:"mean_deficit"`
	LargestDeficit   float64     `json:"largest_deficit"`
	LargestDeficitAt float64     `json:"largest_deficit_h"`
	Status           string      `json:"status"`
	Seconds          *float64    `json:"seconds,omitempty"`
	Clusterings      []pointJSON `json:"clusterings"`
	Soft             []softJSON  `json:"soft,omitempty"`
}

// softJSON is a point of the curve of soft groupings, in bits.
type softJSON struct {
	Beta float64 `json:"beta"`
	IXT  float64 `json:"ixt"`
	HT   float64 `json:"ht"`
	ITY  float64 `json:"ity"`
}

// pointJSON is a point.
type pointJSON struct {
	H         float64 `json:"h"`
	I         float64 `json:"i"`
	K         int     `json:"k"`
	Parameter float64 `json:"parameter"`
	TP        bool    `json:"tp"`
}

// encode writes JSON.
func (r *comparison) encode(w io.Writer) error {
	p, f := &r.problem, r.flags
	out := comparisonJSON{
		Name: p.Source.Name, SHA256: p.Source.SHA256, Samples: p.Samples, N: p.N, M: p.M, HX: p.HX, IXY: p.IXY,
		Seed: f.opts.Seed, Restarts: f.opts.Restarts, Clusters: f.opts.Clusters, TimeLimit: f.timeLimit.Seconds(),
		Truth:  truthJSON{Points: len(r.Truth), Proved: r.complete(), Curve: pointsJSON(r.Truth)},
		NotRun: append([]string{}, r.notRun...), // never null in JSON
	}
	if r.proved != nil && !f.noTimes {
		out.Truth.Seconds = &r.proofSeconds
	}
	for k := range r.Scores {
		s, found := &r.Scores[k], &r.found[k]
		m := methodJSON{
			Method: s.Method, Points: len(s.Points), TP: s.TP, FP: s.FP, FN: s.FN, Precision: cli.Float(s.Precision), Recall: s.Recall, Area: cli.Float(s.Area),
			MeanDeficit: s.MeanDeficit, LargestDeficit: s.LargestDeficit, LargestDeficitAt: s.LargestAt,
			Status: found.status, Clusterings: pointsJSON(s.Points),
		}
		if !f.noTimes && !found.external {
			m.Seconds = &found.seconds
		}
		for _, p := range found.soft {
			m.Soft = append(m.Soft, softJSON(p))
		}
		out.Methods = append(out.Methods, m)
	}
	return cli.WriteJSON(w, out)
}

func pointsJSON(points []judge.Point) []pointJSON {
	list := make([]pointJSON, len(points))
	for k, p := range points {
		list[k] = pointJSON{p.H, p.I, p.K, p.Parameter, p.Optimal}
	}
	return list
}

// drawing returns the figure.
func (r *comparison) drawing() scatter.Data {
	c := scatter.Data{
		Name: r.problem.Source.Name, Truth: spots(r.Truth), Proved: r.complete(),
		Panels: r.flags.panels,
	}
	for k := range r.Scores {
		c.Methods = append(c.Methods, scatter.Method{Name: r.Scores[k].Method, Points: spots(r.Scores[k].Points)})
	}
	return c
}

func spots(points []judge.Point) []scatter.Point {
	list := make([]scatter.Point, len(points))
	for k, p := range points {
		list[k] = scatter.Point{H: p.H, I: p.I, Optimal: p.Optimal}
	}
	return list
}
