//go:build !js

package records

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/float16"

	"github.com/dibmap/dibmap/internal/textfile"
)

// arrowText writes values of a type of Arrow as labels. One of the two functions is set.
type arrowText struct {
	// number is for values of at most 64 bits, which are passed as a whole number,
	// floating-point numbers as their bits.
	number func(dst []byte, n int64) []byte
	// bytes is for all other values, which are passed as their bytes in memory.
	bytes func(dst, b []byte) []byte
}

// arrowTextOf returns how values of a type are written: as the same values of Parquet are. The error
// completes a message that starts with the name of the column.
func arrowTextOf(field arrow.Field) (arrowText, error) {
	if name, _ := field.Metadata.GetValue("ARROW:extension:name"); name == "arrow.uuid" {
		return arrowText{bytes: appendUUIDBytes}, nil
	}
	switch t := field.Type.(type) {
	case *arrow.DictionaryType:
		return arrowTextOf(arrow.Field{Type: t.ValueType})
	case *arrow.NullType:
		return arrowText{}, nil
	case *arrow.BooleanType:
		return arrowText{number: func(dst []byte, n int64) []byte { return strconv.AppendBool(dst, n != 0) }}, nil
	case *arrow.Int8Type, *arrow.Int16Type, *arrow.Int32Type, *arrow.Int64Type:
		return arrowText{number: appendSigned}, nil
	case *arrow.Uint8Type, *arrow.Uint16Type, *arrow.Uint32Type, *arrow.Uint64Type:
		return arrowText{number: func(dst []byte, n int64) []byte { return strconv.AppendUint(dst, uint64(n), 10) }}, nil
	case *arrow.Float16Type, *arrow.Float32Type, *arrow.Float64Type:
		bits := min(max(t.(arrow.FixedWidthDataType).BitWidth(), 32), 64) // 16 bits need as many digits as 32
		return arrowText{number: func(dst []byte, n int64) []byte {
			return textfile.AppendFloat(dst, arrowFloat(field.Type, n), bits)
		}}, nil
	case arrow.DecimalType:
		return arrowDecimal(t)
	case *arrow.Date32Type:
		return arrowText{number: appendDay}, nil
	case *arrow.Date64Type:
		return arrowText{number: func(dst []byte, n int64) []byte { return appendMoment(dst, n, 1e3, "2006-01-02") }}, nil
	case *arrow.Time32Type:
		return moments(t.Unit, clockTime), nil
	case *arrow.Time64Type:
		return moments(t.Unit, clockTime), nil
	case *arrow.TimestampType:
		if t.TimeZone != "" {
			return moments(t.Unit, "2006-01-02T15:04:05.999999999Z07:00"), nil
		}
		return moments(t.Unit, localTime), nil
	case *arrow.DurationType:
		return arrowText{number: isoDuration(perSecond(t.Unit))}, nil
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType,
		*arrow.BinaryType, *arrow.LargeBinaryType, *arrow.BinaryViewType, *arrow.FixedSizeBinaryType:
		return arrowText{bytes: appendBytes}, nil
	case arrow.NestedType:
		return arrowText{}, errNested
	}
	return arrowText{}, fmt.Errorf("is of the type %v, which is not read: write the values as text or numbers", field.Type)
}

func appendSigned(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// arrowFloat returns the floating-point number of a type with the given bits.
func arrowFloat(t arrow.DataType, bits int64) float64 {
	switch t.ID() {
	case arrow.FLOAT16:
		return float64(float16.FromBits(uint16(bits)).Float32())
	case arrow.FLOAT32:
		return float64(math.Float32frombits(uint32(bits)))
	default:
		return math.Float64frombits(uint64(bits))
	}
}

// perSecond returns how many of a unit make a second.
func perSecond(unit arrow.TimeUnit) int64 { return int64(time.Second / unit.Multiplier()) }

func moments(unit arrow.TimeUnit, layout string) arrowText {
	units := perSecond(unit)
	return arrowText{number: func(dst []byte, n int64) []byte { return appendMoment(dst, n, units, layout) }}
}

// arrowDecimal returns how decimals are written. Their bytes are in little-endian order.
func arrowDecimal(t arrow.DecimalType) (arrowText, error) {
	scale := int(t.GetScale())
	if err := checkDecimal(scale); err != nil {
		return arrowText{}, err
	}
	if t.BitWidth() <= 64 {
		return arrowText{number: func(dst []byte, n int64) []byte { return appendDecimal(dst, strconv.FormatInt(n, 10), scale) }}, nil
	}
	return arrowText{bytes: func(dst, b []byte) []byte {
		b = slices.Clone(b)
		slices.Reverse(b)
		return appendDecimal(dst, bigEndian(b).String(), scale)
	}}, nil
}

// arrowCounts reports whether values of a type are numbers, or text that may hold numbers.
func arrowCounts(t arrow.DataType) bool {
	if d, ok := t.(*arrow.DictionaryType); ok {
		t = d.ValueType
	}
	switch {
	case arrow.IsInteger(t.ID()), arrow.IsFloating(t.ID()), arrow.IsDecimal(t.ID()), arrow.IsBaseBinary(t.ID()):
		return true
	}
	return slices.Contains([]arrow.Type{arrow.NULL, arrow.STRING_VIEW, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY}, t.ID())
}
