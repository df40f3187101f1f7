package comparing

import (
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/baseline"
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
	Points  int           `json:"points"`
	Proved  bool          `json:"proved"`
	Seconds *float64      `json:"seconds,omitempty"` // of the proof
	Curve   []judge.Point `json:"clusterings"`
}

// methodJSON is a line of the table, with its points.
type methodJSON struct {
	Method string `json:"method"`
	Points int    `json:"points"`
	*judge.Score
	Status      string                `json:"status"`
	Seconds     *float64              `json:"seconds,omitempty"`
	Clusterings []judge.Point         `json:"clusterings"`
	Soft        []baseline.CurvePoint `json:"soft,omitempty"`
}

// encode writes JSON.
func (r *comparison) encode(w io.Writer) error {
	p, f := &r.problem, r.flags
	out := comparisonJSON{
		Name: p.Source.Name, SHA256: p.Source.SHA256, Samples: p.Samples, N: p.N, M: p.M, HX: p.HX, IXY: p.IXY,
		Seed: f.opts.Seed, Restarts: f.opts.Restarts, Clusters: f.opts.Clusters, TimeLimit: f.timeLimit.Seconds(),
		Truth:  truthJSON{Points: len(r.Truth), Proved: r.complete(), Curve: notNull(r.Truth)},
		NotRun: notNull(r.notRun),
	}
	if r.proved != nil && !f.noTimes {
		out.Truth.Seconds = &r.proofSeconds
	}
	for k := range r.Scores {
		s, found := &r.Scores[k], &r.found[k]
		m := methodJSON{Method: s.Method, Points: len(s.Points), Score: s, Status: found.status, Clusterings: notNull(s.Points), Soft: found.soft}
		if !f.noTimes && !found.external {
			m.Seconds = &found.seconds
		}
		out.Methods = append(out.Methods, m)
	}
	return cli.WriteJSON(w, out)
}

// notNull returns a list that is not null in JSON.
func notNull[T any](list []T) []T { return append([]T{}, list...) }

// drawing returns the figure.
func (r *comparison) drawing() scatter.Data {
	c := scatter.Data{
		Name: r.problem.Source.Name, Truth: r.Truth, Proved: r.complete(),
		Panels: r.flags.panels, Paper: r.flags.paper,
	}
	for k := range r.Scores {
		c.Methods = append(c.Methods, scatter.Method{Name: r.Scores[k].Method, Points: r.Scores[k].Points})
	}
	return c
}
