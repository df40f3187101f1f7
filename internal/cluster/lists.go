package cluster

import "context"

const (
	// ListLength is the number of clusters that a row is compared with, and fewest that below which they
	// are looked for anew.
	ListLength = 12
	fewest     = 6
	// Pause is the number of rows after which a computation looks whether it is to stop.
	Pause = 64
	// CallSteps is about how many cells a comparison takes as long as.
	CallSteps = 8
	// Least is what a step must gain, in bits.
	Least = 1e-13
)

// Neighbour is a cluster, named by one of its rows, and what joining it gains.
type Neighbour struct {
	Gain float64
	Row  int32
}

// Lists name rows of the clusters that rows and clusters are compared with, listLength rows or fewer; -1 ends a
// list. As a list names rows, it stays useful when clusters merge, and may then name a cluster several times.
type Lists struct {
	Near, Nearby []int32 // the lists of all rows, and of clusters
	Nearest      []Neighbour
	Seen         []int32 // of a cluster, when it was last seen
	Now          int32
	Choice       []int32 // the clusters chosen from lists
}

func NewLists(n int) Lists {
	return Lists{Near: make([]int32, n*ListLength), Nearby: make([]int32, n*ListLength), Seen: make([]int32, n)}
}

// OfRow returns the list of a row.
func (l *Lists) OfRow(x int32) []int32 { return l.Near[x*ListLength : (x+1)*ListLength] }

// OfCluster returns a list of clusters.
func (l *Lists) OfCluster(k int32) []int32 { return l.Nearby[k*ListLength : (k+1)*ListLength] }

// Without begins to go through clusters, of which none was seen yet but a, which is left out.
func (l *Lists) Without(a int32) {
	l.Now++
	l.Seen[a], l.Choice = l.Now, l.Choice[:0]
}

// First tells whether a cluster is seen for the first time.
func (l *Lists) First(k int32) bool {
	if l.Seen[k] == l.Now {
		return false
	}
	l.Seen[k] = l.Now
	return true
}

// Choose adds the clusters of a list that were not seen yet to the choices, given the clusters of the rows.
func (l *Lists) Choose(list, label []int32) {
	for _, r := range list {
		if r < 0 {
			return
		}
		l.ChooseCluster(label[r])
	}
}

func (l *Lists) ChooseCluster(k int32) {
	if l.First(k) {
		l.Choice = append(l.Choice, k)
	}
}

// Scarce chooses the different clusters of a list other than a, and tells whether they are too few of so many.
func (l *Lists) Scarce(list, label []int32, a int32, clusters int) bool {
	l.Without(a)
	l.Choose(list, label)
	return len(l.Choice) < min(fewest, clusters-1)
}

// Empty empties lists.
func Empty(lists []int32) {
	for x := 0; x < len(lists); x += ListLength {
		lists[x] = -1
	}
}

// EachRow lets every one of n rows settle once, the lightest first, and returns how many have moved.
func EachRow(ctx context.Context, n int, settle func(x int32) bool) (moved int) {
	for x := int32(n) - 1; x >= 0; x-- {
		if x%Pause == 0 && ctx.Err() != nil {
			break
		}
		if settle(x) {
			moved++
		}
	}
	return moved
}

// Rank puts a cluster among the nearest ones, in their order.
func Rank(nearest []Neighbour, n Neighbour) []Neighbour {
	at := len(nearest)
	if at == ListLength && !n.before(nearest[at-1]) {
		return nearest
	}
	nearest = append(nearest, n)
	for ; at > 0 && n.before(nearest[at-1]); at-- {
		nearest[at] = nearest[at-1]
	}
	nearest[at] = n
	return nearest[:min(len(nearest), ListLength)]
}

func (n Neighbour) before(other Neighbour) bool {
	return n.Gain > other.Gain || n.Gain == other.Gain && n.Row < other.Row
}

// WriteList writes the rows of the nearest clusters to a list.
func WriteList(nearest []Neighbour, to []int32) {
	for k := range to {
		to[k] = -1
		if k < len(nearest) {
			to[k] = nearest[k].Row
		}
	}
}
