package search

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// begun begins a search that is to be divided, and returns its frontier and its state.
func begun(t *testing.T, p problem.Problem, opts Options) (r *Result, state []byte) {
	t.Helper()
	opts.Begin = true
	opts.Checkpoint = func(snapshot func() []byte, last bool) {
		if last {
			state = snapshot()
		}
	}
	r, err := Map(t.Context(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r, state
}

// divided searches by Begin and within so many windows, with as many evaluations as one search takes, and returns
// all frontiers.
func divided(t *testing.T, p problem.Problem, opts Options, n int) (parts []*frontier.Frontier) {
	t.Helper()
	first, state := begun(t, p, opts)
	parts = append(parts, first.Frontier)
	left := opts.Effort - float64(first.Evaluated)/2e8
	for _, w := range Windows(first.Frontier, n) {
		opts.Resume, opts.Within, opts.Effort = state, &w, left*w.Share
		r, err := Map(t.Context(), p, opts)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, r.Frontier)
	}
	return parts
}

func unite(t *testing.T, parts ...*frontier.Frontier) *frontier.Frontier {
	t.Helper()
	u, err := frontier.Union(parts...)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// written returns the file of a frontier.
func written(t *testing.T, f *frontier.Frontier) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := codec.Write(&b, f, "json.zst"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// holds computes a fifth of the points of a frontier anew.
func holds(t *testing.T, p problem.Problem, f *frontier.Frontier) {
	t.Helper()
	evaluator := p.Evaluators(1, 0)[0]
	for q := range f.All() {
		if q.Index%5 > 0 {
			continue
		}
		clustering := q.Assignment().Reorder(p.Place())
		if got, err := problem.Load(evaluator, clustering); err != nil || got != (problem.Point{H: q.H, I: q.I}) {
			t.Fatalf("point %d is (%v, %v), and its clustering has %v, %v", q.Index, q.H, q.I, got, err)
		}
	}
}

// division is a search that is compared with one divided into windows.
type division struct {
	problem problem.Problem
	limits  problem.Limits
	windows int
	share   float64 // of the area of the one search that is required
}

// compareDivisions compares areas after as many evaluations, and the bytes of unions in several orders.
func compareDivisions(t *testing.T, divisions map[string]division) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, tt := range divisions {
		t.Run(name, func(t *testing.T) {
			opts := Options{Effort: 0.1, Limits: tt.limits}
			one, err := Map(t.Context(), tt.problem, opts)
			if err != nil {
				t.Fatal(err)
			}
			parts := divided(t, tt.problem, opts, tt.windows)
			for _, f := range parts {
				holds(t, tt.problem, f)
			}
			u := unite(t, parts...)
			holds(t, tt.problem, u)
			area, want := u.Hypervolume(), one.Frontier.Hypervolume()
			t.Logf("one search: %d points, area %.6f, %d evaluations; %d windows: %d points, area %.6f, %d evaluations, begun with %.6f",
				one.Frontier.Len(), want, one.Evaluated, tt.windows, u.Len(), area, u.Search.Evaluated, parts[0].Hypervolume())
			if area < want*tt.share {
				t.Errorf("the area is %v, and that of one search %v", area, want)
			}
			if u.Search.Evaluated > one.Evaluated {
				t.Errorf("%d evaluations, and one search has %d", u.Search.Evaluated, one.Evaluated)
			}
			if u.Search.Status != frontier.StatusEffort {
				t.Errorf("the status is %q", u.Search.Status)
			}
			if parts[1].Problem.Cells != nil || (parts[0].Problem.Cells != nil) != (u.Problem.Cells != nil) {
				t.Error("a part has the cells of the table, or the union has not those of the whole")
			}
			bytesOf := written(t, u)
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			for _, v := range []*frontier.Frontier{
				unite(t, parts...), unite(t, append(slices.Clone(parts), parts[0], u)...),
				unite(t, unite(t, parts[:2]...), unite(t, parts[2:]...)),
			} {
				if !bytes.Equal(written(t, v), bytesOf) {
					t.Error("another order gives another union")
				}
			}
		})
	}
}

// TestSearchWithinAWindowGoesOn interrupts a search within a window at its batches.
func TestSearchWithinAWindowGoesOn(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 7)), 310, 5).joint(t))
	first, state := begun(t, p, Options{Effort: 1})
	opts := Options{Effort: 0.01, Within: &Windows(first.Frontier, 4)[1], Resume: state}
	want, err := Map(t.Context(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	for runs := 1; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		opts.Workers = 1 + runs%3
		opts.Checkpoint = func(snapshot func() []byte, last bool) {
			if calls++; calls == 1+runs {
				cancel()
			}
			if last {
				opts.Resume = snapshot()
			}
		}
		r, err := Map(ctx, p, opts)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if calls < 1+runs {
			if d := gocmp.Diff(outcome(want), outcome(r)); d != "" || runs < 3 {
				t.Errorf("after %d runs: %s", runs, d)
			}
			break
		}
	}
	own := opts.Resume
	for _, tt := range []struct {
		want   string
		change func(*Options)
	}{
		{"", func(o *Options) { o.Resume = own }},
		{"it is of a search within", func(o *Options) { o.Resume, o.Within = own, &Window{From: 1, To: 2} }},
		{"and not the whole range", func(o *Options) { o.Resume, o.Within = own, nil }},
		{"another method", func(o *Options) { o.Resume, o.Method = own, Local; o.Within = nil }},
	} {
		changed := Options{Effort: 0.01, Within: opts.Within}
		tt.change(&changed)
		_, err := Map(t.Context(), p, changed)
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// TestBegunSearchGoesOnAsAWhole: the state that windows begin with is one of the whole search.
func TestBegunSearchGoesOnAsAWhole(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 7)), 310, 5).joint(t))
	want, err := Map(t.Context(), p, Options{Effort: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	_, state := begun(t, p, Options{Effort: 0.02})
	got, err := Map(t.Context(), p, Options{Effort: 0.02, Resume: state})
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(outcome(want), outcome(got)); d != "" {
		t.Error(d)
	}
}

// TestWindowWithoutClusterings: a window in which there is none, as limits may have it, is searched as well.
func TestWindowWithoutClusterings(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 7)), 310, 5).joint(t))
	opts := Options{Effort: 0.05, Limits: problem.Limits{MaxClusters: 4, Alone: []int{7}}}
	first, state := begun(t, p, opts)
	for _, w := range []Window{{From: 3, To: 4}, {From: 7, To: 9}, {To: 1e-6}, {From: 9, To: 1e9}} {
		opts.Resume, opts.Within = state, &w
		r, err := Map(t.Context(), p, opts)
		if err != nil {
			t.Fatal(err)
		}
		if holds(t, p, r.Frontier); r.Frontier.Len() == 0 || unite(t, first.Frontier, r.Frontier).Len() < first.Frontier.Len() {
			t.Errorf("within %s: %d points", w.text(), r.Frontier.Len())
		}
	}
}

func TestOptionsOfWindowsAreChecked(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	large, small := problem.DIB(simplex(rng, 310, 5).joint(t)), problem.DIB(simplex(rng, 10, 5).joint(t))
	for _, tt := range []struct {
		p    problem.Problem
		opts Options
		want string
	}{
		{large, Options{Within: &Window{To: 1}}, "needs the state"},
		{large, Options{Within: &Window{To: 1}, Resume: []byte{1}, Begin: true}, "not both"},
		{large, Options{Within: &Window{From: 1, To: 1}, Resume: []byte{1}}, "from 1 to 1 bits"},
		{large, Options{Within: &Window{From: -1, To: 1}, Resume: []byte{1}}, "from -1 to 1 bits"},
		{large, Options{Within: &Window{To: math.Inf(1)}, Resume: []byte{1}}, "from 0 to +Inf bits"},
		{large, Options{Within: &Window{From: math.NaN(), To: 1}, Resume: []byte{1}}, "from NaN to 1 bits"},
		{large, Options{Begin: true, Method: Local}, "only a search by sweeps"},
		{small, Options{Begin: true}, "only a search by sweeps"},
		{small, Options{Within: &Window{To: 1}, Resume: []byte{1}}, "only a search by sweeps"},
	} {
		if _, err := Map(t.Context(), tt.p, tt.opts); !errors.Is(err, problem.ErrOptions) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

func TestWindowsCoverTheRange(t *testing.T) {
	h := 7.3
	f, err := frontier.New(frontier.Problem{N: 2}, frontier.Search{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: h, I: 1, Assignment: partition.Pack(partition.Partition{0, 1})}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 3, 64, 1000} {
		windows := Windows(f, n)
		if len(windows) != n || windows[0].From != 0 || windows[n-1].To != h {
			t.Errorf("%d windows from %g to %g", len(windows), windows[0].From, windows[n-1].To)
		}
		all := 0.0
		for k, w := range windows {
			if all += w.Share; k > 0 && w.Share > windows[k-1].Share || w.Share < windows[0].Share/2 {
				t.Errorf("window %d has the share %g", k, w.Share)
			}
			if !(w.From < w.To) || k > 0 && w.From != windows[k-1].To {
				t.Errorf("window %d is from %g to %g", k, w.From, w.To)
			}
		}
		if math.Abs(all-1) > 1e-12 {
			t.Errorf("the shares of %d windows add up to %g", n, all)
		}
	}
}
