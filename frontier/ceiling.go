package frontier

import (
	"fmt"
	"math"
)

// Ceiling is a proved upper bound on the I of all clusterings, as a function of H: the concave
// line through its corners, and the last I beyond them. No clustering of entropy H is above it,
// whether it was found or not. Package ceiling computes it.
type Ceiling struct {
	// Steps is the number of steps that the computation was allowed, which determines the bound.
	Steps int64 `json:"steps"`
	// Corners are sorted by H, from 0.
	Corners []Corner `json:"corners"`
}

// Corner is a point of a [Ceiling], with H and I in bits.
type Corner struct {
	H float64 `json:"h"`
	I float64 `json:"i"`
}

// At returns the upper bound in bits on I for all clusterings of at most the entropy h in bits.
// O(corners).
func (c *Ceiling) At(h float64) float64 {
	h = max(h, 0)
	last := c.Corners[0]
	for _, next := range c.Corners[1:] {
		if next.H > h {
			share := (h - last.H) / (next.H - last.H)
			return last.I + float64(share*(next.I-last.I))
		}
		last = next
	}
	return last.I
}

// Area returns the area in bit^2 below the line from H = 0 to its last corner. O(corners).
func (c *Ceiling) Area() float64 {
	area, last := 0.0, c.Corners[0]
	for _, next := range c.Corners {
		area += float64((next.H - last.H) * (last.I + next.I) / 2)
		last = next
	}
	return area
}

// Headroom returns by how many bits a clustering that was not found can tell more than the points of
// the frontier of no larger H: the largest difference between the [Ceiling] and the staircase of
// points, the H at which it is, and the mean for H from 0 to H(X). It is 0 without a ceiling.
// O(points x corners).
func (f *Frontier) Headroom() (largest, at, mean float64) {
	if f.Ceiling == nil || len(f.entries) == 0 {
		return 0, 0, 0
	}
	end := max(f.Problem.HX, f.entries[len(f.entries)-1].H)
	for n, e := range f.entries {
		h := end // the stair ends there
		if n+1 < len(f.entries) {
			h = f.entries[n+1].H
		}
		if d := f.Ceiling.At(h) - e.I; d > largest {
			largest, at = d, h
		}
	}
	if f.Problem.HX > 0 {
		mean = (f.Ceiling.Area() - f.Hypervolume()) / f.Problem.HX
	}
	return largest, at, max(mean, 0)
}

// slack is how far in bits a point may be above the ceiling because of rounding.
const slack = 1e-9

// check returns an error if the line is not as [Ceiling] says, or if a point of the frontier is
// above it.
func (c *Ceiling) check(f *Frontier) error {
	if c.Steps < 1 || len(c.Corners) == 0 || c.Corners[0].H != 0 {
		return fmt.Errorf("ceiling: %d corners after %d steps, and should begin at h = 0", len(c.Corners), c.Steps)
	}
	for n, p := range c.Corners {
		if math.IsNaN(p.H+p.I) || math.IsInf(p.H+p.I, 0) || p.I < 0 {
			return fmt.Errorf("ceiling.corners[%d]: (h %g, i %g) is not a point", n, p.H, p.I)
		}
		if n > 0 && !(p.H > c.Corners[n-1].H && p.I >= c.Corners[n-1].I) {
			return fmt.Errorf("ceiling.corners[%d]: (h %g, i %g) is not right of (h %g, i %g)", n, p.H, p.I, c.Corners[n-1].H, c.Corners[n-1].I)
		}
	}
	for e := range f.named() {
		if e.I > c.At(e.H)+slack {
			return fmt.Errorf("%v: i is %g, above the ceiling, which is %g at h = %g", e, e.I, c.At(e.H), e.H)
		}
	}
	return nil
}
