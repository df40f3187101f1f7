package codec

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/partition"
)

// grow makes a tree of the differences of points and best clusterings of n rows, and names its
// members in them. Files have any order: a clustering may come before the clustering that it is
// made of.
func grow(n int, points, best []point) error {
	g := grower{points: points, best: best, builder: partition.NewTreeBuilder(n)}
	g.member = make([]int, len(points)+len(best))
	for number := range g.member {
		if err := g.add(number); err != nil {
			return err
		}
	}
	tree := g.builder.Tree()
	for number := range g.member {
		p := g.at(number)
		p.Tree, p.Member = tree, g.member[number]-1
		p.descent = descent{}
	}
	return nil
}

type grower struct {
	points, best []point
	builder      *partition.TreeBuilder
	member       []int // of every clustering, 1 and the member of the tree; 0 if it is none yet
	changes      []partition.Change
	way          []int
}

func (g *grower) at(number int) *point {
	if number < len(g.points) {
		return &g.points[number]
	}
	return &g.best[number-len(g.points)]
}

// name names a clustering in errors.
func (g *grower) name(number int) string {
	if number < len(g.points) {
		return fmt.Sprintf("points[%d]", number)
	}
	return fmt.Sprintf("best.points[%d]", number-len(g.points))
}

// add adds a clustering to the tree, after the clusterings that it is made of.
func (g *grower) add(number int) error {
	const onWay = -1
	g.way = g.way[:0]
	for at := number; at != none && g.member[at] == 0; {
		g.member[at] = onWay
		g.way = append(g.way, at)
		from := g.at(at).descent.from
		if from < none || from >= len(g.member) {
			return fmt.Errorf("%s.from is %d, want the number of one of the %d groupings", g.name(at), from, len(g.member))
		}
		if from != none && g.member[from] == onWay {
			return fmt.Errorf("%s is made of %s, which is made of it", g.name(at), g.name(from))
		}
		at = from
	}
	for k := len(g.way) - 1; k >= 0; k-- {
		if err := g.addNext(g.way[k]); err != nil {
			return fmt.Errorf("%s.changes: %w", g.name(g.way[k]), err)
		}
	}
	return nil
}

// addNext adds a clustering whose origin is in the tree.
func (g *grower) addNext(number int) error {
	found := g.at(number).descent
	parent := none
	if found.from != none {
		parent = g.member[found.from] - 1
	}
	if len(found.list)%2 != 0 {
		return fmt.Errorf("has %d numbers, and should have two for each change", len(found.list))
	}
	g.changes = g.changes[:0]
	for k := 0; k < len(found.list); k += 2 {
		g.changes = append(g.changes, partition.Change{Row: found.list[k], To: found.list[k+1]})
	}
	member, err := g.builder.Add(parent, g.changes)
	g.member[number] = member + 1
	return err
}

// checkChange returns an error if a number cannot be part of a change.
func checkChange(v float64) error {
	if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return fmt.Errorf("is %.10g, want a row", v)
	}
	return nil
}
