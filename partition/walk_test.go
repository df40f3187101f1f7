package partition

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sets is a [Follower] that keeps the rows of every cluster.
type sets []map[int32]bool

func (s *sets) Load(cluster []int32, k int) {
	*s = nil
	for range k {
		*s = append(*s, make(map[int32]bool))
	}
	for x, c := range cluster {
		(*s)[c][int32(x)] = true
	}
}

func (s *sets) Move(row, from, to int32) {
	for int(to) >= len(*s) {
		*s = append(*s, make(map[int32]bool))
	}
	delete((*s)[from], row)
	(*s)[to][row] = true
}

func (s *sets) Join(a, b int32) {
	for x := range (*s)[b] {
		(*s)[a][x] = true
	}
}

func (s *sets) Unjoin(a, b int32) {
	for x := range (*s)[b] {
		delete((*s)[a], x)
	}
}

// TestWalkMeetsEveryMember builds trees of every shape. A walk meets each member once, and what a
// follower was told makes the clustering that the tree unpacks.
func TestWalkMeetsEveryMember(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(rt, "rows")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		b := NewTreeBuilder(n)
		for i := range rapid.IntRange(0, 60).Draw(rt, "members") {
			if r.IntN(10) == 0 {
				if _, err := b.AddPartition(Canonical(randomLabels(r, n))); err != nil {
					rt.Fatal(err)
				}
				continue
			}
			var own []Change
			for range r.IntN(5) {
				own = append(own, randomChange(r, n))
			}
			if _, err := b.Add(max(r.IntN(i+1), r.IntN(i+1))-1, own); err != nil {
				rt.Fatal(err)
			}
		}
		tree := b.Tree()
		walk := tree.Walk()
		met := make([]int, tree.Len())
		want := make(Partition, n)
		for part := range walk.Parts() {
			var s sets
			err := walk.Follow(part, &s, func(v Visit) error {
				met[v.Member]++
				tree.Unpack(v.Member, want)
				got := make([]int, n)
				for x := range n {
					got[x] = int(v.Cluster(x))
					if rows := s[got[x]]; !rows[int32(x)] || len(rows) != v.Size(x) {
						rt.Fatalf("row %d of member %d: cluster %d has %v, and %d rows", x, v.Member, got[x], rows, v.Size(x))
					}
				}
				if !slices.Equal(Canonical(got), want) {
					rt.Fatalf("member %d is %v, want %v", v.Member, got, want)
				}
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
		}
		if slices.ContainsFunc(met, func(times int) bool { return times != 1 }) {
			rt.Fatalf("members are met %v times", met)
		}
	})
}

// TestWalkEndsWithAnError: the first error of visit, after which the walk can be followed again.
func TestWalkEndsWithAnError(t *testing.T) {
	b := NewTreeBuilder(3)
	for i := range 3 {
		if _, err := b.Add(i-1, []Change{{Row: int32(i), To: int32(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	walk := b.Tree().Walk()
	for _, stop := range []int{1, 3, 2} {
		met, ended := 0, errors.New("ended")
		var err error
		for part := 0; part < walk.Parts() && err == nil; part++ {
			err = walk.Follow(part, nil, func(Visit) error {
				if met++; met == stop {
					return ended
				}
				return nil
			})
		}
		if met != stop || !errors.Is(err, ended) {
			t.Errorf("%d members, %v", met, err)
		}
	}
}
