package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/plot"
)

// noted is the number of prominent points that figures annotate.
const noted = 10

// alphabet draws the frontier of the letters with its most prominent points and, behind it,
// random clusterings.
func alphabet(ctx context.Context, e *env) (outcome, error) {
	letters, err := e.alphabet(ctx)
	if err != nil {
		return outcome{}, err
	}
	f, err := e.frontier(ctx, letters)
	if err != nil {
		return outcome{}, err
	}
	opts := plot.Options{Title: fmt.Sprintf("%s: %d × %d, %d points", letters.name, f.Problem.N, f.Problem.M, f.Len()), Width: 200, Height: 150, DPI: 105, BestLines: true}
	if opts.Background, err = scattered(ctx, letters.joint, pick(e, 20, 100)); err != nil {
		return outcome{}, err
	}
	for _, p := range f.MostProminent(noted) {
		opts.Annotations = append(opts.Annotations, plot.Annotation{Point: p.Index, Text: plot.ClusterText(p, 0)})
	}
	if err := e.points("fig-alphabet", f); err != nil {
		return outcome{}, err
	}
	made := outcome{table: letters.name, lines: alphabetLines(f)}
	return made, e.figure("fig-alphabet", opts, func(w io.Writer, format string, opts plot.Options) error {
		return plot.Frontier(w, f, format, opts)
	})
}

// points writes the points of a frontier and their marks.
func (e *env) points(name string, f *frontier.Frontier) error {
	var records [][]string
	for p := range f.All() {
		records = append(records, []string{
			number(p.H), number(p.I), strconv.Itoa(p.K), strconv.FormatBool(p.Hull), strconv.FormatBool(p.DMC),
			strconv.FormatFloat(p.Prominence, 'f', 6, 64), written(p),
		})
	}
	return e.numbers(name, []string{"h", "i", "k", "hull", "dmc", "prominence", "clusters"}, records)
}

// written returns the clusters of a point in full.
func written(p frontier.Point) string {
	var parts []string
	for _, labels := range p.Clusters() {
		between := " "
		if !slices.ContainsFunc(labels, func(l string) bool { return len(l) > 1 }) {
			between = ""
		}
		parts = append(parts, strings.Join(labels, between))
	}
	return strings.Join(parts, " | ")
}

// scattered returns random clusterings, equally many for each number of clusters.
func scattered(ctx context.Context, j *joint.Joint, count int) ([]plot.BackgroundPoint, error) {
	r, err := baseline.Random().Run(ctx, j, baseline.Options{Restarts: count})
	if err != nil {
		return nil, err
	}
	var list []plot.BackgroundPoint
	for _, p := range judge.Points(j, slices.Values(r.Clusterings)) {
		list = append(list, plot.BackgroundPoint{H: p.H, I: p.I, K: p.K})
	}
	return list, ctx.Err()
}

// alphabetLines compares the clusterings that the paper mentions.
func alphabetLines(f *frontier.Frontier) []line {
	lines := []line{{"points on the frontier", "801, of which 538 are optimal", fmt.Sprint(f.Len()), certified(f)}}
	for p := range f.All() {
		if p.DMC && p.K == 2 {
			lines = append(lines, line{
				"DMC point of two clusters", "vowels and space against most consonants, nearly balanced", written(p),
				fmt.Sprintf("h = %s, i = %s: the larger cluster has the probability %.3f", show(p.H), show(p.I), larger(p.H)),
			})
		}
	}
	seen := make(map[string]bool)
	for n, p := range f.MostProminent(noted) {
		l := line{fmt.Sprintf("prominent point %d", n+1), "", plot.ClusterText(p, 60), fmt.Sprintf("h = %s, i = %s, prominence %.4f", show(p.H), show(p.I), p.Prominence)}
		var named []string
		for _, c := range corners(p) {
			if !seen[c] {
				named, seen[c] = append(named, c), true
			}
		}
		if len(named) > 0 {
			l.published = "corner: " + strings.Join(named, ", ")
		}
		lines = append(lines, l)
	}
	return lines
}

// corners reports which of three clusters in the paper a point has: the space alone, the vowels,
// and q.
func corners(p frontier.Point) []string {
	var found []string
	for _, labels := range p.Clusters() {
		switch strings.Join(labels, "") {
		case "_":
			found = append(found, "the space alone")
		case "aeiou":
			found = append(found, "vowels")
		case "q":
			found = append(found, "q")
		}
	}
	return found
}

// larger returns the probability of the larger of two clusters whose entropy is h, by bisection.
func larger(h float64) float64 {
	lo, hi := 0.5, 1.0
	for range 60 {
		p := (lo + hi) / 2
		if -p*math.Log2(p)-(1-p)*math.Log2(1-p) > h {
			lo = p
		} else {
			hi = p
		}
	}
	return lo
}
