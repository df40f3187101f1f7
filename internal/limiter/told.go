package limiter

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/target"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// told is the limit on I(Z;S) for a second variable S. It is immutable and safe for concurrent use.
type told struct {
	of   problem.Problem // of X and S, with the rows of the limited problem; its i is I(Z;S)
	said frontier.Second
	most float64
	// unit is the number of bits above the limit that count as a violation. The finest clustering has about one violation
	// for each row, so that a move of a row adds or removes about one. (With 8 in all, a walk of 30 rows missed up to two
	// fifths of the points, and with 120 up to a quarter.)
	unit float64
}

// newTold returns the limit for a problem, or nil without one.
func newTold(p problem.Problem, l *problem.SecondLimit) (*told, error) {
	switch {
	case l == nil || p.Rows() == 1: // a single cluster tells nothing
		return nil, nil //nolint:nilnil // nothing to check
	case l.Table == nil:
		return nil, marked.Errorf(problem.ErrOptions, "a limit on what groups tell about a second variable needs the table of X and this variable")
	case !(l.Most >= 0):
		return nil, marked.Errorf(problem.ErrOptions, "groups may tell up to %g bits about %s, want 0 or more", l.Most, l.Name)
	}
	s := l.Table
	of, cells, err := target.Pose(p, s)
	if err != nil {
		return nil, err
	}
	made := &told{of: of, most: l.Most, unit: max(pareto.Tolerance, (s.IXY()-l.Most)/float64(p.Rows()))}
	made.said = frontier.Second{
		Name: l.Name, Aim: frontier.AimLeak, Labels: s.YLabels(), H: s.HY(), I: s.IXY(),
		Cells: cells,
	}
	return made, nil
}

// violations returns how many violations it is to tell a number of bits: 0 up to the limit.
func (t *told) violations(bits float64) int64 {
	if target.Keeps(frontier.AimLeak, bits, t.most) {
		return 0
	}
	return 1 + int64((bits-t.most)/t.unit)
}

// keeps reports whether a clustering tells at most the limit.
func (t *told) keeps(clusters [][]int) bool {
	if t == nil {
		return true
	}
	traits := t.of.Traits()
	var sum problem.Point
	for _, rows := range clusters {
		set := traits.Cluster()
		for _, x := range rows {
			set.Add(x)
		}
		sum.I += set.Cost().I
	}
	return t.violations(traits.Total(sum).I) == 0
}

// Told returns the problem of X and a second variable, about which clusters may tell only so many bits, or nil
// without a limit. It has the rows of the limited problem, and its i is what clusters tell.
func (l *Limiter) Told() problem.Problem {
	if l == nil || l.told == nil {
		return nil
	}
	return l.told.of
}

// Prices returns prices, in i, of a bit about the second variable, or none if nothing limits what clusterings tell.
// Searches that pay them come to clusterings that tell little.
func (l *Limiter) Prices() []float64 {
	if l == nil || l.told == nil {
		return nil
	}
	return []float64{0.5, 2, 8}
}

// Second returns what a frontier says about the second variable and the limit; nil if there is none.
func (l *Limiter) Second() *frontier.Second {
	if l == nil || l.told == nil {
		return nil
	}
	said, most := l.told.said, l.told.most
	said.Limit = &most
	return &said
}

// SecondKey is a text that differs for other limits on the second variable, and empty for none.
func (l *Limiter) SecondKey() string {
	if l == nil || l.told == nil {
		return ""
	}
	return fmt.Sprintf("%s %b", l.limits.Second.Table.SHA256(), l.told.most)
}

// ToldViolations returns how many violations it is to tell a number of bits about the second variable.
func (l *Limiter) ToldViolations(bits float64) int64 { return l.told.violations(bits) }

// teller computes what the clustering of a [Gauge] tells about the second variable, and each of its neighbours.
type teller struct {
	*told
	evaluator problem.Evaluator
	loaded    int64 // violations of the loaded clustering
	to        int   // the cluster to which moves are known, or -1
	moves     []problem.Point
	merge     []problem.Point
}

// tellerBytes is the number of bytes that a teller remembers of clusters.
const tellerBytes = 4 << 20

func newTeller(t *told) *teller {
	if t == nil {
		return nil
	}
	n := t.of.Rows()
	return &teller{told: t, evaluator: t.of.Evaluators(1, tellerBytes)[0], moves: make([]problem.Point, n), merge: make([]problem.Point, n)}
}

// load takes a clustering and returns its violations. merged and moved return how many more a neighbour has.
func (t *teller) load(f partition.Partition) int64 {
	if t == nil {
		return 0
	}
	t.to, t.loaded = -1, t.violations(t.evaluator.Load(f).I)
	return t.loaded
}

func (t *teller) merged(a, b int) int64 {
	if t == nil {
		return 0
	}
	t.evaluator.Merges(a, []int32{int32(b)}, t.merge)
	return t.violations(t.merge[b].I) - t.loaded
}

// moved computes the moves of all rows to a cluster at once.
func (t *teller) moved(x, b int) int64 {
	if t == nil {
		return 0
	}
	if b != t.to {
		t.to = b
		t.evaluator.Moves(b, t.moves)
	}
	return t.violations(t.moves[x].I) - t.loaded
}
