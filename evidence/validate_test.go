package evidence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// exhausted returns the frontier of a table and its best clusterings, of all that there are.
func exhausted(t testing.TB, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	p := problem.DIB(j)
	evaluator, place := p.Evaluators(1, 1<<20)[0], p.Place()
	var set pareto.Set[partition.Packed]
	best := make([]frontier.BestEntry, j.Rows()+1)
	smaller := func(old, other partition.Packed) (kept partition.Packed, replaced bool) {
		return min(old, other), other < old
	}
	all := partition.All(j.Rows())
	for f := range all {
		own, names := make(partition.Partition, len(f)), make([]int, len(f))
		for x, c := range f {
			own[place[x]] = c
		}
		own.Renumber(names)
		at, packed := evaluator.Load(own), partition.Pack(f)
		set.Add(at.H, at.I, packed, smaller)
		if b := &best[f.K()]; b.Assignment == "" || at.I > b.I || at.I == b.I && (at.H < b.H || at.H == b.H && packed < b.Assignment) {
			*b = frontier.BestEntry{Entry: frontier.Entry{H: at.H, I: at.I, Assignment: packed}, Exact: true}
		}
	}
	var entries []frontier.Entry
	for e := range set.All() {
		entries = append(entries, frontier.Entry{H: e.H, I: e.I, Assignment: e.Payload})
	}
	fr, err := frontier.New(p.Describe(), frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	var list []frontier.BestEntry
	for _, b := range best[1:] {
		if len(list) == 0 || b.I > list[len(list)-1].I+pareto.Tolerance {
			list = append(list, b)
		}
	}
	if fr, err = fr.WithBest(j.Rows(), list); err != nil {
		t.Fatal(err)
	}
	return fr
}

// validated validates a table in folds, each of which is searched exhaustively.
func validated(t testing.TB, whole *frontier.Frontier, folds []joint.Fold, o ValidateOptions) *frontier.Frontier {
	t.Helper()
	o.Method = "folds"
	f, err := Validate(context.Background(), folds, whole, func(_ context.Context, _ int, training *joint.Joint) (*frontier.Frontier, error) {
		return exhausted(t, training), nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func foldsOf(t testing.TB, j *joint.Joint, k int, seed uint64) []joint.Fold {
	t.Helper()
	folds, err := j.Folds(k, seed)
	if err != nil {
		t.Fatal(err)
	}
	return folds
}

// record is one record, by its labels.
type record struct{ x, y string }

// recordsOf returns the records of a table.
func recordsOf(j *joint.Joint) (list []record) {
	unit, _ := unitOf(j)
	for x, label := range j.XLabels() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			for range int(masses[k] / unit) {
				list = append(list, record{label, j.YLabels()[y]})
			}
		}
	}
	return list
}

// tally counts records by cluster and y.
type tally struct {
	n, ofZ, ofY, ofZY map[string]float64
}

func count(list []record, cluster map[string]int, leaveOut int) tally {
	t := tally{map[string]float64{}, map[string]float64{}, map[string]float64{}, map[string]float64{}}
	for k, r := range list {
		if k != leaveOut {
			z := fmt.Sprint(cluster[r.x])
			t.n[""]++
			t.ofZ[z]++
			t.ofY[r.y]++
			t.ofZY[z+" "+r.y]++
		}
	}
	return t
}

// value returns log2 q(y|z)/q(y) by its definition.
func (t tally) value(z int, y string, a float64) float64 {
	q := t.ofY[y] / t.n[""]
	if q == 0 || math.IsInf(a, 1) {
		return 0
	}
	name := fmt.Sprint(z)
	return math.Log2((t.ofZY[name+" "+y] + a*q) / (t.ofZ[name] + a) / q)
}

// byDefinition returns the values of the held-out records of a fold for a clustering of its
// training records, record by record.
func byDefinition(fold joint.Fold, clusters [][]string) (values []float64) {
	training, held := recordsOf(fold.Training), recordsOf(fold.HeldOut)
	cluster := make(map[string]int)
	for c, labels := range clusters {
		for _, x := range labels {
			cluster[x] = c
		}
	}
	best, most := 0.0, math.Inf(-1)
	for _, a := range concentrations(float64(len(training))) {
		var sum float64
		for k, r := range training {
			sum += count(training, cluster, k).value(cluster[r.x], r.y, a)
		}
		if sum >= most-1e-12 {
			best, most = a, sum
		}
	}
	all := count(training, cluster, -1)
	for _, r := range held {
		z, ok := cluster[r.x]
		if !ok { // nothing is known of its x
			values = append(values, 0)
			continue
		}
		values = append(values, all.value(z, r.y, best))
	}
	return values
}

// TestValidateByDefinition compares every number with the definition, record by record, for tables
// so small that folds lack values of X and of Y.
func TestValidateByDefinition(t *testing.T) {
	newX, newY := 0, 0
	for seed := range uint64(12) {
		r := random.New(seed, 1)
		rows, columns := 2+int(r.Next()%4), 2+int(r.Next()%3)
		j := tableOf(t, randomTable(r, 8+int(r.Next()%25), rows, columns))
		whole := exhausted(t, j)
		folds := foldsOf(t, j, 2+int(seed%4), seed)
		got := validated(t, whole, folds, ValidateOptions{})
		newX += int(got.Validation.NewX)
		newY += int(got.Validation.NewY)
		for p := range got.All() {
			same(t, p, folds, func(f *frontier.Frontier, training *joint.Joint) frontier.Point {
				q, _ := f.Within(entropyIn(training, p.Clusters()))
				return q
			})
		}
		var ofBest [][]float64
		var clusters []int
		for p := range got.Best() {
			clusters = append(clusters, p.K)
			ofBest = append(ofBest, same(t, p, folds, func(f *frontier.Frontier, _ *joint.Joint) (last frontier.Point) {
				for q := range f.Best() {
					if q.K <= p.K {
						last = q
					}
				}
				return last
			}))
		}
		ofBest, clusters = append([][]float64{make([]float64, len(ofBest[0]))}, ofBest...), append([]int{1}, clusters...)
		if want := clusters[supportedBy(ofBest)]; got.Validation.Clusters != want {
			t.Errorf("seed %d: up to %d groups are supported, by definition %d", seed, got.Validation.Clusters, want)
		}
	}
	if newX == 0 || newY == 0 {
		t.Errorf("%d new values of X and %d of Y: the test does not test them", newX, newY)
	}
}

// meanOf returns the mean of values and its standard error.
func meanOf(values []float64) (mean, se float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / n / (n - 1))
}

// same compares a point with the definition for the clusterings that a choice returns, and returns the values
// of the records.
func same(t *testing.T, p frontier.Point, folds []joint.Fold, choose func(*frontier.Frontier, *joint.Joint) frontier.Point) (values []float64) {
	t.Helper()
	for _, fold := range folds {
		values = append(values, byDefinition(fold, choose(exhausted(t, fold.Training), fold.Training).Clusters())...)
	}
	if mean, se := meanOf(values); math.Abs(p.HeldOut.I-mean) > 1e-9 || math.Abs(p.HeldOut.SE-se) > 1e-7 {
		t.Errorf("k %d, H %g: %g ± %g, by definition %g ± %g", p.K, p.H, p.HeldOut.I, p.HeldOut.SE, mean, se)
	}
	if p.K == 1 && p.HeldOut != (frontier.HeldOut{}) {
		t.Errorf("one cluster has %v", p.HeldOut)
	}
	return values
}

// supportedBy returns the place of the first list of values, by the records, whose mean is within one standard error
// of the best, where the first list is of one cluster.
func supportedBy(lists [][]float64) int {
	best := 0
	for n := range lists {
		a, _ := meanOf(lists[n])
		if b, _ := meanOf(lists[best]); a > b+1e-12 {
			best = n
		}
	}
	for n, values := range lists {
		differences := make([]float64, len(values))
		for k, v := range values {
			differences[k] = lists[best][k] - v
		}
		if mean, se := meanOf(differences); mean <= se+1e-12 {
			return n
		}
	}
	return best
}

// entropyIn returns the entropy of clusters in the records of a table.
func entropyIn(j *joint.Joint, clusters [][]string) (h float64) {
	list := recordsOf(j)
	for _, labels := range clusters {
		n := 0.0
		for _, r := range list {
			if slices.Contains(labels, r.x) {
				n++
			}
		}
		if n > 0 {
			h -= n / float64(len(list)) * math.Log2(n/float64(len(list)))
		}
	}
	return h
}

// TestTheTableItself: scored on their own training records, clusterings of many records keep the
// plug-in information, and one cluster exactly none.
func TestTheTableItself(t *testing.T) {
	j := tableOf(t, [][]float64{{5e9, 1e9, 2e9}, {1e9, 7e9, 3e9}, {4e9, 4e9, 9e9}, {8e9, 1e9, 1e9}})
	whole := exhausted(t, j)
	f, err := Validate(context.Background(), []joint.Fold{{Training: j, HeldOut: j}}, whole, nil, ValidateOptions{Method: "file", Name: "itself.csv"})
	if err != nil {
		t.Fatal(err)
	}
	for p := range f.All() {
		if math.Abs(p.HeldOut.I-p.I) > 1e-8 {
			t.Errorf("k %d: held out %.12g, plug-in %.12g", p.K, p.HeldOut.I, p.I)
		}
	}
	for p := range f.Best() {
		if math.Abs(p.HeldOut.I-p.I) > 1e-8 {
			t.Errorf("best of %d: held out %.12g, plug-in %.12g", p.K, p.HeldOut.I, p.I)
		}
	}
	v := f.Validation
	if f.At(0).HeldOut != (frontier.HeldOut{}) || v.Clusters != 4 || v.H != f.At(f.Len()-1).H || v.Records != 46e9 || v.Method != "file" || v.Name != "itself.csv" || v.Folds != 1 {
		t.Errorf("%+v, one cluster %v", *v, f.At(0).HeldOut)
	}
}

// TestTheStandardError is that of the mean: of a value v with the probability p, sqrt(p (1-p)/(n-1)) |v - w|.
func TestTheStandardError(t *testing.T) {
	// X tells Y with an error of 1/4, and nothing else.
	j := tableOf(t, [][]float64{{3e9, 1e9}, {1e9, 3e9}})
	f, err := Validate(context.Background(), []joint.Fold{{Training: j, HeldOut: j}}, exhausted(t, j), nil, ValidateOptions{Method: "file"})
	if err != nil {
		t.Fatal(err)
	}
	got := f.At(f.Len() - 1).HeldOut.SE
	if want := math.Sqrt(0.25*0.75/8e9) * math.Log2(3); math.Abs(got-want) > 1e-4*want {
		t.Errorf("%g, want %g", got, want)
	}
}

// TestValidateDependsOnCountsAlone: not on the order of rows and columns, on labels or workers.
func TestValidateDependsOnCountsAlone(t *testing.T) {
	r := random.New(3, 2)
	counts := randomTable(r, 60, 6, 4)
	counts[0][0] += 25
	counts[5][3] += 25
	j := tableOf(t, counts)
	folds := foldsOf(t, j, 3, 1)
	plain := func(f *frontier.Frontier) (list []frontier.HeldOut) {
		for p := range f.All() {
			list = append(list, p.HeldOut)
		}
		for p := range f.Best() {
			list = append(list, p.HeldOut)
		}
		return append(list, frontier.HeldOut{I: float64(f.Validation.Clusters), SE: f.Validation.H})
	}
	want := plain(validated(t, exhausted(t, j), folds, ValidateOptions{Workers: 1}))
	if d := cmp.Diff(want, plain(validated(t, exhausted(t, j), folds, ValidateOptions{Workers: 5}))); d != "" {
		t.Errorf("other workers: %s", d)
	}
	for _, rename := range []func(string) string{
		func(label string) string { return label },
		func(label string) string { return string('z'-label[4]+'0') + label }, // sorted the other way
	} {
		turned := func(j *joint.Joint) *joint.Joint { return reversed(t, j, rename) }
		var others []joint.Fold
		for _, f := range folds {
			others = append(others, joint.Fold{Training: turned(f.Training), HeldOut: turned(f.HeldOut)})
		}
		if d := cmp.Diff(want, plain(validated(t, exhausted(t, turned(j)), others, ValidateOptions{}))); d != "" {
			t.Errorf("other order: %s", d)
		}
	}
}

// reversed returns a table with rows and columns in the opposite order and with other labels.
func reversed(t testing.TB, j *joint.Joint, rename func(string) string) *joint.Joint {
	t.Helper()
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(j.Rows() - 1 - x), Y: int32(j.Cols()-1) - y, Value: masses[k]})
		}
	}
	labels := func(list []string) []string {
		other := make([]string, len(list))
		for n, label := range list {
			other[len(list)-1-n] = rename(label)
		}
		return other
	}
	r, err := joint.New(labels(j.XLabels()), labels(j.YLabels()), cells)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSupportGrowsWithTheRecords: of a table in which every value of X differs, more records support
// more clusters and a higher H.
func TestSupportGrowsWithTheRecords(t *testing.T) {
	truth := tableOf(t, [][]float64{
		{90, 5, 5}, {80, 12, 8}, {5, 90, 5}, {8, 80, 12}, {5, 5, 90}, {12, 8, 80}, {33, 33, 34},
	})
	clusters, h := 0, 0.0
	for _, n := range []int64{60, 500, 100_000} {
		j, err := truth.SampleTable(n, 5)
		if err != nil {
			t.Fatal(err)
		}
		v := validated(t, exhausted(t, j), foldsOf(t, j, 5, 0), ValidateOptions{}).Validation
		if v.Clusters <= clusters || v.H <= h {
			t.Errorf("%d records support %d clusters and %g bits, fewer %d and %g", n, v.Clusters, v.H, clusters, h)
		}
		clusters, h = v.Clusters, v.H
	}
	if clusters != 7 {
		t.Errorf("100,000 records support %d clusters of 7", clusters)
	}
}

// TestIndependentRecordsSupportOneGroup: of 40 tables of independent X and Y, nearly all.
func TestIndependentRecordsSupportOneGroup(t *testing.T) {
	if n := falselySupported(t, 20, 200, 6, 3) + falselySupported(t, 20, 60, 5, 4); n > 6 {
		t.Errorf("%d of 40 independent tables support several groups", n)
	}
}

// falselySupported returns how many of some tables of independent X and Y support more than one
// group.
func falselySupported(t *testing.T, tables, records, rows, columns int) (supported int) {
	t.Helper()
	for n := range tables {
		j := tableOf(t, randomTable(random.New(uint64(n), 77), records, rows, columns))
		whole := exhausted(t, j)
		var err error
		if whole.Evidence, err = OfDependence(context.Background(), j, Options{Seed: uint64(n)}); err != nil {
			t.Fatal(err)
		}
		v := validated(t, whole, foldsOf(t, j, 5, uint64(n)), ValidateOptions{}).Validation
		if (v.Clusters > 1) != (v.H > 0) {
			t.Logf("%d clusters, %g bits", v.Clusters, v.H)
		}
		if v.Clusters > 1 || v.H > 0 {
			supported++
		}
	}
	return supported
}

// TestNothingShownSupportsNothing: where the permutation test finds nothing, the answer is one group.
func TestNothingShownSupportsNothing(t *testing.T) {
	j := tableOf(t, [][]float64{{300, 100}, {100, 300}})
	whole := exhausted(t, j)
	folds := foldsOf(t, j, 5, 0)
	if v := validated(t, whole, folds, ValidateOptions{}).Validation; v.Clusters != 2 || v.H != 1 {
		t.Errorf("without evidence: %+v", *v)
	}
	whole.Evidence = &frontier.Evidence{Permutations: 99, AtLeast: 50}
	if v := validated(t, whole, folds, ValidateOptions{}).Validation; v.Clusters != 1 || v.H != 0 {
		t.Errorf("the test finds nothing, and %+v", *v)
	}
}

// TestLargeFrontiersAreThinned: the first and the last point are always scored, and the best of each
// number of clusters.
func TestLargeFrontiersAreThinned(t *testing.T) {
	for points, want := range map[int]int{1: 1, 10: 10, 11: 6, 20: 11, 21: 8, 1000: 11} {
		n := 0
		for at := range points {
			if scored(frontier.Point{Index: at}, points, 10) {
				n++
			} else if at == 0 || at == points-1 || !scored(frontier.Point{Index: at, DMC: true}, points, 10) {
				t.Errorf("point %d of %d is not scored", at, points)
			}
		}
		if n != want {
			t.Errorf("%d of %d points are scored, want %d", n, points, want)
		}
	}
}

func TestValidateErrors(t *testing.T) {
	j := tableOf(t, [][]float64{{30, 10}, {10, 30}})
	shares := tableOf(t, [][]float64{{0.3, 0.1}, {0.1, 0.3}})
	whole := exhausted(t, j)
	kmeans, estimated := *whole, *whole
	kmeans.Problem.Kind, estimated.Problem.Estimator = "kmeans", "nsb"
	folds := foldsOf(t, j, 2, 0)
	failed := errors.New("no search")
	search := func(context.Context, int, *joint.Joint) (*frontier.Frontier, error) { return nil, failed }
	for _, tt := range []struct {
		folds []joint.Fold
		whole *frontier.Frontier
		find  Searcher
		want  string
	}{
		{folds, &kmeans, nil, `held-out records: held-out records do not apply to a problem of kind "kmeans"`},
		{folds, &estimated, nil, "held-out records: held-out records do not apply to values by the estimator nsb"},
		{folds, whole, search, "fold 1: no search"},
		{[]joint.Fold{{Training: j, HeldOut: shares}}, whole, nil, "fold 1: only records that were counted can be held out, and the table holds probabilities or weights"},
		{[]joint.Fold{{Training: reversed(t, j, func(s string) string { return s + "'" }), HeldOut: j}}, whole, nil, `fold 1: the frontier found has no row "x0000'" of the training records`},
	} {
		if _, err := Validate(context.Background(), tt.folds, tt.whole, tt.find, ValidateOptions{Method: "folds"}); err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Validate(ended, folds, whole, nil, ValidateOptions{Method: "folds"}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}
