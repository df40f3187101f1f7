package table

import (
	"slices"
	"strings"
	"testing"
)

// secondRecords have numbers of X and of S.
const secondRecords = "x,y,s\n1,u,10\n2,v,20\n3,u,30\n4,v,10\n5,u,20\n6,v,\n"

// TestSecond: the columns of the table are pairs, of Y's values alone where its scales are those of another table.
func TestSecond(t *testing.T) {
	open := func(o Options) *Table {
		t.Helper()
		o.X, o.Y, o.Stdin = "x", "y", strings.NewReader(secondRecords)
		got, err := Open(t.Context(), "-", o)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	plain, pairs := open(Options{}), open(Options{Second: "s"})
	if want := []string{"u / 10", "u / 20", "u / 30", "v / 10", "v / 20", "v / (missing)"}; !slices.Equal(pairs.y, want) {
		t.Errorf("the columns are %q, want %q", pairs.y, want)
	}
	x, y := plain.Scales()
	if _, both := pairs.Scales(); len(both) != 2 || both[0].Column != "y" || both[1].Column != "s" {
		t.Errorf("the scales are %v", both)
	}
	if again := open(Options{Second: "s", XScales: x, YScales: y}); !slices.Equal(again.y, pairs.y) || !slices.Equal(again.x, plain.x) {
		t.Errorf("by the scales of another table, there are %q and %q", again.x, again.y)
	}
}

func TestSecondErrors(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{X: "x", Y: "y", Second: "y"}, "the column y is named for the second variable and once more"},
		{Options{X: "x", Y: "y", Second: "s,s"}, "the column s is named for the second variable and once more"},
		{Options{X: "x", Y: "y", Second: "z"}, `no column "z"`},
		{Options{Second: "s"}, "but X and Y are missing"},
		{Options{X: "x", Y: "y", Second: "s", TopY: 1}, "a second variable makes pairs of values of Y"},
	} {
		c.o.Stdin = strings.NewReader(secondRecords)
		if _, err := Open(t.Context(), "-", c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
