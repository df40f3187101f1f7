// Package pairing is the stage of map for a second variable, about which groups tell something, too.
package pairing

import (
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// Help explains the flags that name a second variable.
const Help = `--leak S also finds what groupings tell about a second variable S, a column of the records
such as sex, to choose groups that tell much about Y and little about S: for each number of
groups, the Pareto-optimal groupings in H(Z), I(Z;Y) and I(Z;S).
'dibmap select --max-leak B' chooses among them, for any B. With more than 400 values of X,
--max-leak B makes one limit a part of the search. --also S2 does the same for a second target,
about which groups are to tell much (select --min-also B). S is read, cut into ranges and
counted like Y, and a record without S has the value (missing). For a matrix, S is a
matrix file with the same rows. With --validate, groupings are scored on held-out records for
both. What groups tell is estimated from these records. It says nothing about other variables,
or about S together with them.`

// Share is the part of a time limit for this stage, and foldEffort the part of the effort for a fold.
const (
	Share      = 0.3
	foldShare  = 0.6
	foldEffort = 0.2
	mostEffort = 1 << 20 // of the product of efforts, which is a whole number of steps
)

// Maps reports whether the groupings of a problem are mapped for a second variable.
func Maps(p *input.Problem, order string) bool {
	return p.Second != nil && (order != "" || p.Problem.Rows() <= way.SweptRows)
}

// Refuse returns an error for a problem with more values than a second variable is mapped for.
func Refuse(p *input.Problem, order string) error {
	if p.Second == nil || p.Limits.Second != nil || Maps(p, order) {
		return nil
	}
	how := "--top-x or --min-count keeps the frequent ones"
	if p.Second.Aim == frontier.AimLeak {
		how += ", and --max-leak B maps any number of values under one limit"
	}
	return fmt.Errorf("%s: X has %s values, and --%s takes up to %d: %s", p.Name, wording.Number(p.Problem.Rows()), p.Second.Aim, way.SweptRows, how)
}

// Stage says how groupings are searched.
type Stage struct {
	Problem *input.Problem
	Search  search.Options
	Order   string
	Prove   bool // without a limit on the work
	Fold    []joint.Fold
	FoldOf  []joint.Fold         // of X and the second variable
	Found   []*frontier.Frontier // of the training records of each fold; nil for other records

	observe func(done, all int64)
}
