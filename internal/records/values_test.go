package records

import (
	"bytes"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
)

func TestParquetValues(t *testing.T) {
	day := func(s string) time.Time {
		d, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	text := func(typ parquet.Node, v parquet.Value) string {
		t.Helper()
		f, err := valueText(typ.Type())
		if err != nil {
			t.Fatal(err)
		}
		return string(f([]byte("<"), v)) + ">"
	}
	stamp := day("2021-12-31T23:59:58.123456789Z")
	int96 := deprecated.Int96{0, 0, julianEpoch + 1}
	for _, tt := range []struct {
		node parquet.Node
		v    parquet.Value
		want string
	}{
		{parquet.String(), parquet.ByteArrayValue([]byte(" a,é")), "< a,é>"},
		{parquet.Leaf(parquet.ByteArrayType), parquet.ByteArrayValue([]byte("raw")), "<raw>"},
		{parquet.Leaf(parquet.ByteArrayType), parquet.ByteArrayValue([]byte{0xff, 0}), "<0xff00>"},
		{parquet.Leaf(parquet.FixedLenByteArrayType(2)), parquet.FixedLenByteArrayValue([]byte{0xc3, 0xa9}), "<é>"},
		{parquet.Leaf(parquet.BooleanType), parquet.BooleanValue(true), "<true>"},
		{parquet.Int(8), parquet.Int32Value(-7), "<-7>"},
		{parquet.Int(64), parquet.Int64Value(-1 << 63), "<-9223372036854775808>"},
		{parquet.Uint(32), parquet.Int32Value(-1), "<4294967295>"},
		{parquet.Uint(64), parquet.Int64Value(-1), "<18446744073709551615>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1), "<1>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(-1234567.5), "<-1234567.5>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1e21), "<1e+21>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(-1e-7), "<-1e-07>"},
		{parquet.Leaf(parquet.FloatType), parquet.FloatValue(0.1), "<0.1>"},
		{parquet.Date(), parquet.Int32Value(-1), "<1969-12-31>"},
		{parquet.Date(), parquet.Int32Value(int32(stamp.Unix() / secondsPerDay)), "<2021-12-31>"},
		{parquet.Timestamp(parquet.Nanosecond), parquet.Int64Value(stamp.UnixNano()), "<2021-12-31T23:59:58.123456789Z>"},
		{parquet.Timestamp(parquet.Microsecond), parquet.Int64Value(stamp.UnixMicro()), "<2021-12-31T23:59:58.123456Z>"},
		{parquet.Timestamp(parquet.Millisecond), parquet.Int64Value(stamp.Unix() * 1000), "<2021-12-31T23:59:58Z>"},
		{parquet.TimestampAdjusted(parquet.Millisecond, false), parquet.Int64Value(0), "<1970-01-01T00:00:00>"},
		{parquet.Time(parquet.Millisecond), parquet.Int32Value(86399001), "<23:59:59.001>"},
		{parquet.Time(parquet.Microsecond), parquet.Int64Value(1), "<00:00:00.000001>"},
		{parquet.Decimal(2, 9, parquet.Int32Type), parquet.Int32Value(-1230), "<-12.30>"},
		{parquet.Decimal(3, 18, parquet.Int64Type), parquet.Int64Value(5), "<0.005>"},
		{parquet.Decimal(0, 9, parquet.Int32Type), parquet.Int32Value(7), "<7>"},
		{parquet.Decimal(1, 30, parquet.FixedLenByteArrayType(13)), parquet.FixedLenByteArrayValue(append([]byte{0xff}, bytes.Repeat([]byte{0xff}, 12)...)), "<-0.1>"},
		{parquet.Decimal(1, 30, parquet.ByteArrayType), parquet.ByteArrayValue([]byte{1, 0}), "<25.6>"},
		{parquet.Decimal(1, 30, parquet.ByteArrayType), parquet.ByteArrayValue(nil), "<0.0>"},
		{parquet.UUID(), parquet.FixedLenByteArrayValue([]byte("\x12\x34\x56\x78\x9a\xbc\xde\xf0\x12\x34\x56\x78\x9a\xbc\xde\xf0")), "<12345678-9abc-def0-1234-56789abcdef0>"},
		{parquet.Leaf(parquet.Int96Type), parquet.Int96Value(int96), "<1970-01-02T00:00:00>"},
	} {
		if got := text(tt.node, tt.v); got != tt.want {
			t.Errorf("%v %v: %s, want %s", tt.node, tt.v, got, tt.want)
		}
	}
}
