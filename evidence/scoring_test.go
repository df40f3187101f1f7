package evidence

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
)

// scoringOf returns what scores the best clusterings of a fold of a table, and their points.
func scoringOf(t *testing.T) (*scoring, []frontier.Point) {
	t.Helper()
	j := tableOf(t, [][]float64{{40, 9, 2, 30}, {31, 12, 5, 20}, {3, 25, 31, 9}, {8, 30, 22, 4}, {12, 14, 13, 15}})
	folds := foldsOf(t, j, 2, 1)
	s, err := newSample(folds[0], &frontier.Problem{})
	if err != nil {
		t.Fatal(err)
	}
	f, found := &fold{sample: s}, exhausted(t, folds[0].Training)
	v := &validation{Frontier: exhausted(t, j), records: j.Total(), workers: 2}
	points := f.choose(v.Frontier, found)
	if f.place, err = f.locate(&found.Problem); err != nil {
		t.Fatal(err)
	}
	if len(points) < 5 {
		t.Fatalf("there are only %d points", len(points))
	}
	return newScoring(f, v), points
}

// TestFewRowsAtATime: it does not matter how many clusters are worked on at a time.
func TestFewRowsAtATime(t *testing.T) {
	var want []moments
	for _, enough := range []int{enoughRows, 1, 7} {
		s, points := scoringOf(t)
		s.enough = enough
		if err := errors.Join(s.pick(t.Context(), points), s.outcomes(t.Context())); err != nil {
			t.Fatal(err)
		}
		var got []moments
		for n := range points {
			got = append(got, s.outcome(n))
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(moments{})); diff != "" {
			t.Errorf("with %d rows at a time: %s", enough, diff)
		}
	}
}

// TestScoringStops: large tables have thousands of clusterings, of which each takes a while.
func TestScoringStops(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	s, points := scoringOf(t)
	if err := s.pick(stopped, points); !errors.Is(err, context.Canceled) || len(s.clusters) > points[0].K {
		t.Errorf("%v, after %d clusters", err, len(s.clusters))
	}
	s, points = scoringOf(t)
	if err := s.pick(t.Context(), points); err != nil {
		t.Fatal(err)
	}
	if err := s.outcomes(stopped); !errors.Is(err, context.Canceled) || s.picks[1].a != 0 {
		t.Errorf("%v, and the second pick has the concentration %g", err, s.picks[1].a)
	}
}
