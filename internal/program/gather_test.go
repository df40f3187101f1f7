package program

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// keptOf is the rule for a list in the simplest form: of equal labels one, and none that another beats.
func keptOf(labels []label) list {
	var kept []label
	for _, l := range labels {
		beaten, seen := false, false
		for _, by := range labels {
			beaten = beaten || by.at.H <= l.at.H && by.at.I >= l.at.I &&
				max(l.at.H-by.at.H, by.at.I-l.at.I) >= pareto.Tolerance
		}
		for k := range kept {
			if kept[k].at == l.at {
				kept[k].count += l.count
				kept[k].origin = min(kept[k].origin, l.origin)
				seen = true
			}
		}
		if !beaten && !seen {
			kept = append(kept, l)
		}
	}
	slices.SortFunc(kept, func(a, b label) int {
		return cmp.Or(cmp.Compare(a.at.H, b.at.H), cmp.Compare(b.at.I, a.at.I))
	})
	return listWith(kept)
}

// TestListKeepsToTheRule: labels that differ by about a pitch of the grid, by far
// more or by nothing, with few bins and with many.
func TestListKeepsToTheRule(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 3))
		units := []float64{0x1p-48, pareto.Tolerance / 4, pareto.Tolerance, 0x1p-6}
		draw := func() (v float64) {
			for _, u := range units[:1+rng.IntN(len(units))] {
				v += float64(rng.IntN(5)) * u
			}
			return v
		}
		g := &gatherer{lower: func(a, b uint64) bool { return a < b }, limit: 1000}
		hi := pareto.Tolerance * float64(1+rng.IntN(3))
		if seed%2 == 0 {
			hi = 0.1
		}
		g.reset(0, hi, rng.IntN(200))
		labels := make([]label, 1+rng.IntN(120))
		for k := range labels {
			labels[k] = label{at: problem.Point{H: draw(), I: draw()}, origin: rng.Uint64N(1000), count: 1 + rng.Uint32N(3)}
		}
		for k := range labels {
			one := listWith(labels[k : k+1])
			g.addAll(&one, 0, problem.Point{}, func(int) uint64 { return labels[k].origin })
		}
		got, want := listWith(g.keep()), keptOf(labels)
		if d := gocmp.Diff(want, got, gocmp.AllowUnexported(list{})); d != "" {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
}

// listWith returns a list of labels whose number of clusters does not matter.
func listWith(labels []label) (l list) {
	l.add(labels)
	return l
}
