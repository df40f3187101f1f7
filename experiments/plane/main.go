// Command plane computes the numbers of docs/bound.md, docs/proof.md and docs/lagrangians.md about the plane of the
// information bottleneck, and draws their figure.
//
//	go run -C experiments ./plane [-data FOLDER] [-o ../docs/plane.svg]
//
// It maps the built-in letters, and the authors' tables in FOLDER, and computes their curves of soft encoders. Names of
// folders are relative to the folder experiments. It takes a few minutes.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/soft"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

func main() {
	os.Exit(program.Run("plane", "the figure is not written", func(ctx context.Context, args []string, w io.Writer) error {
		var data, out string
		flags := flag.NewFlagSet("plane", flag.ContinueOnError)
		flags.StringVar(&data, "data", "", "take the authors' tables from this `FOLDER`")
		flags.StringVar(&out, "o", "../docs/plane.svg", "draw to this `FILE`")
		if err := program.Parse(flags, args, w, "folders and files are named with flags"); err != nil {
			return err
		}
		return run(ctx, data, out, os.Stdout)
	}))
}

// run prints the lines of all tables, and draws the first.
func run(ctx context.Context, data, out string, w io.Writer) error {
	names := []string{"@alphabet"}
	for _, name := range []string{"pxy_alpha27.npy", "pxy_colors.npy", "pxy_alpha10.npy"} {
		if data != "" {
			names = append(names, filepath.Join(data, name))
		}
	}
	for _, name := range names {
		t, err := table.Open(ctx, name, table.Options{})
		if err != nil {
			return err
		}
		j, err := t.Joint()
		if err != nil {
			return err
		}
		f, err := mapped(ctx, j)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		gaps(w, filepath.Base(name), f)
		reached(w, f)
		needed(w, f)
		if j.Rows() == 10 {
			sparse(w, f)
		}
		if name != "@alphabet" {
			continue
		}
		var figure bytes.Buffer
		if err := plot.Frontier(&figure, f, "svg", plot.Options{Title: "Letters: soft encoders, the hull, and groupings", Soft: true, NoBest: true}); err != nil {
			return err
		}
		if err := os.WriteFile(out, figure.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// mapped returns the proved frontier of a table, with its curve of soft encoders.
func mapped(ctx context.Context, j *joint.Joint) (*frontier.Frontier, error) {
	found, err := search.Map(ctx, problem.DIB(j), search.Options{})
	if err != nil {
		return nil, err
	}
	proved, err := exact.Prove(ctx, j, found.Frontier, exact.Options{})
	if err != nil {
		return nil, err
	}
	f := proved.Frontier
	var hard []frontier.Corner
	for p := range f.All() {
		hard = append(hard, frontier.Corner{H: p.H, I: p.I})
	}
	f.Soft, err = soft.Of(ctx, j, soft.Options{Hard: hard})
	return f, err
}

// gaps prints the mean differences, over all budgets, between the curve of soft encoders, the hull and the frontier, and
// the three at some budgets.
func gaps(w io.Writer, name string, f *frontier.Frontier) {
	const steps = 1 << 16
	var hull []frontier.Point
	for p := range f.All() {
		if p.Hull {
			hull = append(hull, p)
		}
	}
	at := func(h float64) (softly, mixed, hard float64) {
		for k, p := range hull[1:] {
			if q := hull[k]; h >= q.H && h <= p.H {
				mixed = q.I + (h-q.H)/(p.H-q.H)*(p.I-q.I)
			}
		}
		if h >= hull[len(hull)-1].H {
			mixed = hull[len(hull)-1].I
		}
		if p, ok := f.Within(h); ok {
			hard = p.I
		}
		return f.Soft.At(h), mixed, hard
	}
	var sums [3]float64
	largest := 0.0
	for k := range steps {
		s, m, h := at(f.Problem.HX * (float64(k) + 0.5) / steps)
		sums[0] += s
		sums[1] += m
		sums[2] += h
		largest = max(largest, s-h)
	}
	for k := range sums {
		sums[k] /= steps
	}
	fmt.Fprintf(w, "%s: %d points; soft - hard %.4f bit (%.1f %%), at most %.4f; soft - hull %.4f; hull - hard %.4f; gap of the soft curve %.1g\n",
		name, f.Len(), sums[0]-sums[2], 100*(sums[0]-sums[2])/sums[0], largest, sums[0]-sums[1], sums[1]-sums[2], f.Soft.Gap)
	for _, h := range []float64{0.5, 1, 2, 3} {
		s, m, d := at(h)
		fmt.Fprintf(w, "  at %g bit: %.4f / %.4f / %.4f\n", h, s, m, d)
	}
}

// reached prints how many points of the frontier are on the hull in (u(H), I), for some functions u.
func reached(w io.Writer, f *frontier.Frontier) {
	for _, u := range []struct {
		name string
		of   func(h float64) float64
	}{
		{"H", func(h float64) float64 { return h }},
		{"H^2", func(h float64) float64 { return h * h }},
		{"H^8", func(h float64) float64 { return math.Pow(h, 8) }},
		// exp overflows no float64 for these H; the factor keeps it in range.
		{"exp(100 H)", func(h float64) float64 { return math.Exp(100 * (h - f.Problem.HX)) }},
	} {
		hull := pareto.Hull(f.Len(), func(k int) (h, i float64) {
			p := f.At(k)
			return u.of(p.H), p.I
		})
		fmt.Fprintf(w, "  max I - l %s reaches %d of %d points\n", u.name, len(hull), f.Len())
	}
}

// needed prints the least c at which all points of a frontier are on the hull in (exp(c H), I).
func needed(w io.Writer, f *frontier.Frontier) {
	most := 0.0
	for k := 1; k+1 < f.Len(); k++ {
		a, b, d := f.At(k-1), f.At(k), f.At(k+1)
		falls := func(c float64) bool { // the slope at b, with exp(c H) divided by its value there
			return (b.I-a.I)*math.Expm1(c*(d.H-b.H)) > (d.I-b.I)*-math.Expm1(-c*(b.H-a.H))
		}
		lo, hi := 0.0, 1.0
		for !falls(hi) && hi < 1e12 {
			lo, hi = hi, 2*hi
		}
		for range 60 {
			if c := (lo + hi) / 2; falls(c) {
				hi = c
			} else {
				lo = c
			}
		}
		most = max(most, hi)
	}
	fmt.Fprintf(w, "  max I - l exp(c H) reaches all points from c = %.3g on\n", most)
}

// sparse prints how many points a frontier would have if the points of all clusterings were independent.
func sparse(w io.Writer, f *frontier.Frontier) {
	const clusterings = 115975 // of ten values
	expected := 0.0
	for k := range clusterings {
		expected += 1 / float64(k+1)
	}
	fmt.Fprintf(w, "  %d of %d clusterings are optimal; independent points: %.1f\n", f.Len(), clusterings, expected)
}
