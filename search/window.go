package search

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/internal/sweeps"
)

// text returns the range in words.
func (w *Window) text() string {
	if w == nil {
		return "the whole range"
	}
	return fmt.Sprintf("%g to %g bits", w.From, w.To)
}

// Windows returns n ranges of h, equally wide, that together reach from 0 to end. Searches within them divide what
// is left of a search after [Options].Begin, whose largest h is end, over n machines, by their Shares, so that all
// take about as long. They take half of it. The rest is for as many searches that begin when these are [Join]ed:
// with again set, the borders of the ranges lie in the middle of the first ones, so that the first is half as wide,
// and the Shares are of all that is left.
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

// Join returns the state of a search with what searches within ranges have found that began with it, given
// their last states, in any order. Further searches within ranges begin with it, and a search by
// [Options].Begin returns its frontier at once. The error wraps [ErrCheckpoint] if they do not belong together.
// O(s log s) in the size of the states.
func Join(begun []byte, parts ...[]byte) ([]byte, error) {
	var id identity
	state, err := open(begun, &id)
	if err == nil && (!id.Sweeps || id.Within != nil) {
		err = errors.New("it is not of a search that can be divided")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	found := make([][]byte, len(parts))
	for k, p := range parts {
		var own identity
		if found[k], err = open(p, &own); err == nil {
			want := id
			want.Within, want.Status = own.Within, ""
			err = cmp.Or(own.check(want), own.checkBegun(begun))
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
	}
	joined, over, err := sweeps.Join(id.Rows, state, found...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	id.Status = over
	return sealed(id, joined), nil
}

// checkBegun returns an error if the state of a part is not of a search that began with the given one.
func (h *identity) checkBegun(state []byte) error {
	if h.Within == nil || h.Begun != digestOf(state) {
		return errors.New("it is not of a part of the same search")
	}
	return nil
}

// digestOf returns the SHA-256 of a state as hexadecimal digits.
func digestOf(state []byte) string {
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:])
}

// cheap is the part of the windows up to which evaluations take equally long. Beyond, where clusterings have
// thousands of clusters, the time grows to twice that. (It did so on 10,000 words.)
const cheap = 0.85
