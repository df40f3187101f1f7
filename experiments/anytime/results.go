package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/place"
)

// measurement is what a method found in some time.
type measurement struct {
	table, method string
	// setting is what the method was asked for: seconds of a search and of DIB by annealing, clusters
	// of sib, places in the window of Brown clusters, and 0 for agglomerative IB.
	setting float64
	// seconds is the time, for sib and Brown clusters including all settings before. area is the area
	// under the staircase of the groupings found in this time, in bit^2.
	seconds, area float64
	// groupings is the number of different points so far, for a search on its frontier. above counts
	// the points above the frontier of the sweeps.
	groupings, above int
}

// grouping is a grouping of a method, with the frontier of the sweeps.
type grouping struct {
	table, method string
	k             int
	h, i          float64 // in bits
	// frontierI is I of the frontier at the same h, and frontierH is H of the frontier at the same i.
	frontierI, frontierH float64
}

// results are measurements and groupings.
type results struct {
	measured  []measurement
	groupings []grouping
	over      []grouping // those that lie above the frontier, which are in no file
}

// listed are the numbers of clusters whose groupings are kept.
var listed = []int{10, 20, 50, 100, 200, 500, 1000}

// near is the largest distance of the number of clusters of a grouping from a listed number.
const near = 1.1

// nearest returns the number listed for k clusters, and how far it is; false if none is near.
func nearest(k int) (number int, distance float64, ok bool) {
	distance = math.Inf(1)
	for _, n := range listed {
		if d := math.Abs(math.Log(float64(k) / float64(n))); d < distance {
			number, distance = n, d
		}
	}
	return number, distance, distance <= math.Log(near)
}

// keep keeps a grouping if its number of clusters is nearer to a listed number than the kept
// groupings, or equally near with a higher I.
func (r *results) keep(g grouping) {
	number, distance, ok := nearest(g.k)
	if !ok {
		return
	}
	for n, o := range r.groupings {
		other, d, _ := nearest(o.k)
		if o.table != g.table || o.method != g.method || other != number {
			continue
		}
		if distance < d || distance == d && g.i > o.i {
			r.groupings[n] = g
		}
		return
	}
	r.groupings = append(r.groupings, g)
}

// above describes the groupings above the frontier, a line each.
func (r results) above() (lines []string) {
	for _, g := range r.over {
		lines = append(lines, fmt.Sprintf("%s, %s: %d clusters have H %.9f and I %.9f, and the frontier has %.9f there", g.table, g.method, g.k, g.h, g.i, g.frontierI))
	}
	return lines
}

// merged returns the results with new ones replacing the same tables and methods, by table, in the
// order of the methods, and groupings by the number of clusters.
func (r results) merged(made results) (all results) {
	type key struct{ table, method string }
	renewed := make(map[key]bool)
	var tables []string
	for _, m := range append(slices.Clone(r.measured), made.measured...) {
		if !slices.Contains(tables, m.table) {
			tables = append(tables, m.table)
		}
	}
	for _, m := range made.measured {
		renewed[key{m.table, m.method}] = true
	}
	slices.Sort(tables)
	byClusters := func(a, b grouping) int { return cmp.Compare(a.k, b.k) }
	for _, table := range tables {
		for _, m := range methods() {
			from := r
			if renewed[key{table, m.id}] {
				from = made
			}
			all.measured = append(all.measured, from.of(table, m.id)...)
			for _, g := range slices.SortedFunc(slices.Values(from.groupings), byClusters) {
				if g.table == table && g.method == m.id {
					all.groupings = append(all.groupings, g)
				}
			}
		}
	}
	return all
}

// of returns the measurements of a method on a table.
func (r results) of(table, method string) (list []measurement) {
	for _, m := range r.measured {
		if m.table == table && m.method == method {
			list = append(list, m)
		}
	}
	return list
}

// The files of measurements and of groupings, and their first lines. Areas are in bit^2, and h and i
// in bits.
const (
	measuredFile, groupingsFile = "anytime.csv", "anytime-groupings.csv"
	measuredHeader              = "table,method,setting,seconds,area,groupings,above"
	groupingsHeader             = "table,method,k,h,i,frontier_i,frontier_h"
)

// write writes both files, the figure and the page.
func (r results) write(folder string, page place.Place) error {
	for name, write := range map[string]func(io.Writer) error{
		measuredFile: r.writeMeasured, groupingsFile: r.writeGroupings,
		figureFile: func(w io.Writer) error { return draw(w, "svg", r) },
	} {
		if err := place.Replace(filepath.Join(folder, name), write); err != nil {
			return err
		}
	}
	return page.Fill(r.page())
}

func (r results) writeMeasured(w io.Writer) error {
	var lines [][]string
	for _, m := range r.measured {
		lines = append(lines, []string{
			m.table, m.method, strconv.FormatFloat(m.setting, 'g', -1, 64), fixed(m.seconds, 2), fixed(m.area, 6),
			strconv.Itoa(m.groupings), strconv.Itoa(m.above),
		})
	}
	return writeCSV(w, measuredHeader, lines)
}

func (r results) writeGroupings(w io.Writer) error {
	var lines [][]string
	for _, g := range r.groupings {
		lines = append(lines, []string{g.table, g.method, strconv.Itoa(g.k), fixed(g.h, 7), fixed(g.i, 7), fixed(g.frontierI, 7), fixed(g.frontierH, 7)})
	}
	return writeCSV(w, groupingsHeader, lines)
}

func fixed(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

func writeCSV(w io.Writer, header string, lines [][]string) error {
	return csv.NewWriter(w).WriteAll(append([][]string{strings.Split(header, ",")}, lines...))
}

// readAll reads both files of a folder. A file that does not exist holds nothing.
func readAll(folder string) (r results, err error) {
	err = readCSV(filepath.Join(folder, measuredFile), measuredHeader, func(f *fields) {
		r.measured = append(r.measured, measurement{
			table: f.text(), method: f.text(), setting: f.number(), seconds: f.number(), area: f.number(),
			groupings: f.whole(), above: f.whole(),
		})
	})
	if err != nil {
		return r, err
	}
	return r, readCSV(filepath.Join(folder, groupingsFile), groupingsHeader, func(f *fields) {
		r.groupings = append(r.groupings, grouping{
			table: f.text(), method: f.text(), k: f.whole(), h: f.number(), i: f.number(), frontierI: f.number(), frontierH: f.number(),
		})
	})
}

// fields are the fields of a line, which are read in order, and the first error.
type fields struct {
	left []string
	err  error
}

func (f *fields) text() string {
	first := f.left[0]
	f.left = f.left[1:]
	return first
}

func (f *fields) number() float64 {
	v, err := strconv.ParseFloat(f.text(), 64)
	if f.err == nil {
		f.err = err
	}
	return v
}

func (f *fields) whole() int {
	v, err := strconv.Atoi(f.text())
	if f.err == nil {
		f.err = err
	}
	return v
}

// readCSV reads a file with a header, and gives the fields of every line to take.
func readCSV(path, header string, take func(*fields)) (err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(lines) == 0 || strings.Join(lines[0], ",") != header {
		return fmt.Errorf("%s: the first line is not %s: remove the file and measure again", path, header)
	}
	for n, line := range lines[1:] {
		f := &fields{left: line}
		if take(f); f.err != nil {
			return fmt.Errorf("%s: line %d: %w", path, n+2, f.err)
		}
	}
	return nil
}
