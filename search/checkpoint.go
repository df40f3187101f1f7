package search

import (
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// The body of the snapshot of a walk has the points of every level, the queues, the marks and the crowds. The header has
// their numbers.

// header is the part of the snapshot of a walk with a fixed number of values.
type header struct {
	// A search that was interrupted before it had its starts begins again, and the rest of the header is empty.
	Began bool    `json:"began"`
	Round int     `json:"round"`
	Lift  float64 `json:"lift"`
	counters
	Newcomers bool  `json:"newcomers"`
	Surcharge int64 `json:"surcharge"`
	Stats     Stats `json:"stats"`
	Settled   int64 `json:"settled"`
	Inserted  int64 `json:"inserted"`
	Coarsened int   `json:"coarsened"`

	Points []int       `json:"points"`
	Open   bool        `json:"open"`
	Queues [grades]int `json:"queues"`
	Marks  int         `json:"marks"`
	Crowds int         `json:"crowds"`
}

// identify returns the identity of a search.
func identify(p problem.Problem, opts Options, limiter *limiter.Limiter) divided.Identity {
	id := divided.IdentityOf(p, limiter)
	id.Method, id.Epsilon, id.Seed, id.MaxMemory, id.MaxPoints = int(opts.Method), opts.Epsilon, opts.Seed, opts.MaxMemory, opts.MaxPoints
	id.PerK = opts.PerK
	return id
}

// snapshot returns the state of the search, between two batches or, when the search is over, between two commits of a
// batch.
func (p *plan) snapshot() []byte {
	var h header
	w := divided.New(identify(p.problem, p.opts, p.limiter), 0)
	if !p.began {
		w.JSON(h)
		return w.Seal()
	}
	h.Began = true
	h.Round, h.Lift, h.Newcomers, h.Surcharge = p.round(), p.rule.lift, p.rule.newcomers, p.surcharge
	h.counters, h.Stats, h.Settled = p.counters, p.stats, p.settled
	h.Inserted, h.Coarsened = p.valid().Inserted(), p.found.Coarsened()
	h.Open, h.Marks, h.Crowds = p.open, p.marks.Len(), p.crowds.Len()
	for grade, queue := range p.queues {
		h.Queues[grade] = len(queue)
	}
	for _, a := range p.archives {
		h.Points = append(h.Points, a.Len())
	}
	w.JSON(h)
	for _, a := range p.archives {
		for q := range a.All() {
			w.Floats(q.H, q.I)
			w.Count(q.Payload.Ties)
			w.Put([]byte(q.Payload.Clustering))
		}
	}
	for _, queue := range p.queues {
		for _, n := range queue {
			w.Floats(n.H, n.I)
			w.Words(n.hash[:]...)
			w.Put([]byte(n.clustering))
		}
	}
	for hash, m := range p.marks.All {
		w.Words(hash[:]...)
		w.Count(int(m.stage))
		w.Flags(m.offered)
	}
	for c, n := range p.crowds.All {
		w.Words(c[:]...)
		w.Count(int(n))
	}
	return w.Seal()
}

// restore takes over the state of a snapshot. The error wraps [ErrCheckpoint].
func (p *plan) restore(snapshot []byte) error {
	var head header
	own, in, err := divided.Open(snapshot)
	if err == nil {
		err = own.Check(in, identify(p.problem, p.opts, p.limiter))
	}
	if err != nil {
		return divided.Refused(err)
	}
	in.JSON(&head)
	in.Require(head.sensible(), "its header makes no sense")
	if in.Err == nil && head.Began {
		// Without limits there is one level, and under limits there are more.
		k := len(head.Points) / p.each
		whole := len(head.Points)%p.each == 0
		if in.Require(whole && (k == 1) == (p.limiter == nil) && k >= 1 && k <= maxSlips+1, "its header has other levels"); in.Err == nil {
			p.resume(Method(own.Method), head)
			p.fill(head, &reader{Reader: in, labels: make(partition.Partition, own.Rows), gauge: p.workers[0].gauge})
		}
	}
	if err := in.Done(); err != nil {
		return divided.Refused(err)
	}
	return nil
}

// sensible reports whether a walk can have such a header.
func (h *header) sensible() bool {
	return 0 <= h.Coarsened && h.Coarsened <= maxCoarsened && 0 <= h.Round && h.Round < math.MaxUint8 && 0 <= h.Phase && h.Phase <= lastRounds &&
		(h.Phase == firstStage) == (h.Round == 0) && h.Finished >= 0 && h.Surcharge >= 0 && h.Depth >= 0 && h.Lift >= 0
}

// maxCoarsened is the largest number of times that a frontier is coarsened: cells of 32 bits hold all points.
const maxCoarsened = 35

// resume takes over the header.
func (p *plan) resume(m Method, h header) {
	p.began = true
	p.stage = uint8(h.Round + 1)
	p.counters = h.counters
	switch {
	case h.Newcomers:
		p.rule = rule{moves: m != Merge, newcomers: true}
	case h.Round > 0:
		p.rule = p.roundRule(h.Lift)
	default:
		p.rule = p.firstRule()
	}
	p.keep(newLevels(p.found.Rows(), len(h.Points)/p.each-1, h.Open, p.opts.PerK))
	p.stats, p.settled, p.surcharge = h.Stats, h.Settled, h.Surcharge
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
			at := r.point()
			m := archive.Member{Ties: r.Count(math.MaxInt), Clustering: r.clustering()}
			of := int(p.level(r.missed, r.k))
			if r.Require(of <= level && (level-of)%p.each == 0, "a clustering is of another level"); r.Err != nil {
				return
			}
			p.archives[level].Restore(at, m)
		}
	}
	for grade, length := range h.Queues {
		for range length {
			n := node{place: place{Point: r.point(), hash: keyed.Hash{r.Word(), r.Word()}}}
			n.clustering = r.clustering()
			n.level = p.level(r.missed, r.k)
			if r.Require(p.follows(n.level), "a clustering is of another level"); r.Err != nil {
				return
			}
			p.queues[grade] = append(p.queues[grade], n)
		}
	}
	for range h.Marks {
		hash := keyed.Hash{r.Word(), r.Word()}
		m := mark{uint8(r.Count(math.MaxUint8)), r.Flag()}
		if r.Err != nil {
			return
		}
		*p.marks.At(hash) = m
	}
	for range h.Crowds {
		c := crowd{r.Word(), r.Word()}
		n := uint8(r.Count(math.MaxUint8))
		if r.Err != nil {
			return
		}
		*p.crowds.At(c) = n
	}
}

// reader reads the points and clusterings of a snapshot.
type reader struct {
	*sealed.Reader
	labels partition.Partition
	gauge  *limiter.Gauge
	missed int64 // violations of the last clustering, and its number of clusters
	k      int
}

func (r *reader) point() problem.Point {
	at := problem.Point{H: r.Float(), I: r.Float()}
	r.Require(math.Abs(at.H) < problem.MaxPoint && math.Abs(at.I) < problem.MaxPoint, "a point is too far")
	return at
}

func (r *reader) clustering() partition.Packed {
	packed := r.Clustering(r.labels)
	if r.Err == nil {
		r.missed, r.k = r.gauge.Load(r.labels), r.labels.K()
	}
	return packed
}
