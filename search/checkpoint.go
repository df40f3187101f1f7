package search

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// The body of the snapshot of a walk has the points of every level, the queue, the marks and the crowds. The header has
// their numbers.

// header is the part of the snapshot of a walk with a fixed number of values.
type header struct {
	identity

	// A search that was interrupted before it had its starts begins again, and the rest of the header is empty.
	Began bool    `json:"began"`
	Round int     `json:"round"`
	Lift  float64 `json:"lift"`
	counters
	Newcomers bool  `json:"newcomers"`
	Stats     Stats `json:"stats"`
	Settled   int64 `json:"settled"`
	Inserted  int64 `json:"inserted"`
	Coarsened int   `json:"coarsened"`

	Points []int `json:"points"`
	Open   bool  `json:"open"`
	Queue  int   `json:"queue"`
	Marks  int   `json:"marks"`
	Crowds int   `json:"crowds"`
}

// snapshot returns the state of the search, between two batches or, when the search is over, between two commits of a
// batch.
func (p *plan) snapshot() []byte {
	h := header{identity: identify(p.problem, p.opts, p.limiter)}
	if !p.began {
		return sealed(h, nil)
	}
	h.Began = true
	h.Round, h.Lift, h.Newcomers = p.round(), p.rule.lift, p.rule.newcomers
	h.counters, h.Stats, h.Settled = p.counters, p.stats, p.settled
	h.Inserted, h.Coarsened = p.valid().Inserted(), p.found.Coarsened()
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
		if k := len(head.Points) / p.each; len(head.Points)%p.each != 0 || (k == 1) != (p.limiter == nil) || k < 1 || k > maxSlips+1 {
			return fmt.Errorf("%w: its header makes no sense: it has %d levels", ErrCheckpoint, k)
		}
		p.resume(head)
		p.fill(head, r)
	}
	if r.bad || len(r.body) > 0 {
		return fmt.Errorf("%w: its content does not match its header", ErrCheckpoint)
	}
	return nil
}

// sense returns an error if no walk has such a header.
func (h *header) sense() error {
	if h.Coarsened < 0 || h.Coarsened > maxCoarsened || h.Round < 0 || h.Round >= math.MaxUint8 || h.Phase < 0 || h.Phase > lastRounds ||
		(h.Phase == firstStage) != (h.Round == 0) || h.Finished < 0 || !(h.Depth >= 0) || !(h.Lift >= 0) {
		return fmt.Errorf("its header makes no sense")
	}
	return nil
}

// maxCoarsened is the largest number of times that a frontier is coarsened: cells of 32 bits hold all points.
const maxCoarsened = 35

// resume takes over the header.
func (p *plan) resume(h header) {
	p.began = true
	p.stage = uint8(h.Round + 1)
	p.counters = h.counters
	switch {
	case h.Newcomers:
		p.rule = rule{moves: h.Method != Merge, newcomers: true}
	case h.Round > 0:
		p.rule = p.roundRule(h.Lift)
	default:
		p.rule = p.firstRule()
	}
	p.keep(newLevels(p.found.Rows(), len(h.Points)/p.each-1, h.Open, p.opts.PerK))
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
			if at := int(p.level(r.missed, r.k)); r.bad || at > level || (level-at)%p.each != 0 {
				r.bad = true
				return
			}
			p.archives[level].Restore(at, m)
		}
	}
	for range h.Queue {
		n := node{place: place{Point: problem.Point{H: r.float(), I: r.float()}, hash: keyed.Hash{r.word(), r.word()}}}
		n.clustering = r.clustering()
		n.level = p.level(r.missed, r.k)
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

// reader reads the body of a snapshot. After the first missing or invalid value, it is bad and returns zeros.
type reader struct {
	body   []byte
	labels partition.Partition
	gauge  *limiter.Gauge
	missed int64 // violations of the last clustering, and its number of clusters
	k      int
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
		r.missed, r.k = r.gauge.Load(r.labels), r.labels.K()
	}
	return packed
}
