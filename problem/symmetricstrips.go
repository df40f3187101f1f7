package problem

// cellTable holds lists of masses by column, one list for every pair of two indices.
type cellTable struct {
	width int // number of second indices
	start []int32
	cells []columnMass
}

// columnMass is a mass in a column.
type columnMass struct {
	y    int32
	mass float64
}

// at returns the list of a pair.
func (t *cellTable) at(i, j int32) []columnMass {
	at := int(i)*t.width + int(j)
	return t.cells[t.start[at]:t.start[at+1]]
}

// sum makes the table the sums of lists over the rows of every cluster, for indices up to n: the list of i and c is
// the sum of the lists of i and the rows of c.
func (t *cellTable) sum(n int, g *grouping, s *setPair, list func(i, x int32) []columnMass) {
	t.width, t.start, t.cells = g.k(), append(t.start[:0], 0), t.cells[:0]
	for i := range int32(n) {
		for c := range g.k() {
			if rows := g.of(c); len(rows) == 1 {
				t.cells = append(t.cells, list(i, rows[0])...)
			} else {
				s.begin()
				for _, x := range rows {
					s.add(list(i, x), ab, +1)
				}
				for _, y := range s.touched {
					t.cells = append(t.cells, columnMass{y, s.columns[y].blocks[ab].change})
				}
			}
			t.start = append(t.start, int32(len(t.cells)))
		}
	}
}

// strips holds masses of the loaded clustering by column. They make it faster to evaluate
// neighbours in tables with many rows.
type strips struct {
	used, hasBlocks, hasSecond bool
	// Of every row as first, and as second input, with every cluster.
	first, second cellTable
	// Of every two clusters, the second input's before the first's.
	blocks cellTable
}

// fillBlocks computes first and blocks, unless they are known. O(n^2 + cells).
func (t *strips) fillBlocks(g *grouping, s *setPair) {
	if !t.hasBlocks {
		t.hasBlocks = true
		t.first.sum(len(g.label), g, s, s.cells.at)
		t.blocks.sum(g.k(), g, s, func(c, x int32) []columnMass { return t.first.at(x, c) })
	}
}

// fillSecond computes second, unless it is known. O(n^2 + cells).
func (t *strips) fillSecond(g *grouping, s *setPair) {
	if !t.hasSecond {
		t.hasSecond = true
		t.second.sum(len(g.label), g, s, func(z, x int32) []columnMass { return s.cells.at(x, z) })
	}
}

// meet adds the cells that row x has with cluster c, times a sign. Cells with x as first input go
// to block first, and cells with x as second input to block second.
func (e *pairEvaluator) meet(x int32, c, first, second int, sign float64) {
	if e.strips.used {
		e.laid.add(e.strips.first.at(x, int32(c)), first, sign)
		e.laid.add(e.strips.second.at(x, int32(c)), second, sign)
		return
	}
	for _, z := range e.of(c) {
		e.laid.add(e.cells.at(x, z), first, sign)
		e.laid.add(e.cells.at(z, x), second, sign)
	}
}

// lay lays the blocks of two clusters, or the block of a cluster with itself.
func (e *pairEvaluator) lay(a, b int) {
	if !e.strips.used {
		e.laid.layRows(e.of(a), e.of(b), a == b)
		return
	}
	e.laid.begin()
	if a == b {
		e.laid.add(e.strips.blocks.at(int32(a), int32(a)), both, +1)
	} else {
		e.laid.add(e.strips.blocks.at(int32(b), int32(a)), ab, +1)
		e.laid.add(e.strips.blocks.at(int32(a), int32(b)), ba, +1)
	}
	e.laid.lay()
}

// toggleOther returns the changes of a row that is in neither cluster: when it joins a, and when
// it joins b.
func (e *pairEvaluator) toggleOther(x int32, a, b int) (first, second phiSums) {
	e.laid.begin()
	e.meet(x, b, ab, ba, +1)
	first = e.laid.end()
	e.laid.begin()
	e.meet(x, a, ba, ab, +1)
	return first, e.laid.end()
}

// toggleMember returns the changes when a member of a cluster leaves it, and when it moves to
// the other. As first input, members of the cluster contribute to the given block.
func (e *pairEvaluator) toggleMember(x int32, c, other, block int) (leaves, moves phiSums) {
	e.laid.begin()
	e.meet(x, other, block, ab+ba-block, -1)
	leaves = e.laid.end()
	e.meet(x, c, ab+ba-block, block, +1)
	e.dropSelf(x)
	return leaves, e.laid.end()
}

// dropSelf removes the cells of a row with itself, which meet added for its own cluster.
func (e *pairEvaluator) dropSelf(x int32) {
	e.laid.add(e.cells.at(x, x), ab, -1)
	e.laid.add(e.cells.at(x, x), ba, -1)
}

// toggleSelf returns the toggles of a row for a cluster with itself.
func (e *pairEvaluator) toggleSelf(x int32, c int, member bool) (own, apart phiSums) {
	sign := 1.0
	if member {
		sign = -1
	}
	e.laid.begin()
	e.meet(x, c, both, both, sign)
	// The cells of the row with itself were removed twice, or are not in the cluster.
	e.laid.add(e.cells.at(x, x), both, +1)
	own = e.laid.end()
	e.laid.begin()
	e.meet(x, c, ab, ba, +1)
	if !member {
		return own, e.laid.end()
	}
	e.dropSelf(x)
	return own, e.laid.end().plus(e.alone[x])
}

// mergesByStrips implements Merges without remembering anything. O(k + cells of b) for every
// merge with a cluster b, and O(n + cells) for all.
func (e *pairEvaluator) mergesByStrips(a int32, wanted []int32, to []Point) {
	e.strips.fillBlocks(&e.grouping, &e.laid)
	k, blocks := int32(e.k()), &e.strips.blocks
	e.merged = resized(e.merged, int(k))
	for _, b := range wanted {
		e.merged[b] = e.at.minus(e.crossings[a*k+b].sums)
	}
	for c := range k {
		if c != a && len(blocks.at(a, c)) == 0 && len(blocks.at(c, a)) == 0 {
			continue // the union has with c what b has with c
		}
		e.lay(int(a), int(c))
		for _, b := range wanted {
			if b == c {
				continue
			}
			with := c // what the union has with c, or with itself, replaces what b has
			e.laid.begin()
			if c == a {
				with = b
				e.laid.add(blocks.at(b, b), both, +1)
				e.laid.add(blocks.at(a, b), both, +1)
				e.laid.add(blocks.at(b, a), both, +1)
			} else {
				e.laid.add(blocks.at(c, b), ab, +1)
				e.laid.add(blocks.at(b, c), ba, +1)
			}
			e.merged[b] = e.merged[b].plus(e.laid.end()).minus(e.crossings[b*k+with].sums)
		}
		e.laid.fold()
	}
	for _, b := range wanted {
		to[b] = e.point(e.merged[b])
	}
}
