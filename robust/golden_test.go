package robust

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
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

// skipLong leaves a test out under the race detector and on slow machines.
func skipLong(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds, and shows nothing of goroutines")
	}
}

// oneSample is the golden sample that quick tests are content with. Those in
// long_test.go take all.
const oneSample = "r1_s0"

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
	skipLong(t)
	checked := 0
	for tag, run := range goldenRuns(t) {
		_, sample, _ := strings.Cut(tag, "_")
		counts := countsOf(t, sample)
		for _, m := range goldenMethods {
			var points []candidate
			golden := m.kept(run)
			for k, p := range golden {
				points = append(points, candidate{h: float64(k), i: float64(k), clusters: p.clusters(t)})
			}
			tolerance := 1e-6
			if m.method == Bootstrap || m.method == Posterior {
				tolerance = 0.25 // five times the standard error of 200 draws
			}
			w := newWhole(t, counts, points)
			for k, got := range w.spreads(t, Options{Method: m.method, Resamples: 500}) {
				want := golden[k]
				for _, pair := range [][2]float64{{got.DH, want.DX}, {got.DI, want.DY}} {
					checked++
					if !(math.Abs(pair[0]-pair[1]) <= tolerance*pair[1]+1e-15) {
						t.Errorf("%s %s, %s: %g, want %g", tag, m.name, want.Clusters, pair[0], pair[1])
					}
				}
			}
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
	// Those called nsb had values with errors of up to 1.3e-4 nat, which change what
	// is found.
	"nsbx": publishedNSB,
}

// readings are the filters, by what the golden file calls them.
func readings() map[string]frontier.Filter {
	all := make(map[string]frontier.Filter)
	for _, sigma := range []float64{1, 2} {
		for a, apart := range []string{"both", "either"} {
			for o, overlap := range []string{"intervals", "value", "difference"} {
				name := fmt.Sprintf("%gsigma|F%d|O%d", sigma, a+1, o+1)
				all[name] = frontier.Filter{Apart: apart, Overlap: overlap, Sigma: sigma}
			}
		}
	}
	return all
}

// between is what the numbers for several seeds lie between.
type between struct{ low, high int }

// misses tells whether a number is beyond all of them by more than a share and by more
// than so many points.
func (b between) misses(want int, share, points float64) bool {
	return float64(max(b.low-want, want-b.high)) > max(points, share*float64(want))
}

func (b between) String() string {
	if b.low == b.high {
		return strconv.Itoa(b.low)
	}
	return fmt.Sprintf("%d-%d", b.low, b.high)
}

// robustPoints counts robust points by every reading, for seeds from 0 where there are
// draws.
func robustPoints(t testing.TB, f *frontier.Frontier, m Method, seeds uint64, spreads func(o Options) []frontier.Spread) map[string]between {
	t.Helper()
	if m == Delta || m == NSB {
		seeds = 1
	}
	counts := make(map[string]between)
	for seed := range seeds {
		s := spreads(Options{Method: m, Seed: seed})
		for name, filter := range readings() {
			g, err := f.WithUncertainty(frontier.Uncertainty{Method: string(m), Filter: filter}, s)
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

// compareCounts compares numbers of robust points with golden ones and returns a line
// of a table: for every reading the golden number, that found, and a star where they
// are not the same.
func compareCounts(t *testing.T, name string, got map[string]between, want func(reading string) int, tolerance func(reading string) (share, points float64)) string {
	t.Helper()
	var line strings.Builder
	for _, reading := range slices.Sorted(maps.Keys(got)) {
		mark := ""
		if got[reading].misses(want(reading), 0.05, 2) {
			mark = "*"
		}
		if share, points := tolerance(reading); got[reading].misses(want(reading), share, points) {
			t.Errorf("%s %s: %v robust points, want %d", name, reading, got[reading], want(reading))
		}
		fmt.Fprintf(&line, "  %d %v%s", want(reading), got[reading], mark)
	}
	return line.String()
}

// within is the same tolerance for all readings.
func within(share, points float64) func(string) (float64, float64) {
	return func(string) (float64, float64) { return share, points }
}

// TestGoldenRuns: of the clusterings that the golden runs found, as many are robust by
// every reading, to 5 % or 2 points, for one of several seeds; and the shares of them
// whose true h and i are within the deviations are the golden ones, to 0.05.
func TestGoldenRuns(t *testing.T) { testGoldenRuns(t, oneSample) }

// testGoldenRuns compares with the golden runs on a sample, or on all if it is "".
func testGoldenRuns(t *testing.T, only string) {
	skipLong(t)
	for tag, run := range goldenRuns(t) {
		prefix, sample, _ := strings.Cut(tag, "_")
		find, ok := finders[prefix]
		if !ok || only != "" && sample != only {
			continue
		}
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			points := find(t, countsOf(t, sample))
			if points == nil {
				t.Skip("it has rows or columns without observations")
			}
			w := newWhole(t, countsOf(t, sample), points)
			f := w.frontier(t)
			t.Logf("%d points, and %d golden ones", f.Len(), run.Pareto)
			seeds := uint64(4)
			if strings.HasPrefix(sample, "r25") {
				seeds = 12 // where many points are robust, their number varies most between seeds
			}
			for _, m := range goldenMethods {
				got := robustPoints(t, f, m.method, seeds, func(o Options) []frontier.Spread { return w.spreads(t, o) })
				t.Logf("%9s %s", m.name, compareCounts(t, m.name, got, func(reading string) int { return run.Counts[m.name+"|"+reading] }, within(0.05, 2)))
			}
			compareCoverage(t, run, points, w)
		})
	}
}

// estimators are those of the frontiers, by the prefix of the golden runs.
var estimators = map[string]info.Estimator{"plugin": info.Plugin(), "nsb": info.NSB()}

// TestCountsOfFullFrontiers: this project finds up to a third more points than the golden
// runs did, and sets letters aside that were not seen, which changes the number of cells.
// Still the number of robust points is theirs to 15 % or 5, except for the posterior. By NSB
// it finds up to twice as many points; of these, those that are apart in H and in I are
// as many to 20 % or 2, while points need only be close to each other to be apart in one.
func TestCountsOfFullFrontiers(t *testing.T) { testCountsOfFullFrontiers(t, oneSample) }

// testCountsOfFullFrontiers compares on a sample, or on all if it is "".
func testCountsOfFullFrontiers(t *testing.T, only string) {
	skipLong(t)
	for tag, run := range goldenRuns(t) {
		prefix, sample, _ := strings.Cut(tag, "_")
		e, ok := estimators[prefix]
		if !ok || only != "" && sample != only || prefix == "nsb" && !strings.HasSuffix(sample, "_s0") { // one of each size will do
			continue
		}
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			j := sampleOf(t, sample)
			f := mappedBy(t, j, e)
			t.Logf("%d points of %d x %d, and %d golden ones of 27 x 27", f.Len(), j.Rows(), j.Cols(), run.Pareto)
			for _, m := range goldenMethods {
				tolerance := within(0.15, 5)
				switch unseen := j.Rows() < 27 || j.Cols() < 27; {
				case prefix == "nsb":
					tolerance = func(reading string) (share, points float64) {
						if strings.Contains(reading, "F1") {
							return 0.2, 2
						}
						return 0.7, 5
					}
				case m.method == Posterior && unseen:
					// Letters that were not seen have a probability in every draw of the golden
					// runs, and clusters of their own: most by far at r = 1.
					tolerance = within(0.4, 5)
				}
				got := robustPoints(t, f, m.method, 5, func(o Options) []frontier.Spread { return measured(t, j, f, o) })
				t.Logf("%9s %s", m.name, compareCounts(t, m.name, got, func(reading string) int { return run.Counts[m.name+"|"+reading] }, tolerance))
			}
		})
	}
}
