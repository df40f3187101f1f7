package verify

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/partition"
)

// TestVerifyChecksTheLowerEnd puts a worse point in the place of a corner of the hull, and
// certifies what is above it as a prover without knowledge of the corner would. The corner
// has a smaller h than the lowest certified edge, and dominates its end.
func TestVerifyChecksTheLowerEnd(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	for x, row := range cells { // of nearly equal weight, so that many points have nearly the same h
		var weight float64
		for _, v := range row {
			weight += v
		}
		for y := range row {
			row[y] = math.Round(1e5 / weight * row[y])
		}
		row[0] += float64(x * x)
	}
	j := drawn.Table(t, cells)
	whole := drawn.NewSketch(t, j)
	f := whole.Frontier(t)
	tried := 0
	for corner := 1; corner+1 < f.Len(); corner++ {
		at := f.At(corner)
		if !at.Hull {
			continue
		}
		for p := range partition.All(j.Rows()) {
			z := j.Coarsen(p)
			worse := frontier.Entry{H: z.HX(), I: z.IXY(), Assignment: partition.Pack(p)}
			if !(worse.H > at.H+1e-7 && worse.I < at.I-1e-7) {
				continue
			}
			s := &drawn.Sketch{Problem: whole.Problem, Search: drawn.Heuristic}
			for _, e := range whole.Entries {
				switch {
				case e.H == 0: // what lies between is not claimed
					s.Entries = append(s.Entries, e)
				case e.H > worse.H && e.I > worse.I && e.H > at.H:
					s.Entries = append(s.Entries, e)
				}
			}
			place := slices.IndexFunc(s.Entries, func(e frontier.Entry) bool { return e.H > worse.H })
			s.Entries = slices.Insert(s.Entries, max(place, 0), worse)
			if place < 0 || !s.Frontier(t).At(place).Hull {
				continue
			}
			s.Certify(t, j)
			openBelow(t, s, j, worse.H)
			tried++
			v, err := verify(context.Background(), j, s.Frontier(t), 2, solve.Again, 0)
			if err != nil {
				t.Fatal(err)
			}
			if v.OK() || !strings.Contains(v.Failures[0], "beats the frontier") {
				t.Errorf("(%.6f, %.6f) in the place of (%.6f, %.6f) is accepted", worse.H, worse.I, at.H, at.I)
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d points could be replaced", tried)
	}
}

// openBelow takes back the proof of all edges that end at h or below.
func openBelow(tb testing.TB, s *drawn.Sketch, j interface{ HY() float64 }, h float64) {
	tb.Helper()
	f := s.Frontier(tb)
	for k := range s.Certificate.Edges {
		e := &s.Certificate.Edges[k]
		if e.HHi > h {
			break
		}
		e.Certified, e.Budget, e.Columns = false, 0, 0
		first, _ := f.Within(e.HLo)
		last, _ := f.Within(e.HHi)
		e.Slack = max(e.Bound(j.HY(), first.H)-first.I, e.Bound(j.HY(), last.H)-last.I)
		s.Certificate.Complete, s.Certificate.CompleteFromH = false, e.HHi
	}
}
