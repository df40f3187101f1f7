package records

import (
	"encoding/hex"
	"errors"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/calendar"
)

// The texts of values of typed columns, which are the same in Parquet and in Arrow.

// Layouts of times without a zone.
const (
	localTime = "2006-01-02T15:04:05.999999999"
	clockTime = "15:04:05.999999999"
)

const secondsPerDay = 24 * 60 * 60

// appendDay appends the date of a number of days since 1970.
func appendDay(dst []byte, days int64) []byte {
	return time.Unix(secondsPerDay*days, 0).UTC().AppendFormat(dst, time.DateOnly)
}

// appendMoment appends the time that is n units, of 1/perSecond second each, after 1970 or midnight.
func appendMoment(dst []byte, n, perSecond int64, layout string) []byte {
	seconds, rest := n/perSecond, n%perSecond
	return time.Unix(seconds, rest*(int64(time.Second)/perSecond)).UTC().AppendFormat(dst, layout)
}

// appendBytes appends bytes, which are text if they are UTF-8.
func appendBytes(dst, b []byte) []byte {
	if utf8.Valid(b) {
		return append(dst, b...)
	}
	return hex.AppendEncode(append(dst, "0x"...), b)
}

// appendUUIDBytes appends 16 bytes in the form of a UUID, and other numbers of bytes unchanged.
func appendUUIDBytes(dst, b []byte) []byte {
	if len(b) != 16 {
		return appendBytes(dst, b)
	}
	for i, end := range []int{4, 6, 8, 10, 16} {
		if i > 0 {
			dst = append(dst, '-')
		}
		start := []int{0, 4, 6, 8, 10}[i]
		dst = hex.AppendEncode(dst, b[start:end])
	}
	return dst
}

// maxScale is far above the scales that programs give a decimal.
const maxScale = 1000

// checkDecimal returns an error for an impossible scale. It completes a message that starts with
// the name of the column.
func checkDecimal(scale int) error {
	if scale < 0 || scale > maxScale {
		return errors.New("is a decimal of impossible scale: the file is corrupt")
	}
	return nil
}

// appendDecimal appends the digits of a whole number in units of 10^-scale, which may begin with a sign.
func appendDecimal(dst []byte, digits string, scale int) []byte {
	if strings.HasPrefix(digits, "-") {
		dst, digits = append(dst, '-'), digits[1:]
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - scale
	dst = append(dst, digits[:point]...)
	if scale > 0 {
		dst = append(append(dst, '.'), digits[point:]...)
	}
	return dst
}

// bigEndian returns the number of bytes in two's complement and big-endian order.
func bigEndian(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 8*uint(len(b))))
	}
	return n
}

// isoDuration returns how a number of units of 1/perSecond second is written: as ISO 8601, which cannot
// be mistaken for another value.
func isoDuration(perSecond int64) func(dst []byte, n int64) []byte {
	return func(dst []byte, n int64) []byte { return calendar.AppendISO(dst, n, perSecond) }
}
