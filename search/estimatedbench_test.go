package search

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle"
)

// samples reads the counts of the samples of letter pairs.
func samples(tb testing.TB) map[string]table {
	tb.Helper()
	data, err := os.ReadFile(oracle.Shared(tb, "data", "golden", "samples_alpha27.json"))
	if err != nil {
		tb.Fatal(err)
	}
	var tables map[string]table
	if err := json.Unmarshal(data, &tables); err != nil {
		tb.Fatal(err)
	}
	return tables
}

// TestEstimatedSample maps a sample of letter pairs by NSB and holds every point
// against the reference integration.
func TestEstimatedSample(t *testing.T) {
	j := samples(t)["r4_s0"].joint(t)
	tab := make(table, j.Rows())
	for x := range tab {
		tab[x] = make([]float64, j.Cols())
		columns, counts := j.Row(x)
		for k, y := range columns {
			tab[x][y] = counts[k]
		}
	}
	f, worst := mustMapProblem(t, mustEstimated(t, j, info.NSB()), Options{Method: Local}), 0.0
	for q := range f.All() {
		want := tab.estimate(t, info.NSB(), q.Assignment())
		worst = max(worst, math.Abs(q.H-want.H), math.Abs(q.I-want.I))
	}
	t.Logf("%d points, worst error %.2g bit", f.Len(), worst)
	if f.Len() < 500 || worst > 1e-10 {
		t.Errorf("%d points, worst error %.2g bit", f.Len(), worst)
	}
}

// BenchmarkEstimated times the default search of samples of letter pairs.
func BenchmarkEstimated(b *testing.B) {
	tables := samples(b)
	for _, e := range info.Estimators() {
		for _, name := range []string{"r1_s0", "r4_s0", "r25_s0"} {
			j := tables[name].joint(b)
			n, _ := j.Samples()
			b.Run(fmt.Sprintf("estimator=%s/N=%d", e.Name(), n), func(b *testing.B) {
				benchmarkMap(b, mustEstimated(b, j, e), Options{})
			})
		}
	}
}
