package sweeps

import "context"

const (
	// listLength is the number of clusters that a row is compared with, and fewest that below which they
	// are looked for anew.
	listLength = 12
	fewest     = 6
	// pause is the number of rows after which a computation looks whether it is to stop.
	pause = 64
	// callSteps is about how many cells a comparison takes as long as.
	callSteps = 8
	// least is what a step must gain, in bits.
	least = 1e-13
)

// neighbour is a cluster, named by one of its rows, and what joining it gains.
type neighbour struct {
	gain float64
	row  int32
}

// lists name rows of the clusters that rows and clusters are compared with, listLength rows or fewer; -1 ends a
// list. As a list names rows, it stays useful when clusters merge, and may then name a cluster several times.
type lists struct {
	near, nearby []int32 // the lists of all rows, and of clusters
	nearest      []neighbour
	seen         []int32 // of a cluster, when it was last seen
	now          int32
	choice       []int32 // the clusters chosen from lists
}

func newLists(n int) lists {
	return lists{near: make([]int32, n*listLength), nearby: make([]int32, n*listLength), seen: make([]int32, n)}
}

// listOf returns the list of a row.
func (l *lists) listOf(x int32) []int32 { return l.near[x*listLength : (x+1)*listLength] }

// nearbyOf returns a list of clusters.
func (l *lists) nearbyOf(k int32) []int32 { return l.nearby[k*listLength : (k+1)*listLength] }

// without begins to go through clusters, of which none was seen yet but a, which is left out.
func (l *lists) without(a int32) {
	l.now++
	l.seen[a], l.choice = l.now, l.choice[:0]
}

// first tells whether a cluster is seen for the first time.
func (l *lists) first(k int32) bool {
	if l.seen[k] == l.now {
		return false
	}
	l.seen[k] = l.now
	return true
}

// choose adds the clusters of a list that were not seen yet to the choices, given the clusters of the rows.
func (l *lists) choose(list, label []int32) {
	for _, r := range list {
		if r < 0 {
			return
		}
		l.chooseCluster(label[r])
	}
}

func (l *lists) chooseCluster(k int32) {
	if l.first(k) {
		l.choice = append(l.choice, k)
	}
}

// scarce chooses the different clusters of a list other than a, and tells whether they are too few of so many.
func (l *lists) scarce(list, label []int32, a int32, clusters int) bool {
	l.without(a)
	l.choose(list, label)
	return len(l.choice) < min(fewest, clusters-1)
}

// empty empties lists.
func empty(lists []int32) {
	for x := 0; x < len(lists); x += listLength {
		lists[x] = -1
	}
}

// eachRow lets every one of n rows settle once, the lightest first, and returns how many have moved.
func eachRow(ctx context.Context, n int, settle func(x int32) bool) (moved int) {
	for x := int32(n) - 1; x >= 0; x-- {
		if x%pause == 0 && ctx.Err() != nil {
			break
		}
		if settle(x) {
			moved++
		}
	}
	return moved
}

// rank puts a cluster among the nearest ones, in their order.
func rank(nearest []neighbour, n neighbour) []neighbour {
	at := len(nearest)
	if at == listLength && !n.before(nearest[at-1]) {
		return nearest
	}
	nearest = append(nearest, n)
	for ; at > 0 && n.before(nearest[at-1]); at-- {
		nearest[at] = nearest[at-1]
	}
	nearest[at] = n
	return nearest[:min(len(nearest), listLength)]
}

func (n neighbour) before(other neighbour) bool {
	return n.gain > other.gain || n.gain == other.gain && n.row < other.row
}

// list writes the rows of the nearest clusters to a list.
func list(nearest []neighbour, to []int32) {
	for k := range to {
		to[k] = -1
		if k < len(nearest) {
			to[k] = nearest[k].row
		}
	}
}
