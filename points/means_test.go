package points_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/points"
)

// sales are records of a group and a number.
type sales []struct {
	x int
	y float64
}

// table counts records, in the order of some permutation of the records.
func (s sales) table(t *testing.T, order []int) *joint.Joint {
	t.Helper()
	var x, y []string
	rows, columns := make(map[string]int32), make(map[string]int32)
	place := func(labels *[]string, known map[string]int32, label string) int32 {
		if _, ok := known[label]; !ok {
			known[label] = int32(len(*labels))
			*labels = append(*labels, label)
		}
		return known[label]
	}
	counts := make(map[[2]int32]float64)
	for _, n := range order {
		counts[[2]int32{place(&x, rows, fmt.Sprint("x", s[n].x)), place(&y, columns, fmt.Sprint(s[n].y))}]++
	}
	var cells []joint.Cell
	for at, n := range counts {
		cells = append(cells, joint.Cell{X: at[0], Y: at[1], Value: n})
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestMeans: means, variances and R^2 are as computed from the records, in any order of these.
func TestMeans(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 50))
		n, origin := 2+rng.IntN(40), []float64{0, -3, 1e9}[seed%3]
		var s sales
		for i := range n {
			s = append(s, struct {
				x int
				y float64
			}{min(i, rng.IntN(5)), origin + float64(rng.IntN(200))/8})
		}
		s[0].x, s[1].x, s[0].y, s[1].y = 0, 1, origin, origin+50
		c, err := points.FromNumericY(s.table(t, rng.Perm(n)))
		if err != nil {
			t.Fatal(err)
		}
		again, err := points.FromNumericY(s.table(t, rng.Perm(n)))
		if err != nil {
			t.Fatal(err)
		}
		if c.SHA256() != again.SHA256() || c.Variance() != again.Variance() {
			t.Errorf("seed %d: another order of the records gives another cloud", seed)
		}
		var all, explained float64
		for _, r := range s {
			all += r.y / float64(n)
		}
		means, variances := c.Moments()
		for x, label := range c.Labels() {
			var own []float64
			for _, r := range s {
				if fmt.Sprint("x", r.x) == label {
					own = append(own, r.y)
				}
			}
			mean, variance := momentsOf(own)
			if math.Abs(means[x]-mean) > 1e-15*math.Abs(mean)+1e-12 || math.Abs(variances[x]-variance) > 1e-9 || c.Weight(x) != float64(len(own)) {
				t.Errorf("seed %d: %s has %g, %g and %g records, want %g, %g and %d", seed, label, means[x], variances[x], c.Weight(x), mean, variance, len(own))
			}
			explained += float64(len(own)) / float64(n) * (mean - all) * (mean - all)
		}
		var numbers []float64
		for _, r := range s {
			numbers = append(numbers, r.y)
		}
		_, variance := momentsOf(numbers)
		var share float64
		set := c.Set()
		for x := range c.Len() {
			set.Add(x)
			share += set.Between()
			set.Remove(x)
		}
		if math.Abs(c.Variance()/variance-1) > 1e-9 || math.Abs(share-explained/variance) > 1e-9 {
			t.Errorf("seed %d: the variance is %g, of which %g is explained, want %g and %g", seed, c.Variance(), share, variance, explained/variance)
		}
	}
}

func momentsOf(list []float64) (mean, variance float64) {
	for _, v := range list {
		mean += (v - list[0]) / float64(len(list))
	}
	mean += list[0]
	for _, v := range list {
		variance += (v - mean) * (v - mean) / float64(len(list))
	}
	return mean, variance
}

// TestMeansOfWeights: probabilities have the same means as counts, and no number of samples.
func TestMeansOfWeights(t *testing.T) {
	cells := []joint.Cell{{X: 0, Y: 0, Value: 0.25}, {X: 0, Y: 1, Value: 0.25}, {X: 1, Y: 1, Value: 0.5}}
	j, err := joint.New([]string{"a", "b"}, []string{"0", "8"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	c, err := points.FromNumericY(j)
	if err != nil {
		t.Fatal(err)
	}
	means, variances := c.Moments()
	if _, ok := c.Samples(); ok || means[0] != 4 || means[1] != 8 || variances[0] != 16 || variances[1] != 0 || c.Variance() != 12 {
		t.Errorf("means %v, variances %v, variance %g, counts %t", means, variances, c.Variance(), ok)
	}
}

// TestMeansAreOfNumbers: what has no mean is refused.
func TestMeansAreOfNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		y    []string
		want string
	}{
		"text":     {[]string{"1", "low"}, `"low"`},
		"infinite": {[]string{"1", "Inf"}, `"Inf"`},
		"NaN":      {[]string{"1", "NaN"}, `"NaN"`},
	} {
		j, err := joint.New([]string{"a", "b"}, c.y, []joint.Cell{{X: 0, Y: 0, Value: 1}, {X: 1, Y: 1, Value: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := points.FromNumericY(j); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
