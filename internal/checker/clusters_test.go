package checker

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawn returns a table of counts, some of them zero, with columns of a single row.
func drawn(rng *rand.Rand, n, m int) *Table {
	t := &Table{Columns: m}
	for x := range n {
		t.Labels = append(t.Labels, fmt.Sprint("x", x))
		var cells []Cell
		for y := range m {
			if v := math.Floor(rng.ExpFloat64() * 200); v > 0 && (rng.IntN(3) > 0 || y%n == x) && (y < m-2 || x == y%n) {
				cells = append(cells, Cell{y, v})
				t.Total += v
			}
		}
		if cells == nil {
			cells = []Cell{{0, 1}}
			t.Total++
		}
		t.Cells = append(t.Cells, cells)
	}
	return t
}

// claimOf returns a claim about some clusterings, with certified edges of duals that hold for
// every cluster, moved by noise.
func claimOf(rng *rand.Rand, t *Table, noise float64) *Claim {
	n := len(t.Cells)
	m := newModel(t)
	c := &Claim{}
	point := func(labels []int) {
		at := m.place(labels)
		c.Points = append(c.Points, Point{labels, toBits(at.h), toBits(at.j + m.hy)})
	}
	point(make([]int, n))
	two, identity := make([]int, n), make([]int, n)
	for x := range n {
		two[x], identity[x] = x*2/n, x
	}
	point(two)
	point(identity)
	for k := range 2 {
		e := Edge{First: k, Last: k + 1, Certified: true, Slope: rng.Float64()}
		for x := range n { // rc of single rows is 0, and merges lose and save
			e.Dual = append(e.Dual, -toBits(m.phi(m.rows[m.from[x]].weight))*0.6*(1-e.Slope)+0.02+noise*(rng.Float64()-0.5))
		}
		c.Edges = append(c.Edges, e)
	}
	return c
}

// staged returns a check whose edges are read.
func staged(t *testing.T, table *Table, c *Claim) *check {
	t.Helper()
	k := &check{model: newModel(table), claim: c, workers: 2}
	k.points()
	for n := range c.Edges {
		k.staged = append(k.staged, k.stage(n))
	}
	return k
}

// TestPathsSeeTheSameClusters: the branch and bound misses no cluster that a look at every set
// of rows finds, for duals of any quality.
func TestPathsSeeTheSameClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	columns, negative := 0, 0
	for round := range 40 {
		table := drawn(rng, 6+round%8, 3+round%5)
		k := staged(t, table, claimOf(rng, table, 0.1*rng.Float64()))
		bySet, err := k.powerSet(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		byBranch, err := k.branches(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for e := range bySet {
			a, b := &bySet[e], &byBranch[e]
			for _, v := range []*verdict{a, b} {
				slices.SortFunc(v.columns, func(a, b column) int { return int(int64(a.set) - int64(b.set)) })
			}
			if a.fewest != b.fewest || a.most != b.most || a.least != b.least || a.at != b.at || !slices.Equal(a.columns, b.columns) {
				t.Errorf("table %d, edge %d: %d to %d of %d, least %d; and %d to %d of %d, least %d", round, e,
					a.fewest, a.most, len(a.columns), a.least, b.fewest, b.most, len(b.columns), b.least)
			}
			columns += len(a.columns)
			if a.least < 0 {
				negative++
			}
		}
	}
	if columns < 1000 || negative < 4 {
		t.Errorf("%d clusters were seen, and %d edges have negative costs", columns, negative)
	}
}

// TestReducedCosts: reduced costs and entropies of all clusters are within their error bounds of
// those of big numbers.
func TestReducedCosts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 8 {
		table := drawn(rng, 6, 5)
		k := staged(t, table, claimOf(rng, table, 0.1))
		s := k.staged[0]
		s.limit, s.end = math.MaxInt64, math.MaxInt64 // everything is seen
		s.steps = []step{{math.MaxInt64, math.MaxInt64 >> 1, math.MaxInt64 >> 1}}
		verdicts, err := k.powerSet(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(verdicts[0].columns) != 1<<6-1 {
			t.Fatalf("%d clusters are seen", len(verdicts[0].columns))
		}
		for _, c := range verdicts[0].columns {
			mass, weight, rc := make([]float64, table.Columns), 0.0, new(big.Float).SetPrec(200)
			for x := range 6 {
				if c.set>>k.from[x]&1 == 0 {
					continue
				}
				rc.Add(rc, new(big.Float).SetInt64(int64(s.dual[k.from[x]])))
				for _, cell := range table.Cells[x] {
					mass[cell.Column] += cell.Mass
					weight += cell.Mass
				}
			}
			for _, v := range mass {
				rc.Sub(rc, exactPhi(v, table.Total))
			}
			rest := new(big.Float).SetPrec(200).SetUint64(s.rest)
			rest.SetMantExp(rest, -slopeBits)
			rc.Add(rc, rest.Mul(rest, exactPhi(weight, table.Total)))
			off, _ := rc.Sub(rc, new(big.Float).SetInt64(int64(c.rc))).Float64()
			if math.Abs(off) >= float64(k.slopCost()) {
				t.Fatalf("a reduced cost is off by %g units, and at most %d are said", off, k.slopCost())
			}
			if weight != c.weight || bits.OnesCount64(c.set) == 0 {
				t.Fatalf("the cluster %b has the weight %g, want %g", c.set, c.weight, weight)
			}
		}
	}
}

// TestBoundsHold: neither bound is above the reduced cost of any cluster.
func TestBoundsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	tight := math.Inf(1)
	for range 40 {
		table := drawn(rng, 8, 6)
		k := staged(t, table, claimOf(rng, table, 0.05))
		b := newBounder(k.model)
		for _, s := range k.staged {
			set := rng.Uint64N(1 << 8)
			open := rng.Uint64N(1<<8) &^ set
			if open == 0 {
				continue
			}
			at, price, all := k.newSums(), fixed(0), k.weightOf(set|open)
			for x := range 8 {
				if set>>x&1 == 1 {
					at.toggle(k.model, x, 1)
					price += s.dual[x]
				}
			}
			bounds := []float64{b.alone(s, &at, price, open, all)}
			for range 3 {
				bound, _ := b.below(s, &at, price, open, rng.Uint64()&open)
				bounds = append(bounds, bound)
			}
			for sub := open; ; sub = (sub - 1) & open {
				if sub|set != 0 {
					sums, rc := k.newSums(), fixed(0)
					for x := range 8 {
						if (set|sub)>>x&1 == 1 {
							sums.toggle(k.model, x, 1)
							rc += s.dual[x]
						}
					}
					rc += scaled(s.rest, k.phi(sums.weight)) - sums.phiV
					for n, bound := range bounds {
						if bound > toBits(rc) {
							t.Fatalf("bound %d is %g, and a cluster has %g", n, bound, toBits(rc))
						}
						tight = min(tight, toBits(rc)-bound)
					}
				}
				if sub == 0 {
					break
				}
			}
		}
	}
	if tight > 1e-9 {
		t.Errorf("the bounds are at least %g below all costs: they are never tight", tight)
	}
}

// weightOf returns the mass of a set of rows, which is exact.
func (m *model) weightOf(set uint64) (w float64) {
	for ; set != 0; set &= set - 1 {
		w += m.rows[bits.TrailingZeros64(set)].weight
	}
	return w
}
