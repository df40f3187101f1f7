package codec

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestRunsRoundTrip(t *testing.T) {
	roundTrips(t, twoRuns(t))
}

// TestRunsAreChecked edits the list of runs in a file.
func TestRunsAreChecked(t *testing.T) {
	text := string(written(t, twoRuns(t), "json"))
	start, end := strings.Index(text, `"runs": [`)+len(`"runs": `), strings.LastIndex(text, `"certificate"`)
	runs := text[start : start+strings.Index(text[start:end], "\n    ]")+len("\n    ]")]
	for _, tt := range []struct{ old, replacement, want string }{
		{runs, "null", "line 43, column 13: search.runs is null, want a list"},
		{runs, "{}", "line 43, column 13: search.runs is {}, want a list"},
		{runs, "[null]", "line 43, column 14: search.runs[0] is null, want an object"},
		{runs, "[7]", "line 43, column 14: search.runs[0] is 7, want an object"},
		{`"seed": 2,`, ``, "line 53, column 7: search.runs[1].seed is missing"},
		{`"seed": 2,`, `"seed": -2,`, "line 56, column 17: search.runs[1].seed is -2, want a whole number that is not negative"},
		{`"seed": 2,`, `"seed": 2, "runs": [],`, "line 56, column 25: search.runs[1].runs should not be there: a run that was united has none"},
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
	run := string(written(t, tiny(t), "json"))
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
	text, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"| `runs` |", "`\"union\"`"} {
		if !strings.Contains(string(text), word) {
			t.Errorf("docs/formats.md does not have %s", word)
		}
	}
}
