package tally

import "hash/maphash"

// index finds the places of numbers in a list of different ones: a hash table of the places alone. A map
// would hold the numbers a second time and take three times the memory for a million pairs.
type index struct {
	seed  maphash.Seed // random, so that nobody can make a file whose numbers share a slot
	slots []int32      // a power of two of them: each 1 + a place, or 0
}

func newIndex() *index { return &index{seed: maphash.MakeSeed(), slots: make([]int32, 16)} }

// find returns the place of a number in a list whose numbers were all added. If the number is not in
// the list, ok is false, and it returns the slot for [index.add].
func (x *index) find(list []uint64, number uint64) (place int32, slot int, ok bool) {
	last := uint64(len(x.slots) - 1)
	for at := maphash.Comparable(x.seed, number) & last; ; at = (at + 1) & last {
		if place = x.slots[at] - 1; place < 0 {
			return 0, int(at), false
		}
		if list[place] == number {
			return place, 0, true
		}
	}
}

// add enters the last number of a list into the slot that find returned.
func (x *index) add(list []uint64, slot int) {
	x.slots[slot] = int32(len(list))
	if len(list) <= len(x.slots)/4*3 {
		return
	}
	x.slots = make([]int32, 2*len(x.slots))
	for place, number := range list {
		_, slot, _ := x.find(list, number)
		x.slots[slot] = int32(place) + 1
	}
}
