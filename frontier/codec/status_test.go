package codec

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// TestStatusesOfFiles: complete is what is proved or exhaustive. Early versions said it of every
// search that ended by its own rule, and such files are read for what they are.
func TestStatusesOfFiles(t *testing.T) {
	run := func(method string, status frontier.Status) frontier.Search {
		return frontier.Search{Method: method, Status: status}
	}
	union := func(status frontier.Status, runs ...frontier.Search) frontier.Search {
		return frontier.Search{Method: "union", Status: status, Runs: runs}
	}
	proved, partly := frontier.Certificate{Complete: true}, frontier.Certificate{}
	for _, tt := range []struct {
		name   string
		search frontier.Search
		proof  *frontier.Certificate
		want   frontier.Search
	}{
		{"rounds", run("rounds", "complete"), nil, run("rounds", "converged")},
		{"local", run("local", "complete"), nil, run("local", "converged")},
		{"mapper", run("mapper", "complete"), nil, run("mapper", "converged")},
		{"mapper, cut short", run("mapper", "effort"), nil, run("mapper", "effort")},
		{"proved", run("rounds", "complete"), &proved, run("rounds", "complete")},
		{"partly proved", run("rounds", "complete"), &partly, run("rounds", "converged")},
		{"dp", run("dp", "complete"), nil, run("dp", "complete")},
		{"intervals", run("intervals", "complete"), nil, run("intervals", "complete")},
		{"enumeration", run("enumeration", "complete"), nil, run("enumeration", "complete")},
		{"unknown method", run("mine", "complete"), nil, run("mine", "complete")},
		{
			"union of searches", union("complete", run("rounds", "complete"), run("mapper", "complete")), nil,
			union("converged", run("rounds", "converged"), run("mapper", "converged")),
		},
		{
			"proved union", union("complete", run("rounds", "complete"), run("mapper", "complete")), &proved,
			union("complete", run("rounds", "converged"), run("mapper", "converged")),
		},
		{
			"union with dp", union("complete", run("rounds", "complete"), run("dp", "complete")), nil,
			union("complete", run("rounds", "converged"), run("dp", "complete")),
		},
		{
			"union with dp, cut short", union("deadline", run("rounds", "deadline"), run("dp", "complete")), nil,
			union("deadline", run("rounds", "deadline"), run("dp", "complete")),
		},
	} {
		f := tiny(t)
		f.Search, f.Certificate = tt.search, tt.proof
		if tt.proof != nil {
			f.Certificate.Tolerance = 1e-8
		}
		want := *f
		want.Search = tt.want
		for _, format := range []string{"json", "parquet", "npz"} {
			got, err := Read(bytes.NewReader(written(t, f, format)))
			if err != nil {
				t.Fatalf("%s, %s: %v", tt.name, format, err)
			}
			if diff := difference(&want, got); diff != "" {
				t.Errorf("%s, %s: %s", tt.name, format, diff)
			}
		}
	}
}

// TestUnknownStatuses are refused by readers and writers of all formats that hold one.
func TestUnknownStatuses(t *testing.T) {
	const want = `status is "bogus", and should be complete, converged, effort, memory, deadline or interrupted`
	for where, search := range map[string]frontier.Search{
		"search.":         {Method: "dp", Status: "bogus"},
		"search.runs[1].": {Method: "union", Runs: []frontier.Search{{Method: "dp"}, {Method: "dp", Status: "bogus"}}},
	} {
		f := tiny(t)
		f.Search = search
		for _, format := range []string{"json", "parquet", "npz"} {
			if err := Write(&bytes.Buffer{}, f, format); err == nil || err.Error() != where+want {
				t.Errorf("%s is written: %v", format, err)
			}
		}
	}
	for format, place := range map[string]string{"json": "", "parquet": "metadata: "} { // npz reads its header as Parquet does
		file := bytes.Replace(written(t, tiny(t), format), []byte("converged"), []byte("bogus-end"), 1)
		_, err := Read(bytes.NewReader(file))
		if err == nil || err.Error() != place+"search."+strings.Replace(want, "bogus", "bogus-end", 1) {
			t.Errorf("%s is read: %v", format, err)
		}
	}
}
