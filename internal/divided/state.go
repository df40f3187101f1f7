// Package divided holds the states of searches, and how a search by sweeps is divided among machines.
package divided

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// A snapshot is a state of package sealed that begins with an [Identity]. Checkpoint files of earlier versions were such
// a state alone, so that they began with this line.
const magic = "dibmap checkpoint\n"

// Version changes with the layout, and when a search would continue differently from the interrupted one.
const Version = 6

// Identity identifies the search of a snapshot. The tags complete the errors for other searches.
type Identity struct {
	Version int    `json:"version" of:"version %v, and this program continues version %v only"`
	Kind    string `json:"kind" of:"another table, problem or estimator"`
	Table   string `json:"table" of:"another table, problem or estimator"`
	Rows    int    `json:"rows" of:"another table, problem or estimator"`
	// Order is a digest of the table's labels in the order of the problem's rows, of H(X) and of I(X;Y). The digest of the
	// table does not depend on the order of columns, and a user's problem may have none.
	Order string `json:"order" of:"another table, problem or estimator"`

	Method int  `json:"method" of:"another method of search"`
	Sweeps bool `json:"sweeps,omitempty" of:"another method of search"` // or chains
	// Within is the range of a part of a search, and Begun the digest of the state before the part.
	Within *Window `json:"within,omitempty" of:"a search within %v and not %v"`

	Epsilon   float64 `json:"epsilon" of:"a search with epsilon %v and not %v"`
	Seed      uint64  `json:"seed" of:"a search with seed %v and not %v"`
	MaxMemory int64   `json:"max_memory" of:"a search with %v bytes of memory and not %v"`
	MaxPoints int     `json:"max_points,omitzero" of:"a search for up to %v points and not %v, where 0 is any number"`
	PerK      bool    `json:"per_k,omitzero" of:"a search that differs in whether it keeps groupings of each number of groups"`
	// Constraints are the constraints of the problem and the limits of the search.
	Constraints frontier.Constraints `json:"constraints"` // any order of pairs is the same
	// Second is the limit on what clusterings tell about a second variable, with the digest of its table.
	Second string `json:"second,omitempty" of:"a search under another limit on a second variable"`

	Begun string `json:"begun,omitempty" of:"a part of another search"`
}

// String names the range, or the whole range for nil.
func (w *Window) String() string {
	if w == nil {
		return "the whole range"
	}
	return fmt.Sprintf("%g to %g bits", w.From, w.To)
}

// New returns a state that has its identity.
func New(id Identity, room int) *sealed.Writer {
	w := sealed.NewWriter(magic, room)
	w.JSON(id)
	return w
}

// Whole returns the snapshot of a search by package sweeps or chains, whose parts, if it was joined, ended so.
func Whole(id Identity, joined frontier.Status, state []byte) []byte {
	w := New(id, len(state)+1<<10)
	w.JSON(joined)
	w.Put(state)
	return w.Seal()
}

// Open begins to read a snapshot: it returns the identity and a reader of what follows.
func Open(snapshot []byte) (own Identity, r *sealed.Reader, err error) {
	if r, err = sealed.Open(snapshot, magic, "it"); err == nil {
		r.JSON(&own)
		err = r.Err
	}
	return own, r, err
}

// Check returns an error if a snapshot is not of the wanted search.
func (own *Identity) Check(r *sealed.Reader, want Identity) error {
	r.Identical(*own, want)
	r.Require(own.Constraints.Difference(want.Constraints) == nil, "it is of a search under other constraints")
	return r.Err
}

// OpenWhole returns what is in a state that [Whole] has made of the wanted search. The error wraps [ErrCheckpoint].
func OpenWhole(snapshot []byte, want Identity) (joined frontier.Status, state []byte, err error) {
	own, r, err := Open(snapshot)
	if err == nil {
		err = own.Check(r, want)
	}
	if err == nil {
		r.JSON(&joined)
		state, err = r.Rest(), r.Err
	}
	if err != nil {
		return "", nil, Refused(err)
	}
	return joined, state, nil
}

// ErrCheckpoint is wrapped by the errors of states that are damaged, or are of another search.
var ErrCheckpoint = errors.New("checkpoint")

// Refused returns the error of a snapshot, which wraps [ErrCheckpoint].
func Refused(err error) error { return fmt.Errorf("%w: %w", ErrCheckpoint, err) }

// IdentityOf returns what the problem and the limiter of a search say of its identity.
func IdentityOf(p problem.Problem, limiter *limiter.Limiter) Identity {
	d := p.Describe()
	limiter.Describe(&d)
	return Identity{
		Version: Version, Kind: d.Kind, Table: d.Source.SHA256, Rows: p.Rows(), Order: orderOf(p, &d), Constraints: d.Constraints, Second: limiter.SecondKey(),
	}
}

// orderOf returns the digest of [Identity].Order.
func orderOf(p problem.Problem, d *frontier.Problem) string {
	place := p.Place()
	inTable := partition.Identity(len(place))
	slices.SortStableFunc(inTable, func(x, y int) int { return cmp.Compare(place[x], place[y]) })
	w := sealed.NewWriter("", 0)
	w.Floats(d.HX, d.IXY)
	for _, x := range inTable {
		w.Word(uint64(place[x]))
		w.Word(uint64(len(d.XLabels[x])))
		w.Put([]byte(d.XLabels[x]))
	}
	return sealed.Digest(w.Bytes())
}
