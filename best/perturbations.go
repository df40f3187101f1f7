package best

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/random"
)

// merge is a merge of two clusters, and split a division of one: the rows of part leave it. change is the change of
// the sum of scores.
type (
	merge struct {
		change float64
		a, b   int
	}
	split struct {
		change float64
		c      int
		part   []int32
	}
	// perturbation is a merge and a split, by their numbers.
	perturbation struct {
		change       float64
		merge, split int
	}
)

// merges returns the merges of two clusters that cost least, up to a number of them.
func (g *grouping) merges(most int) []merge {
	var all []merge
	for a := range g.k {
		for b := a + 1; b < g.k; b++ {
			if !g.apart(a, b) {
				all = append(all, merge{g.merged(a, b), a, b})
				g.steps += g.mergeSteps()
			}
		}
	}
	slices.SortStableFunc(all, func(m, n merge) int { return cmp.Compare(n.change, m.change) })
	return all[:min(most, len(all))]
}

// apart reports whether limits keep a row of cluster a apart from a row of cluster b.
func (g *grouping) apart(a, b int) bool {
	if g.limits == nil {
		return false
	}
	return slices.ContainsFunc(g.rows, func(x int32) bool { return int(g.label[x]) == a && g.barred(int(x), b) })
}

// splitter divides clusters.
type splitter struct {
	*grouping
	among []int32 // scratch space
}

// splits returns the splits of all clusters of a grouping, those that gain most first. A cluster
// is split around the row that gains most by itself.
func (s *splitter) splits(ctx context.Context, g *grouping) (all []split) {
	seeds := make([]int, g.k)
	gains := make([]float64, g.k)
	for c := range seeds {
		seeds[c] = -1
	}
	for _, x := range g.rows {
		c := g.label[x]
		if g.size[c] < 2 {
			continue
		}
		if gain := g.leaving(int(x)) + g.alone(int(x)); seeds[c] < 0 || gain > gains[c] {
			seeds[c], gains[c] = int(x), gain
		}
	}
	for c, seed := range seeds {
		if seed >= 0 && ctx.Err() == nil {
			if made, ok := s.around(ctx, g, c, seed); ok {
				all = append(all, made)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b split) int { return cmp.Compare(b.change, a.change) })
	return all
}

// around splits cluster c of a grouping: a row of it becomes a cluster, which others join. ok is
// false if limits do not allow any split that was found.
func (s *splitter) around(ctx context.Context, g *grouping, c, seed int) (made split, ok bool) {
	for x := range s.among {
		s.among[x] = -1
	}
	for _, x := range g.rows {
		if int(g.label[x]) == c {
			s.among[x] = 0
		}
	}
	s.load(s.among, 2)
	whole := s.value
	s.value += s.leaving(seed) + s.alone(seed)
	s.shift(seed, 1)
	s.steps = 0
	for l := s.limits; l != nil && s.mass[1] < l.Least; {
		if !s.attract() {
			return made, false
		}
	}
	s.climb(ctx, math.MaxInt64)
	g.steps += s.steps
	if l := s.limits; l != nil && min(s.mass[0], s.mass[1]) < l.Least || min(s.size[0], s.size[1]) == 0 {
		return made, false
	}
	made = split{change: s.value - whole, c: c}
	for _, x := range s.rows {
		if s.label[x] == 1 {
			made.part = append(made.part, x)
		}
	}
	return made, true
}

// attract moves the row that costs least from the first of two clusters to the second.
func (s *splitter) attract() bool {
	to, most := -1, math.Inf(-1)
	for _, x := range s.rows {
		if s.label[x] != 0 || s.size[0] < 2 {
			continue
		}
		if change := s.leaving(int(x)) + s.joining(int(x), 1); change > most {
			to, most = int(x), change
		}
	}
	if to >= 0 {
		s.value += most
		s.shift(to, 1)
	}
	return to >= 0
}

// apply merges two clusters: cluster b becomes empty.
func (g *grouping) apply(m merge) {
	for _, x := range g.rows {
		if int(g.label[x]) == m.b {
			g.shift(int(x), m.a)
		}
	}
	g.value += m.change
}

// divide moves the part of a split to cluster b, which is empty.
func (g *grouping) divide(s split, b int) {
	for _, x := range s.part {
		g.shift(int(x), b)
	}
	g.value += s.change
}

// perturbations returns the merges and splits of different clusters that together cost least.
func perturbations(merges []merge, splits []split, most int) (all []perturbation) {
	for m, merge := range merges {
		for s, split := range splits {
			if split.c != merge.a && split.c != merge.b {
				all = append(all, perturbation{merge.change + split.change, m, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b perturbation) int { return cmp.Compare(b.change, a.change) })
	return all[:min(most, len(all))]
}

// One in leastShare to mostShare rows is scattered; rows are dealt among a few clusters.
const (
	leastShare = 2
	mostShare  = 12
	dealt      = 3
)

// scatter moves some rows to clusters that are drawn.
func (g *grouping) scatter(draws *random.Stream) {
	share := leastShare + draws.Next()%(mostShare-leastShare+1)
	for _, x := range g.rows {
		if draws.Next()%share == 0 {
			g.send(int(x), int(draws.Next()%uint64(g.k)))
		}
	}
}

// deal draws a few clusters and moves each of their rows to one of them at random.
func (g *grouping) deal(draws *random.Stream) {
	var among [dealt]int32
	for n := range among {
		among[n] = int32(draws.Next() % uint64(g.k))
	}
	for _, x := range g.rows {
		if slices.Contains(among[:], g.label[x]) {
			g.send(int(x), int(among[draws.Next()%dealt]))
		}
	}
}

// send moves a row to a cluster, if that is allowed.
func (g *grouping) send(x, to int) {
	if to != int(g.label[x]) && !g.bound(x) && !g.barred(x, to) {
		g.value += g.leaving(x) + g.joining(x, to)
		g.shift(x, to)
	}
}

// restart puts every row into a cluster that is drawn. It keeps no limits.
func (g *grouping) restart(draws *random.Stream) {
	order := slices.Clone(g.rows)
	for n := range order {
		m := n + int(draws.Next()%uint64(len(order)-n))
		order[n], order[m] = order[m], order[n]
	}
	label := make([]int32, g.n)
	for n, x := range order {
		if label[x] = int32(n); n >= g.k {
			label[x] = int32(draws.Next() % uint64(g.k))
		}
	}
	g.load(label, g.k)
}

// seed makes clusters of the k heaviest rows, and lets the others join them, the heaviest first: each the one where
// it raises the sum of scores most. It returns false if the context ends. It keeps no limits. O(k cells).
func (g *grouping) seed(ctx context.Context, k int) bool {
	label := make([]int32, g.n)
	for x := range label {
		label[x] = int32(min(x, k)) // cluster k has those that are not placed yet
	}
	g.load(label, k+1)
	for x := k; x < g.n; x++ {
		if x&63 == 0 && ctx.Err() != nil {
			return false
		}
		to, most := 0, math.Inf(-1)
		for c := range k {
			if v := g.joining(x, c); v > most {
				to, most = c, v
			}
		}
		g.shift(x, to)
	}
	g.load(slices.Clone(g.label), k)
	return true
}
