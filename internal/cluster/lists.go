package cluster

import "context"

const (
	// ListLength is the largest number of rows in a list.
	ListLength = 12
	// A list that names fewer than fewest different clusters is made anew.
	fewest = 6
	// CheckEvery is the number of rows between two checks of the context.
	CheckEvery = 64
	// CallSteps is the constant part of the steps of a comparison.
	CallSteps = 8
	// MinGain is the least gain of a step, in bits.
	MinGain = 1e-13
)

// Lists name the clusters with which rows and clusters are compared. A list has ListLength rows, or fewer followed by
// -1. Because it names a row of each cluster, a list stays useful when clusters merge. It may then name a cluster
// several times, and searches visit a cluster once only.
type Lists struct {
	RowLists, ClusterLists []int32 // one after the other
	Chosen                 []int32 // the clusters chosen since BeginVisits

	visited []int32 // of each cluster, the round of its last visit
	round   int32
	ranking []neighbour
}

// NewLists returns lists for n rows and clusters.
func NewLists(n int) Lists {
	return Lists{RowLists: make([]int32, n*ListLength), ClusterLists: make([]int32, n*ListLength), visited: make([]int32, n)}
}

// ListOf returns a list among others.
func ListOf(lists []int32, x int32) []int32 { return lists[x*ListLength : (x+1)*ListLength] }

// RowList returns the list of a row.
func (l *Lists) RowList(x int32) []int32 { return ListOf(l.RowLists, x) }

// ClusterList returns the list of a cluster.
func (l *Lists) ClusterList(k int32) []int32 { return ListOf(l.ClusterLists, k) }

// EmptyLists empties lists.
func EmptyLists(lists []int32) {
	for x := 0; x < len(lists); x += ListLength {
		lists[x] = -1
	}
}

// BeginVisits begins a round of visits, in which only cluster a counts as visited and no cluster is chosen.
func (l *Lists) BeginVisits(a int32) {
	l.round++
	l.visited[a], l.Chosen = l.round, l.Chosen[:0]
}

// ForgetVisits makes the lists independent of earlier rounds of visits.
func (l *Lists) ForgetVisits() {
	l.round = 0
	clear(l.visited)
}

// Visited reports whether a cluster was visited in this round.
func (l *Lists) Visited(k int32) bool { return l.visited[k] == l.round }

// Visit visits a cluster, and reports whether this is its first visit in this round.
func (l *Lists) Visit(k int32) bool {
	if l.Visited(k) {
		return false
	}
	l.visited[k] = l.round
	return true
}

// Choose visits a cluster, and chooses it if this is its first visit.
func (l *Lists) Choose(k int32) {
	if l.Visit(k) {
		l.Chosen = append(l.Chosen, k)
	}
}

// ChooseFrom chooses the clusters in a list that were not visited. label has the cluster of each row.
func (l *Lists) ChooseFrom(list, label []int32) {
	for _, r := range list {
		if r < 0 {
			return
		}
		l.Choose(label[r])
	}
}

// TooFew chooses the clusters in a list other than a, and reports whether they are so few that the list has to be made
// anew. clusters is the number of all clusters.
func (l *Lists) TooFew(list, label []int32, a int32, clusters int) bool {
	l.BeginVisits(a)
	l.ChooseFrom(list, label)
	return len(l.Chosen) < min(fewest, clusters-1)
}

// neighbour is a cluster, named by one of its rows, with the gain of joining it.
type neighbour struct {
	gain float64
	row  int32
}

func (n neighbour) before(other neighbour) bool {
	return n.gain > other.gain || n.gain == other.gain && n.row < other.row
}

// BeginRanking begins a ranking of the nearest clusters.
func (l *Lists) BeginRanking() { l.ranking = l.ranking[:0] }

// Rank adds a cluster, named by one of its rows, to the ranking. Only the ListLength clusters of largest gain stay.
func (l *Lists) Rank(gain float64, row int32) {
	n, at := neighbour{gain, row}, len(l.ranking)
	if at == ListLength && !n.before(l.ranking[at-1]) {
		return
	}
	l.ranking = append(l.ranking, n)
	for ; at > 0 && n.before(l.ranking[at-1]); at-- {
		l.ranking[at] = l.ranking[at-1]
	}
	l.ranking[at] = n
	l.ranking = l.ranking[:min(len(l.ranking), ListLength)]
}

// WriteRanking writes the rows of the first clusters of the ranking to a list, and -1 to the rest of it.
func (l *Lists) WriteRanking(list []int32) {
	for k := range list {
		list[k] = -1
		if k < len(l.ranking) {
			list[k] = l.ranking[k].row
		}
	}
}

// SettleRows calls settle with each of n rows, the lightest first, and returns the number of rows that moved.
func SettleRows(ctx context.Context, n int, settle func(x int32) bool) (moved int) {
	for x := int32(n) - 1; x >= 0; x-- {
		if x%CheckEvery == 0 && ctx.Err() != nil {
			break
		}
		if settle(x) {
			moved++
		}
	}
	return moved
}
