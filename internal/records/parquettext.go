package records

import (
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// appendValue appends the text of a value that is not missing.
type appendValue func(dst []byte, v parquet.Value) []byte

// valueText returns how values of a Parquet type are written as labels: as a person would write
// them, and as other programs write them to CSV where those agree. The error completes a message
// that starts with the name of the column.
func valueText(t parquet.Type) (appendValue, error) {
	var logical any
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DateType:
		return appendDate, nil
	case *format.TimeType:
		return timeText(&l.Unit, clockTime), nil
	case *format.TimestampType:
		if l.IsAdjustedToUTC {
			return timeText(&l.Unit, time.RFC3339Nano), nil
		}
		return timeText(&l.Unit, localTime), nil
	case *format.DecimalType:
		return decimalText(int(l.Scale))
	case *format.UUIDType:
		return appendUUID, nil
	case *format.IntType:
		if !l.IsSigned {
			return appendUnsigned, nil
		}
	}
	return appendPhysical, nil
}

// kindOf returns the type of a column of a Parquet type: category, number, or "" if it depends on the values.
func kindOf(t parquet.Type) scale.Type {
	if l := t.LogicalType(); l != nil {
		switch l.Value.(type) {
		case *format.StringType, *format.EnumType:
			return scale.Category
		case *format.IntType, *format.DecimalType, *format.Float16Type:
			return scale.Number
		case nil:
		default:
			return ""
		}
	}
	switch t.Kind() {
	case parquet.Int32, parquet.Int64, parquet.Float, parquet.Double:
		return scale.Number
	default:
		return ""
	}
}

// appendPhysical appends a value without a logical type. Bytes that are UTF-8 are text.
func appendPhysical(dst []byte, v parquet.Value) []byte {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.AppendBool(dst, v.Boolean())
	case parquet.Int32:
		return strconv.AppendInt(dst, int64(v.Int32()), 10)
	case parquet.Int64:
		return strconv.AppendInt(dst, v.Int64(), 10)
	case parquet.Float:
		return textfile.AppendFloat(dst, float64(v.Float()), 32)
	case parquet.Double:
		return textfile.AppendFloat(dst, v.Double(), 64)
	case parquet.Int96:
		return appendInt96(dst, v)
	case parquet.ByteArray, parquet.FixedLenByteArray:
	}
	return appendBytes(dst, v.ByteArray())
}

func appendUnsigned(dst []byte, v parquet.Value) []byte {
	if v.Kind() == parquet.Int64 {
		return strconv.AppendUint(dst, v.Uint64(), 10)
	}
	return strconv.AppendUint(dst, uint64(v.Uint32()), 10)
}

func appendDate(dst []byte, v parquet.Value) []byte { return appendDay(dst, int64(v.Int32())) }

// timeText returns how a number of time units since 1970 or midnight is written.
func timeText(unit *format.TimeUnit, layout string) appendValue {
	perSecond := int64(1e9)
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		perSecond = 1e3
	case *format.MicroSeconds:
		perSecond = 1e6
	}
	return func(dst []byte, v parquet.Value) []byte {
		n := v.Int64()
		if v.Kind() == parquet.Int32 {
			n = int64(v.Int32())
		}
		return appendMoment(dst, n, perSecond, layout)
	}
}

func durationText(perSecond int64) appendValue {
	write := isoDuration(perSecond)
	return func(dst []byte, v parquet.Value) []byte { return write(dst, v.Int64()) }
}

// julianEpoch is the Julian day number of 1 January 1970.
const julianEpoch = 2440588

// appendInt96 appends a time as Spark and Impala used to write it: nanoseconds of the day in eight
// bytes, then the Julian day in four.
func appendInt96(dst []byte, v parquet.Value) []byte {
	i := v.Int96()
	nanoseconds := int64(i[1])<<32 | int64(i[0])
	t := time.Unix((int64(i[2])-julianEpoch)*secondsPerDay, nanoseconds)
	return t.UTC().AppendFormat(dst, localTime)
}

func appendUUID(dst []byte, v parquet.Value) []byte { return appendUUIDBytes(dst, v.ByteArray()) }

// decimalText returns how a whole number in units of 10^-scale is written.
func decimalText(scale int) (appendValue, error) {
	if err := checkDecimal(scale); err != nil {
		return nil, err
	}
	return func(dst []byte, v parquet.Value) []byte {
		var digits string
		switch v.Kind() {
		case parquet.Int32:
			digits = strconv.Itoa(int(v.Int32()))
		case parquet.Int64:
			digits = strconv.FormatInt(v.Int64(), 10)
		default:
			digits = bigEndian(v.ByteArray()).String()
		}
		return appendDecimal(dst, digits, scale)
	}, nil
}
