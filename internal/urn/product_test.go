package urn

import (
	"math"
	"math/bits"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
)

func TestProduct(t *testing.T) {
	r := random.New(4)
	factors := []uint64{0, 1, 2, 3, 1<<32 - 1, 1 << 32, 1<<32 + 1, math.MaxUint64}
	for range 1000 {
		factors = append(factors, r.Next()>>(r.Next()%64))
	}
	for _, x := range factors {
		for _, n := range factors {
			hi, lo := product(x, n)
			if wantHi, wantLo := bits.Mul64(x, n); hi != wantHi || lo != wantLo {
				t.Fatalf("%d times %d is %d 2^64 + %d, want %d and %d", x, n, hi, lo, wantHi, wantLo)
			}
		}
	}
}
