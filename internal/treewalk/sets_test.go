package treewalk

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestBySets follows clusterings in a tree, and compares their points with those from scratch.
func TestBySets(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 5 + rng.IntN(20)
		c := tables.DrawDots(rng, n, 1+rng.IntN(4), int(seed%tables.WeightKinds)).Cloud(t)
		linked := partition.Identity(n)
		if seed%4 == 0 {
			linked[n-1], linked[3] = 1, 0
		}
		for _, pose := range []problem.Problem{problem.Quantizer(c), problem.KMeans(c)} {
			p := pose.Traits().Link(partition.Canonical(linked))
			followed := 0
			rows, seen := make([]int, n), make(map[int]bool)
			for x, row := range p.Place() {
				if rows[x] = row; seen[row] {
					rows[x] = -1
				}
				seen[row] = true
			}
			f, point := BySets(p.Traits(), p.Rows(), rows)
			tree := randomTree(t, rng, p.Place())
			walk := tree.Walk()
			clusters, evaluator := make(partition.Partition, n), p.Evaluators(1, 0)[0]
			for part := range walk.Parts() {
				err := walk.Follow(part, f, func(v partition.Visit) error {
					inProblem := make(partition.Partition, p.Rows())
					tree.Unpack(v.Member, clusters)
					for x, row := range p.Place() {
						inProblem[row] = clusters[x]
					}
					followed++
					if want := evaluator.Load(partition.Canonical(inProblem)); point() != want {
						t.Errorf("member %d is at %v, and from scratch at %v", v.Member, point(), want)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if followed != tree.Len() {
				t.Errorf("%d of %d were followed", followed, tree.Len())
			}
		}
	}
}

// randomTree returns a tree of clusterings that follow from each other by one or two changes. Rows of the same place move
// together.
func randomTree(t *testing.T, rng *rand.Rand, place []int) *partition.Tree {
	t.Helper()
	n, b := len(place), partition.NewTreeBuilder(len(place))
	last, err := b.AddPartition(partition.Canonical(place))
	for range 60 {
		if err != nil {
			t.Fatal(err)
		}
		x, to := rng.IntN(n), rng.IntN(n)
		if place[x] == place[to] {
			continue
		}
		var changes []partition.Change
		if rng.IntN(4) == 0 {
			changes = append(changes, partition.Change{Row: int32(x), To: ^int32(to)})
		} else {
			for y := range place {
				if place[y] == place[x] {
					changes = append(changes, partition.Change{Row: int32(y), To: int32(to)})
				}
			}
		}
		parent := rng.IntN(last + 1)
		var member int
		if member, err = b.Add(parent, changes); err == nil {
			last = member
		}
		err = nil // rows that are in one cluster already cannot be merged
	}
	return b.Tree()
}
