package search

import (
	"errors"

	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/internal/sweeps"
)

// Windows returns n ranges of equal width that together reach from 0 to end, the largest h of a search by
// [Options].Begin. Searches within them divide the rest of that search among n machines, by Shares for which all take
// about the same time. They take half of the effort. The other half is for n searches that begin with the first ones
// [Join]ed: with again set, the borders of the ranges are in the middle of the first ranges, so that the first range is
// half as wide, and the Shares are shares of all remaining effort.
func Windows(end float64, n int, again bool) []Window {
	windows := make([]Window, n)
	border := func(k int) float64 {
		x := float64(k)
		if again && k > 0 && k < n {
			x -= 0.5
		}
		return x / float64(n)
	}
	var all float64
	for k := range windows {
		from, to := border(k), border(k+1)
		windows[k] = Window{From: end * from, To: end * to, Share: 1 / (1 + max(0, (float64((from+to)/2)-cheap)/(1-cheap)))}
		all += windows[k].Share
	}
	if !again {
		all *= 2
	}
	for k := range windows {
		windows[k].Share /= all
	}
	return windows
}

// Join returns the state of a search after searches within ranges. begun is the state with which these began, and parts
// are their last states in any order. Further searches within ranges can Resume the result, and a search by
// [Options].Begin that does returns its frontier at once. The error wraps [ErrCheckpoint] if the states do not belong
// together. O(s log s) in the size of the states.
func Join(begun []byte, parts ...[]byte) ([]byte, error) {
	id, _, err := opened(begun)
	if err == nil && (!id.Sweeps || id.Within != nil) {
		err = errors.New("it is not of a search that can be divided")
	}
	if err != nil {
		return nil, refused(err)
	}
	_, state, err := openWhole(begun, id)
	if err != nil {
		return nil, err
	}
	want, found := id, make([][]byte, len(parts))
	want.Begun = sealed.Digest(begun)
	for k, p := range parts {
		own, _, _ := opened(p)
		want.Within = own.Within
		if _, found[k], err = openWhole(p, want); err != nil {
			return nil, err
		}
	}
	joined, over, err := sweeps.Join(id.Rows, state, found...)
	if err != nil {
		return nil, refused(err)
	}
	return whole(id, over, joined), nil
}

// cheap is the share of the range of h up to which evaluations take the same time. Beyond it, where clusterings have
// thousands of clusters, the time grows to twice as long. (Measured on 10,000 words.)
const cheap = 0.85
