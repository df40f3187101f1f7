package search

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// A snapshot is a magic line; the length of the header in 8 bytes; the header as JSON, which begins with an [identity];
// a body; and the SHA-256 digest of these. Numbers are little-endian. Sweeps and chains have their whole state in the
// body.
const checkpointMagic = "dibmap checkpoint\n"

// checkpointVersion changes with the layout, and when a search would continue differently from the interrupted one.
const checkpointVersion = 5

// identity is the part of a header that identifies the search of a snapshot.
type identity struct {
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	Table   string `json:"table"`
	Rows    int    `json:"rows"`
	// Order is a digest of the table's labels in the order of the problem's rows, of H(X) and of I(X;Y). The digest of the
	// table does not depend on the order of columns, and a user's problem may have none.
	Order string `json:"order"`

	Method Method `json:"method"`
	Sweeps bool   `json:"sweeps,omitempty"` // or chains
	// Within is the range of a part of a search, and Begun the digest of the state with which the part began.
	Within *Window `json:"within,omitempty"`
	Begun  string  `json:"begun,omitempty"`
	// Status is the status of the parts from which the state was joined.
	Status frontier.Status `json:"status,omitempty"`

	Epsilon   float64 `json:"epsilon"`
	Seed      uint64  `json:"seed"`
	MaxMemory int64   `json:"max_memory"`
	MaxPoints int     `json:"max_points,omitzero"`
	PerK      bool    `json:"per_k,omitzero"`
	// Constraints are the constraints of the problem and the limits of the search.
	Constraints frontier.Constraints `json:"constraints"`
}

// sealed returns a snapshot of a header and a body.
func sealed(h any, body []byte) []byte {
	head := encoded(h)
	b := make([]byte, 0, len(checkpointMagic)+8+len(head)+len(body)+sha256.Size)
	b = appendWords(append(b, checkpointMagic...), uint64(len(head)))
	b = append(append(b, head...), body...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// encoded returns a header or a state as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: all numbers are finite, because an infinite epsilon has no checkpoints
	}
	return b
}

// identify returns the identity of a search.
func identify(p problem.Problem, opts Options, limiter *limiter.Limiter) identity {
	d := p.Describe()
	limiter.Describe(&d)
	return identity{
		Version: checkpointVersion, Kind: d.Kind, Table: d.Source.SHA256, Rows: p.Rows(), Order: orderOf(p, &d),
		Method: opts.Method, Epsilon: opts.Epsilon, Seed: opts.Seed, MaxMemory: opts.MaxMemory, MaxPoints: opts.MaxPoints, PerK: opts.PerK,
		Constraints: d.Constraints,
	}
}

// orderOf returns the digest of [identity].Order.
func orderOf(p problem.Problem, d *frontier.Problem) string {
	place := p.Place()
	inTable := partition.Identity(len(place))
	slices.SortStableFunc(inTable, func(x, y int) int { return cmp.Compare(place[x], place[y]) })
	b := appendWords(nil, math.Float64bits(d.HX), math.Float64bits(d.IXY))
	for _, x := range inTable {
		b = append(appendWords(b, uint64(place[x]), uint64(len(d.XLabels[x]))), d.XLabels[x]...)
	}
	return digestOf(b)
}

func appendWords(b []byte, words ...uint64) []byte {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// digestOf returns the SHA-256 digest of bytes in hexadecimal digits.
func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// open checks that a snapshot is whole, reads its header and returns its body.
func open(snapshot []byte, header any) (body []byte, err error) {
	rest, ok := bytes.CutPrefix(snapshot, []byte(checkpointMagic))
	if !ok {
		return nil, fmt.Errorf("it is no checkpoint of dibmap")
	}
	if len(rest) < 8+sha256.Size {
		return nil, fmt.Errorf("it is cut short")
	}
	end := len(snapshot) - sha256.Size
	if sha256.Sum256(snapshot[:end]) != [sha256.Size]byte(snapshot[end:]) {
		return nil, fmt.Errorf("it is damaged or cut short: its checksum is wrong")
	}
	rest = rest[:len(rest)-sha256.Size]
	n := binary.LittleEndian.Uint64(rest)
	rest = rest[8:]
	if n > uint64(len(rest)) {
		return nil, fmt.Errorf("its header is longer than the file")
	}
	if err := json.Unmarshal(rest[:n], header); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	return rest[n:], nil
}

// openState opens a snapshot of sweeps or chains, and checks that it is from the given search. The error wraps
// [ErrCheckpoint].
func openState(snapshot []byte, want identity) (own identity, body []byte, err error) {
	if body, err = open(snapshot, &own); err == nil {
		err = own.check(want)
	}
	if err != nil {
		return identity{}, nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return own, body, nil
}

// check returns an error if a checkpoint is from another search.
func (h *identity) check(want identity) error {
	switch {
	case h.Version != want.Version:
		return fmt.Errorf("it has version %d, and this program continues version %d only", h.Version, want.Version)
	case h.Kind != want.Kind || h.Table != want.Table || h.Rows != want.Rows || h.Order != want.Order:
		return fmt.Errorf("it is of another table, problem or estimator")
	case h.Method != want.Method || h.Sweeps != want.Sweeps:
		return fmt.Errorf("it is of another method of search")
	case !reflect.DeepEqual(h.Within, want.Within):
		return fmt.Errorf("it is of a search within %s and not %s", h.Within.text(), want.Within.text())
	case h.Epsilon != want.Epsilon:
		return fmt.Errorf("it is of a search with epsilon %g and not %g", h.Epsilon, want.Epsilon)
	case h.Seed != want.Seed:
		return fmt.Errorf("it is of a search with seed %d and not %d", h.Seed, want.Seed)
	case h.MaxMemory != want.MaxMemory:
		return fmt.Errorf("it is of a search with %d bytes of memory and not %d", h.MaxMemory, want.MaxMemory)
	case h.MaxPoints != want.MaxPoints:
		return fmt.Errorf("it is of a search for up to %d points and not %d, where 0 is any number", h.MaxPoints, want.MaxPoints)
	case h.PerK != want.PerK:
		return fmt.Errorf("one of both searches is for every number of clusters, and the other is not")
	case h.Constraints.Difference(want.Constraints) != nil:
		return fmt.Errorf("it is of a search under other constraints")
	case h.Begun != want.Begun:
		return fmt.Errorf("it is not of a part of the same search")
	}
	return nil
}
