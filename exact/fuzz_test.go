package exact

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/union"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// FuzzVerify verifies whatever can be read as a frontier, against the table that the seeds are
// of. It must not panic, and what is accepted must have the points of the table.
func FuzzVerify(f *testing.F) {
	j := tableOf(f, uniformTable(5, 5, 4))
	dmc := problem.DMC(j)
	exact := sketchOf(f, j)
	open := sketchOf(f, j)
	open.search = heuristic
	open.openBelow(f, j, open.certificate.Edges[0].HHi)
	limits := draftOf(f, problem.DIB(j), problem.Limits{MaxClusters: 3, Apart: [][2]int{{0, 1}}})
	links := draftOf(f, linked(problem.DIB(j), 0, 1, 0, 2, 3), problem.Limits{})
	uncertified := sketchOf(f, j)
	uncertified.certificate = nil
	union, err := union.Of(uncertified.frontier(f), open.frontier(f))
	if err != nil {
		f.Fatal(err)
	}
	seeds := []*frontier.Frontier{union, draftOf(f, dmc, problem.Limits{}).frontier(f)}
	for _, s := range []*sketch{exact, open, limits, links, uncertified} {
		seeds = append(seeds, s.frontier(f))
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
			v, err = Recompute(context.Background(), dmc, fr, 1)
		} else {
			v, err = Verify(context.Background(), j, fr, 1)
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
