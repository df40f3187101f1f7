package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// decoder turns cells of one type into float64.
type decoder struct {
	size   int // bytes a cell
	decode func(cell []byte) float64
}

// decoderOf returns the decoder for a type: '<f8', '>i4', '|b1' and so on.
// Integers beyond 2^53 are rounded to the nearest float64.
func decoderOf(dtype string) (decoder, error) {
	if dtype == records {
		return decoder{}, errors.New("holds records of several fields, not numbers")
	}
	var order binary.ByteOrder = binary.NativeEndian
	name := dtype
	if name != "" {
		switch name[0] {
		case '<':
			order, name = binary.LittleEndian, name[1:]
		case '>':
			order, name = binary.BigEndian, name[1:]
		case '|', '=':
			name = name[1:]
		}
	}
	switch name {
	case "b1", "?":
		return decoder{1, func(b []byte) float64 {
			if b[0] != 0 {
				return 1
			}
			return 0
		}}, nil
	case "i1":
		return decoder{1, func(b []byte) float64 { return float64(int8(b[0])) }}, nil
	case "u1":
		return decoder{1, func(b []byte) float64 { return float64(b[0]) }}, nil
	case "i2":
		return decoder{2, func(b []byte) float64 { return float64(int16(order.Uint16(b))) }}, nil
	case "u2":
		return decoder{2, func(b []byte) float64 { return float64(order.Uint16(b)) }}, nil
	case "i4":
		return decoder{4, func(b []byte) float64 { return float64(int32(order.Uint32(b))) }}, nil
	case "u4":
		return decoder{4, func(b []byte) float64 { return float64(order.Uint32(b)) }}, nil
	case "i8":
		return decoder{8, func(b []byte) float64 { return float64(int64(order.Uint64(b))) }}, nil
	case "u8":
		return decoder{8, func(b []byte) float64 { return float64(order.Uint64(b)) }}, nil
	case "f4":
		return decoder{4, func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }}, nil
	case "f8":
		return decoder{8, func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }}, nil
	}
	return decoder{}, refusal(dtype, name)
}

// refusal describes the content of an array whose type is not read.
func refusal(dtype, name string) error {
	kinds := map[byte]string{
		'U': "text", 'S': "text", 'a': "text", 'O': "Python objects", 'c': "complex numbers",
		'M': "dates", 'm': "durations", 'V': "raw bytes",
	}
	if name != "" {
		if kind, ok := kinds[name[0]]; ok {
			return fmt.Errorf("holds %s (dtype %s), not numbers", kind, dtype)
		}
	}
	return fmt.Errorf("holds cells of dtype %q, and only f4, f8, i1 to i8, u1 to u8 and b1 are read: convert it with astype('f8')", dtype)
}
