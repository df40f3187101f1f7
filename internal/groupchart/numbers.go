package groupchart

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
)

// Numbers is what [Draw] draws, for programs that draw it themselves. Numbers that are not known are NaN.
type Numbers struct {
	Title string         `json:"title"`
	Kind  groupview.Kind `json:"kind"`
	// Rows names the axis of the groups, Axis that of what they say about Y, and Dots the marks on it.
	Rows   string    `json:"x"`
	Axis   string    `json:"axis"`
	Dots   string    `json:"dots,omitempty"`
	All    string    `json:"all"`             // names the line of all records
	Mixed  []string  `json:"mixed,omitempty"` // values of Y, for Row.Mix
	Whole  float64   `json:"whole"`           // the value of all records
	Mix    []float64 `json:"mix,omitempty"`   // the distribution of Y in all records
	Groups []Group   `json:"groups"`
}

// Group is a row of [Numbers]. Values are percent for rates and shares of Y.
type Group struct {
	Values  []string  `json:"values"`
	Share   float64   `json:"share"` // of the records
	Records float64   `json:"records"`
	Value   float64   `json:"value"`
	Low     float64   `json:"low"` // the interval of 95 %
	High    float64   `json:"high"`
	Mix     []float64 `json:"mix,omitempty"`
	Apart   []Apart   `json:"apart,omitempty"`
}

// Apart is a value of Y that is more or less frequent in a group than in all records, and both shares in percent.
type Apart struct {
	Y       string  `json:"y"`
	Share   float64 `json:"share"`
	Overall float64 `json:"overall"`
}

// NumbersOf returns what [Draw] draws of a view.
func NumbersOf(v *groupview.View, o Options) *Numbers {
	g := newFigure(v, &o).panels[0]
	n := &Numbers{Title: o.Page.Title, Kind: v.Kind, Rows: o.X, Axis: g.axisName(), All: words.Columns.All, Mixed: v.Mixed, Whole: g.all(), Mix: percents(v.All.Mix)}
	if v.Kind == groupview.Rate || v.Kind == groupview.Mean {
		n.Dots, _ = g.dotNames()
	}
	for k := range v.Rows {
		r := &v.Rows[k]
		row := Group{
			Values: r.Values, Share: r.Share, Records: math.NaN(), Mix: percents(r.Mix),
			Value: g.unit() * r.Value, Low: g.unit() * r.Low, High: g.unit() * r.High,
		}
		if o.Records > 0 {
			row.Records = math.RoundToEven(float64(r.Share * o.Records))
		}
		if v.Kind == groupview.Apart {
			for _, c := range r.Apart(apartLines, apartLines) {
				row.Apart = append(row.Apart, Apart{c.Y, 100 * c.P, 100 * c.Overall})
			}
		}
		n.Groups = append(n.Groups, row)
	}
	return n
}

// Curve is what [DrawKept] draws.
type Curve struct {
	Title string `json:"title"`
	X     string `json:"x"` // the names of the axes
	Y     string `json:"y"`
	// Best, HeldOut, Supported and Recommended name the curves, the line and the mark.
	Best        string `json:"best"`
	HeldOut     string `json:"held_out,omitempty"`
	Supported   string `json:"supported,omitempty"`
	Recommended string `json:"recommended"`
	// Percent reports whether information is in percent of the whole. Otherwise it is in bits.
	Percent bool `json:"percent"`
	// Clusters is the recommended number of groups, and Most the largest that held-out records support.
	Clusters int     `json:"k"`
	Most     *int    `json:"most"`
	Points   []Point `json:"points"`
}

// Point is the best grouping for a number of groups.
type Point struct {
	K         int     `json:"k"`
	I         float64 `json:"i"`
	HeldOut   float64 `json:"held_out"`
	HeldOutSE float64 `json:"held_out_se"`
}

// KeptNumbers returns what [DrawKept] draws, with the given title or, if it is empty, the sentence about the
// recommended grouping.
func KeptNumbers(f *frontier.Frontier, title string) (*Curve, error) {
	points := slices.Collect(f.BestKnown())
	if len(points) == 0 {
		return nil, errNoGrouping
	}
	best, _ := recommend.From(f)
	x, y := keptAxes(f, points)
	unit := 1.0 // of information
	_, i := f.Problem.Axes()
	_, percent := f.Problem.Share(0)
	switch {
	case i.Share:
		unit, percent = 100, true
	case percent:
		unit = 100 / f.Problem.IXY
	}
	c := &Curve{
		Title: cmp.Or(title, picture.Sentence(f, best.Point)), X: x.Name, Y: y.Name, Percent: percent,
		Best: bestWords(f), Recommended: recommendedWords(best.K), Clusters: best.K,
	}
	for _, p := range points {
		q := Point{p.K, unit * p.I, math.NaN(), math.NaN()}
		if f.Validation != nil {
			q.HeldOut, q.HeldOutSE = unit*p.HeldOut.I, unit*p.HeldOut.SE
		}
		c.Points = append(c.Points, q)
	}
	if v := f.Validation; v != nil {
		c.HeldOut = words.Legend.HeldOut
		if v.Clusters < points[len(points)-1].K {
			c.Supported, c.Most = words.Legend.Supported, &v.Clusters
		}
	}
	return c, nil
}

// percents returns shares in percent.
func percents(shares []float64) []float64 {
	return lists.Map(shares, func(p float64) float64 { return 100 * p })
}
