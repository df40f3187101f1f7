package verify

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/problem"
)

// TestLayersAreVerified: every change of a layer is found.
func TestLayersAreVerified(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 7, 3))
	r, err := program.Subsets(context.Background(), problem.DIB(j), method.Options{PerK: true})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Frontier
	verified := func(f *frontier.Frontier) *Verification {
		t.Helper()
		v, err := Verify(context.Background(), j, f, 2, solve.Again)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	off := len(f.Layers().Entries) - f.Len()
	if v := verified(f); !v.OK() || v.PerK != off || !v.PerKSolved {
		t.Fatalf("%d other clusterings: %+v", off, v)
	}
	bare, err := frontier.New(f.Problem, f.Search, entriesOf(f))
	if err != nil {
		t.Fatal(err)
	}
	for at := range f.Layers().Entries {
		e := f.Layers().Entries[at]
		onFrontier := slices.ContainsFunc(entriesOf(f), func(p frontier.Entry) bool { return p.Compare(&e) == 0 })
		if onFrontier {
			continue
		}
		entries := slices.Clone(f.Layers().Entries)
		entries[at].H = math.Nextafter(e.H, 9)
		raised, err := bare.WithLayers(frontier.Layers{Entries: entries})
		if err != nil {
			t.Fatal(err)
		}
		if v := verified(raised); v.OK() || !strings.Contains(v.Failures[0], "that is not on the frontier is given as") {
			t.Errorf("h of entry %d is wrong: %v", at, v.Failures)
		}
		left, err := bare.WithLayers(frontier.Layers{Exact: true, Entries: slices.Delete(slices.Clone(f.Layers().Entries), at, at+1)})
		if err != nil {
			t.Fatal(err)
		}
		if v := verified(left); v.OK() || !strings.Contains(v.Failures[0], "found again") {
			t.Errorf("entry %d is missing: %v", at, v.Failures)
		}
	}
}

func entriesOf(f *frontier.Frontier) (entries []frontier.Entry) {
	for p := range f.All() {
		entries = append(entries, p.Entry())
	}
	return entries
}
