package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// maxNesting is the depth to which the structures of a Parquet footer may be nested. The format
// uses about ten levels.
const maxNesting = 64

// readFooter decodes a footer. It returns an error where the library would exhaust the stack or the memory,
// which ends the program: the library skips unknown fields by recursion, allocates lists of any length that
// the footer claims, and takes memory that grows with the square of the depth of the columns. O(length).
func readFooter(footer []byte) (*format.FileMetaData, error) {
	w := footerWalk{rest: footer}
	if w.structure(0); w.err != nil {
		return nil, w.err
	}
	var meta format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), footer, &meta); err != nil {
		return nil, err
	}
	var left []int32 // on every level, the number of children that follow
	for _, element := range meta.Schema {
		for len(left) > 0 && left[len(left)-1] == 0 {
			left = left[:len(left)-1]
		}
		if len(left) > 0 {
			left[len(left)-1]--
		}
		if n := element.NumChildren.V; n > 0 {
			left = append(left, n)
		}
		if len(left) > parquet.MaxColumnDepth {
			return nil, fmt.Errorf("columns are nested more than %d levels deep", parquet.MaxColumnDepth)
		}
	}
	return &meta, nil
}

// footerWalk goes through data in Thrift's compact protocol.
type footerWalk struct {
	rest []byte
	err  error
}

func (w *footerWalk) skip(n uint64) {
	if n > uint64(len(w.rest)) {
		w.err = errors.New("the footer makes no sense")
		n = uint64(len(w.rest))
	}
	w.rest = w.rest[n:]
}

func (w *footerWalk) byte() byte {
	if len(w.rest) == 0 {
		w.skip(1)
		return 0
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b
}

func (w *footerWalk) number() uint64 {
	n, size := binary.Uvarint(w.rest)
	if size <= 0 {
		size = len(w.rest) + 1
	}
	w.skip(uint64(size))
	return n
}

// structure passes over a structure. Its fields start with a byte that holds their type in its
// lower half; an upper half of 0 says that the number of the field follows.
func (w *footerWalk) structure(depth int) {
	if depth > maxNesting {
		w.err = errors.New("the footer is nested too deep")
	}
	for w.err == nil {
		field := w.byte()
		if field == 0 {
			return
		}
		if field>>4 == 0 {
			w.number()
		}
		if kind := field & 0xf; kind > 2 { // 1 and 2 are true and false
			w.value(kind, depth)
		}
	}
}

func (w *footerWalk) value(kind byte, depth int) {
	switch kind {
	case 1, 2, 3: // in a list, truth values take a byte
		w.skip(1)
	case 4, 5, 6: // integers
		w.number()
	case 7: // a double
		w.skip(8)
	case 8: // text
		w.skip(w.number())
	case 9, 10: // a list or set: the length, if it is below 15, and the type in a byte
		head := w.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = w.number()
		}
		w.many(n, depth+1, head&0xf)
	case 11: // a map
		if n := w.number(); n > 0 {
			kinds := w.byte()
			w.many(n, depth+1, kinds>>4, kinds&0xf)
		}
	case 12:
		w.structure(depth + 1)
	case 13: // a UUID
		w.skip(16)
	default:
		w.err = errors.New("the footer makes no sense")
	}
}

// many passes over n groups of values of some types. Each value takes a byte or more, so that
// the length of the footer bounds n.
func (w *footerWalk) many(n uint64, depth int, kinds ...byte) {
	if depth > maxNesting {
		w.err = errors.New("the footer is nested too deep")
	}
	for range n {
		for _, kind := range kinds {
			if w.err != nil {
				return
			}
			w.value(kind, depth)
		}
	}
}
