package problem

import (
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/keyed"
)

// store remembers clusters, for all evaluators of a search. Every cluster is
// computed once, or a few times if several goroutines ask at the same moment or
// the memory is used up: then all are forgotten.
type store struct {
	budget int64
	used   atomic.Int64 // bytes
	shards [shards]shard
}

// shard is the part of the store behind one lock.
type shard struct {
	sync.Mutex
	clusters keyed.Map[keyed.Key, *cluster]
}

// shards keeps goroutines out of each other's way.
const shards = 64

// cluster is a set of rows with its cost.
type cluster struct {
	cost Point
	// mass and cells are those of a [bottleneck].
	mass  float64
	cells cells
	// toggles holds the change of cost when a row joins, or leaves if it is a
	// member, one a row of the table. It is nil until it is asked for.
	toggles atomic.Pointer[[]Point]
}

// cells are the columns of a set of rows that have mass, ascending, with their
// masses, the phi of these, and the sum of it.
type cells struct {
	columns   []int32
	mass, phi []float64
	phiSum    float64
}

// What a cluster takes beside its cells and toggles, a cell, and a toggle, in
// bytes.
const (
	clusterBytes = 256
	cellBytes    = 20
	toggleBytes  = 16
)

func (s *store) shard(key keyed.Key) *shard {
	return &s.shards[(key[0]^key[1])*0x9e3779b97f4a7c15>>58]
}

// get returns the cluster of a key, or nil.
func (s *store) get(key keyed.Key) *cluster {
	h := s.shard(key)
	h.Lock()
	defer h.Unlock()
	c, _ := h.clusters.Get(key)
	return c
}

// put stores a cluster, which takes so many bytes beside the struct.
func (s *store) put(key keyed.Key, c *cluster, bytes int64) {
	s.spend(clusterBytes + bytes)
	h := s.shard(key)
	h.Lock()
	defer h.Unlock()
	*h.clusters.At(key) = c
}

// spend counts bytes, and forgets all clusters when the count exceeds the budget.
func (s *store) spend(bytes int64) {
	for {
		before := s.used.Load()
		after, over := before+bytes, before+bytes > s.budget
		if over {
			after = bytes
		}
		// Another goroutine that spends in between would be overwritten, so try again.
		if !s.used.CompareAndSwap(before, after) {
			continue
		}
		if over {
			s.forget()
		}
		return
	}
}

// forget drops all clusters.
func (s *store) forget() {
	for k := range s.shards {
		h := &s.shards[k]
		h.Lock()
		h.clusters = keyed.Map[keyed.Key, *cluster]{}
		h.Unlock()
	}
}
