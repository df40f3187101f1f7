// Package binning makes the binning table of a grouping, as credit scoring and other trades use it, and
// compares the shares of its groups in the table and in new records.
//
// The numbers that the trade gives in nats (WoE, IV, JS, PSI) are in nats, and I is in bits.
package binning

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Table is the binning table of a grouping.
type Table struct {
	// Y are the labels of Y, in the order of the frontier, and Event is the place of the event among
	// them, or -1 if Y has more than two values and none was chosen.
	Y     []string
	Event int
	// Counts reports whether the weights are counts of records. Otherwise they are probabilities, and
	// without standard errors.
	Counts bool
	// Groups are the groups by their numbers and then, if records without a value of X are a group of
	// their own, that group.
	Groups []Row
	// Total sums the groups up.
	Total Row
	// Halved is the number of empty cells that WoE and IV take as half a record.
	Halved int
}

// Row is a group of a [Table], or all of them. Numbers that are not known are NaN.
type Row struct {
	Name    string `json:"name"`
	Missing bool   `json:"missing,omitempty"` // the group of the records without a value of X
	// Count is the number of records, and Share their share of all.
	Count float64 `json:"count"`
	Share float64 `json:"share"`
	// P is p(y|group), for each value of Y.
	P []float64 `json:"p"`
	// Rate is the share of the event among the records, and RateSE its standard error, sqrt(p(1-p)/n).
	Rate   float64 `json:"rate"`
	RateSE float64 `json:"rate_se"`
	// WoE is the weight of evidence ln(P(group|event) / P(group|other)), which is positive where the
	// event is more frequent than in all records. WoESE is its standard error by the delta method.
	WoE   float64 `json:"woe"`
	WoESE float64 `json:"woe_se"`
	// IV is the term (P(group|event) - P(group|other)) WoE of the information value (Kullback's J
	// divergence of the two distributions of groups), and JS the term of their Jensen-Shannon
	// divergence (Lin 1991, doi:10.1109/18.61115). IVSE is the standard error of the sum of IV, by the delta method.
	IV   float64 `json:"iv"`
	IVSE float64 `json:"-"`
	JS   float64 `json:"js"`
	// I is the term of I(Z;Y) in bits.
	I float64 `json:"i"`

	cells []float64 // the weights, for each value of Y
}

// ErrNoTable is the error for a frontier that does not hold the table of two variables that was mapped.
var ErrNoTable = errors.New("it does not hold the table of X and Y that was mapped, which the counts come from")

// Of returns the binning table of a point of a frontier. event is a label of Y. If it is empty, the event is
// the last of two values of Y, such as 1, true or yes. O(cells + k m).
func Of(f *frontier.Frontier, p frontier.Point, event string) (*Table, error) {
	d := &f.Problem
	a := p.Assignment()
	if a == nil || d.Cells == nil {
		return nil, ErrNoTable
	}
	t := &Table{Y: d.YLabels, Event: -1, Counts: d.Samples != nil}
	for _, name := range p.Names() {
		t.Groups = append(t.Groups, Row{Name: name, cells: make([]float64, len(t.Y))})
	}
	for k, v := range d.Cells.Weight {
		t.Groups[a[d.Cells.X[k]]].cells[d.Cells.Y[k]] += v
	}
	if d.Missing.Group() {
		t.addMissing(d)
	}
	if err := t.choose(event); err != nil {
		return nil, err
	}
	t.fill()
	return t, nil
}

// addMissing adds the group of the records without a value of X, whose values of Y may be new.
func (t *Table) addMissing(d *frontier.Problem) {
	own := Row{Name: scale.MissingLabel, Missing: true, cells: make([]float64, len(t.Y))}
	part := 1.0 // of a count in a weight
	if !t.Counts {
		var known, absent float64
		for _, v := range d.Cells.Weight {
			known += v
		}
		for _, v := range d.Missing.Counts {
			absent += v
		}
		part = known * d.Missing.Share / (1 - d.Missing.Share) / absent
	}
	t.Y = slices.Clone(t.Y)
	for k, label := range d.Missing.Y {
		y := slices.Index(t.Y, label)
		if y < 0 {
			y = len(t.Y)
			t.Y = append(t.Y, label)
			own.cells = append(own.cells, 0)
			for c := range t.Groups {
				t.Groups[c].cells = append(t.Groups[c].cells, 0)
			}
		}
		own.cells[y] += float64(part * d.Missing.Counts[k])
	}
	t.Groups = append(t.Groups, own)
}

// choose sets the event.
func (t *Table) choose(event string) error {
	switch at := slices.Index(t.Y, event); {
	case event == "" && len(t.Y) == 2:
		t.Event = 1
	case event == "":
	case at < 0:
		return fmt.Errorf("no value of Y is %q: the event is one of %s", event, textfile.Listed(t.Y))
	case len(t.Y) < 2:
		return errors.New("y has a single value, so nothing is an event")
	default:
		t.Event = at
	}
	return nil
}

// fill computes all numbers from the weights of the cells.
func (t *Table) fill() {
	all := make([]float64, len(t.Y))
	for c := range t.Groups {
		for y, v := range t.Groups[c].cells {
			all[y] += v
		}
	}
	total := lists.Sum(all)
	t.Total = Row{Name: "total", cells: all}
	for c := range t.Groups {
		t.Groups[c].describe(t, total)
	}
	t.Total.describe(t, total)
	for c := range t.Groups {
		g := &t.Groups[c]
		for y, v := range g.cells {
			if v > 0 {
				g.I += float64(v / total * (plogp.Log2(g.P[y]) - plogp.Log2(t.Total.P[y])))
			}
		}
		t.Total.I += g.I
	}
	if t.Event >= 0 {
		t.weigh()
	}
}

// describe sets what does not depend on other groups.
func (r *Row) describe(t *Table, total float64) {
	n := lists.Sum(r.cells)
	r.Count, r.Share, r.P = n, n/total, make([]float64, len(r.cells))
	if !t.Counts {
		r.Count = math.NaN()
	}
	for y, v := range r.cells {
		r.P[y] = v / n
	}
	for _, v := range []*float64{&r.Rate, &r.RateSE, &r.WoE, &r.WoESE, &r.IV, &r.IVSE, &r.JS} {
		*v = math.NaN()
	}
	if t.Event >= 0 {
		r.Rate = r.P[t.Event]
		if t.Counts {
			r.RateSE = math.Sqrt(r.Rate * (1 - r.Rate) / n)
		}
	}
}

// normal is the quantile of the normal distribution for intervals of 95 %.
const normal = 1.959964

// Interval returns the 95 % interval of the rate, by Wilson 1927, doi:10.1080/01621459.1927.10502953. It is NaN if the
// weights are not counts.
func (r *Row) Interval() (low, high float64) {
	n, p := r.Count, r.Rate
	z := normal * normal / n
	middle := (p + float64(z/2)) / (1 + z)
	d := float64(normal / (1 + z) * math.Sqrt(float64(p*(1-p)/n)+float64(z/(4*n))))
	return max(0, middle-d), min(1, middle+d)
}

// WoEInterval returns the 95 % interval of WoE by its standard error.
func (r *Row) WoEInterval() (low, high float64) {
	d := float64(normal * r.WoESE)
	return r.WoE - d, r.WoE + d
}

// weigh sets WoE, IV and JS. An empty cell counts as half a record, so that WoE is finite, and in a table of
// probabilities, WoE and IV are not known there.
func (t *Table) weigh() {
	events := t.Total.cells[t.Event]
	others := lists.Sum(t.Total.cells) - events
	t.Total.WoE, t.Total.IV, t.Total.JS = 0, 0, 0
	var mean, square [2]float64 // of the derivatives of IV, up to a constant
	for c := range t.Groups {
		g := &t.Groups[c]
		event := g.cells[t.Event]
		other := lists.Sum(g.cells) - event
		g.JS = float64(jensen(event/events, other/others) + jensen(other/others, event/events))
		t.Total.JS += g.JS
		event, other = t.half(event), t.half(other)
		p, q := event/events, other/others
		g.WoE = special.Ln(p) - special.Ln(q)
		g.IV = float64((p - q) * g.WoE)
		t.Total.IV += g.IV
		if !t.Counts {
			continue
		}
		g.WoESE = math.Sqrt(max(0, 1/event-1/events+1/other-1/others))
		for n, d := range [2]float64{g.WoE - q/p, -g.WoE - p/q} {
			mass := [2]float64{p, q}[n]
			mean[n] += float64(mass * d)
			square[n] += float64(mass * float64(d*d))
		}
	}
	if t.Counts {
		t.Total.IVSE = math.Sqrt(max(0, (square[0]-float64(mean[0]*mean[0]))/events) + max(0, (square[1]-float64(mean[1]*mean[1]))/others))
	}
}

// half returns the weight of a cell for a logarithm.
func (t *Table) half(v float64) float64 {
	switch {
	case v > 0:
		return v
	case t.Counts:
		t.Halved++
		return 0.5
	}
	return math.NaN()
}

// jensen returns the term of p in the Jensen-Shannon divergence of p and q.
func jensen(p, q float64) float64 {
	if !(p > 0) {
		return 0
	}
	return p / 2 * (special.Ln(p) - special.Ln((p+q)/2))
}
