package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/dibmap/dibmap/experiments/internal/performance"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/internal/draw"
)

// performanceGrid measures precision and recall of samples of the ten groups.
func performanceGrid(ctx context.Context, e *env) (outcome, error) {
	ten, err := e.groups(ctx)
	if err != nil {
		return outcome{}, err
	}
	x, err := performance.New(ctx, ten.joint)
	if err != nil {
		return outcome{}, err
	}
	scores, err := x.Measure(ctx, performance.Grid(pick(e, 1, 20)), runtime.GOMAXPROCS(0), func(int, int) {})
	if err != nil {
		return outcome{}, err
	}
	if err := e.drawn("fig-performance", draw.Page{Height: 130}, performance.Chart(scores, x.Cells()).Draw); err != nil {
		return outcome{}, err
	}
	err = e.write("fig-performance.csv", func(w io.Writer) error { return x.WriteCSV(w, scores) })
	return outcome{table: ten.name, lines: performanceLines(scores, x.Cells())}, err
}

// performanceLines compares some settings, and finds the sample size above which the search limits
// the recall, and not the sample.
func performanceLines(scores []performance.Score, cells float64) []line {
	mean := func(size int64, epsilon float64, of func(performance.Score) float64) float64 {
		var values []float64
		for _, s := range scores {
			if s.Size == size && s.Epsilon == epsilon {
				values = append(values, of(s))
			}
		}
		m, _ := powerlaw.Moments(values)
		return m
	}
	var lines []line
	for _, size := range []int64{1e3, 1e5, 1e7, performance.Exact} {
		name := fmt.Sprintf("%d records, r = %.0f", size, float64(size)/cells)
		if size == performance.Exact {
			name = "exact table"
		}
		p := mean(size, 0, performance.Score.Precision)
		r := mean(size, 0, performance.Score.Recall)
		deeper := mean(size, 1e-2, performance.Score.Recall)
		lines = append(lines, line{
			"precision and recall, " + name, "", fmt.Sprintf("%.3f and %.3f", p, r), fmt.Sprintf("at epsilon 0; recall at epsilon 0.01: %.3f", deeper),
		})
	}
	// The sample is the limit as long as it costs more recall than a greedy search.
	limit, before := "above all tried", 0.0
	for _, size := range []int64{1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7} {
		greedy := mean(size, 0, performance.Score.Recall)
		deeper := mean(size, 1e-2, performance.Score.Recall)
		r := float64(size) / cells
		if 1-deeper < deeper-greedy {
			limit = fmt.Sprintf("between r = %.1g and %.1g", before, r)
			break
		}
		before = r
	}
	return append(lines, line{
		"up to where the sample is the limit", "r of about 5e4", limit,
		"where what recall at epsilon 0.01 lacks of 1 falls below what recall at epsilon 0 lacks of that",
	})
}
