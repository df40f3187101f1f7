package union

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/partition"
)

// tableOfTests draws frontiers of one table of n rows. Its points are few and
// closer than cells of the grid, so that many tie and many are dominated.
type tableOfTests struct {
	labels []string // sorted
	seed   uint64
	// uncertain are the seeds of the uncertainty that a frontier may have, 0 for none.
	uncertain []uint64
	// upTo are the lengths of the list of best clusterings that a frontier may have, 0 for none.
	upTo []int
}

func drawTable(t *rapid.T) tableOfTests {
	n := rapid.IntRange(1, 5).Draw(t, "n")
	return tableOfTests{
		[]string{"a", "b", "c", "d", "e"}[:n], rapid.Uint64().Draw(t, "table"),
		rapid.SampledFrom([][]uint64{{0}, {1}, {0, 1, 2}}).Draw(t, "uncertain"),
		rapid.SampledFrom([][]int{{0}, {5}, {0, 1, 2, 3, math.MaxInt32}}).Draw(t, "lists"),
	}
}

// point returns the point of a clustering of the rows sorted by label.
func (tab tableOfTests) point(p partition.Partition) (h, i float64) {
	rng := rand.New(rand.NewPCG(tab.seed, 0))
	for _, c := range p {
		rng = rand.New(rand.NewPCG(rng.Uint64(), uint64(c)))
	}
	const step = 0.45 * pareto.Tolerance
	return 1 + step*float64(rng.IntN(8)), 0.5 + step*float64(rng.IntN(8))
}

// testCell is a cell of the grid of package pareto.
func testCell(v float64) float64 { return math.Floor(v/pareto.Tolerance + 0.5) }

// draw returns a frontier of random clusterings, with rows in any order. If it
// is strict, as those of a search are, no two points share a row or a column of
// the grid.
func (tab tableOfTests) draw(t *rapid.T, strict bool) *frontier.Frontier {
	rows := rapid.Permutation(tab.labels).Draw(t, "rows")
	sortedPlace := textfile.Places(rows, tab.labels)
	n := len(rows)
	var entries []frontier.Entry
	for range rapid.IntRange(0, 12).Draw(t, "clusterings") {
		labels := rapid.SliceOfN(rapid.IntRange(0, n-1), n, n).Draw(t, "clustering")
		h, i := tab.point(partition.Canonical(labels))
		switch rapid.IntRange(0, 5).Draw(t, "last bit") {
		case 0:
			h = math.Nextafter(h, 0)
		case 1:
			i = math.Nextafter(i, 1)
		}
		own := make([]int, n)
		for r, place := range sortedPlace {
			own[r] = labels[place]
		}
		entries = append(entries, frontier.Entry{
			H: h, I: i, Ties: rapid.SampledFrom([]int{0, 0, 0, 2}).Draw(t, "ties"),
			Assignment: partition.Pack(partition.Canonical(own)),
		})
	}
	p := frontier.Problem{
		Kind: "dib", N: n, M: 2, XLabels: rows, YLabels: rapid.Permutation([]string{"u", "v"}).Draw(t, "columns"),
		HX: rapid.SampledFrom([]float64{2, math.Nextafter(2, 0)}).Draw(t, "hx"), HY: 1, IXY: 0.75,
		ZeroRows: rapid.SampledFrom([][]string{nil, {"y", "z"}, {"z", "y"}, {"z"}}).Draw(t, "zero rows"),
		Source: frontier.Source{
			Name: rapid.SampledFrom([]string{"", "a.csv", "b.csv"}).Draw(t, "name"), SHA256: "00ff",
			X: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "column"), Path: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "path"),
		},
	}
	tab.weigh(t, &p)
	f, err := frontier.New(p, drawRun(t), climbing(entries, strict))
	if err != nil {
		t.Fatal(err)
	}
	if f.Len() > 0 && rapid.Bool().Draw(t, "certified") {
		f.Certificate = drawProof(t, f)
	}
	if upTo := rapid.SampledFrom(tab.upTo).Draw(t, "list up to"); upTo > 0 {
		f = withList(t, f, upTo, entries, strict)
	}
	f.Evidence = rapid.SampledFrom([]*frontier.Evidence{nil, {Permutations: 99}, {Permutations: 99, AtLeast: 5}}).Draw(t, "evidence")
	seed := rapid.SampledFrom(tab.uncertain).Draw(t, "uncertainty")
	if seed == 0 {
		return f
	}
	return spreadOut(t, f, frontier.Uncertainty{Method: "bootstrap", Seed: seed})
}

// drawProof draws a certificate of an edge or none, with numbers that go with the
// rows' labels.
func drawProof(t *rapid.T, f *frontier.Frontier) *frontier.Certificate {
	last := f.At(f.Len() - 1)
	c := &frontier.Certificate{
		Complete:  rapid.Bool().Draw(t, "complete"),
		Tolerance: rapid.SampledFrom([]float64{1, 2}).Draw(t, "tolerance"), CompleteFromH: last.H,
	}
	if f.Len() > 1 && rapid.Bool().Draw(t, "edge") {
		e := frontier.Edge{HLo: f.At(0).H, HHi: last.H, Certified: rapid.Bool().Draw(t, "proved"), Slope: 0.5}
		scale := rapid.SampledFrom([]float64{1, -1}).Draw(t, "dual")
		for _, l := range f.Problem.XLabels {
			e.Dual = append(e.Dual, scale*float64(l[len(l)-1]))
		}
		c.Edges = []frontier.Edge{e}
	}
	return c
}

// climbing returns the entries that go up and to the right, each from the one
// before.
func climbing(entries []frontier.Entry, strict bool) []frontier.Entry {
	grid := func(v float64) float64 { return v }
	if strict {
		grid = testCell
	}
	slices.SortFunc(entries, func(a, b frontier.Entry) int {
		return cmp.Or(cmp.Compare(grid(a.H), grid(b.H)), cmp.Compare(grid(b.I), grid(a.I)))
	})
	var kept []frontier.Entry
	for _, e := range entries {
		if len(kept) == 0 || grid(e.H) > grid(kept[len(kept)-1].H) && grid(e.I) > grid(kept[len(kept)-1].I) {
			kept = append(kept, e)
		}
	}
	return kept
}

func drawRun(t *rapid.T) frontier.Search {
	return frontier.Search{
		Method: rapid.SampledFrom([]string{"mapper", "dp"}).Draw(t, "method"), Seed: rapid.Uint64Range(0, 1).Draw(t, "seed"),
		Status: rapid.SampledFrom([]frontier.Status{"complete", "converged", "deadline", "interrupted"}).Draw(t, "status"),
		Order:  rapid.SampledFrom([]string{"", "", "linear", "circular"}).Draw(t, "order"), Evaluated: 10, Expanded: 3, Seconds: rapid.SampledFrom([]float64{0.1, 0.2, 0.3}).Draw(t, "seconds"),
	}
}

// TestUnionLaws is the contract: any order, any nesting and any repetition give the
// same frontier.
func TestUnionLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		strict := rapid.Bool().Draw(t, "strict")
		a, b, c := table.draw(t, strict), table.draw(t, strict), table.draw(t, strict)
		all := united(t, a, b, c)
		want := image(t, all)
		for name, u := range map[string]*frontier.Frontier{
			"c, b, a":          united(t, c, b, a),
			"(a, b), c":        united(t, united(t, a, b), c),
			"a, (b, c)":        united(t, a, united(t, b, c)),
			"b, (c, a)":        united(t, b, united(t, c, a)),
			"a, b, c, a, c":    united(t, a, b, c, a, c),
			"(a, b), (b, c)":   united(t, united(t, a, b), united(t, b, c)),
			"the union":        united(t, all),
			"the union, twice": united(t, all, all),
			"the union, and b": united(t, all, b),
		} {
			if got := image(t, u); got != want {
				t.Fatalf("%s gives\n%s\na, b, c gives\n%s", name, got, want)
			}
		}
	})
}

func TestUnionOfOneIsThatOne(t *testing.T) {
	fs := []*frontier.Frontier{tiny(t), large(t, 100, 300), uncertain(t)}
	fs[1].Problem.Source.SHA256 = "00ff"
	for _, f := range fs {
		for _, u := range []*frontier.Frontier{united(t, f), united(t, f, f)} {
			if diff := difference(t, f, u); diff != "" {
				t.Error(diff)
			}
		}
	}
	fs[0].Problem.Source.SHA256 = "" // of a problem of users' own
	if diff := difference(t, fs[0], united(t, fs[0])); diff != "" {
		t.Error(diff)
	}
	rapid.Check(t, func(t *rapid.T) {
		f := drawTable(t).draw(t, true)
		if got, want := image(t, united(t, f)), image(t, f); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// byLabel returns a clustering with rows sorted by label.
func byLabel(f *frontier.Frontier, e frontier.Entry) partition.Partition {
	p := make(partition.Partition, f.Problem.N)
	e.Assignment.Unpack(p)
	return p.Reorder(textfile.Places(f.Problem.XLabels, slices.Sorted(slices.Values(f.Problem.XLabels))))
}

// TestUnionAgainstAllPairs compares every point with every other, in labels.
func TestUnionAgainstAllPairs(t *testing.T) {
	type cell struct{ h, i float64 }
	type kept struct {
		clustering string
		ties       int
	}
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var fs []*frontier.Frontier
		offered := make(map[cell][]kept)
		for range rapid.IntRange(1, 4).Draw(t, "frontiers") {
			f := table.draw(t, rapid.Bool().Draw(t, "strict"))
			fs = append(fs, f)
			for _, e := range entriesOf(f) {
				at := cell{testCell(e.H), testCell(e.I)}
				offered[at] = append(offered[at], kept{fmt.Sprint(byLabel(f, e)), e.Ties})
			}
		}
		want := make(map[cell]kept)
		for p, clusterings := range offered {
			beaten := false
			for q := range offered {
				beaten = beaten || q != p && q.h <= p.h && q.i >= p.i
			}
			if beaten {
				continue
			}
			best := clusterings[0]
			for _, c := range clusterings[1:] {
				if c.clustering != best.clustering {
					best.ties = max(best.ties, 1)
				}
				best = kept{min(best.clustering, c.clustering), max(best.ties, c.ties)}
			}
			want[p] = best
		}
		got := make(map[cell]kept)
		u := united(t, fs...)
		for _, e := range entriesOf(u) {
			got[cell{testCell(e.H), testCell(e.I)}] = kept{fmt.Sprint(byLabel(u, e)), e.Ties}
			if h, _ := table.point(byLabel(u, e)); math.Abs(e.H-h) > 1e-15 {
				t.Fatalf("%v has h %g, which is not its own %g", byLabel(u, e), e.H, h)
			}
		}
		if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(cell{}, kept{})); diff != "" || u.Len() != len(want) {
			t.Fatal(diff)
		}
	})
}

// TestUnionOfTies unites frontiers of one point, in one cell.
func TestUnionOfTies(t *testing.T) {
	of := func(h float64, ties int, labels ...int) *frontier.Frontier {
		f := with(t, tiny(t), frontier.Entry{H: h, I: 0.5, K: 2, Ties: ties, Assignment: partition.Pack(labels)})
		f.Problem.XLabels, f.Certificate = []string{"c", "b", "a"}, nil
		return f
	}
	low, high := math.Nextafter(1, 0), 1.0
	for _, tt := range []struct {
		name string
		fs   []*frontier.Frontier
		want frontier.Entry
	}{
		{"the same twice", []*frontier.Frontier{of(1, 0, 0, 1, 1), of(1, 0, 0, 1, 1)}, entriesOf(of(1, 0, 0, 1, 1))[0]},
		// By label their strings are 011 and 001.
		{"two clusterings", []*frontier.Frontier{of(low, 0, 0, 0, 1), of(high, 0, 0, 1, 1)}, entriesOf(of(high, 1, 0, 1, 1))[0]},
		{"more had been seen", []*frontier.Frontier{of(low, 7, 0, 0, 1), of(high, 3, 0, 1, 1)}, entriesOf(of(high, 7, 0, 1, 1))[0]},
		{"two values", []*frontier.Frontier{of(low, 0, 0, 0, 1), of(high, 0, 0, 0, 1)}, entriesOf(of(low, 0, 0, 0, 1))[0]},
	} {
		slices.Reverse(tt.fs)
		for range 2 {
			slices.Reverse(tt.fs)
			if diff := gocmp.Diff([]frontier.Entry{tt.want}, entriesOf(united(t, tt.fs...))); diff != "" {
				t.Errorf("%s: %s", tt.name, diff)
			}
		}
	}
}

// TestUnionDoesNotDependOnTheOrderOfRows shuffles the rows of all frontiers but
// one, whose order is the smallest.
func TestUnionDoesNotDependOnTheOrderOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		drawn := table.draw(t, true)
		c := contents{problem: drawn.Problem, search: drawn.Search, upTo: drawn.BestUpTo(), uncertainty: drawn.Uncertainty}
		c.problem.XLabels = table.labels
		first, err := c.frontier()
		if err != nil {
			t.Fatal(err)
		}
		first.Evidence = drawn.Evidence
		fs, shuffled := []*frontier.Frontier{first}, []*frontier.Frontier{first}
		for range 2 {
			f := table.draw(t, false)
			g, err := reordered(f, rapid.Permutation(f.Problem.XLabels).Draw(t, "shuffled"), f.Problem.YLabels)
			if err != nil {
				t.Fatal(err)
			}
			fs, shuffled = append(fs, f), append(shuffled, g)
		}
		if got, want := image(t, united(t, shuffled...)), image(t, united(t, fs...)); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestUnionKeepsArguments: what is united stays as it is.
func TestUnionKeepsArguments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		a, b := table.draw(t, true), table.draw(t, true)
		before := []string{image(t, a), image(t, b)}
		united(t, a, b)
		if image(t, a) != before[0] || image(t, b) != before[1] {
			t.Fatal("an argument has changed")
		}
	})
}

func TestUnionRefuses(t *testing.T) {
	if _, err := Of(); err == nil || err.Error() != "there is no frontier to unite" {
		t.Error(err)
	}
	samples := int64(3)
	for want, change := range map[string]func(f *frontier.Frontier) *frontier.Frontier{
		`frontiers 0 and 2 are of different problems: kind is "dib" and "symmetric"`: func(f *frontier.Frontier) *frontier.Frontier { f.Problem.Kind = "symmetric"; return f },
		"frontiers 0 and 2 are of different problems: n is 3 and 2": func(f *frontier.Frontier) *frontier.Frontier {
			f.Problem.N, f.Problem.XLabels, f.Certificate = 2, []string{"a", "<c>"}, nil
			f.Problem.XMass, f.Problem.Cells = nil, nil
			return with(t, f)
		},
		"frontiers 0 and 2 are of different problems: m is 2 and 1": func(f *frontier.Frontier) *frontier.Frontier {
			f.Problem.M, f.Problem.YLabels, f.Problem.Cells = 1, []string{"yes"}, nil
			return f
		},
		`frontiers 0 and 2 are of different problems: only the first has the x label "<c>"`: func(f *frontier.Frontier) *frontier.Frontier { f.Problem.XLabels[2] = "<d>"; return f },
		`frontiers 0 and 2 are of different problems: only the first has the y label "no"`:  func(f *frontier.Frontier) *frontier.Frontier { f.Problem.YLabels[1] = "perhaps"; return f },
		"frontiers 0 and 2 are of different problems: samples is 1000 and 3":                func(f *frontier.Frontier) *frontier.Frontier { f.Problem.Samples = &samples; return f },
		`frontiers 0 and 2 are of different problems: estimator is "" and "nsb"`: func(f *frontier.Frontier) *frontier.Frontier {
			f.Problem.Estimator, f.Certificate = "nsb", nil
			return f
		},
		"frontier 2: uncertainty: there are 0 spreads for 4 points":                                                      func(f *frontier.Frontier) *frontier.Frontier { f.Uncertainty = uncertain(t).Uncertainty; return f },
		"frontiers 0 and 2 are of different problems: samples is 1000 and null":                                          func(f *frontier.Frontier) *frontier.Frontier { f.Problem.Samples = nil; return f },
		"frontiers 0 and 2 are of different problems: the labels are the same, but not what was counted (source.sha256)": func(f *frontier.Frontier) *frontier.Frontier { f.Problem.Source.SHA256 = "00fe"; return f },
		"frontier 2: source.sha256 is empty, so it is not known which table it is of":                                    func(f *frontier.Frontier) *frontier.Frontier { f.Problem.Source.SHA256 = ""; return f },
		"frontier 2: point 1 has no clustering: use a file with the clusterings": func(f *frontier.Frontier) *frontier.Frontier {
			return edited(t, f, func(e []frontier.Entry) { e[1].Assignment = "" })
		},
		"frontier 2: point 3: (h 4097, i 0.75) is not a point of any table: more than 4096 bits": func(f *frontier.Frontier) *frontier.Frontier {
			return edited(t, f, func(e []frontier.Entry) { e[3].H = 4097 })
		},
		"frontier 2: point 0: (h 0, i -1e+300) is not a point of any table: more than 4096 bits": func(f *frontier.Frontier) *frontier.Frontier {
			return edited(t, f, func(e []frontier.Entry) { e[0].I = -1e300 })
		},
		"frontier 2: problem.n is 3, but there are 2 x_labels": func(f *frontier.Frontier) *frontier.Frontier { f.Problem.XLabels = f.Problem.XLabels[:2]; return f },
		"frontier 2: point 2: k 2 and ties -1 must fit 31 bits": func(f *frontier.Frontier) *frontier.Frontier {
			return edited(t, f, func(e []frontier.Entry) { e[2].Ties = -1 })
		},
		"frontier 2: search.runs[1].runs should not be there: a run that was united has none": func(f *frontier.Frontier) *frontier.Frontier {
			f.Search.Runs = []frontier.Search{{}, {Runs: []frontier.Search{{}}}}
			return f
		},
		"frontier 2: search.epsilon is NaN, and should be a number":       func(f *frontier.Frontier) *frontier.Frontier { f.Search.Epsilon = math.NaN(); return f },
		"frontier 2: certificate.tolerance is NaN, want a number above 0": func(f *frontier.Frontier) *frontier.Frontier { f.Certificate.Tolerance = math.NaN(); return f },
	} {
		_, err := Of(tiny(t), tiny(t), change(tiny(t)))
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		var of *Error
		if strings.HasPrefix(want, "frontier") && (!errors.As(err, &of) || of.Second != 2 || !strings.HasSuffix(want, of.Err.Error())) {
			t.Errorf("%v is not an error of the last argument", err)
		}
	}
}

func BenchmarkUnion(b *testing.B) {
	for _, points := range []int{1000, 100_000} {
		f, g := large(b, points, 30), large(b, points, 30)
		g.Search.Seed = 1
		for _, p := range []*frontier.Problem{&f.Problem, &g.Problem} {
			p.Source.SHA256 = "00ff"
		}
		b.Run(fmt.Sprintf("points=%d", points), func(b *testing.B) {
			for b.Loop() {
				if _, err := Of(f, g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestUnionHasTheLowestCeiling(t *testing.T) {
	none, high, low := ceilingTestFrontier(t), ceilingTestFrontier(t), ceilingTestFrontier(t)
	high.Ceiling = &frontier.Ceiling{Steps: 1, Corners: []frontier.Corner{{H: 0, I: 1}, {H: 1, I: 1}}}
	low.Ceiling = &frontier.Ceiling{Steps: 2, Corners: []frontier.Corner{{H: 0, I: 0}, {H: 1, I: 1}}}
	for _, fs := range [][]*frontier.Frontier{{none, high, low}, {low, none, high}} {
		u, err := Of(fs...)
		if err != nil {
			t.Fatal(err)
		}
		if u.Ceiling == nil || u.Ceiling.Steps != 2 {
			t.Errorf("the union has the ceiling %v, want %v", u.Ceiling, low.Ceiling)
		}
	}
}

func ceilingTestFrontier(t *testing.T) *frontier.Frontier {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: 2, M: 1, XLabels: []string{"a", "b"}, YLabels: []string{"c"}, HX: 1, IXY: 0.5, Source: frontier.Source{SHA256: "1"}}
	f, err := frontier.New(p, frontier.Search{Method: "local", Status: frontier.StatusConverged}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 0})}, {H: 0.5, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1})}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
