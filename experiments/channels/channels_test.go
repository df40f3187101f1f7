package main

import (
	"context"
	"math"
	"strings"
	"testing"
)

// near reports whether two numbers of bits agree to 1e-9.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestSplit: the two channels of a step have twice the information of the channel, for any number of inputs, and those of
// a binary symmetric channel err as known.
func TestSplit(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5} {
		c := noisy(q, 0.2)
		for level := range 2 {
			minus, plus := c.split()
			if sum := minus.information() + plus.information(); !near(sum, 2*c.information()) || plus.information() < c.information() {
				t.Errorf("%d inputs, level %d: %g bits of %g", q, level, sum, 2*c.information())
			}
			c = plus
		}
	}
	minus, plus := noisy(2, 0.11).split()
	if !near(minus.wrong(), 2*0.11*0.89) || !near(plus.wrong(), 0.11) {
		t.Errorf("errors %g and %g", minus.wrong(), plus.wrong())
	}
}

// TestMerged compares the best grouping of few rows with all groupings, and the greedy one with the best.
func TestMerged(t *testing.T) {
	for _, q := range []int{2, 3} {
		_, c := halved(q).split()
		_, c = c.split()
		c = c[:min(len(c), 7)]
		const k = 3
		most := math.Inf(-1)
		for code := range int(math.Pow(k, float64(len(c)))) {
			sums := make(channel, k)
			for g := range sums {
				sums[g] = make([]float64, q)
			}
			for _, row := range c {
				for e, p := range row {
					sums[code%k][e] += p
				}
				code /= k
			}
			most = max(most, sums.information())
		}
		var found []float64
		for _, choose := range []merger{greedy, best} {
			m, err := c.merged(context.Background(), k, choose)
			if err != nil || len(m) > k {
				t.Fatalf("%d rows, %v", len(m), err)
			}
			found = append(found, m.information())
		}
		if !near(found[1], most) || found[0] > most+1e-9 {
			t.Errorf("%d inputs: greedy %g, best %g, want %g", q, found[0], found[1], most)
		}
	}
}

// TestTables: all tables are written, and QuantDMC's numbers of channels with two inputs are reached.
func TestTables(t *testing.T) {
	var b strings.Builder
	if err := (call{channels: 1, outputs: 71, effort: 0.01, levels: 6, short: 1}).run(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	tables := strings.Split(b.String(), "\n\n")
	for at, lines := range []int{7, 8, 3, 5} {
		if got := strings.Count(strings.TrimSpace(tables[at]), "\n") - 1; got != lines {
			t.Errorf("%d lines in table %d: %s", got, at, &b)
		}
	}
	for _, line := range strings.Split(tables[0], "\n")[2:] {
		if cells := strings.Split(line, "|"); cells[4] != cells[5] {
			t.Errorf("not the numbers of QuantDMC: %s", line)
		}
	}
}

// TestRate: channels are used from the best on, as long as the sum of errors allows it.
func TestRate(t *testing.T) {
	of := []channel{noisy(2, 0.3), noisy(2, 0.001), noisy(2, 0.0005), noisy(2, 0.01)}
	if got := rate(of, 0.0016); got != 0.5 {
		t.Errorf("rate %g", got)
	}
	if got := mean(of[1:2]); !near(got, of[1].information()) {
		t.Errorf("mean %g", got)
	}
}
