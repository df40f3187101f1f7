package robust

import (
	"fmt"
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/partition"
)

// truth returns H(Z) and I(Z;Y) of a clustering under a distribution.
func truth(p [][]float64, clusters [][]int) (h, i float64) {
	var table [][]float64
	var weights []float64
	for _, rows := range clusters {
		cells := make([]float64, len(p[0]))
		for _, x := range rows {
			for y, v := range p[x] {
				cells[y] += v
			}
		}
		table, weights = append(table, cells), append(weights, sum(cells))
	}
	return info.Entropy(weights), info.MutualInformation(table)
}

// coverage returns the shares of points whose true h and i are no further than sigma
// standard deviations from what the sample gives. The trivial clustering is left out.
func coverage(f *frontier.Frontier, spreads []frontier.Spread, sigma float64, truth func(k int) (h, i float64)) (share [2]float64) {
	n := 0.0
	for k := range f.Len() {
		p := f.At(k)
		if p.H < 1e-9 {
			continue
		}
		n++
		h, i := truth(k)
		if math.Abs(p.H-h) <= sigma*spreads[k].DH {
			share[0]++
		}
		if math.Abs(p.I-i) <= sigma*spreads[k].DI {
			share[1]++
		}
	}
	return [2]float64{share[0] / n, share[1] / n}
}

// compareCoverage compares the coverage of clusterings of all rows with the golden one.
func compareCoverage(t *testing.T, run goldenRun, points []candidate, w whole) {
	t.Helper()
	p := reference.Matrix(t, "pxy_alpha27.npy")
	for _, m := range goldenMethods {
		spreads := w.spreads(t, Options{Method: m.method})
		for _, sigma := range []float64{1, 2} {
			want := run.Coverage[m.name][fmt.Sprintf("%gsigma", sigma)]
			got := coverage(w.frontier(t), spreads, sigma, func(k int) (h, i float64) { return truth(p, points[k].clusters) })
			t.Logf("%9s %g sigma cover %.3f of H (golden: %.3f) and %.3f of I (%.3f)", m.name, sigma, got[0], want[0], got[1], want[1])
			for k := range got {
				if !(math.Abs(got[k]-want[k]) <= 0.05) {
					t.Errorf("%s %g sigma: %.3f, want %.3f", m.name, sigma, got, want)
				}
			}
		}
	}
}

// TestCoverage: what a sample says of the clusterings that are best in it is too good, as
// they were chosen by it. At r = 4, hardly any plug-in information is within two standard
// deviations of the truth, and half are if they are taken for two to three times too large;
// at r = 25 two fifths are. Of what is best by NSB, all are within two such deviations.
func TestCoverage(t *testing.T) { testCoverage(t, oneSample) }

// testCoverage checks a sample, or all if it is "".
func testCoverage(t *testing.T, only string) {
	skipLong(t)
	p := reference.Matrix(t, "pxy_alpha27.npy")
	for _, tt := range []struct {
		sample    string
		low, high map[Method]float64 // shares of I within 2 sigma
		estimator info.Estimator
	}{
		{sample: "r1_s0", low: map[Method]float64{NSB: 0.15}, high: map[Method]float64{Bootstrap: 0.1, Posterior: 0.1, Delta: 0.1, NSB: 0.45}},
		{sample: "r4_s0", low: map[Method]float64{NSB: 0.3}, high: map[Method]float64{Bootstrap: 0.1, Posterior: 0.1, Delta: 0.1, NSB: 0.7}},
		{
			sample: "r25_s0", low: map[Method]float64{Bootstrap: 0.25, Posterior: 0.25, Delta: 0.25, NSB: 0.95},
			high: map[Method]float64{Bootstrap: 0.6, Posterior: 0.6, Delta: 0.6, NSB: 1},
		},
		{
			sample: "r4_s0", estimator: info.NSB(), low: map[Method]float64{NSB: 0.95},
			high: map[Method]float64{Bootstrap: 0.3, Posterior: 0.1, Delta: 0.3, NSB: 1},
		},
	} {
		if only != "" && tt.sample != only {
			continue
		}
		counts := countsOf(t, tt.sample)
		j := tableOf(t, counts)
		if tt.estimator == nil {
			tt.estimator = info.Plugin()
		}
		f := mappedBy(t, j, tt.estimator)
		for _, m := range goldenMethods {
			spreads := measured(t, j, f, Options{Method: m.method})
			share := func(sigma float64) [2]float64 {
				return coverage(f, spreads, sigma, func(k int) (h, i float64) { return truth(p, withUnseen(f.At(k).Assignment(), counts)) })
			}
			one, two := share(1), share(2)
			t.Logf("%s %s %9s: H %.3f, %.3f; I %.3f, %.3f", tt.sample, tt.estimator.Name(), m.method, one[0], two[0], one[1], two[1])
			if !(two[1] >= tt.low[m.method] && two[1] <= tt.high[m.method]) {
				t.Errorf("%s %s, %v: %.3f of I within 2 sigma, want from %g to %g", tt.sample, tt.estimator.Name(), m.method, two[1], tt.low[m.method], tt.high[m.method])
			}
		}
	}
}

// withUnseen returns the clusters of all rows, those without counts on their own.
func withUnseen(f partition.Partition, counts [][]float64) [][]int {
	clusters := make([][]int, f.K())
	at := 0
	for x, row := range counts {
		if sum(row) == 0 {
			clusters = append(clusters, []int{x})
			continue
		}
		clusters[f[at]] = append(clusters[f[at]], x)
		at++
	}
	return clusters
}
