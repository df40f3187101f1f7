package report

import (
	"container/heap"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
)

// selection is the part of a frontier that a page shows: all of it, or some of its points if the
// clusterings would take too much memory.
type selection struct {
	// points are the points of the frontier by increasing h, then the best clusterings that are
	// not on it, by increasing k, and then the rest of the layers.
	points []frontier.Point
	front  int // the points of the frontier among them
	// place is where the points of the frontier are among these, by their Index; -1 where one is left out.
	place []int
	// lost is the area between the staircases of the frontier and of the points that are shown, as
	// a part of the area under the former, from the first point to the last.
	lost float64
	// layered is the whole number of clusterings that only the layers have, and the last points are some or all of them.
	layered int
	// beyond are clusterings that are of interest only within a limit on what they tell about the second variable.
	beyond []frontier.SecondEntry
}

// A page holds at most wholeClusterings bytes of clusterings if it shows all points. Otherwise it
// shows the number of points that fits into someClusterings, which a browser unpacks in a moment,
// from leastShown to mostShown.
const (
	wholeClusterings = 16 << 20
	someClusterings  = 64 << 20
	leastShown       = 200
	mostShown        = 1000
	// mostPacked is the largest size of all arrays as text, if fewer points can make it smaller.
	mostPacked = 8_000_000
)

// selectPoints chooses the points that a page shows: all, or about most of them, and up to most of the layers. O(points
// log points).
func selectPoints(f *frontier.Frontier, most int) *selection {
	size := max(f.Problem.N*sizeOf(f.Problem.N-1), 1)
	s := selectFrontier(f, size, most)
	points, all := layered(f, max(min(mostLayered, most, wholeClusterings/size-len(s.points)), 0))
	s.points, s.layered = append(s.points, points...), all
	s.beyond = s.within(f, wholeClusterings/size-len(s.points))
	return s
}

// selectFrontier does so for the frontier and the best clusterings, whose clusterings take size bytes each.
func selectFrontier(f *frontier.Frontier, size, most int) *selection {
	all := allPoints(f)
	s := &selection{points: all, front: f.Len(), place: make([]int, f.Len())}
	for j := range s.place {
		s.place[j] = j
	}
	if len(all)*size <= wholeClusterings && f.Len() <= most || f.Len() <= leastShown {
		return s
	}
	keep := thinned(f, all[:f.Len()], max(min(someClusterings/size, mostShown, most), leastShown))
	s.lost = lostArea(all[:f.Len()], keep)
	s.points = nil
	for j := range s.place {
		if s.place[j] = -1; keep[j] {
			s.place[j] = len(s.points)
			s.points = append(s.points, all[j])
		}
	}
	s.front = len(s.points)
	s.points = append(s.points, all[f.Len():]...)
	return s
}

// sizeOf returns the size in bytes of a whole number up to most in a page.
func sizeOf(most int) int {
	switch {
	case most <= 1<<8-1:
		return 1
	case most <= 1<<16-1:
		return 2
	}
	return 4
}

// at returns the index among the shown points of a point of the frontier or of a best clustering;
// -1 if it is not shown.
func (s *selection) at(p *frontier.Point) int {
	switch {
	case p == nil:
		return -1
	case p.Index >= 0:
		return s.place[p.Index]
	}
	return s.front + slices.IndexFunc(s.points[s.front:], func(q frontier.Point) bool { return q.K == p.K })
}

// best returns the indices of the best clusterings that are shown, by increasing k.
func (s *selection) best(f *frontier.Frontier) []int {
	list := []int{}
	for p := range f.Best() {
		if at := s.at(&p); at >= 0 {
			list = append(list, at)
		}
	}
	return list
}

// thinned reports for each point of a frontier whether it is shown, for about most of them: the
// points that are always shown, and the rest after removing, one by one, the point without which
// the staircase loses the least area. This is the method of Visvalingam and Whyatt (The
// Cartographic Journal 30(1):46-51, 1993, doi:10.1179/caj.1993.30.1.46) for staircases: there, the
// area is (h+ - h) (i - i-), with the h of the point after and the i of the point before.
func thinned(f *frontier.Frontier, points []frontier.Point, most int) []bool {
	return thin(points, alwaysShown(f, most/2), most)
}

// thin does so for given points that are always shown, among which are the first and the last point.
func thin(points []frontier.Point, fixed []bool, most int) []bool {
	left := len(points)
	queue := &costs{points: points}
	for j := range points {
		queue.beside = append(queue.beside, [2]int{j - 1, j + 1})
		queue.place = append(queue.place, -1)
	}
	for j := range points {
		if !fixed[j] {
			heap.Push(queue, j)
		}
	}
	keep := slices.Repeat([]bool{true}, len(points))
	for ; left > most && queue.Len() > 0; left-- {
		j := heap.Pop(queue).(int)
		keep[j] = false
		before, after := queue.beside[j][0], queue.beside[j][1]
		queue.beside[before][1], queue.beside[after][0] = after, before
		for _, n := range []int{before, after} {
			if queue.place[n] >= 0 {
				heap.Fix(queue, queue.place[n])
			}
		}
	}
	return keep
}

// The numbers of the most prominent points, and of the best points for a number of clusters, that
// are always shown.
const (
	prominentShown = 50
	bestShown      = 200
)

// alwaysShown reports for each point of a frontier whether a page always shows it: both ends, the
// recommended and listed points, and at most the given number of points apart by resampling.
func alwaysShown(f *frontier.Frontier, robust int) []bool {
	fixed := make([]bool, f.Len())
	fixed[0], fixed[f.Len()-1] = true, true
	fix := func(p *frontier.Point) {
		if p != nil && p.Index >= 0 {
			fixed[p.Index] = true
		}
	}
	if r, ok := recommend.From(f); ok {
		fix(&r.Point)
		fix(r.Coarser)
		fix(r.Finer)
	}
	for p := range f.BestKnown() {
		if p.K <= bestShown {
			fix(&p)
		}
	}
	for _, p := range f.MostProminent(prominentShown) {
		fix(&p)
	}
	for p := range f.All() {
		if p.Robust && robust > 0 {
			fix(&p)
			robust--
		}
	}
	return fixed
}

// costs is a heap of points by the area that the staircase loses without them.
type costs struct {
	points []frontier.Point
	beside [][2]int // of every point, those before and after it that are not left out
	heap   []int
	place  []int // of every point in the heap; -1 if it is not there
}

// cost returns the area that the staircase loses without a point.
func (c *costs) cost(j int) float64 {
	p, before, after := &c.points[j], &c.points[c.beside[j][0]], &c.points[c.beside[j][1]]
	return (after.H - p.H) * (p.I - before.I)
}

func (c *costs) Len() int { return len(c.heap) }

func (c *costs) Less(a, b int) bool {
	x, y := c.cost(c.heap[a]), c.cost(c.heap[b])
	return x < y || x == y && c.heap[a] < c.heap[b]
}

func (c *costs) Swap(a, b int) {
	c.heap[a], c.heap[b] = c.heap[b], c.heap[a]
	c.place[c.heap[a]], c.place[c.heap[b]] = a, b
}

func (c *costs) Push(j any) {
	c.place[j.(int)] = len(c.heap)
	c.heap = append(c.heap, j.(int))
}

func (c *costs) Pop() any {
	last := len(c.heap) - 1
	j := c.heap[last]
	c.heap, c.place[j] = c.heap[:last], -1
	return j
}

// lostArea returns the area between the staircases of all points and of the kept points, as a part
// of the area under the former, above the i of the first point.
func lostArea(points []frontier.Point, keep []bool) float64 {
	all, lost, level := 0.0, 0.0, points[0].I
	for j := range len(points) - 1 {
		if keep[j] {
			level = points[j].I
		}
		width := points[j+1].H - points[j].H
		all += float64(width * (points[j].I - points[0].I))
		lost += float64(width * (points[j].I - level))
	}
	if !(all > 0) {
		return 0
	}
	return lost / all
}
