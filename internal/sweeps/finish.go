package sweeps

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// entries returns the non-dominated clusterings as members of a tree over the rows of the table. place has the row of
// the problem for every row of the table.
func (e *engine) entries(place []int) ([]frontier.Entry, error) {
	points, workers := e.points(), len(e.walkers)
	e.walkers, e.near, e.grid.cells = nil, nil, nil // the result may take the memory
	p := planting{
		builder: partition.NewTreeBuilder(len(place)), rows: make([][]int32, e.table.N),
		wanted: make([][]position, len(e.runs)), members: make([][]int32, len(e.runs)),
		spot: cluster.NewMembers(e.table.N),
	}
	for x, row := range place {
		p.rows[row] = append(p.rows[row], int32(x))
	}
	for _, f := range points {
		p.want(f.position)
	}
	for r := len(e.runs) - 1; r >= 0; r-- { // a run begins in one before it
		if from := e.runs[r].from; len(p.wanted[r]) > 0 && from.run >= 0 {
			p.want(from)
		}
	}
	var err error
	if p.finest, err = p.builder.AddPartition(partition.Canonical(place)); err != nil {
		return nil, err
	}
	for r, run := range e.runs {
		if len(p.wanted[r]) == 0 {
			continue
		}
		p.spot.Set(e.start(run))
		if err := p.plant(r, run); err != nil {
			return nil, err
		}
	}
	tree := p.builder.Tree()
	entries := make([]frontier.Entry, 0, len(points))
	for _, f := range points {
		entries = append(entries, frontier.Entry{H: f.h, I: f.i, Tree: tree, Member: p.member(f.position)})
	}
	if e.source.Moments != nil {
		return exactly(e.source, tree, entries, place, workers)
	}
	return entries, nil
}

// exactly computes the points of all entries without rounded moments, by following the changes of the tree, and returns
// the non-dominated entries. O(changes x coordinates).
func exactly(s problem.Traits, tree *partition.Tree, entries []frontier.Entry, place []int, workers int) ([]frontier.Entry, error) {
	members := make([][]int, tree.Len())
	for n, f := range entries {
		members[f.Member] = append(members[f.Member], n)
	}
	rowOf := firstRows(place)
	// The context of the search may have ended, but the result needs all points.
	err := treewalk.Points(context.Background(), workers, tree, members,
		func() (partition.Follower, func() problem.Point) { return treewalk.BySets(s, len(s.Masses), rowOf) },
		func(n int, p problem.Point) { entries[n].H, entries[n].I = p.H, p.I })
	if err != nil {
		return nil, err
	}
	var set pareto.Set[int]
	for _, f := range entries {
		set.Add(f.H, f.I, f.Member, nil)
	}
	left := make([]frontier.Entry, 0, set.Len())
	for point := range set.All() {
		left = append(left, frontier.Entry{H: point.H, I: point.I, Tree: tree, Member: point.Payload})
	}
	return left, nil
}

// firstRows returns the row of the problem for every row of the table, or -1 if an earlier row of the table has the
// same.
func firstRows(place []int) []int {
	rows, seen := slices.Clone(place), make([]bool, len(place))
	for x, row := range place {
		if seen[row] {
			rows[x] = -1
		}
		seen[row] = true
	}
	return rows
}

// planting makes a tree of runs. Each wanted clustering of a run is made from the wanted clustering before it, even if
// that is one step off the run, so that nearly all members of the tree are wanted.
type planting struct {
	builder *partition.TreeBuilder
	rows    [][]int32       // of the table, for every row of the problem
	wanted  [][]position    // of every run; sorted once the run is planted
	members [][]int32       // of the tree, for each wanted position
	finest  int             // member in which every row is a cluster
	spot    cluster.Members // the clustering so far along the run
	changes []partition.Change
}

func (p *planting) want(at position) { p.wanted[at.run] = append(p.wanted[at.run], at) }

// onTheWay compares two positions of a run.
func onTheWay(a, b position) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.more.Row, b.more.Row), cmp.Compare(a.more.To, b.more.To))
}

// member returns the member at a position of a planted run.
func (p *planting) member(at position) int {
	k, _ := slices.BinarySearchFunc(p.wanted[at.run], at, onTheWay)
	return int(p.members[at.run][k])
}

// plant adds the wanted clusterings of a run to the tree: clusterings along the run, and others one step off it.
func (p *planting) plant(number int, r run) (err error) {
	slices.SortFunc(p.wanted[number], onTheWay)
	wanted := slices.Compact(p.wanted[number])
	members := make([]int32, len(wanted))
	p.wanted[number], p.members[number] = wanted, members
	last, done := p.finest, int32(0)
	if r.from.run >= 0 {
		last = p.member(r.from)
	}
	var back []cluster.Step // from the last member to the run
	for k, at := range wanted {
		steps := back
		for _, s := range r.steps[done:at.at] {
			p.spot.Apply(s)
			steps = append(steps, s)
		}
		done, back = at.at, nil
		if at.more != none {
			var short bool
			if back, short = p.undo(at.more); !short {
				if last, err = p.add(last, steps); err != nil {
					return err
				}
				off, err := p.add(last, []cluster.Step{at.more})
				if err != nil {
					return err
				}
				members[k] = int32(off)
				continue
			}
			steps = append(steps, at.more)
		}
		if last, err = p.add(last, steps); err != nil {
			return err
		}
		members[k] = int32(last)
	}
	return nil
}

// longestUndo is the largest number of steps that may undo a step.
const longestUndo = 16

// undo returns the steps that undo a step, before that is taken. short is false if they are too many.
func (p *planting) undo(s cluster.Step) (back []cluster.Step, short bool) {
	m := &p.spot
	if s.To >= 0 {
		if other := m.Next[s.Row]; other != s.Row {
			return []cluster.Step{{Row: s.Row, To: other}}, true
		}
		return []cluster.Step{{Row: s.Row, To: s.Row}}, true
	}
	first := s.Row
	if m.Size[m.Label[^s.To]] < m.Size[m.Label[first]] {
		first = ^s.To
	}
	if m.Size[m.Label[first]] > longestUndo {
		return nil, false
	}
	back = []cluster.Step{{Row: first, To: first}}
	for x := m.Next[first]; x != first; x = m.Next[x] {
		back = append(back, cluster.Step{Row: x, To: first})
	}
	return back, true
}

// add adds the clustering that steps make of a member.
func (p *planting) add(parent int, steps []cluster.Step) (int, error) {
	p.changes = p.changes[:0]
	for _, s := range steps {
		p.change(s)
	}
	member, err := p.builder.Add(parent, p.changes)
	if err != nil {
		return 0, fmt.Errorf("a step makes no sense: %w", err)
	}
	return member, nil
}

// change appends a step as changes of rows of the table. One row of the problem may be several rows of the table.
func (p *planting) change(s cluster.Step) {
	rows := p.rows[s.Row]
	first := rows[0]
	if s.To < 0 {
		p.changes = append(p.changes, partition.Change{Row: first, To: ^p.rows[^s.To][0]})
		return
	}
	p.changes = append(p.changes, partition.Change{Row: first, To: p.rows[s.To][0]})
	for _, x := range rows[1:] {
		p.changes = append(p.changes, partition.Change{Row: x, To: first})
	}
}
