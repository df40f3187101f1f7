package ceiling

import (
	"math"

	"github.com/dibmap/dibmap/frontier"
)

// slopes is the number of slopes of lines, apart from 0.
const slopes = 64

// slope returns the slope of line k. They are dense near 0, where frontiers are long.
func slope(k int) float64 {
	s := float64(k) / slopes
	return float64(s * s)
}

// lines returns, for every slope, the height at h = 0 of a line that I(Z;Y) never exceeds.
func (t *table) lines(worth [][]float64) []float64 {
	height := make([]float64, slopes+1)
	for k := range height {
		for x, w := range worth {
			height[k] += float64(t.mass[x] * w[k])
		}
		height[k] += t.margin()
	}
	return height
}

// margin returns a bound in bits on the rounding errors of a line. Its numbers are sums of at most
// n+m non-negative terms, and some operations on these, so their relative error is at most 4
// (n+m+64) 2^-53; logarithms are below 64. The margin is four times the product.
func (t *table) margin() float64 {
	return float64(float64(len(t.mass)+t.joint.Cols()+64) * 0x1p-43)
}

// envelope returns the corners, from h = 0 to h = end, of the lowest of the lines, whose heights at
// h = 0 are given.
func envelope(height []float64, end float64) []frontier.Corner {
	k := 0 // the line that is lowest at the last corner
	for j, v := range height {
		if v <= height[k] {
			k = j
		}
	}
	corners := []frontier.Corner{{H: 0, I: height[k]}}
	for k > 0 {
		h, next := math.Inf(1), 0
		for j := range k {
			if at := (height[j] - height[k]) / (slope(k) - slope(j)); at < h {
				h, next = at, j
			}
		}
		if h >= end {
			break
		}
		corners = appendCorner(corners, h, height[k]+float64(slope(k)*h))
		k = next
	}
	return appendCorner(corners, end, height[k]+float64(slope(k)*end))
}

// appendCorner appends a corner if it is right of the last one. It is not below it.
func appendCorner(corners []frontier.Corner, h, i float64) []frontier.Corner {
	last := corners[len(corners)-1]
	if h > last.H {
		return append(corners, frontier.Corner{H: h, I: max(i, last.I)})
	}
	return corners
}
