package report

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// data is the content of a page: an object of JSON about the frontier, and two blocks of arrays,
// the first of which is for the first picture.
type data struct {
	about        about
	first, later []array
}

// about is the JSON of a page. Sources in web/data.ts read it.
type about struct {
	Title   string   `json:"title"`
	Table   string   `json:"table"`
	N       int      `json:"n"`
	M       int      `json:"m"`
	XLabels []string `json:"xLabels"`
	// Order is the order of X; nil if it has no order. Several means that X has several columns.
	Order   *order `json:"order"`
	Several bool   `json:"several"`
	// Scales say how values of X become labels; nil if they are the labels.
	Scales  scale.Scales `json:"scales"`
	YLabels []string     `json:"yLabels"`
	HX      float64      `json:"hx"`
	IXY     float64      `json:"ixy"`
	// Shares means that I(X;Y) is known well enough for shares of it.
	Shares  bool   `json:"shares"`
	Samples *int64 `json:"samples"`
	// Whole is the name of the largest information, such as I(X;Y), and Column the name of the
	// column of X; empty if it is not known.
	Whole  string `json:"whole"`
	Column string `json:"column"`
	// X and Y name the columns in a sentence.
	X string `json:"x"`
	Y string `json:"y"`
	// Complete means that the frontier is proved to have every grouping that no other beats.
	Complete bool `json:"complete"`
	// Searched means that a search says something about all groupings. Compared says what k groups are
	// compared with, after the number: "groups". Values counts the rows in words: "27 values". Both
	// are from package groupview. Means means that groups explain means of numbers.
	Searched bool   `json:"searched"`
	Compared string `json:"compared"`
	Values   string `json:"values"`
	Means    bool   `json:"means"`
	// YOrder is the order of the labels of Y, linear or circular, or empty.
	YOrder string `json:"yOrder"`
	// Estimator is empty for plug-in values.
	Estimator string `json:"estimator"`
	H         axis   `json:"h"`
	I         axis   `json:"i"`
	Points    int    `json:"points"`
	// All is the number of points of the frontier, which is larger than Points if the page shows
	// only some of them, and Lost the part of the area under the staircase that the omitted points
	// cost.
	All  int     `json:"all"`
	Lost float64 `json:"lost"`
	// Others is the number of clusterings that are not on the frontier. In every array they come after
	// its points: the best ones by increasing k, and then the layers by increasing k and h.
	Others int `json:"others"`
	// Layered is the whole number of clusterings that only the layers have; the page may show some.
	// Layers is "exact" if no layer misses one, "found" if they are not proved, and empty without layers.
	Layered int    `json:"layered"`
	Layers  string `json:"layers"`
	// Best are the indices of the best clusterings by increasing k; empty if they are not known.
	Best []int `json:"best"`
	// Known means that dibmap knows the kind of problem, whose values then begin at 0.
	Known bool `json:"known"`
	// Uncertain means that the points have error bars.
	Uncertain bool `json:"uncertain"`
	// Missing says why there are no clusterings; empty if there are clusterings.
	Missing string `json:"missing"`
	// Rest is the label of the row for values without a row of their own; empty if there is no such
	// row.
	Rest string `json:"rest"`
	// GroupNames are names that people gave to groups.
	GroupNames []groupName `json:"groupNames"`
	// Aside describes the records that were set aside because they have no value of X; nil if there
	// are none.
	Aside *scale.Missing `json:"aside"`
	// Start is the recommended point, which is chosen at first; -1 if there is none. Reason is a
	// sentence that says why it is recommended, and Coarser and Finer are alternatives, or -1.
	Start   int    `json:"start"`
	Reason  string `json:"reason"`
	Coarser int    `json:"coarser"`
	Finer   int    `json:"finer"`
	// Validation says how records were held out; nil if it was not done.
	Validation *frontier.Validation `json:"validation"`
	// Ceiling are the corners of the upper bound on all clusterings, and Headroom its largest and
	// its mean distance above the frontier in bits; nil if there is no bound.
	Ceiling  []frontier.Corner `json:"ceiling"`
	Headroom [2]float64        `json:"headroom"`
	// Soft are the corners of the curve of soft encoders, with their rate in place of H; nil if there is none.
	Soft []frontier.Corner `json:"soft"`
	// Second is the second variable, without its table, and nil if there is none. The last Beyond of the clusterings are
	// of interest only within a limit on what they tell about it.
	Second *secondVariable `json:"second"`
	Beyond int             `json:"beyond"`
	// Independent is the p-value of a test that shows no dependence of X and Y; nil if the test
	// shows one, or was not made.
	Independent *float64 `json:"independent"`
	// First and Later are the places of the arrays in the two blocks.
	First map[string]place `json:"first"`
	Later map[string]place `json:"later"`
}

// axis is an objective, as in package frontier.
type axis struct {
	Name     string `json:"name"`
	Symbol   string `json:"symbol"`
	Unit     string `json:"unit"`
	Share    bool   `json:"share"`
	Clusters bool   `json:"clusters"`
}

// secondVariable is a second variable, as in package frontier.
type secondVariable struct {
	Name   string       `json:"name"`
	Aim    frontier.Aim `json:"aim"`
	Labels []string     `json:"labels"`
	H      float64      `json:"hs"`
	I      float64      `json:"ixs"`
	Exact  bool         `json:"exact"`
	Limit  *float64     `json:"limit"`
}

// order is the order of X, as in package frontier.
type order struct {
	Circular bool     `json:"circular"`
	Rows     []int    `json:"rows"`
	Begins   []string `json:"begins"`
	Ends     []string `json:"ends"`
	Between  string   `json:"between"`
	// Cuts are the cuts between bins of numbers; nil if X holds no numbers. Comma means that their
	// decimal mark is a comma.
	Cuts  []float64 `json:"cuts"`
	Comma bool      `json:"comma"`
}

// scales returns the scales of X, unless X is one column whose values are the labels.
func scales(of scale.Scales) scale.Scales {
	if len(of) == 1 && of[0].Plain() {
		return nil
	}
	return of
}

// orderOf returns the order of X; nil if it has none.
func orderOf(f *frontier.Frontier) *order {
	from := f.Order()
	if from == nil {
		return nil
	}
	o := &order{Circular: from.Circular, Rows: from.Rows, Begins: from.Begins, Ends: from.Ends, Between: from.Between}
	if s := from.Scale; s != nil && s.Type == scale.Number {
		o.Cuts, o.Comma = slices.Concat([]float64{}, s.Cuts), s.Decimal == ","
	}
	return o
}

// place has the offset in bytes of an array in its block, and the type of its elements.
type place struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"` // of elements
}

// newData collects the content of a page of f, with about most points if f has more. O(points log
// points).
func newData(f *frontier.Frontier, opts Options, most int) *data {
	p := &f.Problem
	h, i := p.Axes()
	s := selectPoints(f, most)
	all := s.shown(f)
	d := &data{about: about{
		Title: opts.Title, Table: p.Source.Name, N: p.N, M: p.M,
		XLabels: list(p.XLabels), YLabels: list(p.YLabels), Order: orderOf(f), Several: len(p.XScales) > 1, Scales: scales(p.XScales),
		Whole: p.InformationName(), Column: p.Source.X, Complete: groupview.Complete(f),
		Searched: f.Search.Method != "", Compared: strings.TrimPrefix(groupview.Compared(f, 2), "2 "), Values: groupview.Values(p), Means: p.Means != nil,
		YOrder: string(p.YScales.Order()),
		HX:     p.HX, IXY: p.IXY, Shares: !p.WithinError(), Samples: p.Samples, Estimator: p.Estimator,
		H: axis(h), I: axis(i), Points: s.front, All: f.Len(), Lost: s.lost,
		Known: h.Unit != "", Uncertain: f.Uncertainty != nil,
		Rest: p.RestLabel(), Aside: p.Missing, GroupNames: groupNames(p), Others: len(all) - s.front, Layered: s.layered, Best: s.best(f), Validation: f.Validation,
		Beyond: len(s.beyond),
	}}
	if x, y, known := p.Columns(); known {
		d.about.X, d.about.Y = x, y
	}
	if f.Ceiling != nil && f.Certificate == nil { // a certificate has bounds of its own
		d.about.Ceiling = f.Ceiling.Corners
		largest, _, mean := f.Headroom()
		d.about.Headroom = [2]float64{largest, mean}
	}
	if l := f.Layers(); l != nil {
		d.about.Layers = "found"
		if l.Exact {
			d.about.Layers = "exact"
		}
	}
	if f.Soft != nil {
		for _, p := range f.Soft.Points {
			d.about.Soft = append(d.about.Soft, frontier.Corner{H: p.Rate, I: p.I})
		}
	}
	if s := f.Second; s != nil {
		d.about.Second = &secondVariable{s.Name, s.Aim, list(s.Labels), s.H, s.I, s.Exact, s.Limit}
	}
	if e := f.Evidence; e != nil && !e.Shown() {
		v := e.P()
		d.about.Independent = &v
	}
	d.recommend(f, s)
	d.first = firstArrays(f, all)
	d.later = laterArrays(f, all)
	a, missing := clusterings(f, all)
	if missing == "" {
		d.later = append(d.later, a)
	}
	d.about.Missing = missing
	d.about.First, d.about.Later = places(d.first), places(d.later)
	return d
}

// recommend notes the recommendation.
func (d *data) recommend(f *frontier.Frontier, s *selection) {
	d.about.Start, d.about.Coarser, d.about.Finer = -1, -1, -1
	r, ok := recommend.From(f)
	if !ok {
		return
	}
	d.about.Start, d.about.Coarser, d.about.Finer = s.at(&r.Point), s.at(r.Coarser), s.at(r.Finer)
	d.about.Reason = r.Reason
}

// allPoints returns the points of the frontier, and then the best clusterings that are not on it.
// O(points).
func allPoints(f *frontier.Frontier) []frontier.Point {
	all, best := make([]frontier.Point, 0, f.Len()), groupview.BestOf(f)
	for p := range f.All() {
		all = append(all, best.Shown(p))
	}
	for p := range f.Best() {
		if p.Index < 0 {
			all = append(all, p)
		}
	}
	return all
}

// groupName is the name of the group of some rows.
type groupName struct {
	Name string `json:"name"`
	Rows []int  `json:"rows"`
}

// groupNames returns the names that people gave to groups.
func groupNames(p *frontier.Problem) (names []groupName) {
	for _, list := range p.GroupNames {
		names = append(names, groupName{list[0], textfile.Places(list[1:], p.XLabels)})
	}
	return names
}

// list returns labels, and an empty list instead of nil, which JSON would write as null.
func list(labels []string) []string {
	if labels == nil {
		return []string{}
	}
	return labels
}

// places returns the places of arrays in a block, each at a multiple of 8 bytes.
func places(arrays []array) map[string]place {
	at := make(map[string]place, len(arrays))
	offset := 0
	for _, a := range arrays {
		at[a.name] = place{a.kind, offset, a.length}
		offset += padded(a.length * a.size)
	}
	return at
}

// padded returns n rounded up to a multiple of 8.
func padded(n int) int { return (n + 7) &^ 7 }

// writeAbout writes the JSON. Its encoder escapes characters that would end a script or a line.
func (d *data) writeAbout(out *bufio.Writer) error {
	b, err := json.Marshal(&d.about)
	if err != nil {
		return fmt.Errorf("what the page says about the frontier: %w", err)
	}
	_, err = out.Write(b)
	return err
}

// writeBlock writes arrays in base64, each padded to a multiple of 8 bytes, and compressed by
// gzip if compress is true.
func (d *data) writeBlock(out *bufio.Writer, arrays []array, compress bool) error {
	text := base64.NewEncoder(base64.StdEncoding, out)
	var to io.Writer = text
	var zip *gzip.Writer
	if compress {
		zip = gzip.NewWriter(text)
		to = zip
	}
	buffered := bufio.NewWriterSize(to, 1<<16)
	for _, a := range arrays {
		if err := a.write(buffered); err != nil {
			return err
		}
		size := a.length * a.size
		if _, err := buffered.Write(make([]byte, padded(size)-size)); err != nil {
			return err
		}
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if zip != nil {
		if err := zip.Close(); err != nil {
			return err
		}
	}
	return text.Close()
}
