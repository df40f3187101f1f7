package symmetric

import (
	"github.com/dibmap/dibmap/partition"
)

// leaders detects, while rows get their labels one by one, that a permutation of a group gives every continuation a
// smaller string. A string that no permutation makes smaller is the smallest of its orbit, its leader (Read 1978,
// doi:10.1016/S0167-5060(08)70325-X).
//
// A permutation s turns the clustering f into x -> f(s(x)). To compare the two strings up to place x, the labels of x
// and s(x) must be known. Until then the permutation waits for the later of these rows.
type leaders struct {
	group   [][]uint8
	waiting [][]waiter // for every row
	same    int        // of the last clustering of all rows, the permutations that do not change it
}

// waiter is a permutation that has not decided yet: the strings agree before place at.
type waiter struct {
	names uint64 // the number that the turned string has for every label, in 4 bits each
	seen  uint16 // the labels that have one
	next  uint8  // how many they are
	at    uint8
	of    int32 // permutation
}

// marks are the numbers of waiting permutations.
type marks [maxRows]int32

// begin forgets all labels. The permutations are at least one row long.
func (l *leaders) begin(rows int) {
	if l.waiting == nil {
		l.waiting = make([][]waiter, rows)
	}
	for x := range l.waiting {
		l.waiting[x] = l.waiting[x][:0]
	}
	for k, s := range l.group {
		l.waiting[s[0]] = append(l.waiting[s[0]], waiter{of: int32(k)})
	}
}

// mark returns a state to which reset returns.
func (l *leaders) mark() (m marks) {
	for x, w := range l.waiting {
		m[x] = int32(len(w))
	}
	return m
}

func (l *leaders) reset(m marks) {
	for x := range l.waiting {
		l.waiting[x] = l.waiting[x][:m[x]]
	}
}

// follow compares the strings after row t got its label. It returns false if a permutation gives a smaller string.
func (l *leaders) follow(f partition.Partition, t int) bool {
	l.same = 0
	for _, w := range l.waiting[t] {
		s := l.group[w.of]
		for {
			label := f[s[w.at]]
			if w.seen>>label&1 == 0 {
				w.seen |= 1 << label
				w.names |= uint64(w.next) << (4 * label)
				w.next++
			}
			name, own := int(w.names>>(4*label)&15), f[w.at]
			if name < own {
				return false
			}
			if name > own {
				break
			}
			w.at++
			if int(w.at) == len(s) {
				l.same++
				break
			}
			if later := max(int(w.at), int(s[w.at])); later > t {
				l.waiting[later] = append(l.waiting[later], w)
				break
			}
		}
	}
	return true
}
