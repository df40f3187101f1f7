package frontier

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

func TestEntriesOfTreesAreChecked(t *testing.T) {
	b := partition.NewTreeBuilder(3)
	if _, err := b.Add(-1, []partition.Change{{Row: 1, To: 1}}); err != nil {
		t.Fatal(err)
	}
	tree := b.Tree()
	for _, c := range []struct {
		n    int
		e    Entry
		want string
	}{
		{4, Entry{Tree: tree}, "point 0: the tree is of 3 rows, and the problem has 4"},
		{3, Entry{Tree: tree, Member: 1}, "the tree of 1 clusterings has no member 1"},
		{3, Entry{Tree: tree, Member: -1}, "has no member -1"},
		{3, Entry{Tree: tree, Assignment: "\x00\x00\x00"}, "there are an assignment and a member of a tree"},
		{3, Entry{Tree: tree, K: 3}, "k is 3, but the assignment has 2 clusters"},
	} {
		if _, err := New(Problem{N: c.n}, Search{}, []Entry{c.e}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.e, err, c.want)
		}
	}
	f, err := New(Problem{N: 3}, Search{}, []Entry{{Tree: tree}})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.At(0); p.K != 2 || p.Assignment().Check() != nil {
		t.Errorf("%d clusters: %v", p.K, p.Assignment())
	}
}
