// Package masses holds what the packages joint and points share: weights as whole
// numbers, checks and order of labels, and digests.
package masses

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
)

const (
	// unitsPerTotal is the number of units into which weights other than counts are divided.
	unitsPerTotal = 1 << 52
	// maxCount is the total below which sums of counts are exact in float64.
	maxCount = 1 << 53
)

// Round turns finite, non-negative values into whole masses, in place, and reports whether they are counts: whole
// numbers with a total above 1 and below 2^53, which it does not change. It rounds other values to units of 2^-52
// of their total, and returns the number of values above zero that became zero, as they are at most half a unit.
// Values that are whole numbers of such units already, divided by 2^52, do not change, so that rounding twice has
// the same result as rounding once. O(n) for counts, and O(n log n) for other values.
func Round(values []float64) (counts bool, lost int) {
	whole := true
	var total float64 // exact if all values are whole and it is below maxCount
	for _, v := range values {
		total += v
		whole = whole && v == math.Trunc(v)
	}
	if total == 0 || whole && total > 1 && total < maxCount {
		return total > 0, 0
	}
	if inUnits(values) {
		return false, 0
	}
	sum := func() (total float64) {
		// Smallest first, so that the total does not depend on the order of values.
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		for _, v := range sorted {
			total += v
		}
		return total
	}
	if total = sum(); math.IsInf(total, 1) { // values near the largest float64
		for k := range values {
			values[k] *= 0x1p-64 // there are fewer values
		}
		total = sum()
	}
	for k, v := range values {
		values[k] = math.RoundToEven(v / total * unitsPerTotal)
		if v > 0 && values[k] == 0 {
			lost++
		}
	}
	return false, lost
}

// inUnits replaces values by whole units if they are whole units divided by 2^52, up to rounding: half a unit per
// value for rounding the value, and half a unit for rounding the total by which it was divided.
func inUnits(values []float64) bool {
	sum := 0.0 // exact, as it is whole, if it is near 2^52
	for _, v := range values {
		v = float64(v * unitsPerTotal)
		if v != math.Trunc(v) {
			return false
		}
		sum += v
	}
	if math.Abs(sum-unitsPerTotal) > float64(len(values)) {
		return false
	}
	for k := range values {
		values[k] *= unitsPerTotal
	}
	return true
}

// IsMass reports whether a value can be a mass: it is finite and not negative.
func IsMass(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }

// ByLabel returns the indices of the labels in alphabetical order, and the rank of
// every index in it.
func ByLabel(labels []string) (order, rank []int) {
	order = partition.Identity(len(labels))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	return order, partition.Ranks(order)
}

// CheckDistinct returns an error that wraps kind if a label occurs twice; what is the
// noun for a label in the message.
func CheckDistinct(kind error, what string, labels []string) error {
	seen := make(map[string]bool, len(labels))
	for _, l := range labels {
		if seen[l] {
			return marked.Errorf(kind, "%s %q: a label occurs twice", what, l)
		}
		seen[l] = true
	}
	return nil
}

// Numbers returns the numbers that labels are. The error, which wraps kind, names a label that is no finite number.
func Numbers(kind error, labels []string) ([]float64, error) {
	at := make([]float64, len(labels))
	for y, label := range labels {
		v, err := strconv.ParseFloat(label, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, marked.Errorf(kind, "Y has the value %q, and means are of finite numbers: name a column of numbers as Y", label)
		}
		at[y] = v
	}
	return at, nil
}

// Digest is a SHA-256 of labels and numbers, written so that different sequences of
// them are different bytes.
type Digest struct {
	hash   hash.Hash
	buffer []byte
}

// NewDigest returns the digest of data of a named kind.
func NewDigest(kind string) *Digest {
	d := &Digest{hash: sha256.New()}
	d.Text(kind)
	return d
}

// Text adds a label.
func (d *Digest) Text(s string) {
	d.buffer = binary.AppendUvarint(d.buffer[:0], uint64(len(s)))
	d.buffer = append(d.buffer, s...)
	d.hash.Write(d.buffer)
}

// Number adds a number; -0 counts as 0.
func (d *Digest) Number(v float64) {
	d.buffer = binary.BigEndian.AppendUint64(d.buffer[:0], math.Float64bits(v+0))
	d.hash.Write(d.buffer)
}

// Hex returns the digest in hexadecimal.
func (d *Digest) Hex() string { return hex.EncodeToString(d.hash.Sum(nil)) }
