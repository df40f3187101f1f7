package verify

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
)

// soft checks the curve of soft encoders, if it is certified: every encoder is computed from its groups, and the
// largest excess of a distribution of Y, which bounds all encoders, by another branch and bound. It shares no code
// with package soft.
func (f *findings) soft(ctx context.Context, j *joint.Joint) error {
	s := f.frontier.Soft
	if s == nil {
		return nil
	}
	if last := s.Points[len(s.Points)-1]; !near(last.I, j.IXY()) {
		f.fail("the curve of soft encoders ends at %g bits, and I(X;Y) is %g", last.I, j.IXY())
	}
	if !s.Certified {
		return nil
	}
	if j.Cols() > mostSoftColumns {
		f.fail("the curve of soft encoders says that it is certified for %d values of Y, and at most %d can be", j.Cols(), mostSoftColumns)
		return nil
	}
	column := lists.Index(f.frontier.Problem.YLabels)
	lines := make([]softLine, len(s.Points))
	wrong := make([]string, len(s.Points))
	err := pool.Each(ctx, f.workers, len(s.Points), func(_, n int) error {
		lines[n], wrong[n] = newEncoder(j, s.Points[n], column).check(s.Points[n], j.IXY())
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for n, text := range wrong {
		if text != "" {
			f.fail("soft.points[%d] %s", n, text)
		}
	}
	for n, b := range s.Points[1:] {
		a := s.Points[n]
		if above := between(a, b, lines[n], lines[n+1], j.IXY()); above > s.Gap+4*samePoint {
			f.fail("the curve of soft encoders may be %.3g bit too low between rates %g and %g, and says %.3g", above, a.Rate, b.Rate, s.Gap)
		}
	}
	f.says.Soft = len(s.Points)
	return nil
}

const (
	mostSoftColumns = 3
	mostSoftPieces  = 1 << 22
)

// softLine is I <= at0 + slope R for all encoders; the zero value says nothing.
type softLine struct {
	at0, slope float64
	known      bool
}

// between returns how far the least of the known lines, of I <= R and of I <= I(X;Y) is above the chord of two points.
func between(a, b frontier.SoftPoint, la, lb softLine, ixy float64) float64 {
	lines := []softLine{{slope: 1}, {at0: ixy}}
	for _, l := range []softLine{la, lb} {
		if l.known {
			lines = append(lines, l)
		}
	}
	above := func(r float64) float64 {
		least := math.Inf(1)
		for _, l := range lines {
			least = min(least, l.at0+float64(l.slope*r))
		}
		return least - a.I - float64((b.I-a.I)/(b.Rate-a.Rate)*(r-a.Rate))
	}
	most := max(above(a.Rate), above(b.Rate))
	for k, l := range lines {
		for _, o := range lines[:k] {
			if r := (l.at0 - o.at0) / (o.slope - l.slope); r > a.Rate && r < b.Rate {
				most = max(most, above(r))
			}
		}
	}
	return most
}

// softEncoder is an encoder with its table, in natural logarithms.
type softEncoder struct {
	mass []float64   // p(x)
	rows [][]float64 // p(y|x)
	beta float64
	w    []float64
	nu   [][]float64
	lnZ  []float64
	q    [][]float64 // p(z|x)
}

// newEncoder returns the encoder of a point, with columns in the order of the file.
func newEncoder(j *joint.Joint, p frontier.SoftPoint, column map[string]int) *softEncoder {
	e := &softEncoder{beta: p.Beta}
	for x := range j.Rows() {
		row := make([]float64, j.Cols())
		columns, masses := j.Row(x)
		for k, y := range columns {
			row[column[j.YLabels()[y]]] = masses[k] / j.RowMass(x)
		}
		e.rows = append(e.rows, row)
		e.mass = append(e.mass, j.RowMass(x)/j.Total())
	}
	for _, g := range p.Groups {
		e.w = append(e.w, g[0])
		e.nu = append(e.nu, g[1:])
	}
	for _, row := range e.rows {
		q, highest := make([]float64, len(e.w)), math.Inf(-1)
		for z, w := range e.w {
			q[z] = special.Ln(w) - float64(e.beta*divergence(row, e.nu[z]))
			highest = max(highest, q[z])
		}
		sum := 0.0
		for z := range q {
			q[z] = special.Exp(q[z] - highest)
			sum += q[z]
		}
		for z := range q {
			q[z] /= sum
		}
		e.q = append(e.q, q)
		e.lnZ = append(e.lnZ, highest+special.Ln(sum))
	}
	return e
}

// divergence returns D(p || q) in nats.
func divergence(p, q []float64) float64 {
	d := 0.0
	for y, v := range p {
		if v > 0 {
			d += float64(v * special.Ln(v/q[y]))
		}
	}
	return d
}

// check returns the line of a point, and what is wrong with the point. A point without groups is an end of the curve
// or a clustering.
func (e *softEncoder) check(p frontier.SoftPoint, ixy float64) (softLine, string) {
	if len(e.w) == 0 {
		if p.Beta > 0 {
			return softLine{}, "has a beta and no groups"
		}
		return softLine{}, ""
	}
	if !(p.Beta > 0) {
		return softLine{}, "has groups and no beta"
	}
	rate, i := e.point(ixy)
	if !near(rate, p.Rate) || !near(i, p.I) {
		return softLine{}, fmt.Sprintf("is given with rate %g and i %g, and its groups have %g and %g", p.Rate, p.I, rate, i)
	}
	value := 0.0
	for x, z := range e.lnZ {
		value += float64(e.mass[x] * z)
	}
	if !e.within(float64(p.Slack*p.Beta*math.Ln2) + 1e-9) {
		return softLine{}, "has a slack that is not proved"
	}
	return softLine{ixy + float64(value/math.Ln2/p.Beta) + p.Slack + samePoint, 1 / p.Beta, true}, ""
}

// point returns I(X;Z) and I(Z;Y) in bits: the mean divergence of p(z|x) from p(z), and what I(X;Y) loses to the
// divergence of p(y|x) from p(y|z).
func (e *softEncoder) point(ixy float64) (rate, i float64) {
	pz, means := make([]float64, len(e.w)), make([][]float64, len(e.w))
	for z := range means {
		means[z] = make([]float64, len(e.rows[0]))
	}
	for x, q := range e.q {
		for z, share := range q {
			pz[z] += float64(e.mass[x] * share)
			for y, v := range e.rows[x] {
				means[z][y] += float64(e.mass[x] * share * v)
			}
		}
	}
	for z := range means {
		for y := range means[z] {
			if pz[z] > 0 {
				means[z][y] /= pz[z]
			}
		}
	}
	i = ixy
	for x, q := range e.q {
		rate += float64(e.mass[x] * divergence(q, pz) / math.Ln2)
		for z, share := range q {
			if share > 0 {
				i -= float64(e.mass[x] * share * divergence(e.rows[x], means[z]) / math.Ln2)
			}
		}
	}
	return rate, i
}

// within reports whether ln sum_x p(x)/Z_x exp(-beta D(p(y|x) || nu)) is at most a limit for all nu. It cuts the simplex
// into pieces. In a piece with the centre c, -D(p || nu) <= -D(p || c) + sum_y p_y nu_y / c_y - 1, because the logarithm is
// below its tangents; the sum of the exponentials of these bounds is convex, and largest at a corner of the piece.
func (e *softEncoder) within(limit float64) bool {
	m := len(e.rows[0])
	first := make([][]float64, m)
	for y := range first {
		first[y] = make([]float64, m)
		first[y][y] = 1
	}
	todo := [][][]float64{first}
	for count := 0; len(todo) > 0; count++ {
		piece := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if e.atMost(piece, limit) {
			continue
		}
		if count > mostSoftPieces {
			return false
		}
		a, b := 0, 1 // the ends of the longest edge
		longest := 0.0
		for k := range m {
			for l := range k {
				d := 0.0
				for y := range m {
					d = max(d, math.Abs(piece[k][y]-piece[l][y]))
				}
				if d > longest {
					longest, a, b = d, l, k
				}
			}
		}
		if longest < 1e-12 {
			return false
		}
		middle := lists.Make(m, func(y int) float64 { return float64(0.5*piece[a][y]) + float64(0.5*piece[b][y]) })
		for _, end := range []int{a, b} {
			part := append([][]float64(nil), piece...)
			part[end] = middle
			todo = append(todo, part)
		}
	}
	return true
}

// atMost reports whether the bound of a piece is within the limit.
func (e *softEncoder) atMost(piece [][]float64, limit float64) bool {
	m := len(piece)
	centre := make([]float64, m)
	for _, corner := range piece {
		for y, v := range corner {
			centre[y] += v / float64(m)
		}
	}
	sums, single := make([]float64, m), 0.0
	for x, row := range e.rows {
		base := special.Ln(e.mass[x]) - e.lnZ[x]
		at := base - float64(e.beta*divergence(row, centre))
		most := math.Inf(-1)
		for k, corner := range piece {
			rise := -1.0
			for y, v := range row {
				if v > 0 {
					rise += float64(v * corner[y] / centre[y])
				}
			}
			there := at + float64(e.beta*rise)
			sums[k] += special.Exp(there)
			most = max(most, there)
		}
		single += special.Exp(min(most, base))
	}
	bound := 0.0
	for _, v := range sums {
		bound = max(bound, v)
	}
	return special.Ln(min(bound, single)) <= limit
}
