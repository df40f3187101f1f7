package table

import "slices"

// list holds a large number of items that are added one by one. Appending to a slice would copy it again
// and again, which takes more than twice its memory.
type list[T any] struct{ chunks [][]T }

// chunkLength is the number of items in a chunk.
const chunkLength = 1 << 14

// add adds an item.
func (l *list[T]) add(item T) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last]) == cap(l.chunks[last]) {
		l.chunks = append(l.chunks, make([]T, 0, chunkLength))
		last++
	}
	l.chunks[last] = append(l.chunks[last], item)
}

// all returns the items.
func (l *list[T]) all() []T { return slices.Concat(l.chunks...) }
