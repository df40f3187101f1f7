package proof

import (
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/problem"
)

// TestDivisionRefuses: bytes that are damaged, or of something else, are an error.
func TestDivisionRefuses(t *testing.T) {
	ctx := context.Background()
	j, other := drawn.Table(t, drawn.Uniform(4, 6, 4)), drawn.Table(t, drawn.Uniform(5, 6, 4))
	f := drawn.Searched(t, j)
	d, foreign := mustDivide(t, j, f, method.Options{}), mustDivide(t, other, drawn.Searched(t, other), method.Options{})
	lists := listedBy(t, d, 2)
	found := searchedBy(t, d, 2, lists)
	resume := func(b []byte) error { _, err := ResumeDivision(j, f, b, method.Options{}); return err }
	list := func(b []byte) error { _, err := d.Search(ctx, 0, 2, [][]byte{b, lists[1]}, nil, nil); return err }
	finish := func(b []byte) error { _, err := d.Finish(ctx, [][]byte{b, found[1]}); return err }
	for what, read := range map[string]struct {
		good []byte
		by   func([]byte) error
		bad  map[string][]byte
	}{
		"state": {d.state, resume, map[string][]byte{"another table": foreign.state, "the division": lists[0]}},
		"list": {lists[0], list, map[string][]byte{
			"another proof": listedBy(t, foreign, 2)[0], "another part": lists[1], "the list": found[0], "": listedBy(t, d, 3)[0],
		}},
		"search": {found[0], finish, map[string][]byte{
			"another proof": searchedBy(t, foreign, 2, listedBy(t, foreign, 2))[0], "another part": found[1], "the search": lists[0],
		}},
	} {
		if err := read.by(read.good); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for name, b := range read.bad {
			if err := read.by(b); !errors.Is(err, sealed.ErrDamaged) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s, %s: %v", what, name, err)
			}
		}
	}
	if _, err := d.Search(ctx, 0, 1, [][]byte{lists[0], nil}, nil, nil); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("a list is missing: %v", err)
	}
	if _, err := d.Again(ctx, [][]byte{lists[0], nil}); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("a list is missing: %v", err)
	}
	if _, err := d.Search(ctx, 0, 1, lists, d, nil); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("lists that were made anew are missing: %v", err)
	}
	if _, err := d.Search(ctx, 0, 1, nil, nil, nil); !errors.Is(err, sealed.ErrDamaged) {
		t.Errorf("all lists are missing: %v", err)
	}
	for _, part := range [][2]int{{-1, 2}, {2, 2}, {0, 0}} {
		if _, err := d.List(ctx, part[0], part[1]); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("part %v: %v", part, err)
		}
		if _, err := d.Search(ctx, part[0], part[1], lists, nil, nil); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("part %v: %v", part, err)
		}
	}
	if _, err := Divide(ctx, j, f, method.Options{Effort: 1}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("with a limit on effort: %v", err)
	}
	if _, err := Divide(ctx, other, f, method.Options{}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("of another table: %v", err)
	}
}

// TestBoundsAreSound: the dual of a bound that no proof has is refused.
func TestBoundsAreSound(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(4, 6, 4))
	p, err := newProver(j, drawn.Bare(t, j), drawn.Defaults(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	good := p.boundOf(0.5, 1, p.TrivialDual(0.5))
	with := func(change func(b *bound)) bound {
		b := good
		b.dual = slices.Clone(b.dual)
		change(&b)
		return b
	}
	for name, b := range map[string]bound{
		"good":            good,
		"large":           with(func(b *bound) { b.dual[2] += 1e9 }),
		"small":           with(func(b *bound) { b.dual[2]-- }),
		"large and small": with(func(b *bound) { b.dual[2] += 1e9; b.dual[3] -= 1e9 }),
		"steep":           with(func(b *bound) { b.slope = 2 }),
		"falling":         with(func(b *bound) { b.slope = -1 }),
		"no number":       with(func(b *bound) { b.slope = math.NaN() }),
	} {
		w := sealed.NewWriter("", 0)
		(&answer{bounds: []bound{b}}).write(w)
		r := sealed.NewReader(w.Bytes(), "the search")
		readAnswer(r, p)
		if err := r.Done(); (err == nil) != (name == "good") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzDivision reads whatever has the right digest as the bytes of a division and of its results. It
// must not panic, and errors must be of the right kind.
func FuzzDivision(f *testing.F) {
	ctx := context.Background()
	j := drawn.Table(f, drawn.Uniform(4, 5, 4))
	start := lacking(f, j, rand.New(rand.NewPCG(1, 1)))
	d := mustDivide(f, j, start, method.Options{})
	lists := listedBy(f, d, 2)
	found := searchedBy(f, d, 2, lists)
	for _, b := range [][]byte{d.state, lists[0], found[0]} {
		f.Add(b[:len(b)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := sealed.NewWriter(string(data), 0).Seal()
		resumed, err := ResumeDivision(j, start, b, method.Options{Workers: 1, MaxMemory: 1 << 24})
		if err == nil {
			_, err = resumed.List(ctx, 0, 1)
		}
		isDivision(t, err)
		_, err = d.Search(ctx, 0, 2, [][]byte{b, lists[1]}, nil, nil)
		isDivision(t, err)
		_, err = d.Finish(ctx, [][]byte{b, found[1]})
		isDivision(t, err)
	})
}

func isDivision(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, sealed.ErrDamaged) {
		t.Fatal(err)
	}
}
