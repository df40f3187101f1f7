package secondary

import (
	"context"
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/second"
)

var rows = []string{"a", "b", "c", "d", "e"}

// drawn returns n records of X, Y and S as tables of X and Y and of X and S. Y depends on X, and so does S if it is told.
func drawn(t *testing.T, seed uint64, n int, told bool) (y, s *joint.Joint) {
	t.Helper()
	r := random.New(seed)
	of, also := make([][]float64, len(rows)), make([][]float64, len(rows))
	for x := range rows {
		of[x], also[x] = make([]float64, 2), make([]float64, 2)
	}
	coin := func(p float64) int {
		if r.Uniform() < p {
			return 1
		}
		return 0
	}
	for range n {
		x := int(r.Next() % uint64(len(rows)))
		p := 0.5
		if told {
			p = 0.1 + 0.8*float64(x%2)
		}
		of[x][coin(0.1+0.2*float64(x))]++
		also[x][coin(p)]++
	}
	var err error
	if y, err = joint.Dense(rows, []string{"u", "v"}, of); err == nil {
		s, err = joint.Dense(rows, []string{"m", "f"}, also)
	}
	if err != nil {
		t.Fatal(err)
	}
	return y, s
}

func mapped(t *testing.T, y, s *joint.Joint) *frontier.Second {
	t.Helper()
	of, err := second.Map(t.Context(), problem.DIB(y), s, second.Options{Name: "s", Aim: frontier.AimLeak})
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// plugin returns the plug-in information of a clustering about the columns of a table by its definition, and the bias
// that Miller and Madow subtract.
func plugin(j *joint.Joint, z partition.Partition) (i, bias float64) {
	c := j.Coarsen(z)
	bias = float64(c.NonZero()-c.Rows()-c.Cols()+1) / (2 * c.Total() * math.Ln2)
	for k := range c.Rows() {
		columns, masses := c.Row(k)
		for n, col := range columns {
			p := masses[n] / c.Total()
			i += p * math.Log2(masses[n]*c.Total()/(c.RowMass(k)*c.ColMass(int(col))))
		}
	}
	return i, bias
}

// TestOtherRecords: without a search of training records, the clusterings themselves are scored on the other records.
func TestOtherRecords(t *testing.T) {
	y, s := drawn(t, 1, 500, true)
	heldY, heldS := drawn(t, 2, 300, true)
	whole := mapped(t, y, s)
	scores, err := Score(t.Context(), whole, rows, []Fold{{Y: joint.Fold{Training: y, HeldOut: heldY}, S: joint.Fold{Training: s, HeldOut: heldS}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole.Entries {
		z := clustering(&whole.Entries[n], len(rows))
		for v, j := range []*joint.Joint{heldY, heldS} {
			i, bias := plugin(j, z)
			if got := scores[n][v].I; math.Abs(got-(i-bias)) > 1e-12 {
				t.Errorf("%v, variable %d: %g, want %g", z, v, got, i-bias)
			}
			if se := scores[n][v].SE; z.K() > 1 && !(se > 0 && se < 0.1) {
				t.Errorf("%v, variable %d: standard error %g", z, v, se)
			}
		}
	}
}

// TestFoldsAreSearched: a clustering that hides S in the training records by chance is scored by what held-out records
// say. The result does not depend on the workers.
func TestFoldsAreSearched(t *testing.T) {
	y, s := drawn(t, 3, 400, true)
	var folds []Fold
	for seed := range uint64(3) {
		trainY, trainS := drawn(t, 10+seed, 300, true)
		heldY, heldS := drawn(t, 20+seed, 100, true)
		folds = append(folds, Fold{Y: joint.Fold{Training: trainY, HeldOut: heldY}, S: joint.Fold{Training: trainS, HeldOut: heldS}, Found: mapped(t, trainY, trainS)})
	}
	whole := mapped(t, y, s)
	scores, err := Score(t.Context(), whole, rows, folds, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Score(t.Context(), whole, rows, folds, 3)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole.Entries {
		e := &whole.Entries[n]
		if *scores[n] != *again[n] {
			t.Errorf("other values by other workers")
		}
		var want [2]float64
		for _, f := range folds {
			z := chosen(f, e)
			for v, j := range []*joint.Joint{f.Y.HeldOut, f.S.HeldOut} {
				i, bias := plugin(j, z)
				want[v] += (i - bias) / float64(len(folds))
			}
		}
		for v := range want {
			if got := scores[n][v].I; math.Abs(got-want[v]) > 1e-12 {
				t.Errorf("%v: %g, want %g", e, got, want[v])
			}
		}
	}
}

// chosen returns the clustering of a fold in the place of an entry, by its definition.
func chosen(f Fold, e *frontier.SecondEntry) (best partition.Partition) {
	own := clustering(e, len(rows))
	h := f.Y.Training.Coarsen(own).HX()
	told, _ := plugin(f.S.Training, own)
	most := -1.0
	for n := range f.Found.Entries {
		c := &f.Found.Entries[n]
		if c.K == e.K && c.H <= h+1e-9 && c.S <= told+1e-9 && c.I > most {
			best, most = clustering(c, len(rows)), c.I
		}
	}
	return best
}

// TestOtherRows: a fold with rows of its own is searched for the values in the whole table.
func TestOtherRows(t *testing.T) {
	y, s := drawn(t, 4, 400, true)
	renamed := func(j *joint.Joint) *joint.Joint {
		var cells []joint.Cell
		for x := range j.Rows() {
			columns, masses := j.Row(x)
			for n, c := range columns {
				cells = append(cells, joint.Cell{X: int32(x), Y: c, Value: masses[n]})
			}
		}
		r, err := joint.New([]string{"A", "B", "C", "D", "E"}, j.YLabels(), cells)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := mapped(t, y, s)
	f := Fold{Y: joint.Fold{Training: renamed(y), HeldOut: renamed(y)}, S: joint.Fold{Training: renamed(s), HeldOut: renamed(s)}, Found: mapped(t, renamed(y), renamed(s))}
	scores, err := Score(t.Context(), whole, rows, []Fold{f}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole.Entries {
		if i, bias := plugin(s, clustering(&whole.Entries[n], len(rows))); math.Abs(scores[n][1].I-(i-bias)) > 1e-12 {
			t.Errorf("%v: %g, want %g", whole.Entries[n], scores[n][1].I, i-bias)
		}
	}
}

func TestTold(t *testing.T) {
	for _, told := range []bool{false, true} {
		y, s := drawn(t, 7, 500, told)
		d := problem.DIB(y).Describe()
		z := partition.Partition{0, 1, 0, 1, 0}
		f, err := frontier.New(d, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(z), H: y.Coarsen(z).HX(), I: y.Coarsen(z).IXY(), K: 2}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Of(t.Context(), f, f.At(0)); got != nil || err != nil {
			t.Errorf("without a second variable: %v, %v", got, err)
		}
		f.Second = mapped(t, y, s)
		got, err := Of(t.Context(), f, f.At(0))
		if err != nil {
			t.Fatal(err)
		}
		want, bias := plugin(s, z)
		if math.Abs(got.S-want) > 1e-12 || math.Abs(got.Evidence.Corrected-(want-bias)) > 1e-12 || got.Evidence.Shown() != told {
			t.Errorf("%v: %g, corrected %g, p = %g, want %g and %g", told, got.S, got.Evidence.Corrected, got.Evidence.P(), want, want-bias)
		}
		// Of S = X, the correction alone would tell more than H(Z).
		same := make([][]float64, len(rows))
		for x := range same {
			same[x] = make([]float64, len(rows))
			same[x][x] = y.RowMass(x)
		}
		x, err := joint.Dense(rows, rows, same)
		if err != nil {
			t.Fatal(err)
		}
		f.Second = mapped(t, y, x)
		if got, err = Of(t.Context(), f, f.At(0)); err != nil || math.Abs(got.Evidence.Corrected-f.At(0).H) > 1e-12 {
			t.Errorf("of X itself: %+v, %v, want H(Z) = %g", got, err, f.At(0).H)
		}
	}
}

func TestTrade(t *testing.T) {
	entry := func(i, s float64) frontier.SecondEntry {
		return frontier.SecondEntry{Entry: frontier.Entry{K: 2, I: i}, S: s}
	}
	of := &frontier.Second{Aim: frontier.AimLeak, Entries: []frontier.SecondEntry{
		entry(0.1, 0), entry(0.7, 0.2), entry(1, 1), entry(0.6, 0.3), entry(0.5, 0.6), entry(0.1, 0.5),
	}}
	all := func(*frontier.SecondEntry) bool { return true }
	list, knee := Trade(of, all)
	if len(list) != 3 || list[0].S != 0 || list[1].S != 0.2 || list[2].S != 1 || knee != 1 {
		t.Errorf("%v, knee %d", list, knee)
	}
	of.Aim = frontier.AimAlso
	if list, knee = Trade(of, all); len(list) != 1 || list[0].I != 1 || knee != -1 {
		t.Errorf("%v, knee %d", list, knee)
	}
}

func TestTheContextEndsScores(t *testing.T) {
	y, s := drawn(t, 6, 100, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := joint.Fold{Training: y, HeldOut: y}
	if _, err := Score(ctx, mapped(t, y, s), rows, []Fold{{Y: f, S: joint.Fold{Training: s, HeldOut: s}}}, 1); err == nil {
		t.Error("no error")
	}
}

// TestFewRecordsScoreNothing: below 5 held-out records for each cluster and value, the corrected information is too high, and
// there is none.
func TestFewRecordsScoreNothing(t *testing.T) {
	y, s := drawn(t, 1, 500, true)
	whole := mapped(t, y, s)
	for _, n := range []int{29, 30} {
		heldY, heldS := drawn(t, 2, n, true)
		scores, err := Score(t.Context(), whole, rows, []Fold{{Y: joint.Fold{Training: y, HeldOut: heldY}, S: joint.Fold{Training: s, HeldOut: heldS}}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range whole.Entries {
			if enough := 5*2*e.K <= n; (scores[k] != nil) != enough {
				t.Errorf("%d groups and %d records: scored %t, want %t", e.K, n, !enough, enough)
			}
		}
	}
}

// TestPoints: they are the clusterings of the second variable into a number of clusters, within the limit of the frontier.
func TestPoints(t *testing.T) {
	y, s := drawn(t, 1, 500, true)
	whole := mapped(t, y, s)
	f, err := frontier.New(problem.DIB(y).Describe(), frontier.Search{Method: "enumeration", Status: frontier.StatusComplete}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 0, 0, 0, 0}), K: 1}})
	if err != nil {
		t.Fatal(err)
	}
	f.Second = whole
	limit := whole.I / 4
	for _, limited := range []bool{false, true} {
		if limited {
			f.Second.Limit = &limit
		}
		for k := range 6 {
			points, err := Points(f, k)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range whole.Entries {
				if e.K != k || limited && e.S > limit {
					continue
				}
				if len(points) == 0 {
					t.Fatalf("no point for %v", e)
				}
				p := points[0]
				points = points[1:]
				if v, ok := p.Second(); p.Index != -1 || p.H != e.H || p.I != e.I || !ok || math.Abs(v-e.S) > 1e-12 {
					t.Errorf("%+v with %g, want %+v", p, v, e)
				}
			}
			if len(points) > 0 {
				t.Errorf("%d more points of %d groups", len(points), k)
			}
		}
	}
}
