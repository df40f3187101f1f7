package verify

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// FuzzVerify verifies whatever can be read as a frontier, against the table that the seeds are
// of. It must not panic, and what is accepted must have the points of the table.
func FuzzVerify(f *testing.F) {
	j := drawn.Table(f, drawn.Uniform(5, 5, 4))
	dmc := problem.DMC(j)
	exact := drawn.NewSketch(f, j)
	open := drawn.NewSketch(f, j)
	open.Search = drawn.Heuristic
	openBelow(f, open, j, open.Certificate.Edges[0].HHi)
	limits := draftOf(f, problem.DIB(j), problem.Limits{MaxClusters: 3, CannotLink: [][2]int{{0, 1}}})
	links := draftOf(f, drawn.Linked(problem.DIB(j), 0, 1, 0, 2, 3), problem.Limits{})
	uncertified := drawn.NewSketch(f, j)
	uncertified.Certificate = nil
	united, err := union.Of(uncertified.Frontier(f), open.Frontier(f))
	if err != nil {
		f.Fatal(err)
	}
	seeds := []*frontier.Frontier{united, draftOf(f, dmc, problem.Limits{}).Frontier(f)}
	for _, s := range []*drawn.Sketch{exact, open, limits, links, uncertified} {
		seeds = append(seeds, s.Frontier(f))
	}
	for _, fr := range seeds {
		var b bytes.Buffer
		if err := codec.Write(&b, fr, "json"); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		fr, err := codec.Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var v *Verification
		if fr.Problem.Kind == "dmc" {
			v, err = Recompute(context.Background(), dmc, fr, 1, solve.Again)
		} else {
			v, err = Verify(context.Background(), j, fr, 1, solve.Again)
		}
		if err != nil {
			if !errors.Is(err, ErrUnverifiable) {
				t.Fatal(err)
			}
			return
		}
		for p := range fr.All() {
			if !v.OK() || fr.Problem.Kind == "dmc" {
				break
			}
			a := make(partition.Partition, len(p.Assignment()))
			for x, label := range j.XLabels() {
				for y, other := range fr.Problem.XLabels {
					if label == other {
						a[x] = p.Assignment()[y]
					}
				}
			}
			if z := j.Coarsen(partition.Canonical(a)); !near(z.HX(), p.H) || !near(z.IXY(), p.I) {
				t.Fatalf("point %d is accepted, and is not of the table", p.Index)
			}
		}
	})
}
