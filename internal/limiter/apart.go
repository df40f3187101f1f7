package limiter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// separate notes which rows of the problem are kept apart.
func (l *Limiter) separate(p problem.Problem) error {
	place, labels := p.Place(), p.Describe().XLabels
	for _, pair := range l.limits.CannotLink {
		a, b := pair[0], pair[1]
		switch {
		case min(a, b) < 0 || max(a, b) >= len(place):
			return marked.Errorf(problem.ErrOptions, "rows %d and %d are to be apart, and the rows of the table are 0 to %d", a, b, len(place)-1)
		case a == b:
			return marked.Errorf(problem.ErrOptions, "row %d, %q, is to be apart from itself", a, labels[a])
		case place[a] == place[b]:
			return fmt.Errorf("%w: %q and %q must share a cluster and may not", problem.ErrInfeasible, labels[a], labels[b])
		}
		x, y := place[a], place[b]
		l.Apart[x] = append(l.Apart[x], int32(y))
		l.Apart[y] = append(l.Apart[y], int32(x))
	}
	for x, others := range l.Apart {
		slices.Sort(others)
		l.Apart[x] = slices.Compact(others)
	}
	return nil
}

// isolate notes which rows of the problem are alone: apart from all others, and of any mass.
func (l *Limiter) isolate(p problem.Problem) error {
	if len(l.limits.Alone) == 0 {
		return nil
	}
	place, labels := p.Place(), p.Describe().XLabels
	l.alone = make([]bool, p.Rows())
	for _, at := range l.limits.Alone {
		if at < 0 || at >= len(place) {
			return marked.Errorf(problem.ErrOptions, "row %d is to be alone, and the rows of the table are 0 to %d", at, len(place)-1)
		}
		x := place[at]
		for other, with := range place {
			if other != at && with == x {
				return fmt.Errorf("%w: %q and %q must share a cluster, and the first is to be alone", problem.ErrInfeasible, labels[at], labels[other])
			}
		}
		if l.alone[x] {
			continue
		}
		l.alone[x] = true
		l.Masses[x] = max(l.Masses[x], l.Least)
		for y := range l.Apart {
			if y != x {
				l.Apart[x] = append(l.Apart[x], int32(y))
				l.Apart[y] = append(l.Apart[y], int32(x))
			}
		}
	}
	return nil
}

// Alone reports whether a row of the problem is to be alone.
func (l *Limiter) Alone(x int) bool { return l != nil && l.alone != nil && l.alone[x] }

// separates reports whether two rows of the problem are kept apart.
func (l *Limiter) separates(x, y int) bool {
	_, found := slices.BinarySearch(l.Apart[x], int32(y))
	return found
}

// checkClique returns an error if rows that are all kept apart from each other need more
// clusters than are allowed.
func (l *Limiter) checkClique(p problem.Problem) error {
	if len(l.limits.CannotLink) == 0 && l.alone == nil {
		return nil
	}
	total := lists.Sum(l.Masses)
	clique := l.Clique()
	switch k := len(clique); {
	case k > l.clusters:
		return fmt.Errorf("%w: %s may not share clusters, so there are at least %d, and at most %d are allowed",
			problem.ErrInfeasible, l.named(p, clique), k, l.clusters)
	case float64(k)*l.Least > total:
		return fmt.Errorf("%w: %s may not share clusters, so there are at least %d, and %d of a mass of at least %g are more than there is",
			problem.ErrInfeasible, l.named(p, clique), k, k, l.limits.MinMass)
	}
	return nil
}

// maxCliqueWork bounds the number of pairs that Clique looks at.
const maxCliqueWork = 1 << 22

// Clique returns rows, in ascending order, that are all kept apart from each other. The set is large but may not be
// the largest: beginning with every row in turn, Clique adds other rows greedily, rows with many partners first.
func (l *Limiter) Clique() (best []int) {
	order := l.byPartners()
	rank := partition.Ranks(order)
	work := 0
	for _, first := range order {
		if len(l.Apart[first]) < len(best) || work > maxCliqueWork {
			break
		}
		others := slices.Clone(l.Apart[first])
		slices.SortFunc(others, func(x, y int32) int { return cmp.Compare(rank[x], rank[y]) })
		grown := []int{first}
		for _, x := range others {
			work += len(grown)
			if !slices.ContainsFunc(grown, func(y int) bool { return !l.separates(int(x), y) }) {
				grown = append(grown, int(x))
			}
		}
		if len(grown) > len(best) {
			best = grown
		}
	}
	slices.Sort(best)
	return best
}

// byPartners returns the rows of the problem, sorted by the number of rows that they are kept
// apart from, the largest number first.
func (l *Limiter) byPartners() []int {
	order := partition.Identity(len(l.Apart))
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(len(l.Apart[y]), len(l.Apart[x])) })
	return order
}

// maxNamed is the number of rows that an error names.
const maxNamed = 8

// named lists rows of the problem by their labels. Where several rows of the table are one row of the problem, it
// names the first that is kept apart from another row.
func (l *Limiter) named(p problem.Problem, rows []int) string {
	place, labels := p.Place(), p.Describe().XLabels
	names := make([]string, len(rows))
	for _, x := range slices.Backward(l.limits.Alone) {
		if k, ok := slices.BinarySearch(rows, place[x]); ok {
			names[k] = fmt.Sprintf("%q", labels[x])
		}
	}
	for _, pair := range slices.Backward(l.limits.CannotLink) {
		for _, x := range pair {
			if k, ok := slices.BinarySearch(rows, place[x]); ok {
				names[k] = fmt.Sprintf("%q", labels[x])
			}
		}
	}
	slices.Sort(names)
	if more := len(names) - maxNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), more)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Colouring returns a clustering with few clusters that separates all rows that are kept apart. One row after the
// other joins the lightest cluster that it may join, beginning with the rows whose partners occupy most clusters
// (Brélaz 1979, doi:10.1145/359094.359101). O(n^2 + pairs) for n rows.
func (l *Limiter) Colouring() partition.Partition {
	n := len(l.Apart)
	rank := partition.Ranks(l.byPartners())
	f := make(partition.Partition, n)
	taken := make([]map[int]bool, n) // clusters of the row's partners
	for x := range f {
		f[x], taken[x] = -1, make(map[int]bool)
	}
	var mass []float64
	for range f {
		x := -1
		for y := range f {
			if f[y] < 0 && (x < 0 || cmp.Or(cmp.Compare(len(taken[y]), len(taken[x])), cmp.Compare(rank[x], rank[y])) > 0) {
				x = y
			}
		}
		into := len(mass)
		for c := range mass {
			if !taken[x][c] && (into == len(mass) || mass[c] < mass[into]) {
				into = c
			}
		}
		if into == len(mass) {
			mass = append(mass, 0)
		}
		f[x] = into
		mass[into] += l.Masses[x]
		for _, y := range l.Apart[x] {
			taken[y][into] = true
		}
	}
	return partition.Canonical(f)
}
