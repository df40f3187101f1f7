package union

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Error says which arguments of [Of] have no union, and why.
type Error struct {
	// First and Second are the indices of two frontiers of different problems. They are
	// equal if one frontier cannot be united with any other.
	First, Second int
	Err           error
}

// Error implements error.
func (e *Error) Error() string {
	if e.First == e.Second {
		return fmt.Sprintf("frontier %d: %v", e.First, e.Err)
	}
	return fmt.Sprintf("frontiers %d and %d are of different problems: %v", e.First, e.Second, e.Err)
}

// maxBits is more than any entropy of a table. Package problem allows no more, and the grid of
// package internal/pareto reaches that far.
const maxBits = 1 << 12

// check returns an error if a frontier has no union with any other.
func check(f *frontier.Frontier) error {
	if err := f.Check(); err != nil {
		return err
	}
	for p := range f.All() {
		if err := checkPoint(p, fmt.Sprintf("point %d", p.Index)); err != nil {
			return err
		}
	}
	n := 0
	for p := range f.Best() {
		if err := checkPoint(p, fmt.Sprintf("best[%d]", n)); err != nil {
			return err
		}
		n++
	}
	return nil
}

// checkPoint returns an error if a point of the given name cannot be in a union.
func checkPoint(p frontier.Point, name string) error {
	switch {
	case !p.Known():
		return fmt.Errorf("%s has no clustering: use a file with the clusterings", name)
	case math.Abs(p.H) > maxBits || math.Abs(p.I) > maxBits:
		return fmt.Errorf("%s: (h %g, i %g) is not a point of any table: more than %d bits", name, p.H, p.I, maxBits)
	}
	return nil
}

// sameTable says in what the tables of two frontiers differ. Labels come before
// the digest, which they change too, because they tell a person more.
func sameTable(p, q *frontier.Problem) error {
	switch {
	case p.Kind != q.Kind:
		return fmt.Errorf("kind is %q and %q", p.Kind, q.Kind)
	case p.N != q.N:
		return fmt.Errorf("n is %d and %d", p.N, q.N)
	case p.M != q.M:
		return fmt.Errorf("m is %d and %d", p.M, q.M)
	}
	for _, axis := range []struct {
		name string
		a, b []string
	}{{"x", p.XLabels, q.XLabels}, {"y", p.YLabels, q.YLabels}} {
		if at := slices.Index(textfile.Places(axis.a, axis.b), -1); at >= 0 {
			return fmt.Errorf("only the first has the %s label %q", axis.name, axis.a[at])
		}
	}
	switch {
	case sampleText(p) != sampleText(q):
		return fmt.Errorf("samples is %s and %s", sampleText(p), sampleText(q))
	case p.Estimator != q.Estimator:
		return fmt.Errorf("estimator is %q and %q", p.Estimator, q.Estimator)
	case missingText(p) != missingText(q):
		return fmt.Errorf("missing values of X are treated as %s and %s", missingText(p), missingText(q))
	case p.Source.SHA256 != q.Source.SHA256:
		return errors.New("the labels are the same, but not what was counted (source.sha256)")
	}
	return p.Constraints.Difference(q.Constraints)
}

func missingText(p *frontier.Problem) string {
	if p.Missing == nil {
		return "none"
	}
	return p.Missing.Treatment
}

func sampleText(p *frontier.Problem) string {
	if p.Samples == nil {
		return "null"
	}
	return fmt.Sprint(*p.Samples)
}
