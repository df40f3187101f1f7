package codec

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Version 2 of a file holds a clustering as changes to another clustering of the file. The
// clusterings are numbered: first the points, then the best clusterings. A change is the two numbers
// of a [partition.Change].

// descent is a clustering as changes to the clustering of another number, or to all rows in one
// cluster if that number is none.
type descent struct {
	from int
	list []int32 // the changes, in two numbers each
}

// none is the number of the clustering with all rows in one cluster.
const none = -1

// maxWholeLabels is the number of labels, of all points together, up to which files hold every
// clustering whole, so that any program can read them.
const maxWholeLabels = 2 << 20

// byDifferences reports whether the file of a frontier holds differences if it may.
func byDifferences(f *frontier.Frontier) bool {
	return f.Len() > maxWholeLabels/max(f.Problem.N, 1) && allKnown(f)
}

func allKnown(f *frontier.Frontier) bool {
	for p := range f.All() {
		if !p.Known() {
			return false
		}
	}
	return true
}

// numbersOf returns changes in two numbers each.
func numbersOf(changes []partition.Change) []int32 {
	list := make([]int32, 0, 2*len(changes))
	for _, c := range changes {
		list = append(list, c.Row, c.To)
	}
	return list
}

// differencesOf returns the differences of the clusterings of a frontier. A member of a tree is
// written as changes to the next member above it that is in the file, and other clusterings as
// changes to the clustering before. O(changes) for trees whose members are all in the file, and
// O(n) for each other clustering.
func differencesOf(f *frontier.Frontier) []descent {
	d := &differ{
		f: f, stands: make(map[*partition.Tree][]int32),
		from: make(partition.Partition, f.Problem.N), own: make(partition.Partition, f.Problem.N),
	}
	for p := range f.Best() {
		d.best = append(d.best, p)
	}
	list := make([]descent, f.Len()+len(d.best))
	for number := range list {
		d.number(number)
	}
	for number := range list {
		from, changes := d.of(number)
		list[number] = descent{from, numbersOf(changes)}
	}
	return list
}

// differ finds differences.
type differ struct {
	f    *frontier.Frontier
	best []frontier.Point
	// stands has, for every member of a tree, the number of the clustering that represents it: its
	// own or, if it is not in the file, the first clustering whose way up went through it; or none.
	stands    map[*partition.Tree][]int32
	from, own partition.Partition // scratch space
}

// point returns the point of a number.
func (d *differ) point(number int) frontier.Point {
	if first := d.f.Len(); number >= first {
		return d.best[number-first]
	}
	return d.f.At(number)
}

// number notes the clustering that represents a member of a tree.
func (d *differ) number(number int) {
	e := d.point(number).Entry()
	tree, member := e.Tree, e.Member
	if tree == nil {
		return
	}
	if d.stands[tree] == nil {
		d.stands[tree] = slices.Repeat([]int32{none}, tree.Len())
	}
	if d.stands[tree][member] == none {
		d.stands[tree][member] = int32(number)
	}
}

// of returns the difference of a clustering.
func (d *differ) of(number int) (from int, changes []partition.Change) {
	p := d.point(number)
	switch e := p.Entry(); {
	case number >= d.f.Len() && p.Index >= 0:
		return p.Index, nil
	case e.Tree != nil:
		return d.inTree(number, e.Tree, e.Member)
	default:
		before := number - 1
		if before >= d.f.Len() && d.point(before).Index >= 0 { // a frontier that was read has it as this point
			before = d.point(before).Index
		}
		return d.shorter(number, before, d.between(before, number))
	}
}

// inTree goes up from a member to the first member that a clustering represents. This cannot make
// a circle: the way of a clustering that represents a missing member went on above that member.
func (d *differ) inTree(number int, tree *partition.Tree, member int) (from int, changes []partition.Change) {
	stands := d.stands[tree]
	if int(stands[member]) != number {
		return int(stands[member]), nil
	}
	way, up := []int{member}, tree.Parent(member)
	for up >= 0 && stands[up] == none {
		stands[up] = int32(number)
		way = append(way, up)
		up = tree.Parent(up)
	}
	from, direct := none, true
	if up >= 0 {
		from = int(stands[up])
		direct = d.point(from).Entry().Member == up
	}
	for k := len(way) - 1; k >= 0 && direct; k-- {
		changes = append(changes, tree.Changes(way[k])...)
		direct = len(changes) <= d.f.Problem.N
	}
	if !direct {
		changes = d.between(from, number)
	}
	return d.shorter(number, from, changes)
}

// shorter returns a difference, or the difference from all rows in one cluster if it is shorter. A
// short difference is returned as it is.
func (d *differ) shorter(number, from int, changes []partition.Change) (int, []partition.Change) {
	if len(changes) <= d.f.Problem.N/2 {
		return from, changes
	}
	if whole := d.between(none, number); len(whole) <= len(changes) {
		return none, whole
	}
	return from, changes
}

// between returns the changes from one clustering to another.
func (d *differ) between(from, number int) []partition.Change {
	clear(d.from)
	if from >= 0 {
		d.point(from).Unpack(d.from)
	}
	d.point(number).Unpack(d.own)
	return partition.Difference(d.from, d.own)
}
