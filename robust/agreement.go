package robust

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// half is one half of the records of a table, with the common rows of both halves. Other rows
// cannot be compared.
type half struct {
	problem problem.Problem
	hx      float64
	// best is the best known frontier of this half, from its own frontiers and from the clusterings
	// of the other half's frontiers.
	best pareto.Set[struct{}]
}

// halve splits the records of a table into two halves.
func halve(j *joint.Joint, seed uint64) (halves [2]*half, err error) {
	a, b, err := j.Split(seed)
	if err != nil {
		return halves, err
	}
	for k, pair := range [2][2]*joint.Joint{{a, b}, {b, a}} {
		rows, err := shared(pair[0], pair[1])
		if err != nil {
			return halves, fmt.Errorf("too few records to split: of the rows that both halves have, %w", err)
		}
		halves[k] = &half{problem: problem.DIB(rows), hx: rows.HX()}
	}
	return halves, nil
}

// shared returns the rows of a table of counts that are also in another table. Columns are sorted,
// because survival draws depend on their order where rows have equal masses.
func shared(j, other *joint.Joint) (*joint.Joint, error) {
	has := make(map[string]bool, other.Rows())
	for _, x := range other.XLabels() {
		has[x] = true
	}
	y := slices.Sorted(slices.Values(j.YLabels()))
	place := make(map[string]int32, len(y))
	for k, label := range y {
		place[label] = int32(k)
	}
	var cells []joint.Cell
	for x, label := range j.XLabels() {
		if !has[label] {
			continue
		}
		columns, masses := j.Row(x)
		for k, c := range columns {
			cells = append(cells, joint.Cell{X: int32(x), Y: place[j.YLabels()[c]], Value: masses[k]})
		}
	}
	return joint.New(j.XLabels(), y, cells)
}

// agree compares the frontiers of the two halves of one split at every level. The best known
// frontier of a half combines all levels.
func agree(halves [2]*half, levels [][2]*frontier.Frontier) []Level {
	carried := make([][2][]problem.Point, len(levels)) // into each half, from the other
	for n, found := range levels {
		for k, h := range halves {
			carried[n][k] = h.carry(found[1-k])
			h.offer(carried[n][k])
			h.offer(pointsOf(found[k]))
		}
	}
	list := make([]Level, len(levels))
	for n, found := range levels {
		l := &list[n]
		l.Overlap = overlap(found[0], found[1])
		for k, h := range halves {
			l.Points += float64(float64(found[k].Len()) / 2)
			l.Evaluated += float64(float64(found[k].Search.Evaluated) / 2)
			l.Gap += float64(h.loss(pointsOf(found[k])) / 2)
			l.Transfer += float64(h.loss(carried[n][k]) / 2)
			l.Distance += float64(h.below(carried[n][k]) / 2)
		}
	}
	return list
}

func pointsOf(f *frontier.Frontier) []problem.Point {
	points := make([]problem.Point, 0, f.Len())
	for p := range f.All() {
		points = append(points, problem.Point{H: p.H, I: p.I})
	}
	return points
}

// carry returns the points in this half of the clusterings of the other half's frontier,
// in the order of that frontier.
func (h *half) carry(f *frontier.Frontier) []problem.Point {
	evaluator := h.problem.Evaluators(1, evaluatorMemory)[0]
	labels := make(partition.Partition, f.Problem.N)
	points := make([]problem.Point, 0, f.Len())
	for p := range f.All() {
		p.Unpack(labels)
		points = append(points, evaluator.Load(archive.Placed(h.problem, labels)))
	}
	return points
}

// evaluatorMemory is the memory for evaluating the clusterings of a frontier, in bytes.
const evaluatorMemory = 16 << 20

// offer adds points to the best points of this half.
func (h *half) offer(points []problem.Point) {
	for _, p := range points {
		h.best.Add(p.H, p.I, struct{}{}, nil)
	}
}

// loss returns the share of the area under the best points of this half that is not
// under the given points.
func (h *half) loss(points []problem.Point) float64 {
	var set pareto.Set[struct{}]
	for _, p := range points {
		set.Add(p.H, p.I, struct{}{}, nil)
	}
	best := h.area(&h.best)
	if best == 0 { // X and Y are independent, exactly
		return 0
	}
	return max(0, 1-h.area(&set)/best)
}

// area returns the area under a set of points of this half.
func (h *half) area(set *pareto.Set[struct{}]) float64 {
	points := slices.Collect(set.All())
	return pareto.Hypervolume(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I }, h.hx)
}

// below returns the mean distance in bits of points below the best points of this half.
func (h *half) below(points []problem.Point) float64 {
	var sum float64
	for _, p := range points {
		sum += h.best.Distance(p.H, p.I)
	}
	return sum / float64(len(points))
}

// overlap returns the share of the clusterings of two frontiers that are on both.
func overlap(a, b *frontier.Frontier) float64 {
	// The clusterings themselves may take gigabytes.
	of := func(p frontier.Point) [sha256.Size]byte { return sha256.Sum256([]byte(p.Packed())) }
	in := make(map[[sha256.Size]byte]bool, a.Len())
	for p := range a.All() {
		in[of(p)] = true
	}
	both := 0
	for p := range b.All() {
		if in[of(p)] {
			both++
		}
	}
	return float64(both) / float64(a.Len()+b.Len()-both)
}
