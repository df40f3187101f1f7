package coco

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// maxCoordinate bounds the coordinates of a polygon, in pixels.
const maxCoordinate = 1e9

// fromPolygons returns the pixels whose centre is in at least one polygon. A polygon is a list of
// the coordinates x, y of its corners. O(c + s log s) for edges that cross c centre lines of
// columns, and s runs.
func fromPolygons(polygons [][]float64, width, height int) (Mask, error) {
	if len(polygons) == 0 {
		return Mask{}, errors.New("there is no polygon")
	}
	m := Mask{Width: width, Height: height}
	for i, p := range polygons {
		switch {
		case len(p)%2 != 0:
			return Mask{}, fmt.Errorf("polygon %d has %d numbers: want pairs of x and y", i+1, len(p))
		case len(p) < 6:
			return Mask{}, fmt.Errorf("polygon %d has %d corners: want 3 or more", i+1, len(p)/2)
		}
		for _, v := range p {
			if !(math.Abs(v) <= maxCoordinate) {
				return Mask{}, fmt.Errorf("polygon %d has the coordinate %g, far outside of the image", i+1, v)
			}
		}
		m.Runs = fill(m.Runs, p, width, height)
	}
	m.Runs = join(m.Runs)
	return m, nil
}

// edge is a side of a polygon that crosses the centre lines of columns first to last-1. The
// point (x0, y0) is left of (x1, y1), so that two polygons that share an edge compute the same.
type edge struct {
	first, last    int
	x0, y0, x1, y1 float64
}

// cross returns where the edge crosses the centre line of a column.
func (e edge) cross(column int) float64 {
	part := (float64(column) + 0.5 - e.x0) / (e.x1 - e.x0)
	return e.y0 + float64((e.y1-e.y0)*part)
}

// edgesOf returns the sides of a polygon that cross centre lines, from left to right.
func edgesOf(polygon []float64, width int) []edge {
	var edges []edge
	x0, y0 := polygon[len(polygon)-2], polygon[len(polygon)-1]
	for i := 0; i < len(polygon); i += 2 {
		x1, y1 := polygon[i], polygon[i+1]
		e := edge{x0: x0, y0: y0, x1: x1, y1: y1}
		if x1 < x0 {
			e = edge{x0: x1, y0: y1, x1: x0, y1: y0}
		}
		e.first, e.last = centre(e.x0, width), centre(e.x1, width)
		if e.first < e.last {
			edges = append(edges, e)
		}
		x0, y0 = x1, y1
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.first, b.first) })
	return edges
}

// centre returns the first of n pixels whose centre is at v or after it, n if there is none.
func centre(v float64, n int) int {
	return int(min(max(math.Ceil(v-0.5), 0), float64(n)))
}

// fill appends the pixels of one polygon to runs.
func fill(runs []Run, polygon []float64, width, height int) []Run {
	edges := edgesOf(polygon, width)
	var active []edge // those that cross the column
	var crossings []float64
	for column := 0; len(edges) > 0 || len(active) > 0; column++ {
		if len(active) == 0 {
			column = edges[0].first
		}
		active = slices.DeleteFunc(active, func(e edge) bool { return e.last <= column })
		for len(edges) > 0 && edges[0].first == column {
			active = append(active, edges[0])
			edges = edges[1:]
		}
		crossings = crossings[:0]
		for _, e := range active {
			crossings = append(crossings, e.cross(column))
		}
		slices.Sort(crossings)
		// An outline is closed, so it crosses the line an even number of times.
		for i := 0; i+1 < len(crossings); i += 2 {
			from, to := centre(crossings[i], height), centre(crossings[i+1], height)
			if from < to {
				runs = append(runs, Run{column*height + from, column*height + to})
			}
		}
	}
	return runs
}
