package baseline

import (
	"context"

	"github.com/dibmap/dibmap/internal/lists"
)

// sequentialIB is the sequential information bottleneck of Slonim, Friedman and Tishby
// 2002 (doi:10.1145/564376.564401, figure 1). For each number of clusters k it deals the rows
// out at random. Then it takes each row in turn out of its cluster and puts it into the
// cluster where I(Z;Y) becomes largest, until a round changes nothing.
// Putting row x of mass p(x) into cluster t costs
//
//	(p(x) + p(t)) JSD_pi(p(y|x), p(y|t)),  pi = p(x)/(p(x) + p(t)),
//
// with the Jensen-Shannon divergence weighted by pi and 1-pi. The clustering of k is the best
// of [Options.Restarts] starts, and k is its parameter. A row alone in its cluster stays, so
// that k clusters remain.
//
// I(Z;Y) rises with every move and is computed exactly, so the rounds end in a local optimum.
// H(Z) is ignored.
//
// O(n + k c) per round for c non-zero cells, usually about ten rounds, for every restart and
// k; O(k m) memory for each worker.
func sequentialIB() Method {
	return Method{Name: "sequential-ib", restarts: usualRestarts, run: func(ctx context.Context, t *table, o Options) Result {
		return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
			s := newSequential(t, k, newStream(o.Seed, forSequential, k, restart))
			for ctx.Err() == nil && s.round() {
				continue
			}
			return s.labels, -s.information()
		})
	}}
}

// sequential is a clustering between two rounds of sequentialIB.
type sequential struct {
	*clusters
	size   []int // number of rows of every cluster
	order  []int // in which rows are moved
	random *stream
}

// newSequential deals the rows out into k clusters, in random order.
func newSequential(t *table, k int, random *stream) *sequential {
	s := &sequential{size: make([]int, k), random: random, order: make([]int, t.n)}
	for x := range s.order {
		s.order[x] = x
	}
	random.shuffle(s.order)
	labels := make([]int, t.n)
	for i, x := range s.order {
		labels[x] = i % k
		s.size[i%k]++
	}
	s.clusters = newClusters(t, labels, k)
	return s
}

// round moves every row to its best cluster, in random order, and reports whether any row
// changed its cluster.
func (s *sequential) round() (changed bool) {
	s.random.shuffle(s.order)
	for _, x := range s.order {
		from := s.labels[x]
		if s.size[from] == 1 {
			continue
		}
		s.take(x)
		to, most := from, s.gain(x, from)
		for c := range s.size {
			if c == from {
				continue
			}
			if gain := s.gain(x, c); gain > most {
				to, most = c, gain
			}
		}
		s.put(x, to)
		s.size[from]--
		s.size[to]++
		changed = changed || to != from
	}
	return changed
}

// clusters is a clustering of a table with the masses of its clusters. Masses are whole
// numbers and phi is rounded to a quantum, so their sums are exact.
type clusters struct {
	table  *table
	labels []int // of the rows of the table
	mass   []float64
	cells  [][]float64 // masses by cluster and column
	phi    [][]float64 // phi of cells
	joined []float64   // scratch space
}

// newClusters returns the clustering of a table by labels below k, without copying the
// labels. O(k m + non-zero cells).
func newClusters(t *table, labels []int, k int) *clusters {
	s := &clusters{
		table: t, labels: labels, mass: make([]float64, k),
		cells: matrix(k, t.m), phi: matrix(k, t.m), joined: make([]float64, t.m),
	}
	for x, c := range labels {
		s.change(x, c, 1)
	}
	return s
}

// matrix returns a matrix of zeros.
func matrix(rows, columns int) [][]float64 {
	all := make([]float64, rows*columns)
	return lists.Make(rows, func(r int) []float64 { return all[r*columns : (r+1)*columns : (r+1)*columns] })
}

// change adds the masses of row x to cluster c, or subtracts them if sign is -1.
func (s *clusters) change(x, c int, sign float64) {
	row := &s.table.rows[x]
	cells, phi := s.cells[c], s.phi[c]
	for i, y := range row.columns {
		cells[y] += float64(sign * row.masses[i])
		phi[y] = s.table.phi.At(cells[y])
	}
	s.mass[c] += float64(sign * row.mass)
}

// take takes row x out of its cluster.
func (s *clusters) take(x int) { s.change(x, s.labels[x], -1) }

// put puts row x, which was taken out, into cluster c.
func (s *clusters) put(x, c int) {
	s.labels[x] = c
	s.change(x, c, 1)
}

// gain returns the growth in bits of the contribution of cluster c to I(Z;Y) when row x,
// which was taken out, is put into it. It omits the contribution of x itself, so only the
// gains of different clusters can be compared. O(non-zero cells of x).
func (s *clusters) gain(x, c int) float64 {
	row := &s.table.rows[x]
	cells, phi := s.cells[c], s.phi[c]
	joined := s.joined[:len(row.columns)]
	var without float64
	for i, y := range row.columns {
		joined[i] = cells[y] + row.masses[i]
		without += phi[y]
	}
	at := s.table.phi.At
	return s.table.phi.Sum(joined) - without - at(s.mass[c]+row.mass) + at(s.mass[c])
}

// information returns I(Z;Y) - H(Y) in bits: sum_c [sum_y phi(v_cy) - phi(w_c)].
func (s *clusters) information() float64 {
	var sum float64
	for c, w := range s.mass {
		for _, v := range s.phi[c] {
			sum += v
		}
		sum -= s.table.phi.At(w)
	}
	return sum
}
