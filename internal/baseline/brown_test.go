package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
)

// bigrams returns a table of counts whose columns are labelled as some rows, and others as none.
func bigrams(tb testing.TB, random *rand.Rand, n, shared, others int) *joint.Joint {
	tb.Helper()
	columns := names("x", n)
	random.Shuffle(n, func(a, b int) { columns[a], columns[b] = columns[b], columns[a] })
	columns = append(columns[:shared], names("y", others)...)
	j, err := joint.Dense(names("x", n), columns, counts(random, n, shared+others))
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// classInformation returns I(C;C') in bits from its definition. class is that of every row of
// j, by number, and a column belongs to the class of the row with its label, or is alone.
func classInformation(j *joint.Joint, class []int) float64 {
	row := make(map[string]int)
	for x, label := range j.XLabels() {
		row[label] = x
	}
	next, left, right := map[[2]string]float64{}, map[string]float64{}, map[string]float64{}
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			from, to := fmt.Sprint(class[x]), j.YLabels()[y]
			if w, word := row[to]; word {
				to = fmt.Sprint(class[w])
			}
			next[[2]string{from, to}] += masses[k]
			left[from] += masses[k]
			right[to] += masses[k]
		}
	}
	phi := plogp.NewPhi(j.Total(), false)
	var i float64
	for _, mass := range next {
		i += phi.At(mass)
	}
	for _, side := range []map[string]float64{left, right} {
		for _, mass := range side {
			i -= phi.At(mass)
		}
	}
	return i
}

// naiveBrown computes I(C;C') of every clustering anew.
func naiveBrown(j *joint.Joint, places int) *Dendrogram {
	const rest = -1
	order := j.CanonicalOrder()
	name := slices.Clone(order) // of the class whose first word has a rank
	d := &Dendrogram{Rows: j.Rows()}
	class := make([]int, j.Rows()) // the rank of the first word
	for x := range class {
		class[x] = rest
	}
	merge := func() {
		before := classInformation(j, class)
		least, a, b := math.Inf(1), 0, 0
		for c := range order {
			for e := c + 1; e < len(order); e++ {
				if !slices.Contains(class, c) || !slices.Contains(class, e) {
					continue
				}
				if loss := before - classInformation(j, merged(class, c, e)); loss < least {
					least, a, b = loss, c, e
				}
			}
		}
		class = merged(class, a, b)
		d.Merges = append(d.Merges, Merge{min(name[a], name[b]), max(name[a], name[b]), max(0, least)})
		name[a] = j.Rows() + len(d.Merges) - 1
	}
	for rank, x := range order {
		class[x] = rank
		if rank >= places {
			merge()
		}
	}
	for len(d.Merges) < j.Rows()-1 {
		merge()
	}
	return d
}

// merged returns the classes with b put into a.
func merged(class []int, a, b int) []int {
	class = slices.Clone(class)
	for x, c := range class {
		if c == b {
			class[x] = a
		}
	}
	return class
}

// TestBrownIsGreedy: every merge is that of the first of the best pairs, to the last bit, where
// all columns are words, some, or none.
func TestBrownIsGreedy(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for range 60 {
		n := 2 + random.IntN(9)
		shared, others := random.IntN(n+1), random.IntN(4)
		if shared+others < 2 {
			others += 2
		}
		j := bigrams(t, random, n, shared, others)
		for _, places := range []int{1, 2, 1 + random.IntN(n), n} {
			got := brownTree(context.Background(), newTable(j), places)
			if d := cmp.Diff(naiveBrown(j, places), got); d != "" {
				t.Fatalf("%d words, of which %d are columns, %d other columns, %d places: %s", n, shared, others, places, d)
			}
		}
	}
}

// TestBrownWithoutCommonValues is agglomerative, if all rows have a place from the beginning.
func TestBrownWithoutCommonValues(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 2))
	for range 10 {
		n := 2 + random.IntN(12)
		j := bigrams(t, random, n, 0, 2+random.IntN(6))
		if d := cmp.Diff(agglomerativeOf(j), brownTree(context.Background(), newTable(j), n)); d != "" {
			t.Error(d)
		}
	}
}

// TestBrownFindsClasses: words that follow those of another class in the same proportions are
// put together at no loss, whatever the window, and their probabilities do not matter.
func TestBrownFindsClasses(t *testing.T) {
	const kinds, each = 3, 4
	n := kinds * each
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, n)
		for y := range values[x] {
			if y%kinds == (x+1)%kinds {
				values[x][y] = float64((1 + x/kinds) * (1 + y/kinds))
			}
		}
	}
	j, err := joint.Dense(names("x", n), names("x", n), values)
	if err != nil {
		t.Fatal(err)
	}
	for places := kinds + 1; places <= n; places++ {
		d := brownTree(context.Background(), newTable(j), places)
		p, _ := d.Cut(kinds)
		for x, c := range p {
			if c != p[x%kinds] {
				t.Fatalf("%d places: %v", places, p)
			}
		}
		if i := classInformation(j, p); math.Abs(i-math.Log2(kinds)) > 1e-12 {
			t.Errorf("%d places: I = %g, want log2 %d", places, i, kinds)
		}
		for _, m := range d.Merges[:n-kinds] {
			if m.Height > 1e-12 {
				t.Errorf("%d places: a merge loses %g", places, m.Height)
			}
		}
	}
}

// TestBrownDoesNotDependOnOrder has rows that are equal but for the columns of their names.
func TestBrownDoesNotDependOnOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 3))
	for range 20 {
		n := 3 + random.IntN(8)
		x := names("x", n)
		values := counts(random, n, n)
		values[2] = slices.Clone(values[0])
		rows, columns := random.Perm(n), random.Perm(n)
		shuffled, xs, ys := make([][]float64, n), make([]string, n), make([]string, n)
		for a, r := range rows {
			xs[a], ys[a] = x[r], x[columns[a]]
			for _, c := range columns {
				shuffled[a] = append(shuffled[a], values[r][c])
			}
		}
		one, err := joint.Dense(x, x, values)
		if err != nil {
			t.Fatal(err)
		}
		other, err := joint.Dense(xs, ys, shuffled)
		if err != nil {
			t.Fatal(err)
		}
		want, got := mustRun(t, brown(), one, Options{}), mustRun(t, brown(), other, Options{})
		for e := range got.Clusterings {
			got.Clusterings[e].Partition = got.Clusterings[e].Partition.Reorder(rows)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	}
}

// TestBrownNumbersOfClusters: the window is the largest number asked for, smaller ones are cuts.
func TestBrownNumbersOfClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 4))
	j := bigrams(t, random, 80, 80, 0)
	r := mustRun(t, brown(), j, Options{Clusters: []int{7, 3}})
	d := brownTree(context.Background(), newTable(j), 7)
	for e, k := range []int{7, 3} {
		p, _ := d.Cut(k)
		if diff := cmp.Diff(Clustering{p, float64(k)}, r.Clusterings[e]); diff != "" {
			t.Error(diff)
		}
	}
	big := mustJoint(t, weights(random, 1100, 2))
	usual := mustRun(t, brown(), big, Options{}).Clusterings
	if len(usual) < eachClusters {
		t.Errorf("%d clusterings by default", len(usual))
	}
	for _, c := range usual {
		if c.Parameter > 100 {
			t.Errorf("%g clusters are looked for by default", c.Parameter)
		}
	}
	_, err := brown().Run(context.Background(), big, Options{Clusters: []int{1025}})
	if want := "brown takes at most 1024 clusters, and 1025 are asked for"; !errors.Is(err, ErrOptions) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	stopped, err := brown().Run(&countdown{context.Background(), 85}, big, Options{Clusters: []int{80}})
	if err != nil || stopped.Status != Stopped || len(stopped.Clusterings) > 0 {
		t.Error(stopped, err)
	}
}
