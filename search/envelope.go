package search

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// A snapshot is a state of package sealed that begins with an [identity].
const checkpointMagic = "dibmap checkpoint\n"

// checkpointVersion changes with the layout, and when a search would continue differently from the interrupted one.
const checkpointVersion = 6

// identity identifies the search of a snapshot. The tags complete the errors for other searches.
type identity struct {
	Version int    `json:"version" of:"version %v, and this program continues version %v only"`
	Kind    string `json:"kind" of:"another table, problem or estimator"`
	Table   string `json:"table" of:"another table, problem or estimator"`
	Rows    int    `json:"rows" of:"another table, problem or estimator"`
	// Order is a digest of the table's labels in the order of the problem's rows, of H(X) and of I(X;Y). The digest of the
	// table does not depend on the order of columns, and a user's problem may have none.
	Order string `json:"order" of:"another table, problem or estimator"`

	Method Method `json:"method" of:"another method of search"`
	Sweeps bool   `json:"sweeps,omitempty" of:"another method of search"` // or chains
	// Within is the range of a part of a search, and Begun the digest of the state with which the part began.
	Within *span `json:"within,omitempty" of:"a search within %v and not %v"`

	Epsilon   float64 `json:"epsilon" of:"a search with epsilon %v and not %v"`
	Seed      uint64  `json:"seed" of:"a search with seed %v and not %v"`
	MaxMemory int64   `json:"max_memory" of:"a search with %v bytes of memory and not %v"`
	MaxPoints int     `json:"max_points,omitzero" of:"a search for up to %v points and not %v, where 0 is any number"`
	// Constraints are the constraints of the problem and the limits of the search.
	Constraints frontier.Constraints `json:"constraints"` // any order of pairs is the same

	Begun string `json:"begun,omitempty" of:"a part of another search"`
}

// span is the range of a part of a search, or nil.
type span struct{ From, To float64 }

func (w *span) String() string {
	if w == nil {
		return "the whole range"
	}
	return fmt.Sprintf("%g to %g bits", w.From, w.To)
}

// newState returns a state that has its identity.
func newState(id identity, room int) *sealed.Writer {
	w := sealed.NewWriter(checkpointMagic, room)
	w.JSON(id)
	return w
}

// whole returns the snapshot of a search whose state package sweeps or chains makes, and how the parts ended from which
// it was joined.
func whole(id identity, joined frontier.Status, state []byte) []byte {
	w := newState(id, len(state)+1<<10)
	w.JSON(joined)
	w.Put(state)
	return w.Seal()
}

// opened begins to read a snapshot: it returns the identity and a reader of what follows.
func opened(snapshot []byte) (own identity, r *sealed.Reader, err error) {
	if r, err = sealed.Open(snapshot, checkpointMagic, "it"); err == nil {
		r.JSON(&own)
		err = r.Err
	}
	return own, r, err
}

// check returns an error if a snapshot is not of the wanted search.
func (own *identity) check(r *sealed.Reader, want identity) error {
	r.Identical(*own, want)
	r.Require(r.Err != nil || own.Constraints.Difference(want.Constraints) == nil, "it is of a search under other constraints")
	return r.Err
}

// openWhole returns what is in a state that whole has made of the wanted search. The error wraps [ErrCheckpoint].
func openWhole(snapshot []byte, want identity) (joined frontier.Status, state []byte, err error) {
	own, r, err := opened(snapshot)
	if err == nil {
		err = own.check(r, want)
	}
	if err == nil {
		r.JSON(&joined)
		state, err = r.Rest(), r.Err
	}
	if err != nil {
		return "", nil, refused(err)
	}
	return joined, state, nil
}

// refused returns the error of a snapshot, which wraps [ErrCheckpoint].
func refused(err error) error { return fmt.Errorf("%w: %w", ErrCheckpoint, err) }

// identify returns the identity of a search.
func identify(p problem.Problem, opts Options, limiter *limiter.Limiter) identity {
	d := p.Describe()
	limiter.Describe(&d)
	return identity{
		Version: checkpointVersion, Kind: d.Kind, Table: d.Source.SHA256, Rows: p.Rows(), Order: orderOf(p, &d),
		Method: opts.Method, Epsilon: opts.Epsilon, Seed: opts.Seed, MaxMemory: opts.MaxMemory, MaxPoints: opts.MaxPoints,
		Constraints: d.Constraints,
	}
}

// orderOf returns the digest of [identity].Order.
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
