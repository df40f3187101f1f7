package problem

import (
	"github.com/dibmap/dibmap/internal/cellsum"
	"github.com/dibmap/dibmap/internal/keyed"
)

// pool is a set of rows, with the sums over its cells that were needed so far.
type pool struct {
	mass float64
	sums [sides]sumsList
}

// sumsList holds the sums of a few blocks.
type sumsList []blockSums

// blockSums are the sums of a block.
type blockSums struct {
	block int
	sums  *cellsum.Sums
}

// get returns the sums of a block, or nil.
func (l sumsList) get(block int) *cellsum.Sums {
	for k := range l {
		if l[k].block == block {
			return l[k].sums
		}
	}
	return nil
}

func (l *sumsList) put(block int, s *cellsum.Sums) {
	if *l == nil {
		*l = make(sumsList, 0, usualBlocks)
	}
	*l = append(*l, blockSums{block, s})
}

// usualBlocks is the usual number of blocks that need the sums of a cluster.
const usualBlocks = 4

// poolStore remembers pools, and forgets all of them when they take more memory than allowed.
type poolStore struct {
	budget, used int64 // bytes
	pools        keyed.Map[keyed.Key, *pool]
}

// The estimated bytes of a pool, and of its sums of a block.
const (
	poolBytes = 288
	sumsBytes = 160
)

// get returns the pool of a key, and makes it if there is none.
func (s *poolStore) get(key keyed.Key, mass float64) *pool {
	if p, ok := s.pools.Get(key); ok {
		return p
	}
	p := &pool{mass: mass}
	s.spend(poolBytes)
	*s.pools.At(key) = p
	return p
}

// spend counts bytes, and forgets all pools when they are too many.
func (s *poolStore) spend(bytes int64) {
	if s.used += bytes; s.used > s.budget {
		s.pools, s.used = keyed.Map[keyed.Key, *pool]{}, bytes
	}
}

// sumsArena allocates sums that are used until it is reset.
type sumsArena struct {
	chunks [][]cellsum.Sums
	used   int
}

// arenaChunk is the number of sums in a chunk.
const arenaChunk = 64

// next returns sums with arbitrary values.
func (a *sumsArena) next() *cellsum.Sums {
	if a.used == len(a.chunks)*arenaChunk {
		a.chunks = append(a.chunks, make([]cellsum.Sums, arenaChunk))
	}
	s := &a.chunks[a.used/arenaChunk][a.used%arenaChunk]
	a.used++
	return s
}

// remainder holds the sums over the clusters without a row or without a cluster.
type remainder struct{ sums [sides]sumsList }

// reset forgets them.
func (r *remainder) reset() {
	for side := range r.sums {
		r.sums[side] = r.sums[side][:0]
	}
}
