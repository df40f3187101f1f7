package main

import (
	"encoding/csv"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

// tally counts the records of each pair of values.
type tally struct {
	x, y []string
	// line has the place of each value of X on a line, in ascending order: the number that it is,
	// or its rank. It is nil if X has no order.
	line   []float64
	counts [][]int64
}

// empty returns a tally of the same values without records.
func (t tally) empty() tally {
	t.counts = make([][]int64, len(t.x))
	for x := range t.counts {
		t.counts[x] = make([]int64, len(t.y))
	}
	return t
}

// split returns the tally of each of some random parts of the records: each record is in a part
// with the same probability.
func (t tally) split(parts int, seed uint64) []tally {
	rng := rand.New(rand.NewPCG(seed, 0))
	split := make([]tally, parts)
	for p := range split {
		split[p] = t.empty()
	}
	for x, row := range t.counts {
		for y, n := range row {
			for range n {
				split[rng.IntN(parts)].counts[x][y]++
			}
		}
	}
	return split
}

// without returns the tally of the records that are not in a part.
func (t tally) without(part tally) tally {
	rest := t.empty()
	for x, row := range t.counts {
		for y, n := range row {
			rest.counts[x][y] = n - part.counts[x][y]
		}
	}
	return rest
}

// ofX returns the number of records of each value of X.
func (t tally) ofX() []int64 {
	sums := make([]int64, len(t.x))
	for x, row := range t.counts {
		for _, n := range row {
			sums[x] += n
		}
	}
	return sums
}

// records returns the number of records.
func (t tally) records() (n int64) {
	for _, m := range t.ofX() {
		n += m
	}
	return n
}

// grouped returns the tally of groups of the values of X.
func (t tally) grouped(groups []int) tally {
	g := tally{x: make([]string, slices.Max(groups)+1), y: t.y}.empty()
	for x, row := range t.counts {
		for y, n := range row {
			g.counts[groups[x]][y] += n
		}
	}
	return g
}

// sample is a tally of those values of X that have records, and of those values of Y.
type sample struct {
	tally
	// seen has the places of the values of X in the whole tally, and unseen the other places.
	seen, unseen []int
}

// sample returns the values that have records.
func (t tally) sample() sample {
	s := sample{tally: tally{}}
	ofY := make([]int64, len(t.y))
	for x, n := range t.ofX() {
		if n == 0 {
			s.unseen = append(s.unseen, x)
			continue
		}
		s.seen = append(s.seen, x)
		s.x = append(s.x, t.x[x])
		if t.line != nil {
			s.line = append(s.line, t.line[x])
		}
		for y, m := range t.counts[x] {
			ofY[y] += m
		}
	}
	for y, n := range ofY {
		if n > 0 {
			s.y = append(s.y, t.y[y])
		}
	}
	for _, x := range s.seen {
		var row []int64
		for y, n := range t.counts[x] {
			if ofY[y] > 0 {
				row = append(row, n)
			}
		}
		s.counts = append(s.counts, row)
	}
	return s
}

// write writes the sample as a matrix of counts with labels.
func (s sample) write(path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := csv.NewWriter(file)
	records := [][]string{append([]string{""}, s.y...)}
	for x, row := range s.counts {
		record := []string{s.x[x]}
		for _, n := range row {
			record = append(record, strconv.FormatInt(n, 10))
		}
		records = append(records, record)
	}
	return out.WriteAll(records)
}

// complete returns the groups of all values of X of a whole tally t, given the groups of the
// sample. A value without records gets the group of the nearest value on the line (of two equally
// near values the lower), or without an order the group with most records.
func (s sample) complete(t tally, groups []int) []int {
	all := make([]int, len(t.x))
	for k, x := range s.seen {
		all[x] = groups[k]
	}
	for _, x := range s.unseen {
		if t.line != nil {
			all[x] = groups[nearest(s.line, t.line[x])]
			continue
		}
		all[x] = largest(s.ofX(), groups)
	}
	return all
}

// nearest returns the position of the number that is nearest to v, the first of two.
func nearest(line []float64, v float64) int {
	at := 0
	for k, w := range line {
		if distance(w, v) < distance(line[at], v) {
			at = k
		}
	}
	return at
}

func distance(v, w float64) float64 { return max(v-w, w-v) }

// largest returns the group with most records, the first of several.
func largest(records []int64, groups []int) int {
	sums := make([]int64, slices.Max(groups)+1)
	for k, n := range records {
		sums[groups[k]] += n
	}
	return slices.Index(sums, slices.Max(sums))
}
