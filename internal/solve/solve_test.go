package solve

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// TestSolveFindsAll: whatever a search has found, the result is the frontier over all
// clusterings, for every family of tables and every additive problem.
func TestSolveFindsAll(t *testing.T) {
	opts := method.Options{Effort: method.DefaultEffort}
	for k, f := range families.All() {
		j := drawn.Table(t, f.Table(6+k%3, 1))
		pair := slices.Concat([]int{0, 0, 1, 2, 3, 4, 5, 6}[:j.Rows()-1], []int{0})
		for _, p := range []problem.Problem{problem.DIB(j), problem.DMC(j), drawn.Linked(problem.DIB(j), pair...)} {
			r := drawn.Must(t)(Solve(context.Background(), p, drawn.Poor(t, p, problem.Limits{}), opts))
			want := drawn.Must(t)(program.Subsets(context.Background(), p, opts)).Frontier
			if r.Status != frontier.StatusComplete || r.Frontier.Search.Status != frontier.StatusComplete {
				t.Errorf("%s: status %v", f.Name, r.Status)
			}
			drawn.SamePoints(t, r.Frontier, want)
		}
	}
}

// TestSolveUnderLimits goes over the clusterings that are allowed.
func TestSolveUnderLimits(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(3, 9, 4))
	limits := problem.Limits{MaxClusters: 3}
	r, err := Solve(context.Background(), p, drawn.Poor(t, p, limits), method.Options{Effort: method.DefaultEffort, Limits: limits})
	if err != nil || r.Status != frontier.StatusComplete || r.Frontier.Search.Method != "dp" {
		t.Fatal(err, r.Status)
	}
	drawn.SamePoints(t, r.Frontier, drawn.Must(t)(program.Subsets(context.Background(), p, method.Options{Limits: limits})).Frontier)
}

// TestSolveMethods: what is tried depends on the problem, its rows and the effort.
func TestSolveMethods(t *testing.T) {
	const proof, program = "proof", "dynamic programming"
	dib, dmc := problem.DIB, problem.DMC
	nsb := func(j *joint.Joint) problem.Problem {
		p, err := problem.Estimated(j, info.NSB())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	ring := func(j *joint.Joint) problem.Problem { return problem.DIB(drawn.Table(t, drawn.Circulant(1, j.Rows()))) }
	corrected := func(j *joint.Joint) problem.Problem {
		p, err := problem.Estimated(drawn.Table(t, drawn.Circulant(1, j.Rows())), info.MillerMadow())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	pairs := func(j *joint.Joint) problem.Problem {
		return problem.Symmetric(drawn.Cube(t, j.Rows(), 2, func(a, b, y int) float64 { return float64((a*a+3*b+y)%7 + a) }))
	}
	for _, tt := range []struct {
		name   string
		pose   func(*joint.Joint) problem.Problem
		rows   int
		effort int64
		limits problem.Limits
		want   []string
		most   int
	}{
		{"few rows", dib, 16, method.DefaultEffort, problem.Limits{}, []string{proof, program, proof}, edge.MaxRows},
		{"more rows", dib, 17, method.DefaultEffort, problem.Limits{}, []string{proof}, edge.MaxRows},
		{"twenty rows", dib, 20, 0, problem.Limits{}, []string{proof, program, proof}, edge.MaxRows},
		{"more than twenty", dib, 21, 0, problem.Limits{}, []string{proof}, edge.MaxRows},
		{"as many as a proof takes", dib, 64, method.DefaultEffort, problem.Limits{}, []string{proof}, edge.MaxRows},
		{"one more", dib, 65, method.DefaultEffort, problem.Limits{}, nil, edge.MaxRows},
		{"limits", dib, 16, method.DefaultEffort, problem.Limits{MaxClusters: 3}, []string{program}, 20},
		{"limits and more rows", dib, 17, method.DefaultEffort, problem.Limits{MaxClusters: 3}, nil, 20},
		{"channel", dmc, 16, method.DefaultEffort, problem.Limits{}, []string{program}, 22},
		{"channel of more rows", dmc, 19, method.DefaultEffort, problem.Limits{}, []string{program}, 22},
		{"channel of even more rows", dmc, 20, method.DefaultEffort, problem.Limits{}, nil, 22},
		{"channel of too many rows", dmc, 23, 0, problem.Limits{}, nil, 22},
		{"sums over no clusters", nsb, 8, 0, problem.Limits{}, nil, 0},
		{"symmetric table", ring, 17, method.DefaultEffort, problem.Limits{}, []string{proof, program, proof}, edge.MaxRows},
		{"symmetric table of more rows", ring, 22, 0, problem.Limits{}, []string{proof, program, proof}, edge.MaxRows},
		{"symmetric table of too many rows", ring, 23, 0, problem.Limits{}, []string{proof}, edge.MaxRows},
		{"symmetric table under limits", ring, 20, 0, problem.Limits{MaxClusters: 3}, []string{program}, 20},
		{"symmetric table, estimated", corrected, 22, 0, problem.Limits{}, []string{program}, 22},
		{"two variables", pairs, 12, method.DefaultEffort, problem.Limits{}, []string{proof}, 16},
		{"two variables of more rows", pairs, 16, method.DefaultEffort, problem.Limits{}, nil, 16},
		{"two variables without a limit", pairs, 16, 0, problem.Limits{}, []string{proof}, 16},
		{"two variables of too many rows", pairs, 17, 0, problem.Limits{}, nil, 16},
		{"channel without a limit", dmc, 22, 0, problem.Limits{}, []string{program}, 22},
	} {
		p := tt.pose(drawn.Table(t, drawn.Draw(1, tt.rows, 3, func(rng *rand.Rand, _, _ int) float64 { return float64(1 + rng.IntN(9)) })))
		opts, err := method.WithDefaults(method.Options{Effort: tt.effort, Limits: tt.limits})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range methodsFor(p, opts) {
			got = append(got, m.Name)
		}
		if !slices.Equal(got, tt.want) || Rows(p, tt.limits) != tt.most {
			t.Errorf("%s: %v, up to %d rows", tt.name, got, Rows(p, tt.limits))
		}
	}
}

// TestSolveSymmetric: problems that are not sums over clusters are solved, too.
func TestSolveSymmetric(t *testing.T) {
	p := drawn.Group(t, "@group:Z2xZ4")
	r, err := Solve(context.Background(), p, drawn.Poor(t, p, problem.Limits{}), method.Options{Effort: method.DefaultEffort})
	if err != nil || r.Status != frontier.StatusComplete || r.Frontier.Search.Method != "branch-and-bound" {
		t.Fatal(err, r.Status)
	}
	drawn.SameFrontier(t, r.Frontier, drawn.Enumerated(t, p))
}

// TestSolveStopped keeps what was found before, at every stage.
func TestSolveStopped(t *testing.T) {
	table := drawn.Draw(1, 12, 3, func(_ *rand.Rand, x, y int) float64 { return float64(1 + (x%4+y)%3) })
	j := drawn.Table(t, table)
	for _, p := range []problem.Problem{problem.DIB(j), problem.DMC(j), drawn.Group(t, "@group:Z9"), problem.DMC(drawn.Table(t, drawn.Circulant(1, 17))), problem.DIB(drawn.Table(t, drawn.Circulant(1, 17)))} {
		found := drawn.Poor(t, p, problem.Limits{})
		ctx, cancel := context.WithCancel(context.Background())
		var stages []string
		r, err := Solve(ctx, p, found, method.Options{Effort: method.DefaultEffort, Enter: func(stage string) {
			stages = append(stages, stage)
			cancel()
		}})
		if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Search.Status != frontier.StatusInterrupted || len(stages) != 1 {
			t.Fatalf("%v, status %v, stages %s", err, r.Status, strings.Join(stages, ", "))
		}
		if r.Frontier.Len() < found.Frontier.Len() {
			t.Errorf("%d points are left of %d", r.Frontier.Len(), found.Frontier.Len())
		}
		if found.Status == frontier.StatusInterrupted || found.Frontier.Search.Status == frontier.StatusInterrupted {
			t.Error("the result of the search was changed")
		}
		if r, err := Solve(ctx, p, found, method.Options{Enter: func(stage string) { t.Error(stage) }}); err != nil || r != found {
			t.Error("after an interruption, something was begun: ", err)
		}
	}
}
