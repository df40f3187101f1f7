package performance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// small is a table of four rows, one of which is rare.
func small(t *testing.T) *Experiment {
	t.Helper()
	j, err := joint.Dense([]string{"a", "b", "c", "d"}, []string{"u", "v", "w"}, [][]float64{
		{0.2, 0.05, 0.05},
		{0.1, 0.2, 0.05},
		{0.05, 0.05, 0.2},
		{0.0004, 0.0001, 0.0001},
	})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func quiet(int, int) {}

// TestNoSamplingNoLoss: with all records and all clusterings nothing is lost.
func TestNoSamplingNoLoss(t *testing.T) {
	e := small(t)
	for _, size := range []int64{Exact, 1e15} {
		s, err := e.run(t.Context(), Setting{Size: size, Epsilon: 1e9})
		if err != nil {
			t.Fatal(err)
		}
		if s.Found < 4 || s.Right != s.Found || s.Truth != s.Found || s.Seen != 4 || s.Precision() != 1 || s.Recall() != 1 {
			t.Errorf("size %d: %+v", size, s)
		}
	}
}

// TestRightIsWhatIsTrue takes one point out of the truth and puts two others in.
func TestRightIsWhatIsTrue(t *testing.T) {
	e := small(t)
	all := len(e.truth)
	delete(e.truth, partition.Pack(partition.Partition{0, 0, 0, 0}))
	// No search finds the rare row alone with the row that is least like it.
	for _, never := range []partition.Partition{{0, 1, 2, 2}, {0, 0, 1, 1}} {
		if e.truth[partition.Pack(never)] {
			t.Fatalf("%v is on the frontier", never)
		}
		e.truth[partition.Pack(never)] = true
	}
	s, err := e.run(t.Context(), Setting{Size: Exact, Epsilon: 1e9})
	if err != nil {
		t.Fatal(err)
	}
	if s.Found != all || s.Right != all-1 || s.Truth != all+1 ||
		s.Precision() != float64(all-1)/float64(all) || s.Recall() != float64(all-1)/float64(all+1) {
		t.Errorf("of %d points: %+v", all, s)
	}
}

// TestUnseenRows: a sample without the rare row has no point that is right, and one of a
// single record none at all.
func TestUnseenRows(t *testing.T) {
	e := small(t)
	s, err := e.run(t.Context(), Setting{Size: 100, Epsilon: 1e9})
	if err != nil {
		t.Fatal(err)
	}
	if s.Seen != 3 || s.Found < 2 || s.Right != 0 || s.Precision() != 0 || s.Recall() != 0 {
		t.Errorf("100 records: %+v", s)
	}
	if s, err = e.run(t.Context(), Setting{Size: 1}); err != nil || s.Found != 0 || s.Seen != 0 || s.Precision() != 0 || s.Recall() != 0 {
		t.Errorf("1 record: %+v, %v", s, err)
	}
}

// TestSamplesAreOfTheTable checks that counts come to their cells: a large sample is close to
// the table, and of the size asked for.
func TestSamplesAreOfTheTable(t *testing.T) {
	e := small(t)
	j, err := e.sample(Setting{Size: 1e12, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := j.Samples(); n != 1e12 || !ok {
		t.Errorf("%d records", n)
	}
	for x := range e.table.Rows() {
		columns, masses := e.table.Row(x)
		sampled, counts := j.Row(x)
		if d := cmp.Diff(columns, sampled); d != "" {
			t.Fatalf("row %d: columns (-want +got):\n%s", x, d)
		}
		for k := range masses {
			if p, q := masses[k]/e.table.Total(), counts[k]/j.Total(); math.Abs(p-q) > 1e-5 {
				t.Errorf("row %d, column %d: %g of the sample, %g of the table", x, columns[k], q, p)
			}
		}
	}
}

// TestSamplesDependOnSizeAndSeed: those of two depths are the same.
func TestSamplesDependOnSizeAndSeed(t *testing.T) {
	e := small(t)
	digest := func(s Setting) string {
		j, err := e.sample(s)
		if err != nil {
			t.Fatal(err)
		}
		return j.SHA256()
	}
	one := digest(Setting{1000, 0, 1})
	if digest(Setting{1000, 0.1, 1}) != one {
		t.Error("the depth changes the sample")
	}
	if digest(Setting{1000, 0, 2}) == one || digest(Setting{2000, 0, 1}) == one {
		t.Error("another seed or size gives the same sample")
	}
}

// TestWorkersDoNotMatter compares runs of a grid, which also have to come in its order.
func TestWorkersDoNotMatter(t *testing.T) {
	e := small(t)
	settings := grid([]int64{100, 1e4, Exact}, []float64{0, 0.05}, 3)
	if len(settings) != 18 || settings[7] != (Setting{1e4, 0, 1}) || settings[17] != (Setting{Exact, 0.05, 2}) {
		t.Fatalf("the grid is %v", settings)
	}
	var want []Score
	for _, s := range settings {
		r, err := e.run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	for _, workers := range []int{1, 2, 7, 40} {
		calls := 0
		got, err := e.Measure(t.Context(), settings, workers, func(done, all int) {
			if calls++; done != calls || all != len(settings) {
				t.Errorf("call %d tells of %d of %d", calls, done, all)
			}
		})
		if err != nil || calls != len(settings) {
			t.Fatalf("%d calls, %v", calls, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, d)
		}
	}
}

func TestMeasureEnds(t *testing.T) {
	e := small(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := e.Measure(ctx, grid([]int64{Exact}, []float64{0}, 50), 2, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := New(ctx, e.table); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	if _, err := e.Measure(t.Context(), grid([]int64{100, -5}, []float64{0}, 2), 2, quiet); !errors.Is(err, joint.ErrInput) {
		t.Errorf("a size below 1: %v", err)
	}
	if _, err := e.Measure(t.Context(), grid([]int64{Exact}, []float64{0, -1}, 2), 1, quiet); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("a depth below 0: %v", err)
	}
}

// TestReferenceTruth compares the truth with the frontier of an independent enumeration.
func TestReferenceTruth(t *testing.T) {
	j, err := Open(t.Context(), oracle.Shared(t, "data", "reference", "pxy_alpha10.npy"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", "alpha10.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden struct{ Points []struct{ H, I float64 } }
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Points) != 94 || len(e.truth) != 94 {
		t.Fatalf("%d points in the reference, %d found", len(golden.Points), len(e.truth))
	}
	for c := range e.truth {
		f := make(partition.Partition, j.Rows())
		c.Unpack(f)
		z := j.Coarsen(f)
		if !slices.ContainsFunc(golden.Points, func(p struct{ H, I float64 }) bool {
			return math.Abs(p.H-z.HX()) < 1e-8 && math.Abs(p.I-z.IXY()) < 1e-8
		}) {
			t.Errorf("%v at h %g, i %g is none of the reference", f, z.HX(), z.IXY())
		}
	}
}

func TestLettersAreGrouped(t *testing.T) {
	j, err := Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if j.Rows() != Groups || j.Cols() != 27 {
		t.Errorf("the table is %d x %d", j.Rows(), j.Cols())
	}
	// The seed is that of the search too: without sampling, it alone makes a difference.
	e, err := New(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := e.Measure(t.Context(), grid([]int64{Exact}, []float64{1e-3}, 6), 2, quiet)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[int]bool)
	for _, s := range scores {
		found[s.Right] = true
	}
	if len(found) < 2 {
		t.Errorf("six seeds give the same: %+v", scores)
	}
}

func TestCSV(t *testing.T) {
	e := small(t)
	var b bytes.Buffer
	err := e.WriteCSV(&b, []Score{
		{Setting{100, 0.01, 3}, 3, 5, 2, 8},
		{Setting{Exact, 0, 0}, 4, 8, 8, 8},
	})
	// The entropy of small is 2.886 bits.
	want := "n,r,epsilon,seed,rows_seen,found,right,true,precision,recall\n" +
		"100,13.52688426922075,0.01,3,3,5,2,8,0.4,0.25\n" +
		"inf,inf,0,0,4,8,8,8,1,1\n"
	if d := cmp.Diff(want, b.String()); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}
