package main

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// stray is an optimal grouping with a cluster that is not an arc of the circle of rows.
type stray struct {
	frontier.Point
	// arcs is the largest I of a grouping into arcs within the same H.
	arcs float64
}

// strays returns the points that are not groupings into arcs, and the best groupings into arcs.
func strays(ctx context.Context, j *joint.Joint, f *frontier.Frontier) ([]stray, error) {
	r, err := exact.Intervals(ctx, problem.DIB(j), exact.Circular, exact.Options{})
	if err != nil {
		return nil, err
	}
	var list []stray
	for p := range f.All() {
		if len(inPieces(p)) == 0 {
			continue
		}
		best, ok := r.Frontier.Within(p.H)
		if !ok {
			return nil, fmt.Errorf("no grouping into arcs has h of at most %g", p.H)
		}
		list = append(list, stray{p, best.I})
	}
	return list, ctx.Err()
}

const (
	strayMargin = 5 * mm
	strayCell   = 5.2 * mm // the height of a strip
	strayPitch  = 14 * mm  // from strip to strip
	strayText   = vg.Length(8)
)

// straysHeight returns the height in millimetres of a page with n strips.
func straysHeight(strips int) float64 {
	return max(float64((vg.Length(strips)+1)*strayPitch/mm)+12, draw.MinHeight)
}

// drawStrays draws the circle of rows as a strip of hues, and below it each of the groupings as a
// strip of the clusters: the largest one is grey.
func drawStrays(w io.Writer, f *frontier.Frontier, list []stray, format string, page draw.Page) error {
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	s := page.Sheet()
	s.WriteTitle(page.Title, s.Width/2)
	n := f.Problem.N
	side := (s.Width - 2*strayMargin) / vg.Length(n)
	type patch struct {
		at   vg.Rectangle
		with color.Color
	}
	var patches []patch
	y := s.Height - 15*mm
	strip := func(words string, colour func(row int) color.Color) {
		s.Write(words, strayText, vg.Point{X: strayMargin, Y: y}, draw.Left)
		for x := range n {
			low := vg.Point{X: strayMargin + side*vg.Length(x), Y: y - 1.5*mm - strayCell}
			patches = append(patches, patch{vg.Rectangle{Min: low, Max: low.Add(vg.Point{X: side, Y: strayCell})}, colour(x)})
		}
		y -= strayPitch
	}
	strip(fmt.Sprintf("the circle of %d hues, numbered from 0", n), func(row int) color.Color { return hueOf(row, n) })
	for x := range n {
		s.Write(strconv.Itoa(x), 6, vg.Point{X: strayMargin + side*(vg.Length(x)+0.5), Y: y + strayPitch - 1.5*mm - strayCell - 2.6*mm}, draw.Centre)
	}
	for _, p := range list {
		rank := bySize(p.Point)
		assignment := p.Assignment()
		words := fmt.Sprintf("point %d: %d clusters, H(Z) = %s bits, I(Z;Y) = %s bits; groupings into arcs reach %s less",
			p.Index+1, p.K, show(p.H), show(p.I), show(p.I-p.arcs))
		strip(words, func(row int) color.Color {
			if rank[assignment[row]] == 0 {
				return draw.Faint
			}
			return draw.Hues[(rank[assignment[row]]-1)%len(draw.Hues)]
		})
	}
	return s.Render(w, format, func(c vg.Canvas) {
		for _, p := range patches {
			draw.Fill(c, p.with, p.at.Path())
			draw.Stroke(c, draw.Paper, draw.EdgeLine, p.at.Path())
		}
	})
}

// bySize returns the rank of every cluster of a point, the largest first.
func bySize(p frontier.Point) []int {
	clusters := p.Clusters()
	order := make([]int, len(clusters))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(clusters[b]), len(clusters[a])) })
	rank := make([]int, len(order))
	for k, c := range order {
		rank[c] = k
	}
	return rank
}

// hueOf returns the colour of a row of the circle: HSV of full saturation.
func hueOf(row, n int) color.Color {
	sector := 6 * (float64(row) + 0.5) / float64(n)
	channel := func(offset float64) uint8 {
		k := math.Mod(offset+sector, 6)
		return uint8(math.Round(225 * (1 - max(0, min(k, 4-k, 1)))))
	}
	return color.NRGBA{channel(5), channel(3), channel(1), 0xff}
}
