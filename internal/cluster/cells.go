package cluster

import "math/bits"

// mass is the type of masses: counts below 2^31 take half the memory of other ones.
type mass interface{ int32 | float64 }

// matrix is the cells of a table by rows.
type matrix[M mass] struct {
	*Table
	m       int
	columns [][]int32 // of a row, those of the source
	masses  [][]M
	sum     []float64 // of every row, the sum of phi over its cells
}

// counted reports whether masses of a type are counts, whose phi is in a table.
func counted[M mass]() bool {
	_, ok := any(M(0)).(int32)
	return ok
}

// fillCells makes a table of a source of cells.
func fillCells[M mass](t *Table, s CellSource) {
	c := &matrix[M]{Table: t, m: s.Cols()}
	for x := range t.N {
		columns, given := s.Cells(x)
		masses := massesOf[M](given)
		var sum float64
		for _, v := range masses {
			sum += c.phiOf(v)
		}
		phi := t.Phi(t.Weight[x])
		c.columns, c.masses, c.sum = append(c.columns, columns), append(c.masses, masses), append(c.sum, sum)
		t.alone, t.Length = append(t.alone, Change{-phi, sum - phi}), append(t.Length, int32(len(columns)))
	}
	t.Heavy, t.PairLength = int32(min(t.N, max(LeastHeavy, heavyCells/c.m))), c.m/4
	t.FirstSlope, t.LastSlope, t.ListSlope = firstSlopeOfCells, 1, 0.1
	t.PerCluster = int64(c.m) * 4
	if !counted[M]() {
		t.PerCluster = int64(c.m) * 16 // with the phi of each mass
	}
	t.Kin = c.byDistribution
	t.newSums = func(in *Clustering) sums { return newCellSums(c, in) }
}

// firstSlopeOfCells is the slope at which the first sweep begins: below it, bits of h are worth nothing.
const firstSlopeOfCells = 1e-4

// Most rows are compared with the heaviest ones, which therefore have sums even if they are alone: as many
// rows as have heavyCells in all columns, and at least leastHeavy.
const (
	heavyCells = 8e6
	LeastHeavy = 256
)

// row returns the cells of a row.
func (t *matrix[M]) row(x int32) (columns []int32, masses []M) {
	return t.columns[x], t.masses[x]
}

// massesOf returns masses as another type, or themselves if they have it.
func massesOf[M mass](given []float64) []M {
	if same, ok := any(given).([]M); ok {
		return same
	}
	masses := make([]M, len(given))
	for k, v := range given {
		masses[k] = M(v)
	}
	return masses
}

func (t *matrix[M]) phiOf(v M) float64 {
	if v < M(len(t.small)) { // an int need not hold v
		return t.small[int(v)]
	}
	return t.phis.At(float64(v))
}

// cellSums are the masses of clusters in the columns. They are kept of clusters of several rows, and of the
// heaviest rows: the other rows are their own sums.
type cellSums[M mass] struct {
	*matrix[M]
	in   *Clustering
	sums [][]M      // of a cluster, by column; nil if it is a row without
	held [][]uint64 // of a cluster with sums, the columns in which it has mass
	// phis have phi of the sums where a logarithm would have to be computed for it; nil for counts, whose phi is
	// in a table.
	phis  [][]float64
	after []float64 // scratch space: masses whose phi is wanted
	// spare are sums that are 0, each with no columns held.
	spare []cellSum[M]
}

// cellSum is what one cluster has in sums, held and phis.
type cellSum[M mass] struct {
	sums []M
	held []uint64
	phis []float64
}

func newCellSums[M mass](t *matrix[M], in *Clustering) *cellSums[M] {
	c := &cellSums[M]{matrix: t, in: in, sums: make([][]M, t.N), held: make([][]uint64, t.N)}
	if !counted[M]() {
		c.phis, c.after = make([][]float64, t.N), make([]float64, 0, t.m)
	}
	return c
}

func (c *cellSums[M]) Load(k int32) Change {
	if x := c.in.Head[k]; c.in.Size[k] == 1 && x >= c.Heavy {
		return c.alone[x]
	}
	c.fill(k)
	var sum float64
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			sum += c.phiAt(k, word<<6+bits.TrailingZeros64(set))
		}
	}
	phi := c.in.phiW[k]
	return Change{-phi, sum - phi}
}

// phiAt returns phi of a sum of a cluster.
func (c *cellSums[M]) phiAt(k int32, y int) float64 {
	if c.phis != nil {
		return c.phis[k][y]
	}
	return c.phiOf(c.sums[k][y])
}

func (c *cellSums[M]) Has(k int32) bool { return c.sums[k] != nil }

func (c *cellSums[M]) fill(k int32) {
	if c.sums[k] != nil {
		return
	}
	c.in.Room--
	last := len(c.spare) - 1
	if last < 0 {
		fresh := cellSum[M]{sums: make([]M, c.m), held: make([]uint64, (c.m+63)/64)}
		if c.phis != nil {
			fresh.phis = make([]float64, c.m)
		}
		c.spare, last = append(c.spare, fresh), 0
	}
	spare := c.spare[last]
	c.sums[k], c.held[k], c.spare = spare.sums, spare.held, c.spare[:last]
	if c.phis != nil {
		c.phis[k] = spare.phis
	}
	for x := c.in.Head[k]; ; {
		c.put(x, k)
		if x = c.in.Next[x]; x == c.in.Head[k] {
			break
		}
	}
	if c.phis == nil {
		return
	}
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			c.phis[k][y] = c.phiOf(c.sums[k][y])
		}
	}
}

// renew computes phi anew where a row has changed the sums of a cluster.
func (c *cellSums[M]) renew(x, k int32) {
	if c.phis == nil {
		return
	}
	sums, phis := c.sums[k], c.phis[k]
	for _, y := range c.columns[x] {
		phis[y] = c.phiOf(sums[y])
	}
}

// Release gives the sums of a cluster back. O(columns in which it has mass).
func (c *cellSums[M]) Release(k int32) {
	s := c.sums[k]
	if s == nil {
		return
	}
	spare := cellSum[M]{sums: s, held: c.held[k]}
	if c.phis != nil {
		spare.phis, c.phis[k] = c.phis[k], nil
	}
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			s[y] = 0
			if spare.phis != nil {
				spare.phis[y] = 0
			}
		}
		c.held[k][word] = 0
	}
	c.spare = append(c.spare, spare)
	c.sums[k], c.held[k] = nil, nil
	c.in.Room++
}

// Add adds a row, which is in the cluster already. One that is alone has sums only if it is heavy.
func (c *cellSums[M]) Add(x, k int32) {
	switch {
	case c.sums[k] != nil:
		c.put(x, k)
		c.renew(x, k)
	case x < c.Heavy:
		c.fill(k)
	}
}

// put adds a row to the sums of a cluster, and leaves phi of them as it is.
func (c *cellSums[M]) put(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		sums[y] += masses[n]
		held[y>>6] |= 1 << (y & 63)
	}
}

func (c *cellSums[M]) subtract(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		if sums[y] -= masses[n]; sums[y] == 0 {
			held[y>>6] &^= 1 << (y & 63)
		}
	}
	c.renew(x, k)
}

// Joining is O(cells of the row), or of both rows if the cluster is one without sums.
func (c *cellSums[M]) Joining(x, k int32) Change {
	whole := c.Phi(c.in.W[k]+c.Weight[x]) - c.in.phiW[k]
	sums := c.sums[k]
	if sums == nil {
		return Change{-whole, c.sum[x] + c.shared(x, c.in.Head[k]) - whole}
	}
	columns, masses := c.row(x)
	if c.phis != nil {
		return Change{-whole, c.changing(columns, masses, k, false) - whole}
	}
	small := c.small
	var cells float64
	for n, y := range columns {
		before := sums[y]
		if after := before + masses[n]; after < M(len(small)) {
			cells += small[int(after)] - small[int(before)]
		} else {
			cells += c.phiOf(after) - c.phiOf(before)
		}
	}
	return Change{-whole, cells - whole}
}

// changing returns the change of the sum of phi over the cells of a cluster when masses are added to it or taken from
// it. It is for clusters whose phi is kept.
func (c *cellSums[M]) changing(columns []int32, masses []M, k int32, taken bool) float64 {
	sums, phis := c.sums[k], c.phis[k]
	after, before := c.after[:0], 0.0
	for n, y := range columns {
		v := masses[n]
		if taken {
			v = -v
		}
		after = append(after, float64(sums[y]+v))
		before += phis[y]
	}
	return c.Table.phis.Sum(after) - before
}

// shared returns what the sum of phi over the cells of two rows changes by when they become one.
func (c *cellSums[M]) shared(x, z int32) (cells float64) {
	columns, masses := c.row(x)
	others, more := c.row(z)
	for a, b := 0, 0; a < len(columns) && b < len(others); {
		switch y, o := columns[a], others[b]; {
		case y < o:
			a++
		case y > o:
			b++
		default:
			cells += c.phiOf(masses[a]+more[b]) - c.phiOf(masses[a]) - c.phiOf(more[b])
			a++
			b++
		}
	}
	return cells
}

// parting is O(cells of the row).
func (c *cellSums[M]) parting(x int32) Change {
	k := c.in.Label[x]
	columns, masses := c.row(x)
	whole := c.Phi(c.in.W[k]-c.Weight[x]) - c.in.phiW[k]
	if c.phis != nil {
		return Change{-whole, c.changing(columns, masses, k, true) - whole}
	}
	sums, small := c.sums[k], c.small
	var cells float64
	for n, y := range columns {
		if before := sums[y]; before < M(len(small)) {
			cells += small[int(before-masses[n])] - small[int(before)]
		} else {
			cells += c.phiOf(before-masses[n]) - c.phiOf(before)
		}
	}
	return Change{-whole, cells - whole}
}

// uniting is O(columns that both have).
func (c *cellSums[M]) uniting(a, b int32) Change {
	s, t, held, small := c.sums[a], c.sums[b], c.held[b], c.small
	whole := c.Phi(c.in.W[a]+c.in.W[b]) - c.in.phiW[a] - c.in.phiW[b]
	var cells float64
	if c.phis != nil {
		p, q, after := c.phis[a], c.phis[b], c.after[:0]
		for word, set := range c.held[a] {
			for set &= held[word]; set != 0; set &= set - 1 {
				y := word<<6 + bits.TrailingZeros64(set)
				after = append(after, float64(s[y]+t[y]))
				cells -= p[y] + q[y]
			}
		}
		return Change{-whole, c.Table.phis.Sum(after) + cells - whole}
	}
	for word, set := range c.held[a] {
		for set &= held[word]; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			u, v := s[y], t[y]
			if both := u + v; both < M(len(small)) {
				cells += small[int(both)] - small[int(u)] - small[int(v)]
			} else {
				cells += c.phiOf(both) - c.phiOf(u) - c.phiOf(v)
			}
		}
	}
	return Change{-whole, cells - whole}
}

func (c *cellSums[M]) unite(a, b int32) {
	s, t := c.sums[a], c.sums[b]
	for word, set := range c.held[a] {
		c.held[b][word] |= set
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			t[y] += s[y]
			if c.phis != nil {
				c.phis[b][y] = c.phiOf(t[y])
			}
		}
	}
}
