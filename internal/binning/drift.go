package binning

import (
	"cmp"
	"context"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
)

// Drift compares the records of groups at two times.
type Drift struct {
	Groups []Change
	// Then and Now are the numbers of records; Then is NaN if the frontier has probabilities.
	Then, Now float64
	// PSI is the population stability index, sum (now - then) ln(now/then) of the shares of groups: Kullback's J
	// divergence.
	PSI float64
	// Chance is about the PSI that samples of this size have on average where the shares are the same, (k-1)
	// (1/then + 1/now) for k groups (Yurdakul and Naranjo 2020, Journal of Risk Model Validation 14(4)). It is NaN
	// without counts.
	Chance float64
	// P is the p-value of a permutation test of the hypothesis that the shares are the same; NaN without
	// counts. Least reports whether P is the smallest that the test can give.
	P     float64
	Least bool
}

// Change is a group of a [Drift].
type Change struct {
	Name string `json:"name"`
	// Then and Now are shares, and PSI is the term of the group.
	Then float64 `json:"then"`
	Now  float64 `json:"now"`
	PSI  float64 `json:"psi"`
	// Halved reports whether a share of 0 was taken as half a record.
	Halved bool `json:"-"`
}

// Compare compares weights of groups. whole is the number of records then, or NaN if then has
// probabilities. Groups without records at both times are left out. An empty cell counts as half a record; where
// probabilities have no records, it is half a record of now.
func Compare(ctx context.Context, names []string, then, now []float64, whole float64) (*Drift, error) {
	d := &Drift{Then: whole, Now: lists.Sum(now), Chance: math.NaN(), P: math.NaN()}
	all, half := lists.Sum(then), 0.5/d.Now
	if !math.IsNaN(whole) {
		half = 0.5 / whole
	}
	var numbers []string // labels of the groups for the test, all different
	var counts [2][]float64
	for c, name := range names {
		if then[c] == 0 && now[c] == 0 {
			continue
		}
		g := Change{Name: name, Then: then[c] / all, Now: now[c] / d.Now, Halved: then[c] == 0 || now[c] == 0}
		p, q := g.Then, g.Now
		p = cmp.Or(p, half)
		q = cmp.Or(q, 0.5/d.Now)
		g.PSI = float64((q - p) * (special.Ln(q) - special.Ln(p)))
		d.PSI += g.PSI
		d.Groups = append(d.Groups, g)
		numbers = append(numbers, strconv.Itoa(c))
		counts[0], counts[1] = append(counts[0], then[c]/all*whole), append(counts[1], now[c])
	}
	if math.IsNaN(whole) {
		return d, nil
	}
	return d, d.test(ctx, numbers, counts[0], counts[1])
}

// test sets the p-value. The time is X and the group Y, because a statistic of the test divides by the masses of Y:
// groups differ in size much more than the two times.
func (d *Drift) test(ctx context.Context, groups []string, then, now []float64) error {
	for c := range groups {
		then[c] = math.Round(then[c])
		if now[c] != math.Trunc(now[c]) {
			return nil // weights, which are no sample
		}
	}
	j, err := joint.Dense([]string{"then", "now"}, groups, [][]float64{then, now})
	if err != nil {
		return err
	}
	e, err := evidence.OfDependence(ctx, j, evidence.Options{})
	if err != nil {
		return err
	}
	d.Chance = float64(len(groups)-1) * (1/d.Then + 1/d.Now)
	d.P, d.Least = e.P(), e.AtLeast == 0
	return nil
}
