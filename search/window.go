package search

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
)

// text returns the range in words.
func (w *Window) text() string {
	if w == nil {
		return "the whole range"
	}
	return fmt.Sprintf("%g to %g bits", w.From, w.To)
}

// Windows returns n ranges of h that together are that of a frontier, from narrow to wide, as more is to be
// found where h is small. Searches Within them divide what is left of a search after Begin, whose frontier is
// given, over n machines, by their Shares, so that all take about as long.
func Windows(begun *frontier.Frontier, n int) []Window {
	windows, end := make([]Window, n), 0.0
	if begun.Len() > 0 {
		end = begun.At(begun.Len() - 1).H
	}
	at := func(x float64) float64 { return x * (linear + float64((1-linear)*x)) }
	var all float64
	for k := range windows {
		from, to := float64(k)/float64(n), float64(k+1)/float64(n)
		windows[k] = Window{From: end * at(from), To: end * at(to), Share: 1 / (1 + max(0, ((from+to)/2-cheap)/(1-cheap)))}
		all += windows[k].Share
	}
	for k := range windows {
		windows[k].Share /= all
	}
	return windows
}

const (
	// linear is the width of the first window, over the mean. The widths grow evenly. (On 1,000 words in 64
	// windows, the area was larger with 0.4 than with 1, where all windows are equally wide.)
	linear = 0.4
	// cheap is the part of the windows up to which evaluations take equally long. Beyond, where clusterings have
	// thousands of clusters, the time grows to twice that. (It did so on 10,000 words.)
	cheap = 0.85
)
