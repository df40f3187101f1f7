package random

import (
	"math"
	"testing"
)

// TestSplitMix64 has the first numbers of the reference implementation by Sebastiano
// Vigna for the seed 1234567 (prng.di.unimi.it/splitmix64.c).
func TestSplitMix64(t *testing.T) {
	s := From(1234567)
	for k, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Next(); got != want {
			t.Errorf("number %d is %d, want %d", k, got, want)
		}
	}
}

func TestUniform(t *testing.T) {
	if got := Uniform(0); got != 0x1p-53 {
		t.Errorf("the least is %g", got)
	}
	if got := Uniform(math.MaxUint64); got != 1-0x1p-53 {
		t.Errorf("the largest is 1 - %g", 1-got)
	}
	s, sum, square := New(3), 0.0, 0.0
	const n = 100_000
	for range n {
		u := s.Uniform()
		sum += u
		square += u * u
	}
	if mean, second := sum/n, square/n; math.Abs(mean-1./2) > 0.005 || math.Abs(second-1./3) > 0.005 {
		t.Errorf("mean %g, mean square %g", mean, second)
	}
}

// TestUniformStaysInside: neither end occurs, and all bits do.
func TestUniformStaysInside(t *testing.T) {
	s := New(3, 3)
	least, most := 1.0, 0.0
	for range 100_000 {
		u := s.Uniform()
		least, most = min(least, u), max(most, u)
		if scaled := u * 0x1p53; scaled != math.Trunc(scaled) || math.Mod(scaled, 2) != 1 {
			t.Fatalf("%g is no odd multiple of 2^-53", u)
		}
	}
	if least <= 0 || most >= 1 || least > 1e-4 || most < 1-1e-4 {
		t.Errorf("numbers from %g to %g", least, most)
	}
}

// TestStreamsDiffer: seeds and purposes next to each other have no number in common.
func TestStreamsDiffer(t *testing.T) {
	seen := make(map[uint64]string)
	for seed := range uint64(20) {
		for _, purpose := range [][]uint64{nil, {0}, {1}, {0, 0}, {0, 1}, {1, 0}} {
			s := New(seed, purpose...)
			for range 50 {
				n := s.Next()
				if other, ok := seen[n]; ok {
					t.Fatalf("seed %d, purpose %v has a number of %s", seed, purpose, other)
				}
				seen[n] = "another"
			}
		}
	}
}
