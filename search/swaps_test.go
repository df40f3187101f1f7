package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestStartsOfKMeans: there is one for every k, of k clusters, that no move of a row
// improves.
func TestStartsOfKMeans(t *testing.T) {
	for seed := range uint64(9) {
		rng := rand.New(rand.NewPCG(seed, 24))
		p := drawDots(rng, 14, 1+int(seed)%3, int(seed)%tables.WeightKinds)
		kmeans := problem.KMeans(p.Cloud(t))
		starts := swapStarts(context.Background(), kmeans.Traits(), kmeans.Rows(), 1, 14)
		if len(starts) < 9 || len(starts) > 12 { // some points are at one place
			t.Fatalf("seed %d: %d starts", seed, len(starts))
		}
		e := kmeans.Evaluators(1, plenty)[0]
		for k, f := range starts {
			at := e.Load(f)
			if f.Check() != nil || f.K() > k+2 {
				t.Errorf("seed %d: %v for %d clusters", seed, f, k+2)
			}
			to := make([]problem.Point, len(f))
			for b := range f.K() {
				e.Moves(b, to)
				for x, q := range to {
					if q.H <= at.H && q.I > at.I+1e-9 {
						t.Errorf("seed %d, %v: row %d should move to cluster %d", seed, f, x, b)
					}
				}
			}
		}
	}
	p := drawDots(rand.New(rand.NewPCG(1, 25)), 14, 2, tables.AnyWeights)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if starts := swapStarts(ctx, problem.KMeans(p.Cloud(t)).Traits(), 14, 1, 60); len(starts) > 0 {
		t.Errorf("%d starts after the end", len(starts))
	}
}

// TestCountedProblemsBeginWithSwaps: a search knows the problems whose h is log2 k.
func TestCountedProblemsBeginWithSwaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	cloud, table := drawDots(rng, 6, 2, 0).Cloud(t), simplex(rng, 6, 3).joint(t)
	for _, tt := range []struct {
		problem problem.Problem
		counted bool
	}{{problem.KMeans(cloud), true}, {problem.Quantizer(cloud), false}, {problem.DMC(table), true}, {problem.DIB(table), false}} {
		opts, err := Options{}.withDefaults(6)
		if err != nil {
			t.Fatal(err)
		}
		if p := newPlan(tt.problem, opts, nil); p.traits.LogK != tt.counted {
			t.Errorf("%s: counted %t, want %t", tt.problem.Describe().Kind, !tt.counted, tt.counted)
		}
	}
}

// TestStartsAreTheBest of small clouds, nearly always: what a swap leads to is better
// than what one start of k-means does.
func TestStartsAreTheBest(t *testing.T) {
	missed := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 26))
		p := drawDots(rng, 8, 2, int(seed)%tables.WeightKinds)
		kmeans := problem.KMeans(p.Cloud(t))
		best := make([]float64, 9)
		for f := range partition.All(8) {
			best[f.K()] = max(best[f.K()], p.point(f, true).i)
		}
		e := kmeans.Evaluators(1, plenty)[0]
		for k, f := range swapStarts(context.Background(), kmeans.Traits(), kmeans.Rows(), 1, 14) {
			if e.Load(f).I < best[k+2]-1e-9 {
				missed++
			}
		}
	}
	if missed > 0 {
		t.Errorf("%d are not the best", missed)
	}
}

// TestStartsAreFrozen: every machine finds these.
func TestStartsAreFrozen(t *testing.T) {
	p := drawDots(rand.New(rand.NewPCG(3, 27)), 60, 3, tables.AnyWeights)
	var digest uint64
	for _, f := range swapStarts(context.Background(), problem.KMeans(p.Cloud(t)).Traits(), 60, 1, 60) {
		for _, c := range f {
			digest = digest*0x9e3779b97f4a7c15 + uint64(c)
		}
	}
	if want := uint64(0xbf258caa01475d71); digest != want {
		t.Errorf("%#x, want %#x", digest, want)
	}
}
