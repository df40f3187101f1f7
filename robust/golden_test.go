package robust

import (
	"fmt"
	"github.com/dibmap/dibmap/frontier"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// goldenRun is an entry of robust_counts.json.
type goldenRun struct {
	Pareto   int
	Counts   map[string]int
	Coverage map[string]map[string][2]float64
	Boot     []goldenPoint `json:"kept_boot_1s_F1_O1"`
	Delta    []goldenPoint `json:"kept_delta_1s_F1_O1"`
	NSB      []goldenPoint `json:"kept_nsb_indep_1s_F1_O1"`
	Dirpost  []goldenPoint `json:"kept_dirpost_1s_F1_O1"`
}

type goldenPoint struct {
	H, I     float64
	DX, DY   float64
	Clusters []string
}

// goldenMethods are the methods by the names that the golden file has for them.
var goldenMethods = []struct {
	method Method
	name   string
	kept   func(r goldenRun) []goldenPoint
}{
	{Bootstrap, "boot", func(r goldenRun) []goldenPoint { return r.Boot }},
	{Posterior, "dirpost", func(r goldenRun) []goldenPoint { return r.Dirpost }},
	{Delta, "delta", func(r goldenRun) []goldenPoint { return r.Delta }},
	{NSB, "nsb_indep", func(r goldenRun) []goldenPoint { return r.NSB }},
}

func goldenRuns(t testing.TB) map[string]goldenRun {
	t.Helper()
	var runs map[string]goldenRun
	readGolden(t, "robust_counts.json", &runs)
	return runs
}

// clusters returns the rows of the clusters, which are listed as "3,5,".
func (p goldenPoint) clusters(t testing.TB) (clusters [][]int) {
	t.Helper()
	for _, list := range p.Clusters {
		var rows []int
		for _, x := range strings.Split(strings.TrimSuffix(list, ","), ",") {
			row, err := strconv.Atoi(x)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		clusters = append(clusters, rows)
	}
	return clusters
}

// TestGoldenSpreads: the deviations of the clusterings that the golden runs keep, to
// the accuracy of integrals where there are no draws, and within what draws leave open
// where there are.
func TestGoldenSpreads(t *testing.T) {
	checked := 0
	for tag, run := range goldenRuns(t) {
		_, sample, _ := strings.Cut(tag, "_")
		counts := countsOf(t, sample)
		for _, m := range goldenMethods {
			var points []candidate
			golden := m.kept(run)
			for k, p := range golden {
				points = append(points, candidate{float64(k), float64(k), p.clusters(t)})
			}
			tolerance := 1e-6
			if m.method == Bootstrap || m.method == Posterior {
				tolerance = 0.25 // five times the standard error of 200 draws
			}
			w := newWhole(t, counts, points)
			worst := 0.0
			for k, got := range w.spreads(t, Options{Method: m.method, Resamples: 1000}) {
				want := golden[k]
				for _, pair := range [][2]float64{{got.DH, want.DX}, {got.DI, want.DY}} {
					checked++
					if pair[1] != 0 {
						worst = max(worst, math.Abs(pair[0]/pair[1]-1))
					}
					if !(math.Abs(pair[0]-pair[1]) <= tolerance*pair[1]+1e-15) {
						t.Errorf("%s %s, %s: %g, want %g", tag, m.name, want.Clusters, pair[0], pair[1])
					}
				}
			}
			t.Logf("%s %s: %d points, at most %.2g off", tag, m.name, len(golden), worst)
		}
	}
	if checked < 1000 {
		t.Errorf("only %d deviations", checked)
	}
}

// finders are the searches whose frontiers are compared, by the prefix of the golden
// runs. They return clusterings of all rows.
var finders = map[string]func(t testing.TB, counts [][]float64) []candidate{
	"plugin":  publishedPoints,
	"mplugin": publishedPoints,
}

// readings are the filters, by what the golden file calls them.
func readings() map[string]frontier.Filter {
	all := make(map[string]frontier.Filter)
	for _, sigma := range []float64{1, 2} {
		for a, apart := range []string{frontier.ApartBoth, frontier.ApartEither} {
			for o, overlap := range []string{frontier.OverlapIntervals, frontier.OverlapValue, frontier.OverlapDifference} {
				name := fmt.Sprintf("%gsigma|F%d|O%d", sigma, a+1, o+1)
				all[name] = frontier.Filter{Apart: apart, Overlap: overlap, Sigma: sigma}
			}
		}
	}
	return all
}

// seedsOf returns how many seeds to try of a method.
func seedsOf(m Method) uint64 {
	if m == Bootstrap || m == Posterior {
		return 5
	}
	return 1
}

// between is what all seeds have in common.
type between struct{ low, high int }

// misses returns by how many points, beyond the tolerance of 5 % or 2, a number is off.
func (b between) misses(want int) float64 {
	off := max(b.low-want, want-b.high, 0)
	return max(float64(off)-max(2, 0.05*float64(want)), 0)
}

func (b between) String() string {
	if b.low == b.high {
		return fmt.Sprint(b.low)
	}
	return fmt.Sprintf("%d-%d", b.low, b.high)
}

// robustPoints counts robust points by every reading, for several seeds.
func robustPoints(t testing.TB, f *frontier.Frontier, m Method, spreads func(o Options) []frontier.Spread) map[string]between {
	t.Helper()
	counts := make(map[string]between)
	for seed := range seedsOf(m) {
		s := spreads(Options{Method: m, Seed: seed})
		for name, filter := range readings() {
			g, err := f.WithUncertainty(frontier.Uncertainty{Method: m.String(), Filter: filter}, s)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for p := range g.All() {
				if p.Robust {
					n++
				}
			}
			b, ok := counts[name]
			if !ok {
				b = between{n, n}
			}
			counts[name] = between{min(b.low, n), max(b.high, n)}
		}
	}
	return counts
}

func TestGoldenCounts(t *testing.T) {
	runs := goldenRuns(t)
	for _, tag := range slices.Sorted(maps.Keys(runs)) {
		prefix, sample, _ := strings.Cut(tag, "_")
		find, ok := finders[prefix]
		if !ok {
			continue
		}
		w := newWhole(t, countsOf(t, sample), find(t, countsOf(t, sample)))
		f := w.frontier(t)
		t.Logf("%s: %d points, and %d golden ones", tag, f.Len(), runs[tag].Pareto)
		for _, m := range goldenMethods {
			got := robustPoints(t, f, m.method, func(o Options) []frontier.Spread { return w.spreads(t, o) })
			line := ""
			for _, name := range slices.Sorted(maps.Keys(got)) {
				want := runs[tag].Counts[m.name+"|"+name]
				mark := ""
				if got[name].misses(want) > 0 {
					mark = "*"
				}
				line += fmt.Sprintf("  %d %v%s", want, got[name], mark)
			}
			t.Logf("%9s %s", m.name, line)
		}
	}
}
