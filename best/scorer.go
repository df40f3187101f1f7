package best

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// scorer holds the clusters of a clustering, and computes how their scores change. The score of a cluster is its
// contribution to i, less a little of its contribution to h, so that of two clusterings with the same i the one
// with the lower h has the higher score. All scores are exact sums.
type scorer interface {
	// load makes the clusters 0 to k-1 of the rows with these labels. Rows with the label -1
	// are in none. It returns the sum of the scores.
	load(label []int32, k int) (sum float64)
	// join returns the change of the score of cluster c when row x, which is not in it, joins it. leave returns the
	// change of the score of the cluster of x when x, which is not alone there, leaves it.
	join(x, c int) float64
	leave(x, c int) float64
	// move moves row x to another cluster, and back takes the last move back.
	move(x, from, to int)
	back()
	// merged returns the change of the sum of scores when clusters a and b become one.
	merged(a, b int) float64
	// alone returns the score of a cluster of row x only.
	alone(x int) float64
	// steps returns the steps that join takes for row x, and those that merged takes.
	steps(x int) int64
	mergeSteps() int64
	// again returns another scorer of the same problem.
	again() scorer
}

// newScorer returns a scorer of a problem: the fast one for tables whose i is the plug-in value,
// and otherwise one for any sum over clusters.
func newScorer(p problem.Additive) scorer {
	tilt := tiltOf(p)
	if tabled, ok := tableOf(p); ok {
		return newCellScorer(p, tabled, tilt)
	}
	return &setScorer{problem: p, tilt: tilt, probe: p.Cluster()}
}

// tilt is the share of h in the score. It is so small that h does not outweigh a cell of the grid of i, and large
// enough to count: h is at most 20 bits or so, and scores are multiples of 2^-48.
const tilt = 0x1p-36

// tiltOf returns the share of h in the score of a problem. Problems of a user's own may have
// an h of any size, which has no share.
func tiltOf(p problem.Problem) float64 {
	switch p.Describe().Kind {
	case "dib", "quantizer", "mean":
		return tilt
	default:
		return 0
	}
}

// score returns the score of a cluster that adds a cost to the sums.
func score(cost problem.Point, tilt float64) float64 {
	if tilt == 0 {
		return cost.I
	}
	return cost.I - plogp.Quantize(tilt*cost.H)
}

// setScorer computes scores by the sets of rows of any additive problem.
type setScorer struct {
	problem  problem.Additive
	tilt     float64
	clusters []problem.Cluster
	rows     [][]int32 // of every cluster
	scores   []float64
	probe    problem.Cluster // empty between calls
	last     moved
}

// moved is a move of a row.
type moved struct{ x, from, to int }

func (s *setScorer) again() scorer { return newScorer(s.problem) }

func (s *setScorer) load(label []int32, k int) (sum float64) {
	for c, rows := range s.rows {
		for _, x := range rows {
			s.clusters[c].Remove(int(x))
		}
		s.rows[c] = rows[:0]
	}
	for len(s.clusters) < k {
		s.clusters, s.rows = append(s.clusters, s.problem.Cluster()), append(s.rows, nil)
	}
	for x, c := range label {
		if c >= 0 {
			s.clusters[c].Add(x)
			s.rows[c] = append(s.rows[c], int32(x))
		}
	}
	s.scores = make([]float64, k)
	for c := range k {
		s.scores[c] = s.cost(s.clusters[c], len(s.rows[c]))
		sum += s.scores[c]
	}
	return sum
}

// cost returns the score of a set of some number of rows.
func (s *setScorer) cost(set problem.Cluster, rows int) float64 {
	if rows == 0 {
		return 0
	}
	v := score(set.Cost(), s.tilt)
	if math.IsNaN(v) {
		return math.Inf(-1)
	}
	return v
}

func (s *setScorer) join(x, c int) float64 {
	set := s.clusters[c]
	set.Add(x)
	after := s.cost(set, len(s.rows[c])+1)
	set.Remove(x)
	return after - s.scores[c]
}

func (s *setScorer) leave(x, c int) float64 {
	set := s.clusters[c]
	set.Remove(x)
	after := s.cost(set, len(s.rows[c])-1)
	set.Add(x)
	return after - s.scores[c]
}

func (s *setScorer) move(x, from, to int) {
	s.clusters[from].Remove(x)
	s.clusters[to].Add(x)
	rows := s.rows[from]
	for n, y := range rows {
		if int(y) == x {
			rows[n] = rows[len(rows)-1]
			s.rows[from] = rows[:len(rows)-1]
			break
		}
	}
	s.rows[to] = append(s.rows[to], int32(x))
	s.scores[from], s.scores[to] = s.cost(s.clusters[from], len(s.rows[from])), s.cost(s.clusters[to], len(s.rows[to]))
	s.last = moved{x, from, to}
}

func (s *setScorer) back() { s.move(s.last.x, s.last.to, s.last.from) }

func (s *setScorer) merged(a, b int) float64 {
	if len(s.rows[a]) < len(s.rows[b]) {
		a, b = b, a
	}
	set := s.clusters[a]
	for _, x := range s.rows[b] {
		set.Add(int(x))
	}
	after := s.cost(set, len(s.rows[a])+len(s.rows[b]))
	for _, x := range s.rows[b] {
		set.Remove(int(x))
	}
	return after - s.scores[a] - s.scores[b]
}

func (s *setScorer) alone(x int) float64 {
	s.probe.Add(x)
	v := s.cost(s.probe, 1)
	s.probe.Remove(x)
	return v
}

// setSteps is about how many steps the cost of a set takes.
const setSteps = 30

func (s *setScorer) steps(int) int64 { return setSteps }
func (s *setScorer) mergeSteps() int64 {
	return setSteps * int64(1+s.problem.Rows()/max(1, len(s.scores)))
}
