package baseline

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
)

func TestEveryMethodIsFoundByItsName(t *testing.T) {
	for _, m := range Methods() {
		got, err := Named(m.Name)
		if err != nil || got.Name != m.Name {
			t.Errorf("%s: %v, %v", m.Name, got, err)
		}
	}
	_, err := Named("k-means")
	if err == nil || !strings.HasPrefix(err.Error(), `no method is called "k-means": choose `) || !strings.Contains(err.Error(), "kmeans-jsd, ") {
		t.Error(err)
	}
}

func TestBadOptionsAreErrors(t *testing.T) {
	j := mustJoint(t, [][]float64{{1, 0, 1}, {0, 0, 1}, {0, 1, 1}})
	tests := []struct {
		method  Method
		options Options
		want    string
	}{
		{kmeansJSD(), Options{Restarts: -1}, "restarts is -1, want 1 or more, or 0 for the default"},
		{Random(), Options{Workers: -2}, "workers is -2, want 1 or more, or 0 for one per core"},
		{sequentialIB(), Options{Clusters: []int{2, 4}}, "4 clusters are asked for, want 1 to 3, the number of rows"},
		{klMeans(), Options{Clusters: []int{0}}, "0 clusters are asked for, want 1 to 3, the number of rows"},
		{ib(), Options{Restarts: -1}, "restarts is -1, want 1 or more, or 0 for the default"},
		{dib(), Options{Workers: -1}, "workers is -1, want 1 or more, or 0 for one per core"},
	}
	for _, tt := range tests {
		_, err := tt.method.Run(context.Background(), j, tt.options)
		if !errors.Is(err, ErrOptions) || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.method.Name, err, tt.want)
		}
	}
}

func TestUsualClusters(t *testing.T) {
	for _, n := range []int{2, 31, 32, 33, 63, 64, 65, 66, 100, 1000, 10000} {
		ks := usualClusters(n)
		if len(ks) != min(n, mostClusters) || ks[0] != 1 || ks[len(ks)-1] != n {
			t.Errorf("n=%d: %v", n, ks)
		}
		for i := 1; i < len(ks); i++ {
			if ks[i] <= ks[i-1] || i < eachClusters && ks[i] != i+1 {
				t.Errorf("n=%d: %v", n, ks)
			}
		}
	}
}

// TestNoMethodBeatsTheFrontier: against all clusterings of 50 tables.
func TestNoMethodBeatsTheFrontier(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	for table := range 24 {
		n, m := 2+random.IntN(6), 2+random.IntN(6)
		values := counts(random, n, m)
		if table%2 == 0 {
			values = weights(random, n, m)
		}
		j := mustJoint(t, values)
		exact := exactFrontier(j)
		for _, m := range Methods() {
			r := mustRun(t, m, j, Options{Seed: uint64(table)})
			if len(r.Clusterings) == 0 {
				t.Errorf("table %d: %s finds nothing", table, m.Name)
			}
			checkClusterings(t, m.Name, j, r)
			for _, e := range r.Clusterings {
				if h, i := point(j, e.Partition); exact.Compare(h, i) == pareto.Optimal {
					t.Errorf("table %d: %s is above the frontier at %g, %g", table, m.Name, h, i)
				}
			}
		}
	}
}

// checkClusterings checks that clusterings are canonical, distinct and of all rows.
func checkClusterings(t *testing.T, name string, j *joint.Joint, r Result) {
	t.Helper()
	seen := make(map[string]bool)
	for _, e := range r.Clusterings {
		key := fmt.Sprint(e.Partition)
		if err := e.Partition.Check(); err != nil || len(e.Partition) != j.Rows() || seen[key] {
			t.Errorf("%s: %s: %v", name, key, err)
		}
		seen[key] = true
	}
}

func TestResultsAreAFunctionOfTheSeed(t *testing.T) {
	j := mustJoint(t, counts(rand.New(rand.NewPCG(3, 3)), 14, 6))
	for _, m := range Methods() {
		one := mustRun(t, m, j, Options{Seed: 5, Workers: 1, Restarts: 3})
		for _, workers := range []int{2, 4} {
			if many := mustRun(t, m, j, Options{Seed: 5, Workers: workers, Restarts: 3}); fmt.Sprint(one) != fmt.Sprint(many) {
				t.Errorf("%s: %d workers change the result", m.Name, workers)
			}
		}
	}
	a, b := mustRun(t, Random(), j, Options{Seed: 1}), mustRun(t, Random(), j, Options{Seed: 2})
	if fmt.Sprint(a) == fmt.Sprint(b) {
		t.Error("the seed changes nothing")
	}
}

// TestOrderOfRowsDoesNotMatter lists the rows of a table in another order, some of
// which have equal masses.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	values := counts(random, 12, 5)
	values[7], values[3] = slices.Clone(values[2]), []float64{0, 0, 3, 0, 0}
	values[5] = []float64{0, 3, 0, 0, 0}
	x := names("x", 12)
	order := random.Perm(12)
	var shuffled [][]float64
	var labels []string
	for _, r := range order {
		shuffled, labels = append(shuffled, values[r]), append(labels, x[r])
	}
	a := mustJoint(t, values)
	b, err := joint.Dense(labels, names("y", 5), shuffled)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range Methods() {
		want, got := mustRun(t, m, a, Options{Restarts: 2}), mustRun(t, m, b, Options{Restarts: 2})
		for e := range got.Clusterings {
			got.Clusterings[e].Partition = got.Clusterings[e].Partition.Reorder(order)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", m.Name, got, want)
		}
	}
}

func TestContextThatEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	j := mustJoint(t, counts(rand.New(rand.NewPCG(5, 5)), 20, 6))
	for _, m := range Methods() {
		r, err := m.Run(ctx, j, Options{})
		if err != nil || r.Status != Stopped {
			t.Errorf("%s: %q, %v", m.Name, r.Status, err)
		}
	}
}

// countdown is a context that ends after it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestContextThatEndsMeanwhile: what was found by then is returned, and sound.
func TestContextThatEndsMeanwhile(t *testing.T) {
	j := mustJoint(t, counts(rand.New(rand.NewPCG(6, 6)), 12, 6))
	for _, m := range Methods() {
		found := 0
		for _, asked := range []int{1, 3, 10, 30, 100} {
			r, err := m.Run(&countdown{context.Background(), asked}, j, Options{Workers: 1})
			if err != nil {
				t.Errorf("%s: %v", m.Name, err)
			}
			checkClusterings(t, m.Name, j, r)
			if len(r.Clusterings) < found && r.Status == Stopped {
				t.Logf("%s: %d clusterings after %d, fewer than %d", m.Name, len(r.Clusterings), asked, found)
			}
			found = len(r.Clusterings)
		}
		if found == 0 && m.Name != "ib" {
			t.Errorf("%s finds nothing by a hundredth look at the context", m.Name)
		}
	}
}
