package frontier

import (
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnionOfSearches(t *testing.T) {
	run := func(seed uint64, seconds float64, status Status) Search {
		return Search{
			Method: "mapper", Epsilon: 0.5, Seed: seed, Status: status,
			Evaluated: 100, Expanded: 10, Seconds: seconds,
		}
	}
	of := func(s Search) *Frontier {
		f := tiny(t)
		f.Search = s
		return f
	}
	one, two := run(1, 0.5, "complete"), run(2, 0.25, "complete")
	for _, tt := range []struct {
		name string
		runs []Search
		want Search
	}{
		{"one run", []Search{one, one}, one},
		{"one run, timed twice", []Search{one, run(1, 2, "complete"), one}, run(1, 2, "complete")},
		{"two seeds", []Search{two, one, two}, Search{
			Method: "union", Epsilon: 0.5, Status: "complete",
			Evaluated: 200, Expanded: 20, Seconds: 0.75, Runs: []Search{one, two},
		}},
		{"one seed, two ends", []Search{one, run(1, 0.5, "deadline")}, Search{
			Method: "union", Epsilon: 0.5, Seed: 1, Status: "deadline",
			Evaluated: 200, Expanded: 20, Seconds: 1, Runs: []Search{one, run(1, 0.5, "deadline")},
		}},
		{"a union and its part", []Search{united(t, of(one), of(two)).Search, run(2, 3, "complete")}, Search{
			Method: "union", Epsilon: 0.5, Status: "complete",
			Evaluated: 200, Expanded: 20, Seconds: 3.5, Runs: []Search{one, run(2, 3, "complete")},
		}},
	} {
		var fs []*Frontier
		for _, s := range tt.runs {
			fs = append(fs, of(s))
		}
		if diff := cmp.Diff(tt.want, united(t, fs...).Search); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	coarse, huge := one, two
	coarse.Resolution, huge.Evaluated = 0.125, math.MaxInt64
	if got := united(t, of(coarse), of(huge)).Search; got.Resolution != 0.125 || got.Evaluated != math.MaxInt64 {
		t.Errorf("resolution %g, %d evaluated", got.Resolution, got.Evaluated)
	}
	linear, another := one, two
	linear.Order, another.Order = "linear", "linear"
	if got := united(t, of(linear), of(another)).Search; got.Order != "linear" {
		t.Errorf("order %q of runs that share it", got.Order)
	}
	if got := united(t, of(linear), of(two)).Search; got.Order != "" {
		t.Errorf("order %q of a union with a frontier of all groupings", got.Order)
	}
	epsilon := one
	epsilon.Epsilon = Depth(math.Inf(1))
	if got := united(t, of(epsilon), of(one)).Search; got.Epsilon != 0 || got.Seed != 1 {
		t.Errorf("epsilon %g, seed %d of runs that differ in epsilon", got.Epsilon, got.Seed)
	}
}

// TestUnionOfStatuses puts them in order, best first.
func TestUnionOfStatuses(t *testing.T) {
	order := []Status{"complete", "effort", "memory", "deadline", "interrupted", "abandoned", "lost"}
	for i, better := range order {
		for _, worse := range order[i:] {
			a, b := tiny(t), tiny(t)
			a.Search.Status, b.Search.Status = better, worse
			if got := united(t, b, a).Search.Status; got != worse {
				t.Errorf("%s and %s are %s", better, worse, got)
			}
		}
	}
}

// twoRuns returns a frontier that has runs.
func twoRuns(t testing.TB) *Frontier {
	t.Helper()
	f, g := tiny(t), tiny(t)
	g.Search.Seed, g.Search.Status = 2, "deadline"
	return united(t, f, g)
}

func TestRunsRoundTrip(t *testing.T) {
	roundTrips(t, twoRuns(t))
}

// TestRunsAreChecked edits the list of runs in a file.
func TestRunsAreChecked(t *testing.T) {
	text := string(written(t, twoRuns(t), JSON))
	start, end := strings.Index(text, `"runs": [`)+len(`"runs": `), strings.LastIndex(text, `"certificate"`)
	runs := text[start : start+strings.Index(text[start:end], "\n    ]")+len("\n    ]")]
	for _, tt := range []struct{ old, replacement, want string }{
		{runs, "null", "line 35, column 13: search.runs is null where a list should stand"},
		{runs, "{}", "line 43, column 13: search.runs is {} where a list should stand"},
		{runs, "[null]", "line 35, column 13: search.runs[0] is null where an object should stand"},
		{runs, "[7]", "line 43, column 14: search.runs[0] is 7 where an object should stand"},
		{`"seed": 2,`, ``, "line 35, column 13: search.runs[1].seed is missing"},
		{`"seed": 2,`, `"seed": -2,`, "line 56, column 17: search.runs[1].seed is -2 where a whole number that is not negative should stand"},
		{`"seed": 2,`, `"seed": 2, "runs": [],`, "line 35, column 13: search.runs[1].runs should not be there: a run that was united has none"},
	} {
		edited := strings.Replace(text, tt.old, tt.replacement, 1)
		if edited == text {
			t.Fatalf("the file has no %s", tt.old)
		}
		if _, err := Read(strings.NewReader(edited)); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.replacement, err, tt.want)
		}
	}
	if f, err := Read(strings.NewReader(strings.Replace(text, runs, "[]", 1))); err != nil || len(f.Search.Runs) > 0 {
		t.Error("an empty list of runs is as good as none: ", err)
	}
}

// TestRunsOfRunsTakeNoMemory reads lists of runs within each other, as deep as
// JSON may go.
func TestRunsOfRunsTakeNoMemory(t *testing.T) {
	run := string(written(t, tiny(t), JSON))
	run = run[strings.Index(run, `"method"`):strings.Index(run, `"certificate"`)]
	run = strings.TrimRight(run, " ,\n}")
	const depth = 4000
	deep := strings.Repeat(run+`,"runs":[{`, depth) + run + strings.Repeat("}]", depth)
	file := edited(t, run, deep)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(strings.NewReader(file))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.HasSuffix(err.Error(), "search.runs[0].runs should not be there: a run that was united has none") {
		t.Errorf("got %v", err)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64*uint64(len(file)) {
		t.Errorf("a file of %d kB takes %d kB", len(file)>>10, taken>>10)
	}
}

func TestRunsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"| `runs` |", "`\"union\"`"} {
		if !strings.Contains(string(text), word) {
			t.Errorf("docs/formats.md does not have %s", word)
		}
	}
}
