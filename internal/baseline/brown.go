package baseline

import (
	"context"
	"slices"
)

// brown finds the classes of words of Brown, deSouza, Della Pietra, Lai and Mercer 1992
// ("Class-based n-gram models of natural language", Computational Linguistics 18(4):467-479,
// section 3). X is a word and Y the next word, and a class contains words in both places: a
// column whose label is a value of X belongs to the class of that row. The method keeps the
// average mutual information of the classes of adjacent words high,
//
//	I(C;C') = sum_cc' phi(p_cc') - sum_c phi(p_c.) - sum_c' phi(p_.c'),  phi(t) = t log2 t.
//
// Words enter a window in the order of their frequency, each as a class of its own. When the
// window is full, the two classes whose merge loses the least of I(C;C') are merged after each
// word. After the last word, merges continue until one class remains, which gives all smaller
// numbers of classes. The size of the window is the largest number of clusters asked for, by
// default up to 100 for more than 64 rows. Words that have not entered form one class, which is
// not merged, so every loss is the difference of two clusterings of all words.
//
// A column whose label is not a value of X stays apart, and a row without a column of its name
// is grouped only by the words after it. If X and Y have no values in common, I(C;C') is
// I(Z;Y), and the method is the agglomerative information bottleneck in a window.
//
// Unlike Brown et al. in some of their experiments, brown does not move words between classes
// at the end. Ties are decided as by agglomerativeIB. Losses are exact sums and do not depend
// on the order of updates. The parameter is the number of clusters.
//
// O(n w (w + d) + non-zero cells) for a window of w and d columns that are not values of X,
// and O(w (w + d)) memory, on one thread.
func brown() Method {
	return Method{Name: "brown", usualK: 100, mostK: 1024, run: func(ctx context.Context, t *table, o Options) Result {
		d := brownTree(ctx, t, slices.Max(o.Clusters))
		return d.result(o.Clusters, func(merges int) float64 { return float64(t.n - merges) })
	}}
}

// brownTree merges the rows of a table in a window of the given size. The height of a merge
// is its loss of I(C;C') in bits. If the context ends first, the tree has the merges so far.
func brownTree(ctx context.Context, t *table, places int) *Dendrogram {
	g := newGrower(t.order)
	w := newWindow(t, min(places, t.n))
	merge := func() {
		a, b, loss := w.best()
		g.merge(w.first[a], w.first[b], max(0, loss)) // rounding of phi can make it negative
		w.merge(a, b)
	}
	for x := range t.n {
		if ctx.Err() != nil {
			return g.tree
		}
		w.enter(x)
		if len(w.alive) > places {
			merge()
		}
	}
	for len(w.alive) > 1 && ctx.Err() == nil {
		merge()
	}
	return g.tree
}

// window holds the classes of brownTree, each at a place counted from 0. There are two more
// places than the window has: one for the word that enters, and rest, the class of all words
// that have not entered.
type window struct {
	*table
	incoming [][]earlierWord // of a word: the words before it
	rest     int
	entered  int   // rows before this one have entered
	earlier  []int // of a row: an earlier row of its class, or itself if it is the first
	class    []int // of the first row of a class: the place
	first    []int // of a place: the first row of its class
	alive    []int // places of the classes in the window, by their first rows
	free     []int // places without a class

	// next[c][d] is the mass of class c before class d, and before[d][c] the same.
	next, before [][]float64
	apart        [][]float64 // by class: masses in the columns that are not values of X
	place        []int32     // of a column that is not a value of X: its index in apart
	left, right  []float64   // mass of a class as X and as Y
	loss         [][]float64 // of a merge of classes c and d in bits, for c before d
	some         []int       // scratch space
	phis         []float64
}

// earlierWord is a word and how often it comes before another.
type earlierWord struct {
	row  int32
	mass float64
}

// newWindow returns an empty window.
func newWindow(t *table, places int) *window {
	all := places + 2
	w := &window{
		table: t, incoming: make([][]earlierWord, t.n), rest: all - 1,
		earlier: make([]int, t.n), class: make([]int, t.n), first: make([]int, all),
		next: matrix(all, all), before: matrix(all, all), loss: matrix(all, all),
		place: make([]int32, t.m), left: make([]float64, all), right: make([]float64, all),
	}
	for c := all - 2; c >= 0; c-- {
		w.free = append(w.free, c)
	}
	d := 0
	for y, x := range t.word {
		if x < 0 {
			w.place[y] = int32(d)
			d++
		}
	}
	w.apart = matrix(all, d)
	for x := range t.rows {
		w.earlier[x] = x
		r := &t.rows[x]
		for k, y := range r.columns {
			if to := t.word[y]; to >= 0 {
				w.incoming[to] = append(w.incoming[to], earlierWord{int32(x), r.masses[k]})
			}
		}
	}
	return w
}

// enter gives row x, the next in canonical order, a class of its own. O(w (w + d)).
func (w *window) enter(x int) {
	c := w.free[len(w.free)-1]
	w.free = w.free[:len(w.free)-1]
	w.entered, w.class[x], w.first[c] = x+1, c, x
	w.count(c, x)
	w.context(w.rest, -1, c)
	// The masses of x leave the class of the rest. Masses between two words of the rest are
	// not updated, because no loss depends on them.
	for _, d := range w.alive {
		w.add(w.rest, d, -w.next[c][d])
		w.add(d, w.rest, -w.next[d][c])
	}
	w.context(w.rest, 1, c)
	w.context(c, 1, c)
	w.alive = append(w.alive, c)
	w.compare(c)
}

// count sets the masses of the class c of row x alone. The place c is empty before.
func (w *window) count(c, x int) {
	r := &w.rows[x]
	w.left[c], w.right[c] = r.mass, 0
	for k, y := range r.columns {
		if to := w.word[y]; to >= 0 {
			w.add(c, w.classOf(to), r.masses[k])
		} else {
			w.apart[c][w.place[y]] = r.masses[k]
		}
	}
	for _, l := range w.incoming[x] {
		w.right[c] += l.mass
		if from := w.classOf(l.row); from != c {
			w.add(from, c, l.mass)
		}
	}
}

// classOf returns the place of the class of a row. O(log n), and nearly O(1) on average.
func (w *window) classOf(row int32) int {
	if int(row) >= w.entered {
		return w.rest
	}
	return w.class[firstRow(w.earlier, int(row))]
}

// firstRow returns the first row of the cluster of row x, given for each row an earlier row
// of its cluster, or the row itself if it is the first. It shortens the path for later calls.
func firstRow(earlier []int, x int) int {
	for earlier[x] != x {
		earlier[x] = earlier[earlier[x]]
		x = earlier[x]
	}
	return x
}

// add adds to the mass of class c before class d.
func (w *window) add(c, d int, mass float64) {
	w.next[c][d] += mass
	w.before[d][c] += mass
}

// best returns the two classes whose merge loses the least, and the loss in bits. O(w^2).
func (w *window) best() (a, b int, loss float64) {
	a, b = w.alive[0], w.alive[1]
	loss = w.loss[a][b]
	for i, c := range w.alive {
		losses := w.loss[c]
		for _, d := range w.alive[i+1:] {
			if losses[d] < loss {
				a, b, loss = c, d, losses[d]
			}
		}
	}
	return a, b, loss
}

// merge puts class b into class a, which comes before it. O(w (w + d)).
func (w *window) merge(a, b int) {
	w.alive = slices.DeleteFunc(w.alive, func(c int) bool { return c == a || c == b })
	w.context(a, -1, b)
	w.context(b, -1, b)
	for _, d := range append(w.alive, w.rest) {
		w.add(a, d, w.next[b][d])
		w.add(d, a, w.next[d][b])
	}
	w.add(a, a, w.next[a][b]+w.next[b][a]+w.next[b][b])
	w.context(a, 1, b)
	for _, d := range append(w.alive, w.rest, a, b) {
		w.next[b][d], w.before[d][b] = 0, 0
		w.next[d][b], w.before[b][d] = 0, 0
	}
	w.left[a] += w.left[b]
	w.right[a] += w.right[b]
	for d, mass := range w.apart[b] {
		w.apart[a][d] += mass
	}
	clear(w.apart[b])
	w.earlier[w.first[b]] = w.first[a]
	w.free = append(w.free, b)
	at, _ := slices.BinarySearchFunc(w.alive, w.first[a], func(c, first int) int { return w.first[c] - first })
	w.alive = slices.Insert(w.alive, at, a)
	w.compare(a)
}

// context adds the terms of class c as a neighbour, before or after, to the losses of all
// merges, or subtracts them if sign is -1. It skips pairs of classes without mass next to class
// by, whose terms do not change when the masses of by are added to c or taken from it. O(w) for
// each class that has mass next to by.
func (w *window) context(c int, sign float64, by int) {
	for _, side := range [][][]float64{w.before, w.next} {
		masses, changed := side[c], side[by]
		w.some, w.phis = w.some[:0], w.phis[:0]
		for _, d := range w.alive {
			if masses[d] > 0 {
				w.some, w.phis = append(w.some, d), append(w.phis, w.phi.At(masses[d]))
			}
		}
		for i, d := range w.some {
			if changed[d] == 0 {
				continue
			}
			for k, e := range w.some {
				if k == i || k < i && changed[e] > 0 { // this pair was counted at e
					continue
				}
				gain := w.phis[i] + w.phis[k] - w.phi.At(masses[d]+masses[e])
				w.loss[w.some[min(i, k)]][w.some[max(i, k)]] += float64(sign * gain)
			}
		}
	}
}

// compare computes the losses of merging class c with each other class. O(w (w + d)).
func (w *window) compare(c int) {
	for _, d := range w.alive {
		if d == c {
			continue
		}
		loss := w.joined(w.apart[c], w.apart[d]) - w.gain(w.left[c], w.left[d]) - w.gain(w.right[c], w.right[d])
		for _, e := range append(w.alive, w.rest) {
			if e != c && e != d {
				loss += w.gain(w.next[c][e], w.next[d][e]) + w.gain(w.before[c][e], w.before[d][e])
			}
		}
		within := [4]float64{w.next[c][c], w.next[c][d], w.next[d][c], w.next[d][d]}
		loss += w.phi.Sum(within[:]) - w.phi.At(within[0]+within[1]+within[2]+within[3])
		if w.first[c] < w.first[d] {
			w.loss[c][d] = loss
		} else {
			w.loss[d][c] = loss
		}
	}
}

// gain returns phi(a) + phi(b) - phi(a+b) in bits, which is 0 if a or b is 0.
func (w *window) gain(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return w.phi.At(a) + w.phi.At(b) - w.phi.At(a+b)
}

// joined returns the sum of the gains of masses in the same columns.
func (w *window) joined(a, b []float64) (sum float64) {
	for d, mass := range a {
		sum += w.gain(mass, b[d])
	}
	return sum
}
