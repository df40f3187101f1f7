package baseline

import (
	"context"
	"math"
	"slices"
)

// lloyd runs k-means on the rows of a table.
type lloyd struct {
	table    *table
	weights  []float64
	start    distance // for choosing rows to start with
	distance distance
}

// maxRounds ends rounds that cycle; usually there are about ten.
const maxRounds = 300

// settled is the distance, in bits or squares of probabilities, below which a row counts as
// being at a centroid.
const settled = 1e-13

// run returns the clustering into at most k clusters that one start leads to, and its sum of
// weighted distances.
func (l *lloyd) run(ctx context.Context, k int, random *stream) (labels []int, loss float64) {
	s := l.seed(k, random)
	for range maxRounds {
		s.fillEmpty()
		s.means()
		if ctx.Err() != nil || !s.assign() {
			break
		}
	}
	s.means()
	for x, c := range s.labels {
		loss += float64(l.weights[x] * s.far(x, c))
	}
	return s.labels, loss
}

// rounds is a clustering between two rounds.
type rounds struct {
	*lloyd
	labels    []int
	nearest   []float64 // distance of every row from its centroid
	centroids []centroid
	size      []int // number of rows
	scratch   []float64
	touched   []bool // whether rows joined or left since the centroid was computed
}

// far returns the distance of row x from the centroid of cluster c.
func (s *rounds) far(x, c int) float64 {
	return s.distance.of(&s.table.rows[x], &s.centroids[c], s.scratch)
}

// label puts row x into cluster c.
func (s *rounds) label(x, c int) {
	from := s.labels[x]
	s.size[from]--
	s.size[c]++
	s.touched[from], s.touched[c] = true, true
	s.labels[x] = c
}

// seed chooses rows as the first centroids, each with a probability in proportion to its
// weight and its distance from the nearest centroid so far, and assigns every row to the
// nearest. If the distance is greedy, seed tries a few rows for each centroid and keeps the
// row with the smallest sum, as Arthur and Vassilvitskii suggest at the end of their paper.
func (l *lloyd) seed(k int, random *stream) *rounds {
	n := l.table.n
	s := &rounds{
		lloyd: l, labels: make([]int, n), nearest: slices.Repeat([]float64{math.Inf(1)}, n),
		centroids: make([]centroid, k), size: make([]int, k), touched: make([]bool, k), scratch: make([]float64, l.table.m),
	}
	for c := range s.centroids {
		s.centroids[c].q = make([]float64, l.table.m)
	}
	s.size[0] = n
	weighted := slices.Clone(l.weights)
	candidate, chosen := make([]float64, n), make([]float64, n)
	tries := 1 // for the first centroid
	for c := range s.centroids {
		found, least := false, math.Inf(1)
		for range tries {
			at := random.weighted(weighted)
			if at < 0 {
				break
			}
			if sum := s.distances(candidate, at, &s.centroids[c]); sum < least {
				found, least = true, sum
				candidate, chosen = chosen, candidate
			}
		}
		if !found {
			break // every row is at a centroid
		}
		for x, d := range chosen {
			if d < s.nearest[x] {
				s.nearest[x] = d
				s.label(x, c)
			}
			weighted[x] = 0
			if s.nearest[x] > settled {
				weighted[x] = float64(l.weights[x] * s.nearest[x])
			}
		}
		tries = l.start.tries(k)
	}
	return s
}

// distances fills into with the distances of all rows from row at, and returns the weighted
// sum of distances from the nearest centroid if row at became one. c is scratch space.
func (s *rounds) distances(into []float64, at int, c *centroid) (sum float64) {
	clear(c.q)
	r := &s.table.rows[at]
	for i, y := range r.columns {
		c.q[y] = r.conditional[i]
	}
	s.start.prepare(c)
	for x := range into {
		into[x] = s.start.of(&s.table.rows[x], c, s.scratch)
		sum += float64(s.weights[x] * min(into[x], s.nearest[x]))
	}
	return sum
}

// means moves the centroid of every cluster that changed to the weighted mean of its rows.
func (s *rounds) means() {
	mass := make([]float64, len(s.centroids))
	for c, touched := range s.touched {
		if touched {
			clear(s.centroids[c].q)
		}
	}
	for x, c := range s.labels {
		if !s.touched[c] {
			continue
		}
		r := &s.table.rows[x]
		for i, y := range r.columns {
			s.centroids[c].q[y] += float64(s.weights[x] * r.conditional[i])
		}
		mass[c] += s.weights[x]
	}
	for c, touched := range s.touched {
		if !touched || s.size[c] == 0 {
			continue
		}
		for y := range s.centroids[c].q {
			s.centroids[c].q[y] /= mass[c]
		}
		s.distance.prepare(&s.centroids[c])
	}
}

// assign assigns every row to the nearest centroid, and reports whether any row moved. A row
// stays unless another centroid is nearer by more than rounding. A row whose centroid has not
// moved is compared only with centroids that have.
func (s *rounds) assign() (moved bool) {
	before := slices.Clone(s.touched)
	clear(s.touched)
	for x := range s.labels {
		at, all := s.labels[x], before[s.labels[x]]
		if all {
			s.nearest[x] = s.far(x, at)
		}
		for c := range s.centroids {
			if s.size[c] == 0 || !all && !before[c] {
				continue
			}
			if d := s.far(x, c); d < s.nearest[x]-settled {
				s.nearest[x], at = d, c
			}
		}
		if at != s.labels[x] {
			s.label(x, at)
			moved = true
		}
	}
	return moved
}

// fillEmpty gives every cluster without rows the row farthest from its centroid, among
// rows that are not alone.
func (s *rounds) fillEmpty() {
	for c, size := range s.size {
		if size > 0 {
			continue
		}
		far, most := -1, settled
		for x, d := range s.nearest {
			if d = float64(d * s.weights[x]); d > most && s.size[s.labels[x]] > 1 {
				far, most = x, d
			}
		}
		if far < 0 {
			return
		}
		s.label(far, c)
		s.nearest[far] = 0
	}
}
