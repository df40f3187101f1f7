package frontier

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// Constraints are the conditions that all clusterings of a search had to fulfil. The zero value
// has none.
type Constraints struct {
	// MinMass is the smallest probability of a cluster; 0 if there is none.
	MinMass float64 `json:"min_mass,omitzero"`
	// MaxClusters is the largest number of clusters; 0 if there is none.
	MaxClusters int `json:"max_clusters,omitzero"`
	// MustLink and CannotLink are pairs of x labels: of rows in the same cluster, and of rows
	// in different clusters.
	MustLink   [][2]string `json:"must_link,omitempty"`
	CannotLink [][2]string `json:"cannot_link,omitempty"`
	// Alone are the x labels of rows that do not share a cluster, such as the row of missing
	// values. MinMass does not apply to them, and in an order of rows they do not separate their
	// neighbours.
	Alone []string `json:"alone,omitempty"`
	// Monotone is the trend along the clusters, which are runs of rows: an element of [Trends], or empty for any.
	Monotone string `json:"monotone,omitempty"`
}

// Trends returns what the share of the last column, the event, may be required to do along clusters that are runs of
// rows: not to fall (up), not to rise (down), not to rise once it has fallen (peak), or not to fall once it has risen
// (valley). More than two columns need an order. The share of the columns from each column on then has the trend, so
// that p(y|x) has first-order stochastic dominance.
func Trends() []string { return []string{"up", "down", "peak", "valley"} }

// IsZero reports whether there are no constraints.
func (c Constraints) IsZero() bool {
	return c.MinMass == 0 && c.MaxClusters == 0 && len(c.MustLink) == 0 && len(c.CannotLink) == 0 && len(c.Alone) == 0 && c.Monotone == ""
}

// Missing reports whether the constraints do nothing but make missing values of X a group of their own.
func (c Constraints) Missing() bool {
	alone := c.Alone
	c.Alone = nil
	return c.IsZero() && len(alone) == 1 && alone[0] == scale.MissingLabel
}

// Difference returns an error that says in what two constraints differ, and nil if they mean the
// same. The order of pairs, the order of the two labels of a pair, and repetitions do not matter.
func (c Constraints) Difference(d Constraints) error {
	switch {
	case c.MinMass != d.MinMass:
		return fmt.Errorf("constraints.min_mass is %g and %g", c.MinMass, d.MinMass)
	case c.MaxClusters != d.MaxClusters:
		return fmt.Errorf("constraints.max_clusters is %d and %d", c.MaxClusters, d.MaxClusters)
	case !slices.Equal(sortedPairs(c.MustLink), sortedPairs(d.MustLink)):
		return fmt.Errorf("constraints.must_link has not the same pairs")
	case !slices.Equal(sortedPairs(c.CannotLink), sortedPairs(d.CannotLink)):
		return fmt.Errorf("constraints.cannot_link has not the same pairs")
	case !slices.Equal(sortedLabels(c.Alone), sortedLabels(d.Alone)):
		return fmt.Errorf("constraints.alone has not the same labels")
	case c.Monotone != d.Monotone:
		return fmt.Errorf("constraints.monotone is %q and %q", c.Monotone, d.Monotone)
	}
	return nil
}

// sortedPairs returns pairs sorted, with the labels of each pair sorted, and without
// repetitions.
func sortedPairs(pairs [][2]string) [][2]string {
	sorted := lists.Map(pairs, func(p [2]string) [2]string { return [2]string{min(p[0], p[1]), max(p[0], p[1])} })
	slices.SortFunc(sorted, func(p, q [2]string) int { return slices.Compare(p[:], q[:]) })
	return slices.Compact(sorted)
}

// sortedLabels returns labels sorted, without repetitions.
func sortedLabels(labels []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(labels)))
}

// check returns an error if the constraints make no sense for rows of the given labels.
func (c *Constraints) check(labels []string) error {
	switch {
	case !(c.MinMass >= 0 && c.MinMass <= 1):
		return fmt.Errorf("problem.constraints.min_mass is %g, and a probability lies between 0 and 1", c.MinMass)
	case c.MaxClusters < 0:
		return fmt.Errorf("problem.constraints.max_clusters is %d, and should be 1 or more, or not there", c.MaxClusters)
	case c.Monotone != "" && !slices.Contains(Trends(), c.Monotone):
		return fmt.Errorf("problem.constraints.monotone is %q, and should be one of %s, or not there", c.Monotone, strings.Join(Trends(), ", "))
	}
	for k, at := range textfile.Places(c.Alone, labels) {
		if at < 0 {
			return fmt.Errorf("problem.constraints.alone[%d]: %q is not one of the x_labels", k, c.Alone[k])
		}
	}
	for _, list := range c.lists() {
		if len(list.pairs) == 0 {
			continue
		}
		for k, at := range list.places(labels) {
			for side, place := range at {
				if place < 0 {
					return fmt.Errorf("problem.constraints.%s[%d]: %q is not one of the x_labels", list.key, k, list.pairs[k][side])
				}
			}
			if at[0] == at[1] {
				return fmt.Errorf("problem.constraints.%s[%d]: %q occurs twice", list.key, k, list.pairs[k][0])
			}
		}
	}
	return nil
}

// pairList is one of the two lists of pairs.
type pairList struct {
	key   string
	pairs [][2]string
	share bool // whether the rows of a pair share a cluster
}

func (c *Constraints) lists() [2]pairList {
	return [2]pairList{{"must_link", c.MustLink, true}, {"cannot_link", c.CannotLink, false}}
}

// places returns the indices of the labels of every pair among the labels of the rows, or -1.
func (l *pairList) places(labels []string) [][2]int {
	flat := make([]string, 0, 2*len(l.pairs))
	for _, p := range l.pairs {
		flat = append(flat, p[0], p[1])
	}
	at := make([][2]int, len(l.pairs))
	for k, place := range textfile.Places(flat, labels) {
		at[k/2][k%2] = place
	}
	return at
}

// checkKept returns an error that names the first point, or best clustering, that does not fulfil
// the constraints. It does not check masses, which may be unknown.
func (f *Frontier) checkKept() error {
	c := &f.Problem.Constraints
	if c.IsZero() {
		return nil
	}
	for e := range f.named() {
		if c.MaxClusters > 0 && e.K > c.MaxClusters {
			return fmt.Errorf("%v has %d clusters, and problem.constraints.max_clusters is %d", e, e.K, c.MaxClusters)
		}
	}
	if len(c.MustLink)+len(c.CannotLink)+len(c.Alone) == 0 {
		return nil
	}
	return f.checkRows(c.keeper(f.Problem.XLabels))
}

// checkRows checks the constraints on rows. Clusterings in trees are not unpacked, which takes
// longer than to look at the rows of the constraints.
func (f *Frontier) checkRows(k *keeper) error {
	entries := slices.Collect(f.named())
	wrong := make([]error, len(entries))
	inTrees := make(map[*partition.Tree][][]int) // for every member, the entries that it is the clustering of
	own := &labelled{labels: make(partition.Partition, f.Problem.N), sizes: make([]int, f.Problem.N)}
	for n, e := range entries {
		switch {
		case e.Tree != nil:
			if inTrees[e.Tree] == nil {
				inTrees[e.Tree] = make([][]int, e.Tree.Len())
			}
			inTrees[e.Tree][e.Member] = append(inTrees[e.Tree][e.Member], n)
		case e.known():
			e.unpack(own.labels)
			own.count()
			wrong[n] = k.check(own)
		}
	}
	for tree, members := range inTrees {
		walk := tree.Walk()
		for part := range walk.Parts() {
			_ = walk.Follow(part, nil, func(v partition.Visit) error { // which ends without an error
				for _, n := range members[v.Member] {
					wrong[n] = k.check(v)
				}
				return nil
			})
		}
	}
	for n, e := range entries {
		if wrong[n] != nil {
			return fmt.Errorf("%v does not fulfil problem.constraints.%w", e, wrong[n])
		}
	}
	return nil
}

// clustered is a clustering.
type clustered interface {
	Cluster(row int) int32
	Size(row int) int // of the cluster of a row
}

// labelled are the clusters of a clustering by their labels.
type labelled struct {
	labels partition.Partition
	sizes  []int // of every label
}

func (u *labelled) count() {
	clear(u.sizes)
	for _, c := range u.labels {
		u.sizes[c]++
	}
}

func (u *labelled) Cluster(row int) int32 { return int32(u.labels[row]) }
func (u *labelled) Size(row int) int      { return u.sizes[u.labels[row]] }

// keeper checks clusterings against constraints on rows.
type keeper struct {
	constraints *Constraints
	alone       []int // rows
	lists       [2]pairList
	pairs       [2][][2]int // rows of the pairs of the lists
}

func (c *Constraints) keeper(labels []string) *keeper {
	k := &keeper{constraints: c, alone: textfile.Places(c.Alone, labels), lists: c.lists()}
	for n := range k.lists {
		k.pairs[n] = k.lists[n].places(labels)
	}
	return k
}

// check returns an error that begins with the constraint that a clustering does not fulfil.
// O(pairs) calls of Cluster, and of Size for the rows that are alone.
func (k *keeper) check(c clustered) error {
	for n, x := range k.alone {
		if c.Size(x) > 1 {
			return fmt.Errorf("alone[%d], of %q", n, k.constraints.Alone[n])
		}
	}
	for n, list := range k.lists {
		for m, pair := range k.pairs[n] {
			if share := c.Cluster(pair[0]) == c.Cluster(pair[1]); share != list.share {
				return fmt.Errorf("%s[%d], of %q and %q", list.key, m, list.pairs[m][0], list.pairs[m][1])
			}
		}
	}
	return nil
}
