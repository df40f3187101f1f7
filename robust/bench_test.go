package robust

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// sampleOf returns a sample of the reference table of letters, by its name such as
// r25_s0.
func sampleOf(t testing.TB, name string) *joint.Joint {
	t.Helper()
	var samples map[string][][]float64
	readGolden(t, "samples_alpha27.json", &samples)
	return tableOf(t, samples[name])
}

func readGolden(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// mapped returns the frontier of a table.
func mapped(t testing.TB, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	r, err := search.Map(context.Background(), search.DIB(j), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Frontier
}

func BenchmarkMeasure(b *testing.B) {
	j := sampleOf(b, "r25_s0")
	f := mapped(b, j)
	for _, m := range []Method{Bootstrap, Posterior, Delta, NSB} {
		b.Run("method="+m.String(), func(b *testing.B) {
			for b.Loop() {
				measured(b, j, f, Options{Method: m})
			}
			b.ReportMetric(float64(f.Len()), "points")
		})
	}
}
