package picture

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestExtent(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []frontier.Entry
		want    Extent
	}{
		{"no point", nil, Extent{0, 1, 0, 1}},
		{"the origin", []frontier.Entry{{H: 0, I: 0, K: 1}}, Extent{0, 1, 0, 1}},
		{"two", []frontier.Entry{{H: 1, I: 0, K: 1}, {H: 2, I: 3, K: 1}}, Extent{0, 2, 0, 3}},
		{"below zero", []frontier.Entry{{H: -1, I: -2, K: 1}, {H: 2, I: -1, K: 1}}, Extent{-1, 2, -2, 0}},
		{"no information", []frontier.Entry{{H: 2, I: 1e-12, K: 1}}, Extent{0, 2, 0, 1}},
	} {
		got, err := Of(frontierOf(t, frontier.Problem{}, c.entries))
		if got = got.Widened(); err != nil || got != c.want {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}

func frontierOf(t testing.TB, problem frontier.Problem, entries []frontier.Entry) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(problem, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSharesRunToOne: the axis of a share shows all of it, even if few of it is
// reached.
func TestSharesRunToOne(t *testing.T) {
	for kind, want := range map[string]float64{"quantizer": 1, "kmeans": 1, "dmc": 0.1, "dib": 0.1} {
		f := frontierOf(t, frontier.Problem{Kind: kind}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 0.1, K: 2}})
		e, err := Of(f)
		if err != nil || e != (Extent{0, 1, 0, want}) {
			t.Errorf("%s: the axes run over %v (%v)", kind, e, err)
		}
	}
}
