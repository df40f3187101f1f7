package frontier

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

func TestOnlyMissingValuesAreApart(t *testing.T) {
	for _, tt := range []struct {
		c    Constraints
		want bool
	}{
		{Constraints{}, false},
		{Constraints{Alone: []string{"(missing)"}}, true},
		{Constraints{Alone: []string{"a"}}, false},
		{Constraints{Alone: []string{"(missing)"}, MaxClusters: 3}, false},
		{Constraints{Alone: []string{"(missing)"}, Monotone: "up"}, false},
		{Constraints{Alone: []string{"(missing)"}, CannotLink: [][2]string{{"a", "b"}}}, false},
	} {
		if got := tt.c.Missing(); got != tt.want {
			t.Errorf("%+v: %t", tt.c, got)
		}
	}
}

func TestTrendsDiffer(t *testing.T) {
	up, down := Constraints{Monotone: "up"}, Constraints{Monotone: "down"}
	if up.IsZero() || up.Difference(up) != nil || up.Difference(down) == nil || up.Difference(Constraints{}) == nil {
		t.Error("trends are not compared")
	}
	for _, trend := range append(Trends(), "") {
		if err := (&Constraints{Monotone: trend}).check(nil); err != nil {
			t.Error(err)
		}
	}
	if err := (&Constraints{Monotone: "auto"}).check(nil); err == nil {
		t.Error("a file has no direction")
	}
}

// TestConstraintsInTrees: the same points break the same constraints whether they are in a tree or not.
func TestConstraintsInTrees(t *testing.T) {
	const n, points = 12, 30
	r := rand.New(rand.NewPCG(20, 1))
	broken, kept := 0, 0
	for range 300 {
		p := Problem{N: n}
		for x := range n {
			p.XLabels = append(p.XLabels, fmt.Sprint(x))
		}
		pair := func() [2]string {
			x := r.IntN(n)
			return [2]string{p.XLabels[x], p.XLabels[(x+1+r.IntN(n-1))%n]}
		}
		switch r.IntN(3) {
		case 0:
			p.Constraints.Alone = []string{p.XLabels[r.IntN(n)]}
		case 1:
			p.Constraints.MustLink = [][2]string{pair()}
		default:
			p.Constraints.CannotLink = [][2]string{pair()}
		}
		b := partition.NewTreeBuilder(n)
		for i := range points {
			x := r.Int32N(n)
			c := partition.Change{Row: x, To: x}
			if i%3 > 0 {
				c.To = (x + 1 + r.Int32N(n-1)) % n
				if r.IntN(2) > 0 {
					c.To = ^c.To
				}
			}
			if _, err := b.Add(i-1-r.IntN(2)*r.IntN(i+1), []partition.Change{c}); err != nil {
				t.Fatal(err)
			}
		}
		tree := b.Tree()
		// Most constraints are broken soon, and many are kept by a few points.
		first := r.IntN(points)
		var inTree, whole []Entry
		for i := first; i < min(first+1+r.IntN(4), points); i++ {
			e := Entry{H: float64(i), I: float64(i), Tree: tree, Member: i}
			inTree = append(inTree, e)
			whole = append(whole, Entry{H: e.H, I: e.I, Assignment: tree.Pack(i)})
		}
		var errs [2]string
		for k, entries := range [][]Entry{inTree, whole} {
			f, err := New(p, Search{}, entries)
			if err != nil {
				t.Fatal(err)
			}
			errs[k] = fmt.Sprint(f.checkKept())
		}
		if errs[0] != errs[1] {
			t.Errorf("%s, and not in a tree %s", errs[0], errs[1])
		}
		if errs[0] == "<nil>" {
			kept++
		} else {
			broken++
		}
	}
	if min(broken, kept) < 30 {
		t.Errorf("%d frontiers break their constraints, and %d keep them", broken, kept)
	}
}
