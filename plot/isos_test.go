package plot

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

// withSecond returns the frontier of a random table with a second variable.
func withSecond(t *testing.T, aim frontier.Aim) *frontier.Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(48, 2))
	const n = 8
	table := func(m int) *joint.Joint {
		x, y, counts := make([]string, n), make([]string, m), make([][]float64, n)
		for r := range counts {
			x[r], counts[r] = fmt.Sprint("x", r), make([]float64, m)
			for c := range counts[r] {
				y[c], counts[r][c] = fmt.Sprint("y", c), float64(1+rng.IntN(30))
			}
		}
		j, err := joint.Dense(x, y, counts)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	p, s := problem.DIB(table(2)), table(3)
	r, err := search.Map(t.Context(), p, search.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Frontier
	if f.Second, err = second.Map(t.Context(), p, s, second.Options{Name: "sex", Aim: aim}); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestIsos: staircases within limits are in the frame and under that of the frontier, each with its limit next to it.
func TestIsos(t *testing.T) {
	for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
		f := withSecond(t, aim)
		isos := picture.Isos(f)
		if len(isos) < 2 || len(isos) > 4 {
			t.Fatalf("%s: %d staircases", aim, len(isos))
		}
		for n, i := range isos {
			if looser := aim == frontier.AimLeak; n > 0 && (i.Limit < isos[n-1].Limit) != looser {
				t.Errorf("%s: limit %g after %g", aim, i.Limit, isos[n-1].Limit)
			}
			for _, p := range i.Points {
				if best, ok := f.Within(p.H); !ok || p.I > best.I+1e-9 {
					t.Errorf("%s, within %g: h %g, i %g is above the frontier", aim, i.Limit, p.H, p.I)
				}
			}
		}
		for _, paper := range []bool{true, false} {
			for _, width := range []float64{84, 160} {
				d, err := frontierDesign(f, "svg", Options{Width: width, Paper: paper})
				if err != nil {
					t.Fatal(err)
				}
				g, err := newFigure(d)
				if err != nil {
					t.Fatal(err)
				}
				checkIsos(t, g.planes[0], fmt.Sprint(aim, width, paper))
			}
		}
		var b bytes.Buffer
		if err := Frontier(&b, f, "svg", Options{}); err != nil {
			t.Fatal(err)
		}
		if want := map[frontier.Aim]string{frontier.AimLeak: "tells at most these bits about sex", frontier.AimAlso: "tells at least these bits about sex"}[aim]; !strings.Contains(b.String(), want) {
			t.Errorf("the legend does not say %q", want)
		}
		limited, err := second.Within(f, isos[0].Limit)
		if err != nil {
			t.Fatal(err)
		}
		if list := picture.Isos(limited); list != nil {
			t.Errorf("%s: %d staircases within a frontier within a limit", aim, len(list))
		}
	}
}

func checkIsos(t *testing.T, q *plane, what string) {
	t.Helper()
	if len(q.isos) == 0 {
		t.Errorf("%s: no staircase", what)
	}
	for _, i := range q.isos {
		for _, p := range i.stairs {
			if !draw.Within(draw.Square(p, 0), draw.Grow(q.Frame, draw.Spot)) {
				t.Errorf("%s: within %g, %v leaves the frame", what, i.limit, p)
			}
		}
		near := math.Inf(1)
		for _, label := range q.labels {
			if text, _, _ := strings.Cut(label.Words, " bits"); text == fmt.Sprint(i.limit) {
				for n := 1; n < len(i.stairs); n++ {
					for part := range 41 { // along the step
						at := partWay(i.stairs[n-1], i.stairs[n].Sub(i.stairs[n-1]), vg.Length(part)/40)
						near = min(near, float64(draw.Distance(label.Box(), at)))
					}
				}
			}
		}
		if near > 2*float64(draw.MM) {
			t.Errorf("%s: the limit %g is %g mm from its staircase", what, i.limit, near/float64(draw.MM))
		}
	}
}
