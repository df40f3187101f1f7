package search

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/divided"
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

// within searches around a range and returns the state.
func within(t *testing.T, p problem.Problem, opts Options, state []byte, w divided.Window) (found []byte) {
	t.Helper()
	opts.Resume, opts.Within = state, &w
	opts.Checkpoint = func(snapshot func() []byte, last bool) {
		if last {
			found = snapshot()
		}
	}
	r, err := Map(t.Context(), p, opts)
	if err != nil || r.Frontier != nil {
		t.Fatal(r, err)
	}
	return found
}

// join joins states in an order that is drawn.
func join(t *testing.T, rng *rand.Rand, state []byte, parts ...[]byte) []byte {
	t.Helper()
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	joined, err := divided.Join(state, parts...)
	if err != nil {
		t.Fatal(err)
	}
	return joined
}

// frontierOf returns the result of a search that began or was joined.
func frontierOf(t *testing.T, p problem.Problem, opts Options, state []byte) *Result {
	t.Helper()
	opts.Begin, opts.Resume = true, state
	r, err := Map(t.Context(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dividedSearch searches within n windows twice, with the evaluations of one undivided search. It returns the states of the
// beginning and after both times.
func dividedSearch(t *testing.T, rng *rand.Rand, p problem.Problem, opts Options, n int) (states [][]byte) {
	t.Helper()
	first, state := begun(t, p, opts)
	states = append(states, state)
	for _, again := range []bool{false, true} {
		var parts [][]byte
		for _, w := range divided.Windows(first.Frontier.At(first.Frontier.Len()-1).H, n, again) {
			parts = append(parts, within(t, p, opts, state, w))
		}
		state = join(t, rng, state, parts...)
		if !bytes.Equal(state, join(t, rng, states[len(states)-1], parts...)) {
			t.Error("another order is joined to another state")
		}
		states = append(states, state)
	}
	return states
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
		if got, err := problem.Load(p, evaluator, clustering); err != nil || got != (problem.Point{H: q.H, I: q.I}) {
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
			var budget int64
			opts := Options{Effort: 0.8, Limits: tt.limits, Observe: func(p Progress) { budget = p.Budget }}
			one, err := Map(t.Context(), tt.problem, opts)
			if err != nil {
				t.Fatal(err)
			}
			opts.Effort *= float64(one.Evaluated) / float64(budget) // which may be a little more than what one search is to take
			opts.Observe = nil
			states := dividedSearch(t, rng, tt.problem, opts, tt.windows)
			var results [3]*Result
			for k, state := range states {
				results[k] = frontierOf(t, tt.problem, opts, state)
				holds(t, tt.problem, results[k].Frontier)
			}
			u := results[2]
			area, want := u.Frontier.Hypervolume(), one.Frontier.Hypervolume()
			t.Logf("one search: %d points, area %.6f, %d evaluations; %d windows: %d points, area %.6f, %d evaluations, begun with %.6f, and then %.6f",
				one.Frontier.Len(), want, one.Evaluated, tt.windows, u.Frontier.Len(), area, u.Evaluated, results[0].Frontier.Hypervolume(), results[1].Frontier.Hypervolume())
			if area < want*tt.share {
				t.Errorf("the area is %v, and that of one search %v", area, want)
			}
			if u.Evaluated > one.Evaluated+one.Evaluated/1000 {
				t.Errorf("%d evaluations, and one search has %d", u.Evaluated, one.Evaluated)
			}
			if u.Status != one.Status {
				t.Errorf("the status is %q, and that of one search %q", u.Status, one.Status)
			}
		})
	}
}

// TestSearchWithinAWindowGoesOn interrupts a search within a window at its batches.
func TestSearchWithinAWindowGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	p := problem.DIB(simplex(rng, 410, 5).joint(t))
	_, state := begun(t, p, Options{Effort: 1})
	opts, w := Options{Effort: 0.05}, divided.Window{From: 0.5, To: 1.5, Share: 1}
	want := within(t, p, opts, state, w)
	opts.Within, opts.Resume = &w, state
	for runs := 1; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		opts.Workers = 1 + runs%3
		opts.Checkpoint = func(snapshot func() []byte, last bool) {
			if calls++; calls == 1+runs {
				cancel()
			}
			if last {
				opts.Part = snapshot()
			}
		}
		_, err := Map(ctx, p, opts)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if calls < 1+runs {
			if !bytes.Equal(opts.Part, want) || runs < 3 {
				t.Errorf("after %d runs, the search ends elsewhere", runs)
			}
			break
		}
	}
	joined := join(t, rng, state, want)
	for _, tt := range []struct {
		want   string
		change func(*Options)
	}{
		{"", func(*Options) {}},
		{"", func(o *Options) { o.Resume, o.Part = joined, nil }},
		{"", func(o *Options) { o.Resume, o.Part, o.Within = joined, nil, nil }},
		{"it is of a search within", func(o *Options) { o.Within = &divided.Window{From: 0.5, To: 2, Share: 1} }},
		{"and not the whole range", func(o *Options) { o.Resume, o.Part, o.Within = want, nil, nil }},
		{"and not the whole range", func(o *Options) { o.Resume, o.Part = want, nil }},
		{"another method", func(o *Options) { o.Method, o.Part, o.Within = Local, nil, nil }},
		{"it is of a part of another search", func(o *Options) { o.Resume = joined }},
		{"it is of a search within the whole range", func(o *Options) { o.Part = joined }},
		{"its checksum is wrong", func(o *Options) { o.Part = want[:len(want)-1] }},
	} {
		changed := Options{Effort: 0.01, Resume: state, Division: divided.Division{Within: &w, Part: want}}
		tt.change(&changed)
		_, err := Map(t.Context(), p, changed)
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	for _, tt := range []struct {
		want  string
		begun []byte
		parts [][]byte
	}{
		{"", state, [][]byte{want}},
		{"", state, nil},
		{"it is of a part of another search", joined, [][]byte{want}},
		{"it is of a part of another search", state, [][]byte{want, state}},
		{"not of a search that can be divided", want, nil},
		{"its checksum is wrong", state, [][]byte{want, want[:len(want)-1]}},
		{"not from this version", nil, [][]byte{want}},
	} {
		_, err := divided.Join(tt.begun, tt.parts...)
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

// TestBegunSearchGoesOnAsAWhole: an undivided search can continue from the state with which windows begin. It has other
// windows than a search without that state.
func TestBegunSearchGoesOnAsAWhole(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 7)), 410, 5).joint(t))
	one, err := Map(t.Context(), p, Options{Effort: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	first, state := begun(t, p, Options{Effort: 0.02})
	r, err := Map(t.Context(), p, Options{Effort: 0.02, Resume: state})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, p, r.Frontier)
	if area, want := r.Frontier.Hypervolume(), one.Frontier.Hypervolume(); area < want*0.999 || area <= first.Frontier.Hypervolume() {
		t.Errorf("the area is %v, that of one search %v, and that of the beginning %v", area, want, first.Frontier.Hypervolume())
	}
	if r.Status != one.Status || r.Evaluated < first.Evaluated {
		t.Errorf("%s after %d evaluations, of which the beginning took %d", r.Status, r.Evaluated, first.Evaluated)
	}
}

// TestWindowWithoutClusterings: a window in which no clustering satisfies the limits can be searched.
func TestWindowWithoutClusterings(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 7)), 410, 5).joint(t))
	opts := Options{Effort: 0.05, Limits: problem.Limits{MaxClusters: 4, Alone: []int{7}}}
	first, state := begun(t, p, opts)
	for _, w := range []divided.Window{{From: 3, To: 4}, {From: 7, To: 9}, {To: 1e-6}, {From: 9, To: 1e9}} {
		w.Share = 0.5
		r := frontierOf(t, p, opts, join(t, rand.New(rand.NewPCG(1, 1)), state, within(t, p, opts, state, w)))
		if holds(t, p, r.Frontier); r.Frontier.Hypervolume() < first.Frontier.Hypervolume() {
			t.Errorf("within %+v: %d points, of a smaller area", w, r.Frontier.Len())
		}
	}
}

func TestOptionsOfWindowsAreChecked(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	large, small := problem.DIB(simplex(rng, 410, 5).joint(t)), problem.DIB(simplex(rng, 10, 5).joint(t))
	for _, tt := range []struct {
		p    problem.Problem
		opts Options
		want string
	}{
		{large, Options{Division: divided.Division{Within: &divided.Window{To: 1, Share: 1}}}, "needs the state"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{To: 1, Share: 1}, Begin: true}}, "not both"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{From: 1, To: 1, Share: 1}}}, "from 1 to 1 bits"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{From: -1, To: 1, Share: 1}}}, "from -1 to 1 bits"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{To: math.Inf(1), Share: 1}}}, "from 0 to +Inf bits"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{From: math.NaN(), To: 1, Share: 1}}}, "from NaN to 1 bits"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{To: 1}}}, "share of a range is 0"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{To: 1, Share: 1.1}}}, "share of a range is 1.1"},
		{large, Options{Resume: []byte{1}, Division: divided.Division{Part: []byte{1}}}, "for a search within its range"},
		{large, Options{Method: Local, Division: divided.Division{Begin: true}}, "only a search by sweeps"},
		{small, Options{Division: divided.Division{Begin: true}}, "only a search by sweeps"},
		{small, Options{Resume: []byte{1}, Division: divided.Division{Within: &divided.Window{To: 1, Share: 1}}}, "only a search by sweeps"},
	} {
		if _, err := Map(t.Context(), tt.p, tt.opts); !errors.Is(err, problem.ErrOptions) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}

func TestWindowsCoverTheRange(t *testing.T) {
	const h = 7.3
	for _, n := range []int{1, 2, 3, 64, 1000} {
		first := divided.Windows(h, n, false)
		for _, again := range []bool{false, true} {
			windows, all := divided.Windows(h, n, again), 0.0
			if len(windows) != n || windows[0].From != 0 || windows[n-1].To != h {
				t.Errorf("%d windows from %g to %g", len(windows), windows[0].From, windows[n-1].To)
			}
			for k, w := range windows {
				if all += w.Share; k > 0 && w.Share > windows[k-1].Share || w.Share < windows[0].Share/2 {
					t.Errorf("window %d has the share %g", k, w.Share)
				}
				if !(w.From < w.To) || k > 0 && w.From != windows[k-1].To {
					t.Errorf("window %d is from %g to %g", k, w.From, w.To)
				}
				if border := first[k].From; again && k > 0 && !(windows[k-1].From < border && border < w.To && border != w.From) {
					t.Errorf("the border %g of the first windows is not within later ones", border)
				}
			}
			if want := map[bool]float64{false: 0.5, true: 1}[again]; math.Abs(all-want) > 1e-12 {
				t.Errorf("the shares of %d windows add up to %g", n, all)
			}
		}
	}
}
