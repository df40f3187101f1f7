package union

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

func TestUnionOfCertificates(t *testing.T) {
	more := func(f *frontier.Frontier) { f.Certificate.Complete, f.Certificate.CompleteFromH = true, 0 }
	slack := func(v float64) func(f *frontier.Frontier) {
		return func(f *frontier.Frontier) { f.Certificate.Edges[0].Slack = v }
	}
	plain := proved(t, func(f *frontier.Frontier) { f.Certificate = nil })
	informative := func(i float64) *frontier.Frontier {
		return edited(t, tiny(t), func(e []frontier.Entry) { e[1].I = i })
	}
	better, worse := informative(0.2), informative(0.05)
	better.Certificate, worse.Certificate = nil, nil
	fewer := with(t, plain, entriesOf(plain)[:2]...)
	another := edited(t, plain, func(e []frontier.Entry) { e[1].Assignment = partition.Pack(partition.Partition{0, 1, 0}) })
	for name, tt := range map[string]struct {
		fs   []*frontier.Frontier
		want *frontier.Frontier // whose certificate is kept
	}{
		"the same":                      {[]*frontier.Frontier{tiny(t), tiny(t)}, tiny(t)},
		"none":                          {[]*frontier.Frontier{plain, plain}, nil},
		"one without":                   {[]*frontier.Frontier{plain, tiny(t)}, tiny(t)},
		"one that adds nothing":         {[]*frontier.Frontier{tiny(t), worse, fewer}, tiny(t)},
		"another clustering of a point": {[]*frontier.Frontier{another, tiny(t)}, tiny(t)},
		"a better point":                {[]*frontier.Frontier{tiny(t), better}, nil},
		"more proved":                   {[]*frontier.Frontier{tiny(t), proved(t, more)}, proved(t, more)},
		"more edges proved": {[]*frontier.Frontier{
			proved(t, func(f *frontier.Frontier) { f.Certificate.Edges[0].Certified = false }), tiny(t),
		}, tiny(t)},
		"other numbers": {[]*frontier.Frontier{proved(t, slack(0.25)), proved(t, slack(0.125))}, proved(t, slack(0.125))},
		"a proof that another refutes": {[]*frontier.Frontier{
			tiny(t), informative(0.2),
		}, informative(0.2)},
	} {
		for _, u := range []*frontier.Frontier{united(t, tt.fs...), united(t, tt.fs[1], united(t, tt.fs...))} {
			var want *frontier.Certificate
			if tt.want != nil {
				want = tt.want.Certificate
			}
			if d := cmp.Diff(want, u.Certificate); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

// TestUnionKeepsDualsWithTheirRows unites frontiers whose rows stand in another
// order.
func TestUnionKeepsDualsWithTheirRows(t *testing.T) {
	f, g := tiny(t), tiny(t)
	g.Problem.XLabels = []string{"<c>", "a", `b "é"`}
	g = edited(t, g, func(entries []frontier.Entry) {
		for k, e := range entries {
			entries[k].Assignment = partition.Pack(unpacked(e).Reorder([]int{1, 2, 0}))
		}
	})
	g.Certificate.Edges[0].Dual = []float64{-0.75, -0.5, 0.25}
	want := map[string]float64{"a": -0.5, `b "é"`: 0.25, "<c>": -0.75}
	for _, u := range []*frontier.Frontier{united(t, f, g), united(t, g, f), united(t, g), united(t, f)} {
		for x, l := range u.Problem.XLabels {
			if got := u.Certificate.Edges[0].Dual[x]; got != want[l] {
				t.Errorf("the dual of %q is %g, want %g", l, got, want[l])
			}
		}
	}
}

func unpacked(e frontier.Entry) partition.Partition {
	p := make(partition.Partition, 3)
	e.Assignment.Unpack(p)
	return p
}

// proved returns tiny with a certificate after a change, and perhaps with other
// clusterings.
func proved(t testing.TB, change func(f *frontier.Frontier)) *frontier.Frontier {
	t.Helper()
	f := tiny(t)
	change(f)
	return f
}
