//go:build long

package evidence

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestLongIndependentTablesShowNothing: of 100 tables of independent variables, or 200, at most a twentieth
// show dependence, up to three standard deviations. Sparse, narrow and square tables.
func TestLongIndependentTablesShowNothing(t *testing.T) {
	tables := seeded.Tables(100, 200)
	for _, size := range []struct{ records, rows, columns int }{
		{1000, 40, 6}, {1000, 6, 40}, {100, 3, 2}, {10_000, 10, 10}, {500, 100, 50}, {30_000, 5, 4},
	} {
		if n := falselyShown(t, tables, size.records, size.rows, size.columns); n > mostFalse(float64(tables)) {
			t.Errorf("%+v: %d of %d independent tables show dependence", size, n, tables)
		}
	}
}

// searched returns the frontier of a table that a local search finds.
func searched(ctx context.Context, _ int, j *joint.Joint) (*frontier.Frontier, error) {
	r, err := search.Map(ctx, problem.DIB(j), search.Options{Method: search.Local})
	if err != nil {
		return nil, err
	}
	return r.Frontier, nil
}

// TestLongIndependentRecordsSupportOneGroup: of tables of independent X and Y, at least 95 %.
// Without the permutation test, one standard error alone lets about 15 % pass. Of 80 tables, as of 200, a size fails
// with a probability above 0.99 if 15 % pass, and one of the four sizes if 10 % do.
func TestLongIndependentRecordsSupportOneGroup(t *testing.T) {
	tables := seeded.Tables(80, 200)
	for _, size := range []struct{ records, rows, columns int }{
		{1000, 40, 6}, {300, 12, 3}, {2000, 10, 20}, {100, 6, 2},
	} {
		with, without := 0, 0
		for n := range uint64(tables) {
			j := tableOf(t, randomTable(random.New(n, 5), size.records, size.rows, size.columns))
			whole, err := searched(t.Context(), 0, j)
			if err != nil {
				t.Fatal(err)
			}
			e, err := OfDependence(t.Context(), j, Options{Seed: n})
			if err != nil {
				t.Fatal(err)
			}
			f, err := Validate(t.Context(), foldsOf(t, j, 5, n), whole, searched, ValidateOptions{Method: "folds", Seed: n})
			if err != nil {
				t.Fatal(err)
			}
			if v := f.Validation; v.Clusters > 1 || v.H > 0 {
				without++
				if e.Shown() {
					with++
				}
			}
		}
		t.Logf("%+v: %d of %d support several groups, %d without the permutation test", size, with, tables, without)
		if with > tables/20 {
			t.Errorf("%+v: %d of %d independent tables support several groups", size, with, tables)
		}
	}
}

// TestLongSupportGrows: of letters, more records support more groups.
func TestLongSupportGrows(t *testing.T) {
	truth := lettersOf(t)
	clusters, h := 0, 0.0
	for _, n := range []int64{100, 1000, 10_000} {
		j, err := truth.SampleTable(n, 3)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := searched(t.Context(), 0, j)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Validate(t.Context(), foldsOf(t, j, 5, 0), whole, searched, ValidateOptions{Method: "folds"})
		if err != nil {
			t.Fatal(err)
		}
		v := f.Validation
		t.Logf("%d records support %d clusters and %.4f bits", n, v.Clusters, v.H)
		if v.Clusters <= clusters || v.H <= h {
			t.Errorf("%d records support %d clusters and %g bits, fewer %d and %g", n, v.Clusters, v.H, clusters, h)
		}
		clusters, h = v.Clusters, v.H
	}
}

func lettersOf(t *testing.T) *joint.Joint {
	t.Helper()
	x, y, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
