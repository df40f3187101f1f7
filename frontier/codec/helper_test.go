package codec

import (
	"bytes"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/internal/oracle/examples"
	"github.com/dibmap/dibmap/partition"
)

// difference returns how two frontiers differ in anything at all.
func difference(want, got *frontier.Frontier) string {
	everything := cmp.Exporter(func(reflect.Type) bool { return true })
	return cmp.Diff(want, got, everything, cmpopts.EquateEmpty())
}

// readable are the formats that are read.
func readable() []string {
	return slices.DeleteFunc(Formats(), func(format string) bool { return format == "csv" })
}

// entriesOf returns the points of a frontier as a search hands them over.
func entriesOf(f *frontier.Frontier) (entries []frontier.Entry) {
	for p := range f.All() {
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, K: p.K, Ties: p.Ties, Assignment: p.Packed()})
	}
	return entries
}

// roundTrips fails unless a frontier comes back from every format as it was.
func roundTrips(t *testing.T, f *frontier.Frontier) {
	t.Helper()
	for _, format := range readable() {
		got, err := Read(bytes.NewReader(written(t, f, format)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(f, got); diff != "" {
			t.Errorf("%v: %s", format, diff)
		}
	}
}

// written returns f as a file of a format.
func written(t rapid.TB, f *frontier.Frontier, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, format); err != nil {
		t.Fatalf("%v: %v", format, err)
	}
	return b.Bytes()
}

// drawSource draws a source with any names that a file can hold, and with others that it leaves out.
func drawSource(t *rapid.T) frontier.Source {
	text := rapid.String()
	name := func(of string) string { return rapid.OneOf(rapid.Just(""), text).Draw(t, of) }
	s := frontier.Source{
		Name: text.Draw(t, "name"), SHA256: text.Draw(t, "sha256"), Path: name("path"),
		X: name("column of X"), Y: name("column of Y"), X1: name("X1"), X2: name("X2"),
		Count: name("count"), Text: name("symbols"), Format: name("format"),
	}
	if rapid.Bool().Draw(t, "columns are named") {
		s.Columns = []string{name("first column"), name("last column")}
	}
	return s.ForFile()
}

// drawFrontier draws any valid frontier, however odd.
func drawFrontier(t *rapid.T) *frontier.Frontier {
	text := rapid.String()
	number := rapid.Float64Range(-1e300, 1e300)
	labels := func(name string, sizes ...int) []string {
		n := rapid.SampledFrom(sizes).Draw(t, name)
		if n > 10 {
			return numbered(n)
		}
		return rapid.SliceOfNDistinct(text, n, n, rapid.ID).Draw(t, name)
	}
	p := frontier.Problem{
		Kind: text.Draw(t, "kind"), XLabels: labels("x", 0, 1, 2, 5, 257), YLabels: labels("y", 0, 1, 3),
		HX: number.Draw(t, "hx"), HY: number.Draw(t, "hy"), IXY: number.Draw(t, "ixy"),
		Samples: rapid.Ptr(rapid.Int64(), true).Draw(t, "samples"), ZeroRows: labels("zero", 0, 2),
		Source: drawSource(t),
	}
	p.N, p.M = len(p.XLabels), len(p.YLabels)
	drawWeights(t, &p)
	searches := rapid.Custom(func(t *rapid.T) frontier.Search {
		return frontier.Search{
			Method: text.Draw(t, "method"), Order: rapid.SampledFrom([]string{"", "linear", "circular"}).Draw(t, "order"),
			Seed: rapid.Uint64().Draw(t, "seed"), Status: rapid.SampledFrom([]frontier.Status{"", "converged", "effort", "memory", "deadline", "interrupted"}).Draw(t, "status"),
			Epsilon:   rapid.SampledFrom([]float64{0, 0.1, math.Inf(1)}).Draw(t, "epsilon"),
			Evaluated: rapid.Int64().Draw(t, "evaluated"), Expanded: rapid.Int64().Draw(t, "expanded"),
			Rounds: rapid.IntRange(0, 3).Draw(t, "rounds"), RoundEpsilon: rapid.Float64Range(0, 1).Draw(t, "round epsilon"),
			Resolution: rapid.Float64Range(0, 1).Draw(t, "resolution"),
			Seconds:    number.Draw(t, "seconds"),
		}
	})
	s := searches.Draw(t, "search")
	s.Runs = rapid.SliceOfN(searches, 0, 3).Draw(t, "runs")
	f, err := frontier.New(p, s, drawEntries(t, p.N))
	if err != nil {
		t.Fatal(err)
	}
	if f.Len() > 0 && rapid.Bool().Draw(t, "certified") {
		f.Certificate = drawCertificate(t, f)
	} else if rapid.Bool().Draw(t, "estimated") {
		f.Problem.Estimator = text.Draw(t, "estimator")
	}
	f = drawList(t, f)
	if rapid.Bool().Draw(t, "tested") {
		f.Evidence = &frontier.Evidence{
			Permutations: 99, AtLeast: rapid.IntRange(0, 99).Draw(t, "at least"), Seed: rapid.Uint64().Draw(t, "evidence seed"),
			Chance: number.Draw(t, "chance"), Corrected: number.Draw(t, "corrected"), Estimator: text.Draw(t, "bias"),
		}
	}
	if rapid.Bool().Draw(t, "bounded") {
		f.Ceiling = drawCeiling(t, f)
	}
	if rapid.Bool().Draw(t, "softened") {
		f.Soft = drawSoft(t, f)
	}
	if rapid.Bool().Draw(t, "uncertain") {
		f = drawUncertainty(t, f)
	}
	if rapid.Bool().Draw(t, "validated") {
		f = drawValidation(t, f)
	}
	return f
}

// drawSoft draws a curve of soft encoders that no point is above.
func drawSoft(t *rapid.T, f *frontier.Frontier) *frontier.SoftCurve {
	bound := drawCeiling(t, f)
	s := &frontier.SoftCurve{
		Steps: bound.Steps, Certified: rapid.Bool().Draw(t, "certified"), Gap: rapid.Float64Range(0, 1).Draw(t, "gap"),
		Points: []frontier.SoftPoint{{I: 2 * bound.Corners[0].I}},
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "softer") {
		p := frontier.SoftPoint{Rate: float64(n + 1), I: s.Points[0].I + float64(n+1), Beta: 1, Slack: rapid.Float64Range(0, 1).Draw(t, "slack")}
		for range rapid.IntRange(0, 2).Draw(t, "groups") {
			g := make([]float64, 1+f.Problem.M)
			for k := range g {
				g[k] = rapid.Float64Range(0, 1).Draw(t, "share")
			}
			p.Groups = append(p.Groups, g)
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// drawCeiling draws an upper bound that no point is above.
func drawCeiling(t *rapid.T, f *frontier.Frontier) *frontier.Ceiling {
	top := 0.0
	for p := range f.All() {
		top = max(top, p.I)
	}
	for p := range f.Best() {
		top = max(top, p.I)
	}
	c := &frontier.Ceiling{Steps: rapid.Int64Range(1, math.MaxInt64).Draw(t, "steps"), Corners: []frontier.Corner{{H: 0, I: top}}}
	for n := range rapid.IntRange(0, 3).Draw(t, "corners") {
		c.Corners = append(c.Corners, frontier.Corner{H: float64(n+1) / 3, I: top * (1 + float64(n)/7)})
	}
	return c
}

// drawList draws a list of best clusterings, if the frontier has the clusterings for it.
func drawList(t *rapid.T, f *frontier.Frontier) *frontier.Frontier {
	upTo := rapid.SampledFrom([]int{0, 1, 2, 5, math.MaxInt32}).Draw(t, "list up to")
	best := make(map[int]frontier.BestEntry)
	for p := range f.All() {
		if p.K > upTo || !p.DMC {
			continue
		}
		if p.Packed() == "" {
			return f
		}
		best[p.K] = frontier.BestEntry{
			Entry: frontier.Entry{
				H: rapid.SampledFrom([]float64{p.H, -1e300, 0.1}).Draw(t, "h"), I: p.I, Ties: rapid.IntRange(0, math.MaxInt32).Draw(t, "ties"),
				Assignment: p.Packed(),
			},
			Exact: rapid.Bool().Draw(t, "exact"),
		}
	}
	if upTo == 0 {
		return f
	}
	var list []frontier.BestEntry
	for _, k := range slices.Sorted(maps.Keys(best)) {
		list = append(list, best[k])
	}
	for p := range f.All() { // clusterings that are not known may have any number of clusters
		if p.K <= upTo && !slices.ContainsFunc(list, func(e frontier.BestEntry) bool { return e.K <= p.K && e.I >= p.I }) {
			return f
		}
	}
	f, err := f.WithBest(upTo, list)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// measures returns of how many clusterings something is measured.
func measures(f *frontier.Frontier) int { return f.Len() + len(slices.Collect(f.Best())) }

func drawValidation(t *rapid.T, f *frontier.Frontier) *frontier.Frontier {
	v := frontier.Validation{
		Method: rapid.SampledFrom([]string{"folds", "column", "file"}).Draw(t, "held-out method"), Name: rapid.String().Draw(t, "held-out name"),
		Folds: rapid.IntRange(1, math.MaxInt32).Draw(t, "folds"), Seed: rapid.Uint64().Draw(t, "held-out seed"),
		Records: 1 << 40, NewX: rapid.Int64Range(0, 1<<40).Draw(t, "new x"), NewY: rapid.Int64Range(0, 1<<40).Draw(t, "new y"),
		Clusters: rapid.IntRange(1, math.MaxInt32).Draw(t, "supported k"), H: rapid.Float64Range(-1e300, 1e300).Draw(t, "supported h"),
	}
	of := rapid.Custom(func(t *rapid.T) frontier.HeldOut {
		return frontier.HeldOut{I: rapid.Float64Range(-1e300, 1e300).Draw(t, "i"), SE: rapid.Float64Range(0, 1e300).Draw(t, "se")}
	})
	f, err := f.WithValidation(v, rapid.SliceOfN(of, measures(f), measures(f)).Draw(t, "held out"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func drawUncertainty(t *rapid.T, f *frontier.Frontier) *frontier.Frontier {
	settings := frontier.Uncertainty{
		Method:    rapid.StringN(1, -1, -1).Draw(t, "method"),
		Resamples: rapid.IntRange(0, math.MaxInt32).Draw(t, "resamples"), Seed: rapid.Uint64().Draw(t, "seed"),
		Filter: drawFilter(t),
	}
	f, err := f.WithUncertainty(settings, rapid.SliceOfN(rapid.Custom(drawSpread), measures(f), measures(f)).Draw(t, "spreads"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawWeights draws the masses and cells that a problem may have, or only one of them,
// or none.
func drawWeights(t *rapid.T, p *frontier.Problem) {
	if p.N == 0 {
		return
	}
	var c frontier.Cells
	for x := range p.N {
		for y := range p.M {
			if x > 0 && rapid.Bool().Draw(t, "empty") {
				continue
			}
			c.X, c.Y = append(c.X, x), append(c.Y, y)
			c.Weight = append(c.Weight, rapid.Float64Range(1e-300, 1e300).Draw(t, "weight"))
		}
	}
	if c.X != nil && rapid.Bool().Draw(t, "cells known") {
		p.Cells = &c
	}
	if c.X != nil && rapid.Bool().Draw(t, "masses known") {
		p.XMass = (&frontier.Problem{N: p.N, Cells: &c}).Masses()
	}
}

func drawFilter(t *rapid.T) frontier.Filter {
	return frontier.Filter{
		Apart:   rapid.SampledFrom([]string{"both", "either"}).Draw(t, "apart"),
		Overlap: rapid.SampledFrom([]string{"intervals", "value", "difference"}).Draw(t, "overlap"),
		Sigma:   rapid.SampledFrom([]float64{1e-300, 1, 2, 1e300}).Draw(t, "sigma"),
	}
}

// drawSpread draws any that a point may have.
func drawSpread(t *rapid.T) frontier.Spread {
	deviation := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e150))
	s := frontier.Spread{DH: deviation.Draw(t, "dh"), DI: deviation.Draw(t, "di")}
	s.Cov = rapid.Float64Range(-1, 1).Draw(t, "correlation") * s.DH * s.DI
	return s
}

// drawCertificate draws any certificate that a frontier may have.
func drawCertificate(t *rapid.T, f *frontier.Frontier) *frontier.Certificate {
	number := rapid.Float64Range(-1e300, 1e300)
	ends := rapid.SliceOfNDistinct(rapid.IntRange(0, f.Len()-1), 0, 4, rapid.ID).Draw(t, "ends of edges")
	slices.Sort(ends)
	c := &frontier.Certificate{
		Complete:  rapid.Bool().Draw(t, "complete"),
		Tolerance: rapid.Float64Range(1e-300, 1).Draw(t, "tolerance"), CompleteFromH: f.At(f.Len() - 1).H,
	}
	for k := 1; k < len(ends); k++ {
		c.Edges = append(c.Edges, frontier.Edge{
			HLo: f.At(ends[k-1]).H, HHi: f.At(ends[k]).H, Certified: rapid.Bool().Draw(t, "ok"),
			Slope: rapid.Float64Range(0, 1).Draw(t, "slope"), Dual: rapid.SliceOfN(number, f.Problem.N, f.Problem.N).Draw(t, "dual"),
			Slack: number.Draw(t, "slack"), Budget: number.Draw(t, "budget"), Columns: rapid.Int64Range(0, math.MaxInt64).Draw(t, "columns"),
		})
	}
	return c
}

// drawEntries draws points of n rows, some without assignments.
func drawEntries(t *rapid.T, n int) []frontier.Entry {
	var entries []frontier.Entry
	h, i := -0.1, -0.1
	for range rapid.IntRange(0, 20).Draw(t, "points") {
		// A step is anything from the next number on.
		h = max(math.Nextafter(h, 1e300), h+rapid.Float64Range(0, 1).Draw(t, "dh"))
		i = max(math.Nextafter(i, 1e300), i+rapid.Float64Range(0, 1).Draw(t, "di"))
		e := frontier.Entry{H: h, I: i, K: rapid.IntRange(1, math.MaxInt32).Draw(t, "k"), Ties: rapid.IntRange(0, math.MaxInt32).Draw(t, "ties")}
		if n > 0 && rapid.IntRange(0, 3).Draw(t, "known") > 0 {
			e.K = 0
			labels := rapid.SliceOfN(rapid.IntRange(0, n-1), n, n).Draw(t, "labels")
			e.Assignment = partition.Pack(partition.Canonical(labels))
		}
		entries = append(entries, e)
	}
	return entries
}

// united returns the union of frontiers that have one.
func united(t rapid.TB, fs ...*frontier.Frontier) *frontier.Frontier {
	t.Helper()
	u, err := union.Of(fs...)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// twoRuns returns a frontier that has runs.
func twoRuns(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, g := tiny(t), tiny(t)
	g.Search.Seed, g.Search.Status = 2, "deadline"
	return united(t, f, g)
}

var tiny, uncertain, large, constrained, numbered = examples.Tiny, examples.Uncertain, examples.Large, examples.Constrained, examples.Numbered
