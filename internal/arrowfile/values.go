//go:build !js

package arrowfile

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// Values are the values of one array. The claims of its buffers were checked, so that every row can be read.
type Values struct {
	Kind arrow.DataType
	// Number returns the value of a row of at most 64 bits as a whole number; for floating-point numbers, it
	// returns their bits. Bytes returns any other value as its bytes in memory. Only Number or Bytes is set.
	Number func(row int) int64
	Bytes  func(row int) []byte

	valid []byte // bits of rows that have a value; nil if all have
	null  bool   // no row has one
}

// Missing reports whether a row has no value.
func (v *Values) Missing(row int) bool {
	return v.null || v.valid != nil && !bitutil.BitIsSet(v.valid, row)
}

var errTooShort = errors.New("has fewer values than rows")

// ValuesOf returns the values of an array with at least the given number of rows.
func ValuesOf(a arrow.ArrayData, rows int) (v Values, err error) {
	v.Kind = a.DataType()
	switch {
	case a.Len() < rows:
		return v, errTooShort
	case a.Offset() != 0:
		return v, errors.New("does not begin with its first row")
	case v.Kind.ID() == arrow.NULL || rows == 0:
		v.null = true
		return v, nil
	}
	buffers := a.Buffers()
	if a.NullN() != 0 && buffers[0] != nil && buffers[0].Len() > 0 {
		if v.valid = buffers[0].Bytes(); len(v.valid) < (rows+7)/8 {
			return v, errTooShort
		}
	}
	data := contentOf(buffers[1])
	switch t := v.Kind.(type) {
	case *arrow.BooleanType:
		if len(data) < (rows+7)/8 {
			return v, errTooShort
		}
		v.Number = func(row int) int64 { return int64(data[row/8] >> (row % 8) & 1) }
	case *arrow.StringType, *arrow.BinaryType:
		v.Bytes, err = pieces[int32](data, contentOf(buffers[2]), rows)
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		v.Bytes, err = pieces[int64](data, contentOf(buffers[2]), rows)
	case arrow.BinaryViewDataType:
		v.Bytes, err = views(data, buffers[2:], rows, v.Missing)
	case arrow.FixedWidthDataType:
		err = v.fixed(t, data, rows)
	default:
		err = fmt.Errorf("is of the type %v, which is not read", t)
	}
	return v, err
}

// contentOf returns the content of a buffer, which may be nil.
func contentOf(b *memory.Buffer) []byte {
	if b == nil {
		return nil
	}
	return b.Bytes()
}

// fixed reads values of a fixed width.
func (v *Values) fixed(t arrow.FixedWidthDataType, data []byte, rows int) error {
	width := t.BitWidth() / 8
	if width > 0 && len(data)/width < rows {
		return errTooShort
	}
	id := t.ID()
	switch {
	case id == arrow.FIXED_SIZE_BINARY || width > 8:
		v.Bytes = func(row int) []byte { return data[row*width : (row+1)*width] }
	case id == arrow.UINT8:
		v.Number = numbersOf(arrow.GetData[uint8](data))
	case id == arrow.UINT16 || id == arrow.FLOAT16:
		v.Number = numbersOf(arrow.GetData[uint16](data[:2*rows]))
	case id == arrow.UINT32 || id == arrow.FLOAT32:
		v.Number = numbersOf(arrow.GetData[uint32](data[:4*rows]))
	case width == 1:
		v.Number = numbersOf(arrow.GetData[int8](data))
	case width == 2:
		v.Number = numbersOf(arrow.GetData[int16](data[:2*rows]))
	case width == 4:
		v.Number = numbersOf(arrow.GetData[int32](data[:4*rows]))
	default:
		v.Number = numbersOf(arrow.GetData[int64](data[:8*rows]))
	}
	return nil
}

func numbersOf[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](values []T) func(row int) int64 {
	return func(row int) int64 { return int64(values[row]) }
}

// pieces returns the values that follow each other in data and begin at offsets.
func pieces[T int32 | int64](offsets, data []byte, rows int) (func(row int) []byte, error) {
	width := arrow.GetDataType[T]().(arrow.FixedWidthDataType).Bytes()
	if len(offsets)/width <= rows {
		return nil, errTooShort
	}
	at := arrow.GetData[T](offsets[:(rows+1)*width])
	last := T(0)
	for _, n := range at {
		if n < last {
			return nil, errors.New("has values that end before they begin")
		}
		last = n
	}
	if int64(last) > int64(len(data)) {
		return nil, errors.New("has values that lie outside of the data")
	}
	return func(row int) []byte { return data[at[row]:at[row+1]] }, nil
}

// views returns the values that views refer to, or contain if they are short.
func views(data []byte, others []*memory.Buffer, rows int, missing func(row int) bool) (func(row int) []byte, error) {
	if len(data)/arrow.ViewHeaderSizeBytes < rows {
		return nil, errTooShort
	}
	all := arrow.GetData[arrow.ViewHeader](data[:rows*arrow.ViewHeaderSizeBytes])
	for row := range all {
		view := &all[row]
		switch at, size := int64(view.BufferOffset()), int64(view.Len()); {
		case missing(row):
		case size < 0:
			return nil, errors.New("has values of negative length")
		case view.IsInline():
		case view.BufferIndex() < 0 || int(view.BufferIndex()) >= len(others),
			at < 0 || at+size > int64(len(contentOf(others[view.BufferIndex()]))):
			return nil, errors.New("has values that lie outside of the data")
		}
	}
	return func(row int) []byte {
		view := &all[row]
		if view.IsInline() {
			return view.InlineBytes()
		}
		at := int(view.BufferOffset())
		return others[view.BufferIndex()].Bytes()[at : at+view.Len()]
	}, nil
}

// StructureOf returns which rows of a structure have a value.
func StructureOf(data arrow.ArrayData, rows int) (Values, error) {
	valid := data.Buffers()[0]
	if data.NullN() == 0 || valid == nil {
		return Values{}, nil
	}
	bits := array.NewData(arrow.FixedWidthTypes.Boolean, data.Len(), []*memory.Buffer{valid, valid}, nil, data.NullN(), data.Offset())
	return ValuesOf(bits, rows)
}

// Codes returns the index of every row's value in a dictionary with the given number of values, and -1 for a
// missing value. It reuses the memory of codes. The result is empty if all values are missing.
func Codes(a arrow.ArrayData, rows, values int, codes []int32) ([]int32, error) {
	index := a.DataType().(*arrow.DictionaryType).IndexType
	data := array.NewData(index, a.Len(), a.Buffers(), nil, a.NullN(), a.Offset())
	v, err := ValuesOf(data, rows)
	if err != nil || v.null {
		return codes[:0], err
	}
	codes = codes[:0]
	for row := range rows {
		if v.Missing(row) {
			codes = append(codes, -1)
			continue
		}
		code := v.Number(row)
		if code < 0 || code >= int64(values) {
			return nil, fmt.Errorf("has the index %d into a dictionary of %d", code, values)
		}
		codes = append(codes, int32(code))
	}
	return codes, nil
}
