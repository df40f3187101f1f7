// Package random generates the random numbers of the algorithms. They are a function of a
// seed, the same on every machine and for any number of goroutines.
package random

// Increment is what SplitMix64 adds to its state for every number. Its multiples, used as
// seeds, are far from seeds that people choose.
const Increment = 0x9e3779b97f4a7c15

// Mix returns the number that SplitMix64 generates from a state (Steele, Lea and Flood 2014,
// doi:10.1145/2660193.2660195). It is a bijection. Every bit of the state changes every bit
// of the result with a probability near one half.
func Mix(state uint64) uint64 {
	z := state + Increment
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uniform turns 64 random bits into an odd multiple of 2^-53 strictly between 0 and 1.
func Uniform(number uint64) float64 { return float64((float64(number>>12) + 0.5) * 0x1p-52) }

// Stream is a sequence of random numbers. It must not be used by several goroutines at the
// same time.
type Stream struct{ state uint64 }

// From returns the stream that starts at a state.
func From(state uint64) *Stream { return &Stream{state} }

// New returns the stream of a seed for a purpose, which is named by numbers. Streams of
// different seeds or purposes are independent.
func New(seed uint64, purpose ...uint64) *Stream {
	state := seed
	for _, p := range purpose {
		state = Mix(state) ^ p
	}
	return &Stream{Mix(state)}
}

// Next returns 64 random bits.
func (s *Stream) Next() uint64 {
	number := Mix(s.state)
	s.state += Increment
	return number
}

// Uniform returns a number strictly between 0 and 1.
func (s *Stream) Uniform() float64 { return Uniform(s.Next()) }
