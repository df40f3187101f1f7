package ceiling

// blend is a mixture of clusters, seen from one row: for each of its columns y, P(T|y) / w of
// clusters T of mass w. The bound is computed from its values r.
type blend struct {
	r       []float64
	atoms   [][]float64
	weights []float64
	spare   [][]float64
}

const (
	atoms      = 6 // the number of clusters that are mixed
	iterations = 8 // of the weights, after each cluster
)

// reset begins with the cluster of all rows, for a row with the given number of columns.
func (b *blend) reset(columns int) {
	if cap(b.r) < columns {
		b.r, b.spare, b.atoms = make([]float64, columns), nil, nil
	}
	b.r = b.r[:columns]
	b.spare = append(b.spare, b.atoms...)
	b.atoms, b.weights = b.atoms[:0], b.weights[:0]
	for k := range b.add() {
		b.r[k], b.atoms[0][k] = 1, 1
	}
}

// add returns room for another cluster, if necessary by dropping the cluster of least weight.
func (b *blend) add() []float64 {
	if len(b.atoms) == atoms {
		b.drop()
	}
	var room []float64
	if last := len(b.spare) - 1; last >= 0 {
		room, b.spare = b.spare[last][:len(b.r)], b.spare[:last]
	} else {
		room = make([]float64, len(b.r), cap(b.r))
	}
	b.atoms = append(b.atoms, room)
	share := 1 / float64(len(b.atoms))
	for a := range b.weights {
		b.weights[a] *= 1 - share
	}
	b.weights = append(b.weights, share)
	return room
}

// drop removes the cluster of least weight.
func (b *blend) drop() {
	least := 0
	for a, w := range b.weights {
		if w < b.weights[least] {
			least = a
		}
	}
	rest := 1 - b.weights[least]
	b.spare = append(b.spare, b.atoms[least])
	b.atoms = append(b.atoms[:least], b.atoms[least+1:]...)
	b.weights = append(b.weights[:least], b.weights[least+1:]...)
	for a := range b.weights {
		b.weights[a] /= rest
	}
}

// balance improves the weights by expectation and maximisation of sum_y p(y|x) log r_y, which makes
// the divergence of p(y|x) from the mixture small.
func (b *blend) balance(row []cell) {
	for range iterations {
		b.mix()
		for a, atom := range b.atoms {
			f := 0.0
			for k, c := range row {
				f += float64(c.p * atom[k] / b.r[k])
			}
			b.weights[a] *= f
		}
	}
	b.mix()
}

// mix computes r from the clusters and their weights.
func (b *blend) mix() {
	clear(b.r)
	for a, atom := range b.atoms {
		w := b.weights[a]
		for k, v := range atom {
			b.r[k] += float64(w * v)
		}
	}
}

// mean returns sum_y p(y|x) log2 r_y.
func (b *blend) mean(row []cell) float64 {
	sum := 0.0
	for k, c := range row {
		sum += float64(c.p * log2(b.r[k]))
	}
	return sum
}
