package baseline

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestGainsAreThoseOfRecomputing moves rows at random, and compares I(T;Y) with that of
// the coarse joint.
func TestGainsAreThoseOfRecomputing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		n, m := 3+random.IntN(8), 2+random.IntN(6)
		values := counts(random, n, m)
		if random.IntN(2) == 0 {
			values = weights(random, n, m)
		}
		j := mustJoint(t, values)
		s := newSequential(newTable(j), 2, newStream(1))
		for range 5 {
			x := random.IntN(n)
			from := s.labels[x]
			before := s.information()
			s.take(x)
			other := s.gain(x, 1-from) - s.gain(x, from)
			s.put(x, 1-from)
			if got := s.information() - before; got != other {
				rt.Fatalf("a move gains %g, was said to gain %g", got, other)
			}
			c := newCollector(s.table)
			c.add(s.labels, 0)
			if _, i := point(j, c.clusterings[0].Partition); math.Abs(i-j.HY()-s.information()) > 1e-12 {
				rt.Fatalf("I = %g, want %g", s.information()+j.HY(), i)
			}
		}
	})
}

// TestSequentialIBIsALocalOptimum: no row, moved by itself, raises I(T;Y), and there are
// as many clusters as asked for.
func TestSequentialIBIsALocalOptimum(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 20 {
		n := 4 + random.IntN(12)
		j := mustJoint(t, counts(random, n, 5))
		k := 2 + random.IntN(n-2)
		r := mustRun(t, sequentialIB(), j, Options{Clusters: []int{k}, Restarts: 1})
		p := r.Clusterings[0].Partition
		if p.K() != k || r.Clusterings[0].Parameter != float64(k) {
			t.Fatalf("%d clusters, want %d", p.K(), k)
		}
		_, best := point(j, p)
		size := make([]int, k)
		for _, c := range p {
			size[c]++
		}
		for x, from := range p {
			for c := range k {
				if size[from] == 1 {
					continue
				}
				q := slices.Clone(p)
				q[x] = c
				if _, i := point(j, canonical(q)); i > best+1e-12 {
					t.Errorf("row %d from %d to %d raises %g to %g", x, from, c, best, i)
				}
			}
		}
	}
}

// TestSequentialIBFindsBlocks: rows of three kinds are put together by kind.
func TestSequentialIBFindsBlocks(t *testing.T) {
	var values [][]float64
	for x := range 12 {
		row := make([]float64, 6)
		row[2*(x%3)], row[2*(x%3)+1] = float64(1+x), float64(2+2*x)
		values = append(values, row)
	}
	j := mustJoint(t, values)
	r := mustRun(t, sequentialIB(), j, Options{Clusters: []int{3}})
	for x, c := range r.Clusterings[0].Partition {
		if c != x%3 {
			t.Fatal(r.Clusterings[0].Partition)
		}
	}
	stopped, err := sequentialIB().Run(&countdown{context.Background(), 2}, j, Options{Workers: 1})
	if err != nil || stopped.Status != Stopped {
		t.Error(stopped, err)
	}
}
