package baseline

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// conditional returns p(y|x) of a row, all columns.
func conditional(j *joint.Joint, x int) []float64 {
	p := make([]float64, j.Cols())
	columns, masses := j.Row(x)
	for i, y := range columns {
		p[y] = masses[i] / j.RowMass(x)
	}
	return p
}

func TestDistancesByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	j := mustJoint(t, counts(random, 6, 5))
	table := newTable(j)
	scratch := make([]float64, j.Cols())
	for x := range table.rows {
		p := conditional(j, table.order[x])
		for range 5 {
			c := centroid{q: make([]float64, j.Cols())}
			var total float64
			for y := range c.q {
				c.q[y] = float64(random.IntN(3))
				total += c.q[y]
			}
			if total == 0 {
				continue
			}
			var square, kl float64
			middle := make([]float64, len(p))
			for y := range c.q {
				c.q[y] /= total
				square += (p[y] - c.q[y]) * (p[y] - c.q[y])
				middle[y] = p[y] + c.q[y]
				if p[y] > 0 {
					kl += p[y] * math.Log2(p[y]/c.q[y])
				}
			}
			jsd := info.Entropy(middle) - info.Entropy(p)/2 - info.Entropy(c.q)/2
			for name, tt := range map[string]struct {
				d    distance
				want float64
			}{"euclidean": {euclidean(), square}, "jsd": {jensenShannon(), jsd}, "kl": {kullbackLeibler(), kl}} {
				tt.d.prepare(&c)
				got := tt.d.of(&table.rows[x], &c, scratch)
				if got != tt.want && math.Abs(got-tt.want) > 1e-13 {
					t.Errorf("%s: %g, want %g", name, got, tt.want)
				}
			}
		}
	}
}

// inertia is the sum of squared distances from the means of clusters.
func inertia(j *joint.Joint, p partition.Partition) (sum float64) {
	for _, rows := range p.Clusters() {
		mean := make([]float64, j.Cols())
		for _, x := range rows {
			for y, v := range conditional(j, x) {
				mean[y] += v / float64(len(rows))
			}
		}
		for _, x := range rows {
			for y, v := range conditional(j, x) {
				sum += (v - mean[y]) * (v - mean[y])
			}
		}
	}
	return sum
}

// around returns a table whose rows are noisy copies of kinds of rows.
func around(random *rand.Rand, n, m, kinds int) [][]float64 {
	centres := weights(random, kinds, m)
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = centres[x%kinds][y] * (0.3 + random.Float64())
		}
	}
	return values
}

// TestKMeansAgainstSklearn: with as many starts the inertia is not larger. On tables of
// nothing but noise, that would be a matter of luck: one start in hundreds finds the best
// clustering there, with either program.
func TestKMeansAgainstSklearn(t *testing.T) {
	python := oracle.Python(t, "numpy", "sklearn")
	type task struct {
		Rows   [][]float64
		K      int
		Starts int
	}
	random := rand.New(rand.NewPCG(10, 10))
	var tasks []task
	var ours []float64
	for table := range 20 {
		n, m, k := 10+random.IntN(40), 3+random.IntN(10), 2+table%5
		j := mustJoint(t, around(random, n, m, k+random.IntN(2)))
		r := mustRun(t, kmeansEuclidean(), j, Options{Clusters: []int{k}})
		ours = append(ours, inertia(j, r.Clusterings[0].Partition))
		rows := make([][]float64, n)
		for x := range rows {
			rows[x] = conditional(j, x)
		}
		tasks = append(tasks, task{rows, k, usualRestarts(n)})
	}
	input, err := json.Marshal(tasks)
	if err != nil {
		t.Fatal(err)
	}
	var theirs []float64
	err = json.Unmarshal(python(`
import json, sys
from sklearn.cluster import KMeans
print(json.dumps([KMeans(t["K"], n_init=t["Starts"], random_state=0).fit(t["Rows"]).inertia_ for t in json.loads(sys.argv[1])]))
`, string(input)), &theirs)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ours {
		if ours[i] > theirs[i]*(1+1e-9) {
			t.Errorf("table %d: inertia %.10g, sklearn's is %.10g (%.3f%% less)", i, ours[i], theirs[i], 100*(1-theirs[i]/ours[i]))
		}
	}
}

// TestKMeansEndsAtMeans: with a Bregman divergence, every row is at its nearest mean.
func TestKMeansEndsAtMeans(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for range 20 {
		n := 4 + random.IntN(20)
		j := mustJoint(t, counts(random, n, 5))
		table := newTable(j)
		k := 2 + random.IntN(n-2)
		for _, byMass := range []bool{false, true} {
			l := lloyd{table: table, weights: table.weights(byMass), start: jensenShannon(), distance: euclidean()}
			if byMass {
				l.distance = kullbackLeibler()
			}
			labels, loss := l.run(t.Context(), k, newStream(1))
			checkNearest(t, &l, labels, loss)
		}
	}
}

func checkNearest(t *testing.T, l *lloyd, labels []int, loss float64) {
	t.Helper()
	clusters := canonical(labels).Clusters()
	var sum float64
	for _, rows := range clusters {
		for _, x := range rows {
			own := math.Inf(1)
			least := math.Inf(1)
			for _, others := range clusters {
				c := centroid{q: make([]float64, l.table.m)}
				var mass float64
				for _, o := range others {
					mass += l.weights[o]
				}
				for _, o := range others {
					for i, y := range l.table.rows[o].columns {
						c.q[y] += l.weights[o] / mass * l.table.rows[o].conditional[i]
					}
				}
				l.distance.prepare(&c)
				d := l.distance.of(&l.table.rows[x], &c, make([]float64, l.table.m))
				least = min(least, d)
				if &others[0] == &rows[0] {
					own = d
				}
			}
			if own > least+1e-12 {
				t.Errorf("row %d is %g from its mean and %g from another", x, own, least)
			}
			sum += l.weights[x] * own
		}
	}
	if math.Abs(sum-loss) > 1e-12 {
		t.Errorf("the loss is %g, was said to be %g", sum, loss)
	}
}

// TestKMeansOfEqualRows has fewer distinct rows than clusters.
func TestKMeansOfEqualRows(t *testing.T) {
	j := mustJoint(t, [][]float64{{1, 2}, {2, 4}, {3, 1}, {6, 2}, {9, 3}})
	for _, m := range []Method{kmeansJSD(), kmeansWeightedJSD(), kmeansEuclidean(), klMeans()} {
		r := mustRun(t, m, j, Options{Clusters: []int{4}})
		if p := r.Clusterings[0].Partition; p.K() != 2 || p[0] != p[1] || p[2] != p[3] || p[3] != p[4] {
			t.Errorf("%s: %v", m.Name, p)
		}
	}
}

// TestKLMeansOnTheGaussianChannel: the losses of the best quantisers, from that program
// by dynamic programming, are reached with two values and never beaten.
func TestKLMeansOnTheGaussianChannel(t *testing.T) {
	j := mustJoint(t, awgn(128))
	if i := j.IXY(); math.Abs(i-0.4855064966) > 1e-9 {
		t.Fatalf("I(X;Y) = %.10f: not the channel", i)
	}
	best := []float64{
		.11658926, .05298679, .03028916, .01957246, .01364259, .01001538, .00763192, .00598777, .00480790, .00391622,
		.00323771, .00270410, .00228873, .00194591, .00167524, .00145817, .00127745, .00113133, .00100501,
	}
	var ks []int
	for k := range best {
		ks = append(ks, k+2)
	}
	for _, m := range []Method{klMeans(), sequentialIB()} {
		r := mustRun(t, m, j, Options{Clusters: ks, Restarts: 40})
		for i, e := range r.Clusterings {
			_, z := point(j, e.Partition)
			gap := j.IXY() - z
			t.Logf("%s k=%d: %.8f, %.8f at best", m.Name, ks[i], gap, best[i])
			if gap < best[i]-1e-8 || i == 0 && gap > best[0]+1e-8 || gap > 1.2*best[i] {
				t.Errorf("%s with %d values loses %.8f, the best %.8f", m.Name, ks[i], gap, best[i])
			}
		}
	}
}
