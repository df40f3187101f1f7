package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/joint"
)

// selection says which segments and classes are kept, and how their hues are binned.
type selection struct {
	share      float64 // of the segments
	classes    int
	minObjects int // of a class
	hues       int // units of the circle; 0 for a unit per value
	bins       int
	start      float64 // degrees
}

// result is the table of objects by hue and class.
type result struct {
	kept    int     // segments that are uniform enough
	least   float64 // the uniformity of the last of them
	found   int     // classes of those segments
	classes []class
	names   []string // of the classes
	bins    []bin
	counts  [][]float64 // of bins and classes
}

// tabulate makes the table of segments, and sorts them. names are the names of the categories.
func (s selection) tabulate(segments []segment, names []string) (*result, error) {
	if len(segments) == 0 {
		return nil, errors.New("no segment has a hue: there is nothing to count")
	}
	kept := mostUniform(segments, s.share)
	all, hues := classesOf(kept)
	r := &result{kept: len(kept), least: kept[len(kept)-1].uniform, found: len(all)}
	r.classes = uniformClasses(all, s.classes, s.minObjects)
	if len(r.classes) < 2 {
		return nil, fmt.Errorf("%d of %d classes have %d objects or more, and a table needs two: lower -min-objects, or raise -uniform", len(r.classes), len(all), s.minObjects)
	}
	var objects []float64
	for _, c := range r.classes {
		r.names = append(r.names, names[c.category])
		objects = append(objects, hues[c.category]...)
	}
	units := valueScale(objects, s.start)
	if s.hues > 0 {
		units = evenScale(s.hues, s.start)
	}
	r.bin(units, objects, s.bins)
	if len(r.bins) < 2 {
		return nil, errors.New("all objects have about one hue, and a table needs two bins: raise -bins or -hues")
	}
	r.count(units, hues)
	return r, nil
}

// bin divides the circle of hues into bins.
func (r *result) bin(units scale, objects []float64, bins int) {
	masses := make([]int, len(units.ends))
	for _, h := range objects {
		masses[units.unit(h)]++
	}
	cuts := equalMasses(masses, bins)
	for i, from := range cuts[:len(cuts)-1] {
		r.bins = append(r.bins, bin{from: units.edge(from), to: units.edge(cuts[i+1]), first: from, last: cuts[i+1]})
	}
	name(r.bins)
}

// count counts the objects of every class in every bin.
func (r *result) count(units scale, hues map[int][]float64) {
	binOf := make([]int, len(units.ends))
	for b := range r.bins {
		for unit := r.bins[b].first; unit < r.bins[b].last; unit++ {
			binOf[unit] = b
		}
	}
	means := make([]circular, len(r.bins))
	r.counts = make([][]float64, len(r.bins))
	for b := range r.counts {
		r.counts[b] = make([]float64, len(r.classes))
	}
	for c := range r.classes {
		for _, h := range hues[r.classes[c].category] {
			b := binOf[units.unit(h)]
			r.counts[b][c]++
			r.bins[b].objects++
			means[b].add(h, 1)
		}
	}
	for b := range means {
		r.bins[b].hue = means[b].direction()
	}
}

// joint returns the distribution of the table.
func (r *result) joint() (*joint.Joint, error) {
	var labels []string
	for _, b := range r.bins {
		labels = append(labels, b.label)
	}
	return joint.Dense(labels, r.names, r.counts)
}

// writeCSV writes the table as a matrix with labels.
func (r *result) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := append([]string{"hue"}, r.names...)
	_ = out.Write(record) // the writer keeps errors, here and below
	for b := range r.bins {
		record[0] = r.bins[b].label
		for c, n := range r.counts[b] {
			record[c+1] = strconv.FormatFloat(n, 'f', -1, 64)
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// writeNPY writes the table without labels.
func (r *result) writeNPY(w io.Writer) error {
	var all []float64
	for _, row := range r.counts {
		all = append(all, row...)
	}
	return npy.Write(w, []int{len(r.bins), len(r.classes)}, all)
}

// writeBins writes the limits, mean hues and numbers of objects of the bins.
func (r *result) writeBins(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"bin", "from", "to", "mean_hue", "objects"}) // as in writeCSV
	decimal := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	for _, b := range r.bins {
		_ = out.Write([]string{b.label, decimal(b.from), decimal(b.to), decimal(b.hue), strconv.Itoa(b.objects)})
	}
	out.Flush()
	return out.Error()
}
