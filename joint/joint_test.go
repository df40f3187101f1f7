package joint

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
)

// dense returns the table as probabilities.
func dense(j *Joint) [][]float64 {
	p := make([][]float64, j.Rows())
	for x := range p {
		p[x] = make([]float64, j.Cols())
		columns, masses := j.Row(x)
		for k, y := range columns {
			p[x][y] = masses[k] / j.Total()
		}
	}
	return p
}

func TestNewAddsUpAndSorts(t *testing.T) {
	j, err := New([]string{"a", "empty", "b"}, []string{"u", "v", "none", "w"}, []Cell{
		{2, 3, 4}, {0, 1, 1}, {2, 0, 2}, {0, 1, 2}, {1, 1, 0}, {0, 0, 5},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{5. / 14, 3. / 14, 0}, {2. / 14, 0, 4. / 14}}
	if d := cmp.Diff(want, dense(j)); d != "" {
		t.Error(d)
	}
	if !slices.Equal(j.XLabels(), []string{"a", "b"}) || !slices.Equal(j.ZeroRows(), []string{"empty"}) {
		t.Errorf("rows %v, set aside %v", j.XLabels(), j.ZeroRows())
	}
	if !slices.Equal(j.YLabels(), []string{"u", "v", "w"}) || !slices.Equal(j.ZeroCols(), []string{"none"}) {
		t.Errorf("columns %v, set aside %v", j.YLabels(), j.ZeroCols())
	}
	if n, ok := j.Samples(); n != 14 || !ok {
		t.Errorf("samples %d, %t", n, ok)
	}
	if j.NonZero() != 4 || j.RowMass(0) != 8 || j.ColMass(0) != 7 {
		t.Errorf("%d cells, row mass %g, column mass %g", j.NonZero(), j.RowMass(0), j.ColMass(0))
	}
}

func TestCountsAreToldFromWeights(t *testing.T) {
	for _, tt := range []struct {
		name    string
		values  [][]float64
		samples int64
		counts  bool
	}{
		{"counts", [][]float64{{3, 1}, {2, 0}}, 6, true},
		{"probabilities", [][]float64{{.5, .25}, {.125, .125}}, 0, false},
		{"weights", [][]float64{{3.5, 1}, {2, 1}}, 0, false},
		{"the most counts", [][]float64{{1 << 52, 1 << 51}, {1<<51 - 1, 0}}, 1<<53 - 1, true},
		{"one more", [][]float64{{1 << 52, 1 << 51}, {1 << 51, 0}}, 0, false},
		{"two samples", [][]float64{{1, 0}, {0, 1}}, 2, true},
		{"too many counts", [][]float64{{1 << 53, 2}, {2, 2}}, 0, false},
		{"too many counts, the large one last", [][]float64{{4, 4}, {4, 1 << 53}}, 0, false},
		{"huge weights", [][]float64{{math.MaxFloat64, math.MaxFloat64}, {math.MaxFloat64, 0}}, 0, false},
		{"tiny weights", [][]float64{{5e-324, 1e-323}, {5e-324, 0}}, 0, false},
	} {
		j, err := Dense([]string{"a", "b"}, []string{"u", "v"}, tt.values)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if n, ok := j.Samples(); n != tt.samples || ok != tt.counts {
			t.Errorf("%s: samples %d, %t", tt.name, n, ok)
		}
		var total, scale float64
		for _, row := range dense(j) {
			for _, p := range row {
				total += p
			}
		}
		if math.Abs(total-1) > 1e-15 {
			t.Errorf("%s: probabilities add up to %g", tt.name, total)
		}
		for _, row := range tt.values {
			for _, v := range row {
				scale += v / 16
			}
		}
		if got, want := dense(j)[0][0], tt.values[0][0]/16/scale; math.Abs(got-want) > 1e-15 && !math.IsInf(scale, 1) && want > 1e-300 {
			t.Errorf("%s: p(a,u) = %g, want %g", tt.name, got, want)
		}
	}
}

func TestBadTables(t *testing.T) {
	labels := []string{"a", "b"}
	for _, tt := range []struct {
		name string
		x    []string
		v    [][]float64
		want error
		says string
	}{
		{"all zero", labels, [][]float64{{0, 0}, {0, 0}}, ErrTooSmall, "every cell is zero"},
		{"no rows", nil, nil, ErrTooSmall, ""},
		{"negative", labels, [][]float64{{1, 2}, {-1, 1}}, ErrInput, `row "b", column "u" holds -1`},
		{"NaN", labels, [][]float64{{1, math.NaN()}, {1, 1}}, ErrInput, `row "a", column "v" holds NaN`},
		{"infinite", labels, [][]float64{{1, 1}, {1, math.Inf(1)}}, ErrInput, "+Inf"},
		{"a short row", labels, [][]float64{{1, 1}, {1}}, ErrInput, `row "b" has 1 values, and there are 2 columns`},
		{"a long row", labels, [][]float64{{1, 1, 0}, {1, 1}}, ErrInput, `row "a" has 3 values, and there are 2 columns`},
		{"too few rows", labels, [][]float64{{1, 1}}, ErrInput, "there are 1 rows of values, and 2 labels of rows"},
		{"too many rows", labels, [][]float64{{1, 1}, {1, 1}, {}}, ErrInput, "there are 3 rows of values, and 2 labels of rows"},
		{"label twice", []string{"a", "a"}, [][]float64{{1, 1}, {1, 1}}, ErrInput, `row "a"`},
	} {
		_, err := Dense(tt.x, []string{"u", "v"}, tt.v)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %q", tt.name, err)
		}
	}
}

// TestOneRowOrColumn: a table may have one row or one column with mass. Neither tells anything.
func TestOneRowOrColumn(t *testing.T) {
	for _, tt := range []struct {
		cells      [][]float64
		rows, cols int
		hx, hy     float64
	}{
		{[][]float64{{2, 2}, {0, 0}}, 1, 2, 0, 1},
		{[][]float64{{1, 0}, {1, 0}}, 2, 1, 1, 0},
		{[][]float64{{0, 0}, {0, 3}}, 1, 1, 0, 0},
	} {
		j, err := Dense([]string{"a", "b"}, []string{"u", "v"}, tt.cells)
		if err != nil {
			t.Fatal(err)
		}
		if j.Rows() != tt.rows || j.Cols() != tt.cols || j.HX() != tt.hx || j.HY() != tt.hy || j.IXY() != 0 {
			t.Errorf("%v: %d x %d, H(X) %g, H(Y) %g, I %g", tt.cells, j.Rows(), j.Cols(), j.HX(), j.HY(), j.IXY())
		}
	}
}

// TestCellsOfZero: cells may be given that hold nothing.
func TestCellsOfZero(t *testing.T) {
	x, y := []string{"a", "b"}, []string{"u", "v"}
	if _, err := New(x, y, []Cell{{0, 0, 0}, {1, 1, 0}}); !errors.Is(err, ErrTooSmall) {
		t.Errorf("got %v, want %v", err, ErrTooSmall)
	}
	j, err := New(x, y, []Cell{{0, 1, 0}, {0, 0, 2}, {1, 1, 3}, {1, 0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if j.NonZero() != 2 {
		t.Errorf("%d cells above zero, want 2", j.NonZero())
	}
}

// drawnTable draws values with zeros, whole or not.
func drawnTable(t *rapid.T) [][]float64 {
	n, m := rapid.IntRange(2, 7).Draw(t, "n"), rapid.IntRange(2, 6).Draw(t, "m")
	scale := rapid.SampledFrom([]float64{1, 0.37}).Draw(t, "scale")
	v := make([][]float64, n)
	for x := range v {
		v[x] = make([]float64, m)
		for y := range v[x] {
			v[x][y] = scale * float64(max(0, rapid.IntRange(-3, 9).Draw(t, "value")))
		}
		v[x][x%m] += scale
	}
	return v
}

func numbered(prefix string, n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = prefix + string(rune('a'+i))
	}
	return labels
}

func drawn(t *rapid.T) (*Joint, [][]float64) {
	v := drawnTable(t)
	j, err := Dense(numbered("x", len(v)), numbered("y", len(v[0])), v)
	if err != nil {
		t.Skip(err)
	}
	return j, v
}

func TestEntropiesEqualTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, v := drawn(t)
		var cells, rows []float64
		columns := make([]float64, len(v[0]))
		for _, row := range v {
			var sum float64
			for y, w := range row {
				sum += w
				columns[y] += w
				cells = append(cells, w)
			}
			rows = append(rows, sum)
		}
		for _, tt := range []struct {
			name      string
			got, want float64
		}{
			{"H(X)", j.HX(), info.Entropy(rows)},
			{"H(Y)", j.HY(), info.Entropy(columns)},
			{"H(X,Y)", j.HXY(), info.Entropy(cells)},
			{"I(X;Y)", j.IXY(), info.MutualInformation(v)},
		} {
			if math.Abs(tt.got-tt.want) > 1e-12 {
				t.Fatalf("%s = %.15g, want %.15g", tt.name, tt.got, tt.want)
			}
		}
	})
}

// TestOrderOfRowsChangesNoBit shuffles rows and columns.
func TestOrderOfRowsChangesNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, v := drawn(t)
		rows := rapid.Permutation(partition.Identity(len(v))).Draw(t, "rows")
		columns := rapid.Permutation(partition.Identity(len(v[0]))).Draw(t, "columns")
		x, y := numbered("x", len(v)), numbered("y", len(v[0]))
		sx, sy := make([]string, len(x)), make([]string, len(y))
		s := make([][]float64, len(v))
		for r, from := range rows {
			sx[r] = x[from]
			s[r] = make([]float64, len(y))
			for c, fromC := range columns {
				sy[c] = y[fromC]
				s[r][c] = v[from][fromC]
			}
		}
		k, err := Dense(sx, sy, s)
		if err != nil {
			t.Fatal(err)
		}
		if j.HX() != k.HX() || j.HY() != k.HY() || j.HXY() != k.HXY() || j.SHA256() != k.SHA256() {
			t.Fatal("entropies or digest differ")
		}
		s[0][0]++
		other, err := Dense(sx, sy, s)
		if err != nil {
			t.Fatal(err)
		}
		if other.SHA256() == k.SHA256() {
			t.Fatal("another table has the same digest")
		}
	})
}

func TestDigestKnowsLabels(t *testing.T) {
	v := [][]float64{{3, 1}, {2, 4}}
	seen := make(map[string]bool)
	for _, labels := range [][2][]string{
		{{"a", "b"}, {"u", "v"}}, {{"b", "a"}, {"u", "v"}}, {{"a", "c"}, {"u", "v"}}, {{"a", "b"}, {"u", "w"}}, {{"au", "b"}, {"", "v"}},
	} {
		j, err := Dense(labels[0], labels[1], v)
		if err != nil {
			t.Fatal(err)
		}
		seen[j.SHA256()] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d digests of 5 tables", len(seen))
	}
}

// TestDigestIsFrozen guards the digests that frontier files hold.
func TestDigestIsFrozen(t *testing.T) {
	j, err := Dense([]string{"a", "b"}, []string{"u", "v"}, [][]float64{{3, 1}, {2, 4}})
	if err != nil {
		t.Fatal(err)
	}
	const golden = "e9d0d47a523f4643d674c28858498f305359367478bae07768eafd9e353b2174"
	if got := j.SHA256(); got != golden {
		t.Errorf("the digest is %s, was %s: files written before would seem to be of other tables", got, golden)
	}
}

func TestCanonicalOrder(t *testing.T) {
	j, err := Dense([]string{"light", "twin b", "heavy", "twin a", "later columns"}, []string{"u", "v"},
		[][]float64{{1, 0}, {2, 1}, {5, 5}, {2, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range j.CanonicalOrder() {
		got = append(got, j.XLabels()[x])
	}
	if want := []string{"heavy", "twin a", "twin b", "later columns", "light"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCoarsenAddsUpRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, _ := drawn(t)
		f := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, 3), j.Rows(), j.Rows()).Draw(t, "labels"))
		z := j.Coarsen(f)
		want := make([][]float64, f.K())
		for c := range want {
			want[c] = make([]float64, j.Cols())
		}
		for x, row := range dense(j) {
			for y, p := range row {
				want[f[x]][y] += p
			}
		}
		got := dense(z)
		for c := range want {
			for y := range want[c] {
				if math.Abs(got[c][y]-want[c][y]) > 1e-15 {
					t.Fatalf("cluster %d, column %d: %g, want %g", c, y, got[c][y], want[c][y])
				}
			}
			if first := j.XLabels()[slices.Index(f, c)]; z.XLabels()[c] != first {
				t.Fatalf("cluster %d is called %q, want %q", c, z.XLabels()[c], first)
			}
		}
		if z.HY() != j.HY() || z.HX() > j.HX()+1e-12 || z.IXY() > j.IXY()+1e-12 {
			t.Fatal("coarsening added information")
		}
	})
}

func BenchmarkNew(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	cells := make([]Cell, 1e6)
	for i := range cells {
		cells[i] = Cell{rng.Int32N(5000), rng.Int32N(5000), 1}
	}
	labels := make([]string, 5000)
	for i := range labels {
		labels[i] = string(rune(i + 0x4e00))
	}
	b.Run("rows=5000/cells=1e6", func(b *testing.B) {
		for b.Loop() {
			if _, err := New(labels, labels, cells); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestCoarsenNamesDoNotDependOnTheOrder: a cluster has the first of its labels in
// alphabetical order, in tables of two variables and of three.
func TestCoarsenNamesDoNotDependOnTheOrder(t *testing.T) {
	for _, x := range [][]string{{"c", "a", "b"}, {"a", "c", "b"}} {
		j, err := Dense(x, []string{"u", "v"}, [][]float64{{1, 2}, {3, 4}, {5, 6}})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Coarsen(partition.Partition{0, 0, 1}).XLabels(); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("clusters of %v are called %v", x, got)
		}
		three, err := NewTriple(x, []string{"u", "v"}, []TripleCell{{0, 1, 0, 1}, {1, 2, 1, 2}, {2, 0, 0, 3}})
		if err != nil {
			t.Fatal(err)
		}
		if got := three.Coarsen(partition.Partition{0, 0, 1}).XLabels(); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("clusters of %v are called %v", x, got)
		}
	}
}

// TestKnownOrderIsACopy: what a caller does with the order, and how often it asks, changes nothing.
func TestKnownOrderIsACopy(t *testing.T) {
	j, err := New([]string{"a", "b", "c"}, []string{"p", "q"}, []Cell{{0, 0, 1}, {1, 1, 5}, {2, 0, 3}})
	if err != nil {
		t.Fatal(err)
	}
	order, digest := j.CanonicalOrder(), j.SHA256()
	clear(order)
	if got := j.CanonicalOrder(); !slices.Equal(got, []int{1, 2, 0}) {
		t.Errorf("the order is %v", got)
	}
	if digest != j.digest() || digest != j.SHA256() {
		t.Error("the digest has changed")
	}
}
