package problem

import (
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/keyed"
)

// store remembers clusters, for all evaluators of a search. Usually a cluster is computed once. It
// is computed again if several goroutines need it at the same moment, or if all clusters were
// forgotten because the memory was used up.
type store struct {
	budget int64
	used   atomic.Int64 // bytes
	shards [shards]shard
}

// shard is the part of the store behind one lock. Many of them keep goroutines from
// waiting for each other.
type shard struct {
	sync.Mutex
	clusters keyed.Map[keyed.Key, *cluster]
}

const shards = 64

// cluster is a set of rows with its cost, and what [costs] know of it.
type cluster struct {
	cost  Point
	known any
	// toggles holds the change of the cost when a row joins, or leaves if it is a member,
	// for every row of the problem. It is nil until it is needed.
	toggles atomic.Pointer[[]Point]
}

// The estimated bytes of a cluster without what is known of it, and of a toggle.
const (
	clusterBytes = 256
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

// put stores a cluster. bytes is its size without clusterBytes.
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
		// Try again if another goroutine has spent in between.
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
