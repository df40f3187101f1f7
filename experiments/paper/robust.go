package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/robust"
	"github.com/dibmap/dibmap/search"
)

// ratios are sizes of samples, in records for each of the 2^H(X,Y) cells that matter.
var ratios = []float64{1, 4, 25}

// readings are the variants of the filter that are counted: when points are apart, when they
// overlap, and how wide intervals are.
func readings() []frontier.Filter {
	var all []frontier.Filter
	for _, apart := range []string{"both", "either"} {
		for _, overlap := range []string{"intervals", "value", "difference"} {
			for _, sigma := range []float64{1, 2} {
				all = append(all, frontier.Filter{Apart: apart, Overlap: overlap, Sigma: sigma})
			}
		}
	}
	return all
}

// robustFrontiers maps samples of the letters with entropies estimated by NSB, draws which
// points are robust, and counts them with every variant of the filter.
func robustFrontiers(ctx context.Context, e *env) (outcome, error) {
	letters, err := e.alphabet(ctx)
	if err != nil {
		return outcome{}, err
	}
	truth, err := e.frontier(ctx, letters)
	if err != nil {
		return outcome{}, err
	}
	made := outcome{table: letters.name}
	var records [][]string
	for _, r := range ratios {
		n := int64(math.Round(r * math.Exp2(letters.joint.HXY())))
		var found, kept []float64
		for seed := range pick(e, 1, 3) {
			f, err := robustFrontier(ctx, letters, n, uint64(seed), pick(e, 0.05, 1))
			if err != nil {
				return outcome{}, err
			}
			if seed == 0 {
				opts := plot.Options{Title: fmt.Sprintf("%s: r = %g, %d records", letters.name, r, n)}
				err := e.figure(fmt.Sprintf("fig-robust-r%g", r), opts, func(w io.Writer, format string, opts plot.Options) error {
					return plot.Robust(w, f, truth, format, opts)
				})
				if err != nil {
					return outcome{}, err
				}
			}
			counts, err := countRobust(f)
			if err != nil {
				return outcome{}, err
			}
			found, kept = append(found, float64(f.Len())), append(kept, float64(counts[0]))
			for k, filter := range readings() {
				records = append(records, []string{
					number(r), strconv.FormatInt(n, 10), strconv.Itoa(seed), strconv.Itoa(f.Len()),
					filter.Apart, filter.Overlap, number(filter.Sigma), strconv.Itoa(counts[k]),
				})
			}
		}
		mean, _ := powerlaw.Moments(kept)
		all, _ := powerlaw.Moments(found)
		made.lines = append(made.lines, line{
			fmt.Sprintf("robust points, r = %g", r), "drawn, not counted", fmt.Sprintf("%.1f of %.0f", mean, all),
			fmt.Sprintf("samples of %d records, means over %d of them; %v", n, len(kept), whole(kept)),
		})
	}
	return made, e.numbers("fig-robust", []string{"r", "records", "seed", "points", "apart", "overlap", "sigma", "robust"}, records)
}

// whole writes whole numbers.
func whole(values []float64) string {
	var s string
	for k, v := range values {
		if k > 0 {
			s += ", "
		}
		s += strconv.Itoa(int(v))
	}
	return s
}

// robustFrontier maps a sample, and measures how far its points may be off.
func robustFrontier(ctx context.Context, s *source, n int64, seed uint64, effort float64) (*frontier.Frontier, error) {
	j, err := s.joint.SampleTable(n, seed)
	if err != nil {
		return nil, err
	}
	p, err := problem.Estimated(j, info.NSB())
	if err != nil {
		return nil, err
	}
	r, err := search.Map(ctx, p, search.Options{Effort: effort})
	if err != nil {
		return nil, err
	}
	return robust.Measure(ctx, j, r.Frontier, robust.Options{Seed: seed})
}

// countRobust returns the number of robust points with every variant of the filter.
func countRobust(f *frontier.Frontier) ([]int, error) {
	var spreads []frontier.Spread
	for p := range f.All() {
		spreads = append(spreads, p.Spread)
	}
	var counts []int
	for _, filter := range readings() {
		u := *f.Uncertainty
		u.Filter = filter
		g, err := f.WithUncertainty(u, spreads)
		if err != nil {
			return nil, err
		}
		var kept int
		for p := range g.All() {
			if p.Robust {
				kept++
			}
		}
		counts = append(counts, kept)
	}
	return counts, nil
}
