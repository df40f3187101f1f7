package coco

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// picture draws a mask, row by row.
func picture(m Mask) []string {
	pixels := pixelsOf(m)
	rows := make([]string, m.Height)
	for y := range rows {
		for x := range m.Width {
			if pixels[x*m.Height+y] {
				rows[y] += "#"
			} else {
				rows[y] += "."
			}
		}
	}
	return rows
}

func TestPolygonPictures(t *testing.T) {
	for _, tt := range []struct {
		name     string
		polygons [][]float64
		want     []string
	}{
		{"rectangle", [][]float64{{2, 1, 5, 1, 5, 3, 2, 3}}, []string{
			"........", "..###...", "..###...", "........", "........",
		}},
		{"of centres only", [][]float64{{0.6, 0.6, 1.4, 0.6, 1.4, 4.4, 0.6, 4.4}}, []string{
			"........", "........", "........", "........", "........",
		}},
		{"centres on the left and the upper side belong to it", [][]float64{{0.5, 0.5, 2.5, 0.5, 2.5, 2.5, 0.5, 2.5}}, []string{
			"##......", "##......", "........", "........", "........",
		}},
		{"diamond", [][]float64{{2.5, 0, 5, 2.5, 2.5, 5, 0, 2.5}}, []string{
			"..#.....", ".###....", "#####...", ".###....", "..#.....",
		}},
		{"triangle, with centres on its upper side", [][]float64{{0, 0, 5, 5, 0, 5}}, []string{
			"#.......", "##......", "###.....", "####....", "#####...",
		}},
		{"two, that overlap", [][]float64{{0, 0, 3, 0, 3, 2, 0, 2}, {2, 1, 5, 1, 5, 3, 2, 3}}, []string{
			"###.....", "#####...", "..###...", "........", "........",
		}},
		{"hole in an outline", [][]float64{{0, 0, 5, 0, 5, 5, 0, 5, 0, 0, 1, 1, 4, 1, 4, 4, 1, 4, 1, 1}}, []string{
			"#####...", "#...#...", "#...#...", "#...#...", "#####...",
		}},
		{"beyond the image", [][]float64{{-9, -9, 2, -9, 2, 99, -9, 99}, {7, 4, 99, 4, 99, 99, 7, 99}}, []string{
			"##......", "##......", "##......", "##......", "##.....#",
		}},
		{"outside", [][]float64{{-9, 0, -1, 0, -1, 5}, {10, 0, 20, 0, 20, 5}, {0, -5, 5, -5, 5, -1}}, []string{
			"........", "........", "........", "........", "........",
		}},
		{"bow tie, with centres on its outline", [][]float64{{0, 0, 4, 4, 4, 0, 0, 4}}, []string{
			"#..#....", "####....", "#..#....", "........", "........",
		}},
	} {
		m, err := fromPolygons(tt.polygons, 8, 5)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		checkMask(t, m)
		if d := cmp.Diff(tt.want, picture(m)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, d)
		}
	}
}

// inside tells whether a point is in a polygon, and whether it is too near to its outline to
// tell: the ray upwards from the point crosses the outline an odd number of times.
func inside(polygon []float64, x, y float64) (in, near bool) {
	for i := 0; i < len(polygon); i += 2 {
		j := (i + 2) % len(polygon)
		x0, y0, x1, y1 := polygon[i], polygon[i+1], polygon[j], polygon[j+1]
		if (x0 <= x) == (x1 <= x) {
			continue
		}
		// The sign of a cross product tells on which side of the edge the point is.
		side := (x1-x0)*(y-y0) - (y1-y0)*(x-x0)
		near = near || math.Abs(side) < 1e-9
		if (side > 0) == (x1 > x0) {
			in = !in
		}
	}
	return in, near
}

func drawPolygon(t *rapid.T, corners int) []float64 {
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-40, 200), func(n int) float64 { return float64(n) / 8 }), 2*corners, 2*corners).Draw(t, "polygon")
}

// TestPolygonCentres compares with a test of every centre, for polygons of any shape.
func TestPolygonCentres(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var polygons [][]float64
		for range rapid.IntRange(1, 3).Draw(t, "polygons") {
			polygons = append(polygons, drawPolygon(t, rapid.IntRange(3, 9).Draw(t, "corners")))
		}
		const width, height = 17, 13
		m, err := fromPolygons(polygons, width, height)
		if err != nil {
			t.Fatal(err)
		}
		checkMask(t, m)
		pixels := pixelsOf(m)
		for p, got := range pixels {
			in, near := false, false
			for _, polygon := range polygons {
				i, n := inside(polygon, float64(p/height)+0.5, float64(p%height)+0.5)
				in, near = in || i, near || n
			}
			if got != in && !near {
				t.Fatalf("pixel %d: %t", p, got)
			}
		}
	})
}

// TestPolygonsShareNoPixel: two polygons on both sides of a line that crosses the image have
// each pixel between them once, wherever the line passes and whichever way it is drawn.
func TestPolygonsShareNoPixel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const width, height = 17, 13
		line := drawPolygon(t, rapid.IntRange(1, 6).Draw(t, "corners"))
		left := slices.Concat([]float64{8, -99}, line, []float64{8, 99, -99, 99, -99, -99})
		var back []float64
		for i := len(line) - 2; i >= 0; i -= 2 {
			back = append(back, line[i], line[i+1])
		}
		right := slices.Concat([]float64{8, 99}, back, []float64{8, -99, 99, -99, 99, 99})
		a, err := fromPolygons([][]float64{left}, width, height)
		if err != nil {
			t.Fatal(err)
		}
		b, err := fromPolygons([][]float64{right}, width, height)
		if err != nil {
			t.Fatal(err)
		}
		other := pixelsOf(b)
		for p, in := range pixelsOf(a) {
			if in == other[p] {
				t.Fatalf("pixel %d: both say %t", p, in)
			}
		}
	})
}

func TestPolygonErrors(t *testing.T) {
	for _, tt := range []struct {
		polygons [][]float64
		want     string
	}{
		{nil, "there is no polygon"},
		{[][]float64{{0, 0, 1, 0, 1, 1}, {0, 0, 1, 1}}, "polygon 2 has 2 corners: want 3 or more"},
		{[][]float64{{}}, "polygon 1 has 0 corners: want 3 or more"},
		{[][]float64{{0, 0, 1, 1, 1, 0, 1}}, "polygon 1 has 7 numbers: want pairs of x and y"},
		{[][]float64{{0, 0, 1, 1e10, 1, 0}}, "polygon 1 has the coordinate 1e+10, far outside of the image"},
		{[][]float64{{0, 0, 1, math.NaN(), 1, 0}}, "polygon 1 has the coordinate NaN, far outside of the image"},
	} {
		if _, err := fromPolygons(tt.polygons, 9, 9); err == nil || err.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.polygons, err, tt.want)
		}
	}
}
