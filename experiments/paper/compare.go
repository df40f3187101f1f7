package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/scatter"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// contender is a method of the paper's table 1, with its published numbers.
type contender struct {
	name      string
	short     string // for a narrow frame
	published string // points, true positives, false positives
	method    string // of package baseline; a search if it is empty
	opts      search.Options
	remark    string
}

func contenders() []contender {
	deeper := search.Options{Method: search.Merge, Epsilon: 1e-2}
	const starts = "depends on random starts; here the best of 100 for each k by the method's own criterion"
	return []contender{
		{name: "mapper, epsilon 0.01", short: "ε = 0.01", published: "94, 94, 0", opts: deeper},
		{
			name: "mapper, epsilon 0", short: "ε = 0", published: "91, 88, 3", opts: search.Options{Method: search.Merge},
			remark: "the published row is unexplained, see below",
		},
		{name: "single linkage", short: "single", published: "10, 10, 0", method: "single", remark: "merges are those of scipy; the published distance, or table, is another one"},
		{name: "average linkage", short: "average", published: "10, 7, 3", method: "average", remark: "as single linkage"},
		{name: "Ward linkage", short: "Ward", published: "10, 7, 3", method: "ward", remark: "as single linkage"},
		{name: "k-means, JSD", short: "k-means", published: "10, 3, 7", method: "kmeans-jsd", remark: starts},
		{name: "k-means, weighted JSD", short: "k-means, p(x)", published: "10, 2, 8", method: "kmeans-weighted-jsd", remark: starts},
		{name: "Blahut-Arimoto, DIB", short: "DIB", published: "9, 9, 0", method: "dib", remark: "all on the concave hull, which is all that it can reach"},
	}
}

// contest is the outcome of all methods.
type contest struct {
	table *source
	*judge.Verdict
}

// contest runs all methods on the ten groups, once for the table and the figure.
func (e *env) contest(ctx context.Context) (*contest, error) {
	if e.held != nil {
		return e.held, nil
	}
	ten, err := e.groups(ctx)
	if err != nil {
		return nil, err
	}
	truth, err := mapped(ctx, ten.joint, search.Options{Epsilon: math.Inf(1)})
	if err != nil {
		return nil, err
	}
	var entries []judge.Entry
	for _, c := range contenders() {
		points, err := c.run(ctx, ten.joint)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		entries = append(entries, judge.Entry{Method: c.name, Points: points})
	}
	known := judge.Points(ten.joint, judge.ClusteringsOf(truth.Frontier))
	e.held = &contest{ten, judge.Judge(ten.joint.HX(), known, entries)}
	return e.held, nil
}

// run returns the points that a method finds.
func (c contender) run(ctx context.Context, j *joint.Joint) ([]judge.Point, error) {
	if c.method == "" {
		r, err := mapped(ctx, j, c.opts)
		if err != nil {
			return nil, err
		}
		return judge.Points(j, judge.ClusteringsOf(r.Frontier)), nil
	}
	m, err := baseline.Named(c.method)
	if err != nil {
		return nil, err
	}
	r, err := m.Run(ctx, j, baseline.Options{})
	if err != nil {
		return nil, err
	}
	return judge.Points(j, slices.Values(r.Clusterings)), ctx.Err()
}

// compareTable makes the paper's table 1.
func compareTable(ctx context.Context, e *env) (outcome, error) {
	held, err := e.contest(ctx)
	if err != nil {
		return outcome{}, err
	}
	made := outcome{table: held.table.name}
	if l, ok, err := e.sameTen(held.table.joint); err != nil {
		return outcome{}, err
	} else if ok {
		made.lines = append(made.lines, l)
	}
	made.lines = append(made.lines, line{"points on the true frontier", "94", strconv.Itoa(len(held.Truth)), "all clusterings were enumerated"})
	var records [][]string
	for n, s := range held.Scores {
		c := contenders()[n]
		made.lines = append(made.lines, line{c.name + ": points, true, false", c.published, fmt.Sprintf("%d, %d, %d", len(s.Points), s.TP, s.FP), c.remark})
		records = append(records, []string{
			c.name, strconv.Itoa(len(s.Points)), strconv.Itoa(s.TP), strconv.Itoa(s.FP), strconv.Itoa(s.FN),
			short(s.Precision), short(s.Recall), short(s.Area), short(s.MeanDeficit), short(s.LargestDeficit),
		})
	}
	port, err := e.ported(ctx, held)
	if err != nil {
		return outcome{}, err
	}
	made.lines = append(made.lines, port...)
	header := []string{"method", "points", "true_positives", "false_positives", "false_negatives", "precision", "recall", "area", "mean_deficit", "largest_deficit"}
	return made, e.numbers("tab-compare", header, records)
}

// sameTen compares our ten groups with the authors' table of them, if there is one. Its rows
// may be in another order.
func (e *env) sameTen(ours *joint.Joint) (line, bool, error) {
	theirs, err := e.authors(tenFile, numbered(10), numbered(27))
	if errors.Is(err, errNoTable) {
		return line{}, false, nil
	}
	if err != nil {
		return line{}, false, err
	}
	var farthest float64
	for x := range ours.Rows() {
		nearest := math.Inf(1)
		for z := range theirs.joint.Rows() {
			nearest = min(nearest, apart(ours, x, theirs.joint, z))
		}
		farthest = max(farthest, nearest)
	}
	l := line{"ten groups of " + lettersFile + " against " + tenFile, "", "the same", "the point of ten clusters of the highest I at epsilon = 0"}
	if farthest > 1e-9 {
		l.ours = fmt.Sprintf("a row differs by %s in probability", show(farthest))
	}
	return l, true, nil
}

// apart returns the sum of the differences between two rows of probabilities.
func apart(a *joint.Joint, x int, b *joint.Joint, z int) float64 {
	p := make(map[string]float64)
	columns, masses := a.Row(x)
	for k, y := range columns {
		p[strconv.Itoa(int(y))] += masses[k] / a.Total()
	}
	columns, masses = b.Row(z)
	for k, y := range columns {
		p[b.YLabels()[y]] -= masses[k] / b.Total()
	}
	var sum float64
	for _, d := range p {
		sum += math.Abs(d)
	}
	return sum
}

// compareFigure draws the points of all methods, each in a frame.
func compareFigure(ctx context.Context, e *env) (outcome, error) {
	held, err := e.contest(ctx)
	if err != nil {
		return outcome{}, err
	}
	c := scatter.Data{Name: held.table.name, Truth: held.Truth, Proved: true, Panels: true, Paper: true}
	var records [][]string
	made := outcome{table: held.table.name}
	for n, s := range held.Scores {
		c.Methods = append(c.Methods, scatter.Method{Name: contenders()[n].short, Points: s.Points})
		for _, p := range s.Points {
			records = append(records, []string{s.Method, number(p.H), number(p.I), strconv.Itoa(p.K), strconv.FormatBool(p.Optimal)})
		}
		made.lines = append(made.lines, line{
			s.Method + ": recall", recallOf94[s.Method], fmt.Sprintf("%.1f %%", 100*s.Recall),
			fmt.Sprintf("up to %s bit of I(Z;Y) below the frontier, %s in the mean", show(s.LargestDeficit), show(s.MeanDeficit)),
		})
	}
	if err := e.numbers("fig-compare", []string{"method", "h", "i", "k", "optimal"}, records); err != nil {
		return outcome{}, err
	}
	page := draw.Page{Title: "What each method finds of the 94 optimal clusterings", Width: 200}
	if n := len(held.Truth); n != 94 {
		page.Title = fmt.Sprintf("What each method finds of the %d optimal clusterings", n)
	}
	return made, e.drawn("fig-compare", page, func(w io.Writer, format string, page draw.Page) error {
		return scatter.Draw(w, c, format, page)
	})
}

// recallOf94 returns the published true positives as a share of all 94. For k-means the paper
// prints other numbers.
var recallOf94 = map[string]string{
	"mapper, epsilon 0.01": "100 %", "mapper, epsilon 0": "93.6 %", "single linkage": "10.6 %", "average linkage": "7.4 %",
	"Ward linkage": "7.4 %", "k-means, JSD": "3.2 % (3 of 94)", "k-means, weighted JSD": "2.1 % (2 of 94)", "Blahut-Arimoto, DIB": "9.6 %",
}
