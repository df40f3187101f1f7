package cluster

import (
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestTableKeepsToTheMemory: values that are kept to save time are fewer where there is little memory.
func TestTableKeepsToTheMemory(t *testing.T) {
	var cells []joint.Cell
	for x := range int32(4) {
		cells = append(cells, joint.Cell{X: x, Y: x % 2, Value: 1 << 22})
	}
	j, err := joint.New([]string{"a", "b", "c", "d"}, []string{"p", "q"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	s := problem.DIB(j).Traits()
	few, many := NewTable(s, 16<<20), NewTable(s, 2<<30)
	if len(few.small) != 1<<17+1 || len(many.small) != maxSmall {
		t.Errorf("%d and %d values are kept", len(few.small), len(many.small))
	}
	for _, v := range []int64{1, 1 << 16, 1 << 18, 1 << 22} {
		if few.Phi(v) != many.Phi(v) {
			t.Errorf("phi(%d) is %v or %v", v, few.Phi(v), many.Phi(v))
		}
	}
}

// TestReleasedSumsAreUsedAgain: there is never memory for more clusters than have sums at a time.
func TestReleasedSumsAreUsedAgain(t *testing.T) {
	draws := random.New(1)
	var cells []joint.Cell
	x, y := make([]string, 40), make([]string, 70)
	for a := range x {
		x[a] = string(rune('a' + a))
		for b := range y {
			y[b] = string(rune('a' + b))
			cells = append(cells, joint.Cell{X: int32(a), Y: int32(b), Value: 1 + float64(int(4*draws.Uniform()))})
		}
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	s := problem.DIB(j).Traits()
	small := NewTable(s, 2<<30)
	small.Heavy = 0
	c := New(small, 40)
	sums := c.sums.(*cellSums[int32])
	for k := range 20 {
		pair := partition.Identity(40)
		pair[k+20] = k // a cluster of two, another one each time
		label := make([]int32, 40)
		for row, cluster := range partition.Canonical(pair) {
			label[row] = int32(cluster)
		}
		c.Load(label)
	}
	held := 0
	for k := range sums.held {
		if (sums.held[k] == nil) != (sums.sums[k] == nil) {
			t.Errorf("cluster %d has one of sums and columns", k)
		}
		if sums.held[k] != nil {
			held++
		}
	}
	if held != 1 || len(sums.spare) != 0 {
		t.Errorf("%d clusters have sums, and there are %d more", held, len(sums.spare))
	}
}
