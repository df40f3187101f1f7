package automorphism

// table is a table whose rows are matched in the order 0, 1, 2, ... Once the images of rows
// 0 to x are chosen, the columns fall into classes: two columns are in one class if they have
// the same masses in all blocks of these rows. The columns of the images must fall into classes
// of the same sizes with the same masses.
type table struct {
	n     int
	pairs bool // whether there are blocks of two different rows
	cells Cells
	moves []move // of the rows one after the other
	first []int  // of every row, the first of its moves; and the end
	// The search: the classes of the image's columns, how many columns made each
	// transition, what was changed, and the image of every row.
	class    []int32
	made     []int32
	changed  []change
	image    []uint8
	used     []bool
	exchange bool // blocks (a,b) are matched with blocks (b,a)
	steps    int
}

// move is what a block of two rows does to the classes of columns.
type move struct {
	first, second int // the rows
	columns       int // in which the block has mass
	to            map[split]*transition
}

// split is a class of columns and a mass that some of its columns have in the block.
type split struct {
	class int32
	mass  float64
}

// transition is the class that these columns are in from then on, and how many they are.
type transition struct {
	class, count int32
}

// change is a column of the image, with its class before.
type change struct{ column, class int32 }

func newTable(n, m int, pairs bool, cells Cells) *table {
	t := &table{
		n: n, pairs: pairs, cells: cells,
		class: make([]int32, m), image: make([]uint8, n), used: make([]bool, n),
	}
	class, classes := make([]int32, m), int32(1)
	for x := range n {
		t.first = append(t.first, len(t.moves))
		for _, with := range t.blocks(x) {
			columns, masses := cells(with[0], with[1])
			next := move{with[0], with[1], len(columns), make(map[split]*transition)}
			for k, y := range columns {
				key := split{class[y], masses[k]}
				if next.to[key] == nil {
					next.to[key] = &transition{class: classes}
					classes++
				}
				next.to[key].count++
				class[y] = next.to[key].class
			}
			t.moves = append(t.moves, next)
		}
	}
	t.first = append(t.first, len(t.moves))
	t.made = make([]int32, classes)
	return t
}

// blocks returns the blocks that row x has with itself and with the rows before.
func (t *table) blocks(x int) [][2]int {
	blocks := [][2]int{{x, x}}
	for z := 0; z < x && t.pairs; z++ {
		blocks = append(blocks, [2]int{x, z}, [2]int{z, x})
	}
	return blocks
}

// search returns a permutation that fixes the rows before k and turns k into v, or nil if there is
// none. ok is false if the steps are used up.
func (t *table) search(k, v int) (s []uint8, ok bool) {
	for _, t.exchange = range []bool{false, true} {
		if t.exchange && !t.pairs {
			break
		}
		clear(t.class)
		clear(t.used)
		t.changed = t.changed[:0]
		fits := true
		for x := 0; x < k && fits; x++ {
			fits = t.match(x, x)
		}
		if fits && t.match(k, v) && t.extend(k+1) {
			return append([]uint8(nil), t.image...), true
		}
		if t.steps > maxSteps {
			return nil, false
		}
	}
	return nil, true
}

// extend chooses the images of the rows from x on.
func (t *table) extend(x int) bool {
	if x == t.n {
		return true
	}
	for v := range t.n {
		if t.used[v] {
			continue
		}
		mark := len(t.changed)
		if t.match(x, v) {
			if t.extend(x + 1) {
				return true
			}
			t.used[v] = false
		}
		t.undo(mark)
		if t.steps > maxSteps {
			break
		}
	}
	return false
}

// match makes v the image of row x, and reports whether the classes of columns fit. The columns without mass in a
// block fit if all others do.
func (t *table) match(x, v int) bool {
	t.steps++
	t.image[x] = uint8(v)
	for k := t.first[x]; k < t.first[x+1]; k++ {
		if !t.follow(&t.moves[k]) {
			return false
		}
	}
	t.used[v] = true
	return true
}

// follow splits the classes of the image's columns as a move says.
func (t *table) follow(next *move) bool {
	a, b := int(t.image[next.first]), int(t.image[next.second])
	if t.exchange {
		a, b = b, a
	}
	columns, masses := t.cells(a, b)
	fits, from := true, len(t.changed)
	for k, y := range columns {
		to := next.to[split{t.class[y], masses[k]}]
		if to == nil || t.made[to.class] == to.count {
			fits = false
			break
		}
		t.made[to.class]++
		t.changed = append(t.changed, change{y, t.class[y]})
		t.class[y] = to.class
	}
	moved := t.changed[from:]
	for _, c := range moved {
		t.made[t.class[c.column]] = 0
	}
	return fits && len(moved) == next.columns
}

// undo takes back the changes since a mark.
func (t *table) undo(mark int) {
	for k := len(t.changed) - 1; k >= mark; k-- {
		t.class[t.changed[k].column] = t.changed[k].class
	}
	t.changed = t.changed[:mark]
}
