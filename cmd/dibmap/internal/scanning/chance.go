package scanning

import (
	"cmp"
	"fmt"
	"slices"
)

// level is the probability that chance alone recommends groups of any column.
const level = 0.05

// discount removes the recommended groups of columns whose p-value may be due to the number of columns, by
// the procedure of Holm (1979, "A simple sequentially rejective multiple test procedure"), at a level of
// 5 % for all columns together. A column stays if no permutation has reached its I(X;Y): its p-value is
// the smallest that the number of permutations allows.
func (c *catalog) discount() {
	var tested []*entry
	for _, e := range c.Columns {
		if e.Key != "" && e.P != nil {
			tested = append(tested, e)
		}
	}
	slices.SortStableFunc(tested, func(a, b *entry) int { return cmp.Compare(*a.P, *b.P) })
	shown := true
	for n, e := range tested {
		shown = shown && (e.least || *e.P <= level/float64(len(tested)-n))
		if shown || e.Clusters <= 1 {
			continue
		}
		e.Clusters, e.H, e.I, e.HeldOut, e.Groups = 1, 0, 0, nil, nil
		e.Reason = fmt.Sprintf("Among %d columns, one with p = %.3g is not unusual: nothing shows that this one tells about Y.", len(tested), *e.P)
	}
}
