//go:build long

package evidence

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
)

// TestLongCalibration logs the table of docs/validate.md on how often independent tables have a p-value
// of at most 0.01, 0.05 and 0.2, and checks that p is uniform.
func TestLongCalibration(t *testing.T) {
	tables := seeded.Tables(24, 60)
	for _, order := range []string{"linear", "circular", ""} {
		for _, tt := range []struct{ records, values, classes int }{
			{30, 1000, 2}, {30, 5, 5}, {100, 1000, 5}, {100, 60, 2}, {300, 12, 10}, {1000, 900, 2},
		} {
			if order == "" && tt.values > tt.records {
				continue // values that occur once have no other p than 1
			}
			list := pOfNull(t, tables, tt.records, tt.values, tt.classes, order)
			name := fmt.Sprintf("| %-8s | %4d | %4d | %2d |", order, tt.records, tt.values, tt.classes)
			far := checkUniform(t, name, list)
			line := name
			for _, level := range []float64{0.01, 0.05, 0.2} {
				up, _ := slices.BinarySearchFunc(list, level, func(p, level float64) int {
					if p <= level+1e-9 {
						return -1
					}
					return 1
				})
				line += fmt.Sprintf(" %.3f |", float64(up)/float64(len(list)))
			}
			t.Logf("%s %.3f |", line, far)
		}
	}
}

// alternative draws a record of dependent variables; the strength falls with the number of records.
type alternative struct {
	name     string
	strength float64 // at 100 records
	draw     func(r *random.Stream, s float64) (x float64, y int)
}

func either(r *random.Stream, p float64) int {
	if r.Uniform() < p {
		return 1
	}
	return 0
}

// class returns which of some classes of equal probability a standard normal number is in.
func class(v float64, classes int) int {
	return min(int(float64(classes)/2*math.Erfc(-v/math.Sqrt2)), classes-1)
}

var alternatives = []alternative{
	{"shift", 0.45, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.5)
		return normal(r) + s*float64(y), y
	}},
	{"shift of a class of 15 %", 0.65, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.15)
		return normal(r) + s*float64(y), y
	}},
	{"scale", 0.7, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.5)
		return normal(r) * (1 + s*float64(y)), y
	}},
	{"threshold at 50 %", 0.4, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.5+s*(math.Round(x)-0.5))
	}},
	{"threshold at 80 %", 0.3, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.4+s*math.Floor(x+0.2))
	}},
	{"threshold at 92 %", 0.45, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.2+s*math.Floor(x+0.08))
	}},
	{"two periods", 0.33, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.5+s*math.Sin(4*math.Pi*x))
	}},
	{"four periods", 0.35, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.5+s*math.Sin(8*math.Pi*x))
	}},
	{"U shape", 0.18, func(r *random.Stream, s float64) (float64, int) {
		x := r.Uniform()
		return x, either(r, 0.4+s*(12*(x-0.5)*(x-0.5)-1))
	}},
	{"shift, Cauchy", 0.8, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.5)
		return math.Tan(math.Pi*(r.Uniform()-0.5)) + s*float64(y), y
	}},
	{"shift, five values", 0.5, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.5)
		return math.Round(normal(r) + s*float64(y)), y
	}},
	{"a fifth shifted by 3", 0.2, func(r *random.Stream, s float64) (float64, int) {
		y := either(r, 0.5)
		return normal(r) + 3*float64(y*either(r, s)), y
	}},
	{"five classes in order", 0.21, func(r *random.Stream, s float64) (float64, int) {
		y := int(5 * r.Uniform())
		return normal(r) + s*float64(y), y
	}},
	{"one of five classes", 0.75, func(r *random.Stream, s float64) (float64, int) {
		y := int(5 * r.Uniform())
		return normal(r) + s*float64(y/4), y
	}},
	{"numeric Y in ten bins", 0.36, func(r *random.Stream, s float64) (float64, int) {
		x := normal(r)
		return x, class((s*x+normal(r))/math.Sqrt(1+s*s), 10)
	}},
}

// TestLongPower logs the table of docs/validate.md on how often dependence is shown, by the test, and by
// those of Kruskal and Wallis and of chi-squared on five bins of equal mass. It checks that the test is
// within 0.1 of the better one, up to two standard errors.
func TestLongPower(t *testing.T) {
	tables := seeded.Tables(15, 300)
	for _, a := range alternatives {
		line := fmt.Sprintf("| %-24s |", a.name)
		for _, records := range []int{30, 100, 300, 1000} {
			var shown, ranks, bins int
			var differ [2]float64
			for n := range uint64(tables) {
				r := random.New(n, uint64(records))
				x, y := make([]float64, records), make([]int, records)
				for k := range x {
					x[k], y[k] = a.draw(r, a.strength*math.Sqrt(100/float64(records)))
				}
				if slices.Min(y) == slices.Max(y) {
					continue
				}
				test := testedP(t, binned(t, x, y, 0), Options{Order: "linear", Seed: n}) <= 0.05
				known := classical(r, x, y)
				for k, is := range known {
					if is != test {
						differ[k]++
					}
				}
				shown, ranks, bins = shown+ones(test), ranks+ones(known[0]), bins+ones(known[1])
			}
			line += fmt.Sprintf(" %.2f, %.2f, %.2f |", share(shown, tables), share(ranks, tables), share(bins, tables))
			for k, other := range []int{ranks, bins} {
				if float64(other-shown) > 0.1*float64(tables)+2*math.Sqrt(differ[k]) {
					t.Errorf("%s, %d records: shown in %d of %d tables, and in %d by another test", a.name, records, shown, tables, other)
				}
			}
		}
		t.Log(line)
	}
}

func ones(is bool) int {
	if is {
		return 1
	}
	return 0
}

func share(found, tables int) float64 { return float64(found) / float64(tables) }

// classical returns whether the permutation tests of Kruskal and Wallis, and of chi-squared on five
// bins, find dependence.
func classical(r *random.Stream, x []float64, y []int) (found [2]bool) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	n := float64(len(x))
	rank, bin := make([]float64, len(x)), make([]int, len(x))
	for k, v := range x {
		from, _ := slices.BinarySearch(sorted, v)
		to, _ := slices.BinarySearch(sorted, math.Nextafter(v, math.Inf(1)))
		rank[k] = (float64(from+to) - n) / 2
		bin[k] = min(int(5*float64(from+to)/2/n), 4)
	}
	classes := slices.Max(y) + 1
	measure := func(y []int) (m [2]float64) {
		sums, of := make([]float64, classes), make([]float64, classes)
		cells, in := make([]float64, 5*classes), make([]float64, 5)
		for k, c := range y {
			sums[c] += rank[k]
			of[c]++
			cells[5*c+bin[k]]++
			in[bin[k]]++
		}
		for c := range classes {
			if of[c] == 0 {
				continue
			}
			m[0] += sums[c] * sums[c] / of[c]
			for b, all := range in {
				if all > 0 {
					m[1] += cells[5*c+b] * cells[5*c+b] / of[c] / all
				}
			}
		}
		return m
	}
	const permutations = 199
	is, y := measure(y), slices.Clone(y)
	var above [2]int
	for range permutations {
		for k := len(y) - 1; k > 0; k-- {
			with := int(float64(k+1) * r.Uniform())
			y[k], y[with] = y[with], y[k]
		}
		for k, v := range measure(y) {
			if v >= is[k]*(1-1e-9) {
				above[k]++
			}
		}
	}
	return [2]bool{above[0] < permutations/20+1, above[1] < permutations/20+1}
}

// binned returns the table of records of an x and a class of Y, with a row for each different x, or for
// each of some bins of about equal mass, in ascending order.
func binned(t testing.TB, x []float64, y []int, bins int) *joint.Joint {
	t.Helper()
	values := slices.Clone(x)
	slices.Sort(values)
	values = slices.Compact(values)
	rows := make([]string, len(values))
	var columns []string
	cells := make([]joint.Cell, len(x))
	for n := range x {
		row, _ := slices.BinarySearch(values, x[n])
		if bins > 0 {
			row = row * bins / len(values)
		}
		for len(columns) <= y[n] {
			columns = append(columns, fmt.Sprint(len(columns)))
		}
		cells[n] = joint.Cell{X: int32(row), Y: int32(y[n]), Value: 1}
	}
	for n := range rows {
		rows[n] = fmt.Sprintf("%04d", n)
	}
	j, err := joint.New(rows, columns, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// normal returns a number with the standard normal distribution.
func normal(r *random.Stream) float64 {
	return math.Sqrt(-2*math.Log(1-r.Uniform())) * math.Cos(2*math.Pi*r.Uniform())
}

// testedP returns the p-value of a test.
func testedP(t testing.TB, j *joint.Joint, o Options) float64 {
	t.Helper()
	o.Workers = 1
	e, err := OfDependence(context.Background(), j, o)
	if err != nil {
		t.Fatal(err)
	}
	return e.P()
}

// pOfNull returns the p-values of independent tables, in ascending order. Some values and classes are
// more frequent than others.
func pOfNull(t *testing.T, tables, records, values, classes int, order string) (list []float64) {
	t.Helper()
	r := random.New(uint64(records), uint64(values), uint64(classes))
	for range tables {
		x, y := make([]float64, records), make([]int, records)
		for n := range x {
			x[n], y[n] = math.Floor(float64(values)*r.Uniform()), int(float64(classes)*r.Uniform()*(0.5+r.Uniform()/2))
		}
		if slices.Max(y) == slices.Min(y) || slices.Max(x) == slices.Min(x) {
			continue
		}
		list = append(list, testedP(t, binned(t, x, y, 0), Options{Order: order, Seed: r.Next()}))
	}
	slices.Sort(list)
	return list
}

// checkUniform checks that p-values are uniform, or larger where few tables are possible.
func checkUniform(t *testing.T, name string, list []float64) (far float64) {
	t.Helper()
	for k, p := range list {
		far = max(far, math.Abs(p-float64(k)/float64(len(list))), math.Abs(p-float64(k+1)/float64(len(list))))
	}
	if limit := 2.23 / math.Sqrt(float64(len(list))); far > limit {
		t.Errorf("%s: the distribution of p is %.3f off, more than %.3f", name, far, limit)
	}
	return far
}
