package divided

import (
	"errors"
	"math"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/internal/sweeps"
	"github.com/dibmap/dibmap/problem"
)

// Division says which part of a search by sweeps a machine takes. The zero value is a search that is not divided.
type Division struct {
	// Begin ends a search by sweeps as soon as it can be divided among machines. The searches of all parts Resume its last
	// Checkpoint. Effort matters only if it is too little to get there.
	Begin bool
	// Within, unless nil, restricts a search by sweeps to a range of h. Resume is then the state of a search by Begin, or
	// the result of [Join], and Join takes the last Checkpoint. The Result has no Frontier. Effort is the effort of the
	// searches of all parts together; evaluations and memory are counted for this search alone.
	Within *Window
	// Part, unless nil, is the last Checkpoint of an interrupted search Within the same range, to continue it.
	Part []byte
}

// Check returns an error if a search with the given state to resume cannot be divided so.
func Check(d Division, resume []byte) error {
	switch {
	case d.Within != nil && d.Begin:
		return marked.Errorf(problem.ErrOptions, "a search can begin to be divided, or be within a range, but not both")
	case d.Within != nil && resume == nil:
		return marked.Errorf(problem.ErrOptions, "a search within a range needs the state with which it begins")
	case d.Within == nil && d.Part != nil:
		return marked.Errorf(problem.ErrOptions, "the state of a part of a search is for a search within its range")
	case d.Within != nil && !(d.Within.Share > 0 && d.Within.Share <= 1):
		return marked.Errorf(problem.ErrOptions, "the share of a range is %g, want a number above 0 and up to 1", d.Within.Share)
	case d.Within != nil && !(d.Within.From >= 0 && d.Within.From < d.Within.To && d.Within.To < math.MaxFloat64):
		return marked.Errorf(problem.ErrOptions, "the range from %g to %g bits is empty or not finite", d.Within.From, d.Within.To)
	}
	return nil
}

// Window is a range of h, in bits.
type Window struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	// Share is the share of the effort left after Resume that a search within the range may take.
	Share float64 `json:"-"`
}

// Windows returns n ranges of equal width that together reach from 0 to end, the largest h of a search by
// [Division].Begin. Searches within them divide the rest of that search among n machines, by Shares that take about
// the same time. They take half of the effort. The other half is for n searches that begin with the first ones
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

// Join returns the state of a search after searches within ranges. begun is the state before these, and parts
// are their last states in any order. Further searches within ranges can Resume the result, and a search by
// [Division].Begin that does returns its frontier at once. The error wraps [ErrCheckpoint] if the states do not belong
// together. O(s log s) in the size of the states.
func Join(begun []byte, parts ...[]byte) ([]byte, error) {
	id, _, err := Open(begun)
	if err == nil && (!id.Sweeps || id.Within != nil) {
		err = errors.New("it is not of a search that can be divided")
	}
	if err != nil {
		return nil, Refused(err)
	}
	_, state, err := OpenWhole(begun, id)
	if err != nil {
		return nil, err
	}
	want, found := id, make([][]byte, len(parts))
	want.Begun = sealed.Digest(begun)
	for k, p := range parts {
		own, _, _ := Open(p)
		want.Within = own.Within
		if _, found[k], err = OpenWhole(p, want); err != nil {
			return nil, err
		}
	}
	joined, over, err := sweeps.Join(id.Rows, state, found...)
	if err != nil {
		return nil, Refused(err)
	}
	return Whole(id, over, joined), nil
}

// cheap is the share of the range of h up to which evaluations take the same time. Beyond it, where clusterings have
// thousands of clusters, the time grows to twice as long. (Measured on 10,000 words.)
const cheap = 0.85
