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
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// A snapshot is a magic line; the length of the header in 8 bytes; the header as JSON, which
// begins with an [identity]; a body; and the SHA-256 digest of all that. The body of a walk is the
// points of every level, the queue, the marks and the crowds, whose numbers the header holds.
// Numbers are little-endian. The state of sweeps is all in the body, as package sweeps has it.
const checkpointMagic = "dibmap checkpoint\n"

// checkpointVersion changes with the layout, and when a search would continue in another way
// than the interrupted one.
const checkpointVersion = 5

// identity is the part of a header that says of which search a snapshot is.
type identity struct {
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	Table   string `json:"table"`
	Rows    int    `json:"rows"`
	// Order is a digest of the table's labels in the order of the problem's rows, of H(X)
	// and I(X;Y). The digest of the table does not depend on the order of columns, and a
	// user's problem may have none.
	Order string `json:"order"`

	Method Method `json:"method"`
	Sweeps bool   `json:"sweeps,omitempty"`
	// Within is the range of a part of a search, and Begun the digest of the state with which the part
	// began.
	Within *Window `json:"within,omitempty"`
	Begun  string  `json:"begun,omitempty"`
	// Status is how the parts of a search ended of which this is joined.
	Status frontier.Status `json:"status,omitempty"`

	Epsilon   float64 `json:"epsilon"`
	Seed      uint64  `json:"seed"`
	MaxMemory int64   `json:"max_memory"`
	MaxPoints int     `json:"max_points,omitzero"`
	// Constraints are those of the problem and the limits of the search.
	Constraints frontier.Constraints `json:"constraints"`
}

// header is the part of the snapshot of a walk with a fixed number of values.
type header struct {
	identity

	// A search that was interrupted before it had its starts begins anew, and the rest of
	// the header is empty.
	Began bool    `json:"began"`
	Round int     `json:"round"`
	Lift  float64 `json:"lift"`
	// Barren to Local are the fields of [plan] with these names.
	Barren          int     `json:"barren"`
	Phase           phase   `json:"phase"`
	Finished        int     `json:"finished"`
	Depth           float64 `json:"depth"`
	InsertedBySweep int64   `json:"inserted_by_sweep"`
	InsertedBefore  int64   `json:"inserted_before"`
	EvaluatedBefore int64   `json:"evaluated_before"`
	Local           int64   `json:"local"`
	Newcomers       bool    `json:"newcomers"`
	Stats           Stats   `json:"stats"`
	Settled         int64   `json:"settled"`
	Inserted        int64   `json:"inserted"`
	Coarsened       int     `json:"coarsened"`

	Points []int `json:"points"`
	Open   bool  `json:"open"`
	Queue  int   `json:"queue"`
	Marks  int   `json:"marks"`
	Crowds int   `json:"crowds"`
}

// snapshot returns the state of the search. It is taken between two batches, and once more
// when the search is over, which may be between two commits of a batch.
func (p *plan) snapshot() []byte {
	h := header{identity: identify(p.problem, p.opts, p.limiter)}
	if !p.began {
		return sealed(h, nil)
	}
	h.Began = true
	h.Round, h.Lift, h.Newcomers = p.round(), p.rule.lift, p.rule.newcomers
	h.Phase, h.Finished, h.Depth, h.InsertedBySweep = p.phase, p.finished, p.depth, p.insertedBySweep
	h.Barren, h.InsertedBefore, h.EvaluatedBefore, h.Local = p.barren, p.insertedBefore, p.evaluatedBefore, p.local
	h.Stats, h.Settled = p.stats, p.settled
	h.Inserted, h.Coarsened = p.found.Inserted, p.found.Coarsened()
	h.Open, h.Queue, h.Marks, h.Crowds = p.open, len(p.queue), p.marks.Len(), p.crowds.Len()
	var b []byte
	for _, a := range p.archives {
		h.Points = append(h.Points, a.Len())
		for q := range a.All() {
			b = appendWords(b, math.Float64bits(q.H), math.Float64bits(q.I), uint64(q.Payload.Ties))
			b = append(b, q.Payload.Clustering...)
		}
	}
	for _, n := range p.queue {
		b = appendWords(b, math.Float64bits(n.H), math.Float64bits(n.I), n.hash[0], n.hash[1])
		b = append(b, n.clustering...)
	}
	for hash, m := range p.marks.All {
		b = appendWords(b, hash[0], hash[1])
		b = append(b, m.stage, flag(m.offered))
	}
	for c, n := range p.crowds.All {
		b = appendWords(b, c[0], c[1])
		b = append(b, n)
	}
	return sealed(h, b)
}

// sealed returns a snapshot of a header and a body.
func sealed(h any, body []byte) []byte {
	head, err := json.Marshal(h)
	if err != nil {
		panic(err) // cannot happen: an infinite epsilon has no checkpoints
	}
	b := make([]byte, 0, len(checkpointMagic)+8+len(head)+len(body)+sha256.Size)
	b = appendWords(append(b, checkpointMagic...), uint64(len(head)))
	b = append(append(b, head...), body...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// identify says which search this is.
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
	b := appendWords(nil, math.Float64bits(d.HX), math.Float64bits(d.IXY))
	for _, x := range inTable {
		b = append(appendWords(b, uint64(place[x]), uint64(len(d.XLabels[x]))), d.XLabels[x]...)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func appendWords(b []byte, words ...uint64) []byte {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}

// restore takes over the state of a snapshot. The error wraps [ErrCheckpoint].
func (p *plan) restore(snapshot []byte) error {
	var head header
	body, err := open(snapshot, &head)
	if err == nil {
		err = head.check(identify(p.problem, p.opts, p.limiter))
	}
	if err == nil {
		err = head.sense()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	r := &reader{body: body, labels: make(partition.Partition, head.Rows), gauge: p.workers[0].gauge}
	if head.Began {
		// Without limits there is one level, and under limits there are more.
		if k := len(head.Points); (k == 1) != (p.limiter == nil) || k < 1 || k > maxSlips+1 {
			return fmt.Errorf("%w: its header makes no sense: it has %d levels", ErrCheckpoint, k)
		}
		p.resume(head)
		p.fill(head, r)
	}
	if r.bad || len(r.body) > 0 {
		return fmt.Errorf("%w: what it holds is not what its header says", ErrCheckpoint)
	}
	return nil
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

// check returns an error if a checkpoint is of another search.
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
	case h.Constraints.Difference(want.Constraints) != nil:
		return fmt.Errorf("it is of a search under other constraints")
	}
	return nil
}

// sense returns an error if no walk has such a header.
func (h *header) sense() error {
	if h.Coarsened < 0 || h.Coarsened > maxCoarsened || h.Round < 0 || h.Round >= math.MaxUint8 || h.Phase < 0 || h.Phase > lastRounds || (h.Phase == firstStage) != (h.Round == 0) || h.Finished < 0 || !(h.Depth >= 0) || !(h.Lift >= 0) {
		return fmt.Errorf("its header makes no sense")
	}
	return nil
}

// maxCoarsened is the largest number of times that a frontier is coarsened: cells of 32 bits
// hold all points.
const maxCoarsened = 35

// resume takes over the header.
func (p *plan) resume(h header) {
	p.began = true
	p.stage = uint8(h.Round + 1)
	p.phase, p.finished, p.depth, p.insertedBySweep = h.Phase, h.Finished, h.Depth, h.InsertedBySweep
	p.barren, p.insertedBefore, p.evaluatedBefore, p.local = h.Barren, h.InsertedBefore, h.EvaluatedBefore, h.Local
	switch {
	case h.Newcomers:
		p.rule = rule{moves: h.Method != Merge, newcomers: true}
	case h.Round > 0:
		p.rule = p.roundRule(h.Lift)
	default:
		p.rule = p.firstRule()
	}
	p.keep(newLevels(p.found.Rows(), len(h.Points)-1, h.Open))
	p.stats, p.settled = h.Stats, h.Settled
	p.found.Inserted = h.Inserted
	p.allow()
}

// fill takes over the body.
func (p *plan) fill(h header, r *reader) {
	for range h.Coarsened {
		p.coarsen()
	}
	for level, points := range h.Points {
		for range points {
			at := problem.Point{H: r.float(), I: r.float()}
			m := archive.Member{Ties: int(r.word()), Clustering: r.clustering()}
			if r.bad || int(p.level(r.missed)) > level {
				r.bad = true
				return
			}
			p.archives[level].Restore(at, m)
		}
	}
	for range h.Queue {
		n := node{place: place{Point: problem.Point{H: r.float(), I: r.float()}, hash: keyed.Hash{r.word(), r.word()}}}
		n.clustering = r.clustering()
		n.level = p.level(r.missed)
		if r.bad || !p.follows(n.level) {
			r.bad = true
			return
		}
		p.queue = append(p.queue, n)
	}
	for range h.Marks {
		hash := keyed.Hash{r.word(), r.word()}
		m := mark{r.byte(), r.byte() != 0}
		if r.bad {
			return
		}
		*p.marks.At(hash) = m
	}
	for range h.Crowds {
		c := crowd{r.word(), r.word()}
		n := r.byte()
		if r.bad {
			return
		}
		*p.crowds.At(c) = n
	}
}

// reader reads the body of a snapshot. After the first value that is missing or invalid it is
// bad and returns zeros.
type reader struct {
	body   []byte
	labels partition.Partition
	gauge  *limiter.Gauge
	missed int64 // violations of the last clustering
	bad    bool
}

func (r *reader) next(n int) []byte {
	if r.bad || len(r.body) < n {
		r.bad = true
		return make([]byte, n)
	}
	b := r.body[:n]
	r.body = r.body[n:]
	return b
}

func (r *reader) byte() byte   { return r.next(1)[0] }
func (r *reader) word() uint64 { return binary.LittleEndian.Uint64(r.next(8)) }

func (r *reader) float() float64 {
	v := math.Float64frombits(r.word())
	r.bad = r.bad || !(math.Abs(v) < problem.MaxPoint)
	return v
}

func (r *reader) clustering() partition.Packed {
	packed := partition.Packed(r.next(partition.PackedLen(len(r.labels))))
	packed.Unpack(r.labels)
	if r.bad = r.bad || r.labels.Check() != nil; !r.bad {
		r.missed = r.gauge.Load(r.labels)
	}
	return packed
}
