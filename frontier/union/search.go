package union

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
)

// unitedSearch returns the search of a union: the runs of all frontiers, each once, sorted. If
// there is one run, it is that run; if there are more, it has the values that they share and the
// sums of their counts. It depends only on the set of runs, so that unions of unions are flat and
// do not depend on the order.
//
// Two records that differ only in the seconds are of the same run, since a repeated search finds
// the same result; the longer time is kept.
func unitedSearch(fs []*frontier.Frontier) (frontier.Search, error) {
	distinct := make(map[string]frontier.Search)
	for _, f := range fs {
		runs := f.Search.Runs
		if len(runs) == 0 {
			runs = []frontier.Search{f.Search}
		}
		for _, run := range runs {
			run = run.WithoutProof() // a proof is no part of a run
			timeless := run
			timeless.Seconds = 0
			if math.IsInf(timeless.Epsilon, 1) {
				timeless.Epsilon = -1 // JSON has no infinity, and -1 is no depth
			}
			// As JSON, two searches are equal if all that a file holds of them is.
			key, err := json.Marshal(timeless, jsontext.AllowInvalidUTF8(true))
			if err != nil {
				return frontier.Search{}, fmt.Errorf("search: %w", err)
			}
			if known, ok := distinct[string(key)]; ok {
				run.Seconds = max(run.Seconds, known.Seconds)
			}
			distinct[string(key)] = run
		}
	}
	runs := lists.Map(slices.Sorted(maps.Keys(distinct)), func(key string) frontier.Search { return distinct[key] })
	if len(runs) == 1 {
		return runs[0], nil
	}
	return summed(runs), nil
}

// summed returns the record of a union of several runs.
func summed(runs []frontier.Search) frontier.Search {
	u := agreed(runs)
	u.Method, u.Runs = "union", runs
	u.Evaluated, u.Expanded, u.Seconds, u.Resolution = 0, 0, 0, 0
	for _, run := range runs {
		u.Evaluated = saturated(u.Evaluated, run.Evaluated)
		u.Expanded = saturated(u.Expanded, run.Expanded)
		u.Seconds += run.Seconds
		u.Resolution = max(u.Resolution, run.Resolution)
		if slices.Index(fromBest, run.Status) > slices.Index(fromBest, u.Status) {
			u.Status = run.Status
		}
	}
	return u
}

// fromBest lists the statuses, the best for a search first.
var fromBest = []frontier.Status{
	"", frontier.StatusComplete, frontier.StatusConverged, frontier.StatusEffort, frontier.StatusMemory,
	frontier.StatusDeadline, frontier.StatusInterrupted,
}

// saturated returns a + b, or the largest int64 if the sum is larger, since files may hold any
// number.
func saturated(a, b int64) int64 {
	if b > 0 && a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// agreed returns the search with the values of the fields that all runs share, and zero values
// elsewhere.
func agreed(runs []frontier.Search) frontier.Search {
	u := runs[0]
	fields := reflect.ValueOf(&u).Elem()
	for _, run := range runs[1:] {
		other := reflect.ValueOf(run)
		for i := range fields.NumField() {
			if !reflect.DeepEqual(fields.Field(i).Interface(), other.Field(i).Interface()) {
				fields.Field(i).SetZero()
			}
		}
	}
	return u
}

// settle sets the status of a union: complete if a complete frontier has all points of the union,
// and otherwise the worst status of the runs. A run that claims to be complete and lacks a point
// stays in the record as a run. The rule is associative, as the rule for certificates is.
func settle(u *frontier.Frontier, fs []*frontier.Frontier) {
	complete := slices.ContainsFunc(fs, func(f *frontier.Frontier) bool {
		return f.Search.Status == frontier.StatusComplete && f.Search.Order == u.Search.Order && sameCells(u, f)
	})
	switch {
	case complete:
		u.Search.Status = frontier.StatusComplete
	case u.Search.Status == frontier.StatusComplete:
		if len(u.Search.Runs) == 0 {
			u.Search = summed([]frontier.Search{u.Search})
		}
		u.Search.Status = frontier.StatusConverged
	}
}
