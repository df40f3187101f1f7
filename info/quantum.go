package info

// Quantum is the unit, in bits, to which [Quantize] rounds.
const Quantum = 0x1p-48

// quantizer is 1.5 2^52 quanta: float64 numbers near it lie one quantum apart.
const quantizer = 1.5 * (1 << mantissaBits) * Quantum

// Quantize rounds x to the nearest multiple of [Quantum], for |x| < 8 bits.
//
// Multiples of the quantum below 32 bits are float64 numbers, so their sums
// and differences are exact. An entropy added up from quantized terms therefore
// does not depend on the order of the terms, and one that is updated term by
// term equals one computed from nothing, bit for bit. The price is an error of
// at most half a quantum, 1.8e-15 bit, a term.
func Quantize(x float64) float64 {
	return (x + quantizer) - quantizer
}
