package tally

import "encoding/binary"

// Recent remembers the labels of recent values of one column in a small table, in which a value
// replaces another one with the same hash. It finds a label several times as fast as a search by text.
type Recent struct {
	numbers []recentNumber
	texts   []recentText
}

// recentNumber and recentText are a value and 1 + its label, or 0.
type (
	recentNumber struct {
		number int64
		label  uint32
	}
	recentText struct {
		text  []byte
		label uint32
	}
)

// recentBits is the number of bits of the hash, and longest the length of the texts that are remembered.
const (
	recentBits = 12
	longest    = 64
)

// slot returns the place of a hash in the table: the first bits of its product with the golden ratio.
func slot(hash uint64) uint64 { return hash * 0x9e3779b97f4a7c15 >> (64 - recentBits) }

// OfNumber returns the label of a number, and calls find if it is not remembered.
func (r *Recent) OfNumber(n int64, find func() uint32) uint32 {
	if r.numbers == nil {
		r.numbers = make([]recentNumber, 1<<recentBits)
	}
	known := &r.numbers[slot(uint64(n))]
	if known.number != n || known.label == 0 {
		*known = recentNumber{n, find() + 1}
	}
	return known.label - 1
}

// OfBytes is OfNumber for text.
func (r *Recent) OfBytes(text []byte, find func() uint32) uint32 {
	if len(text) > longest {
		return find()
	}
	if r.texts == nil {
		r.texts = make([]recentText, 1<<recentBits)
	}
	known := &r.texts[slot(hashOf(text))]
	if string(known.text) != string(text) || known.label == 0 {
		known.text, known.label = append(known.text[:0], text...), find()+1
	}
	return known.label - 1
}

// hashOf returns a hash of a text, eight bytes at a time.
func hashOf(text []byte) uint64 {
	hash := uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		hash = (hash ^ binary.LittleEndian.Uint64(text)) * 0xff51afd7ed558ccd
		hash ^= hash >> 32
	}
	for _, b := range text {
		hash = hash<<8 ^ hash>>56 ^ uint64(b)
	}
	return hash ^ hash>>29
}
