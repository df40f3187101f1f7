package union

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestUnionOfLayers: the union of two halves of layers has all, in any order of the rows, and no layers if a frontier
// has none.
func TestUnionOfLayers(t *testing.T) {
	f := tiny(t)
	last := f.At(f.Len() - 1)
	e := frontier.Entry{H: last.H / 1024, I: last.I / 1024, Assignment: last.Packed()}
	if last.K != f.Problem.N {
		t.Fatal("the last point is not the identity")
	}
	other := frontier.Entry{H: last.H / 512, I: last.I / 512, Assignment: partition.Pack(partition.Identity(last.K))}
	with := func(exact bool, entries ...frontier.Entry) *frontier.Frontier {
		g, err := f.WithLayers(frontier.Layers{Exact: exact, Entries: entries})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	turned, err := reordered(with(true, other), []string{`b "é"`, "<c>", "a"}, []string{"no", "yes"})
	if err != nil {
		t.Fatal(err)
	}
	u, err := Of(with(false, e), turned)
	if err != nil {
		t.Fatal(err)
	}
	if l := u.Layers(); l == nil || !l.Exact || len(l.Entries) != u.Len()+2 {
		t.Errorf("the union has the layers %+v", l)
	}
	if got := len(slices.Collect(u.Layer(last.K))); got < 3 {
		t.Errorf("the union has %d clusterings into %d", got, last.K)
	}
	if u, err = Of(with(true, e), f); err != nil || u.Layers() != nil {
		t.Errorf("the union with a frontier without layers: %+v, %v", u.Layers(), err)
	}
}
