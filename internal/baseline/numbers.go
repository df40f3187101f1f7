package baseline

import "github.com/dibmap/dibmap/internal/random"

// stream is a sequence of random choices.
type stream struct{ *random.Stream }

// newStream returns the stream of a seed for a purpose.
func newStream(seed uint64, purpose ...int) *stream {
	numbers := make([]uint64, len(purpose))
	for k, p := range purpose {
		numbers[k] = uint64(p)
	}
	return &stream{random.New(seed, numbers...)}
}

// below returns a number from 0 to n-1. Its bias is below n/2^52.
func (s *stream) below(n int) int { return int(float64(float64(n) * s.Uniform())) }

// weighted returns an index with a probability in proportion to its weight, and -1 if
// no weight is above 0.
func (s *stream) weighted(weights []float64) int {
	var total float64
	for _, w := range weights {
		total += w
	}
	left := float64(total * s.Uniform())
	last := -1
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		last = i
		if left -= w; left < 0 {
			return i
		}
	}
	return last // rounding left a little over
}

// shuffle brings items into random order.
func (s *stream) shuffle(items []int) {
	for i := len(items) - 1; i > 0; i-- {
		k := s.below(i + 1)
		items[i], items[k] = items[k], items[i]
	}
}
