package table

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// maxNesting is how deep the structures of a Parquet footer may be nested. The
// format takes about ten levels, and as many again for what it may add.
const maxNesting = 64

// maxDepth is how deep columns may be nested: the limit of the library.
const maxDepth = parquet.MaxColumnDepth

// checkFooter returns an error for a footer that the library would not survive:
// it skips what it does not know by recursion, believes the lengths of lists,
// and takes memory that grows with the square of the depth of a schema. A file
// can be made to exhaust the stack or the memory, and that is no error that a
// program can recover from. O(length).
func checkFooter(footer []byte) error {
	if _, err := skipStruct(footer, 0); err != nil {
		return err
	}
	var meta format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), footer, &meta); err != nil {
		return err
	}
	var left []int32 // children to come, on every level
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
		if len(left) > maxDepth {
			return fmt.Errorf("columns are nested more than %d levels deep", maxDepth)
		}
	}
	return nil
}

// Types of Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt16  = 4
	thriftInt32  = 5
	thriftInt64  = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
	thriftUUID   = 13
)

var (
	errThrift  = errors.New("the footer makes no sense")
	errNesting = errors.New("the footer is nested too deep")
)

// skipStruct returns what follows a structure.
func skipStruct(b []byte, depth int) ([]byte, error) {
	if depth > maxNesting {
		return nil, errNesting
	}
	for {
		if len(b) == 0 {
			return nil, errThrift
		}
		field := b[0]
		b = b[1:]
		if field == 0 {
			return b, nil
		}
		var err error
		if field>>4 == 0 { // the number of the field follows
			if b, err = skipNumber(b); err != nil {
				return nil, err
			}
		}
		kind := field & 0xf
		if kind == thriftTrue || kind == thriftFalse {
			continue // the value is in the type
		}
		if b, err = skipValue(b, kind, depth); err != nil {
			return nil, err
		}
	}
}

// skipValue returns what follows a value.
func skipValue(b []byte, kind byte, depth int) ([]byte, error) {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		return skipBytes(b, 1)
	case thriftInt16, thriftInt32, thriftInt64:
		return skipNumber(b)
	case thriftDouble:
		return skipBytes(b, 8)
	case thriftUUID:
		return skipBytes(b, 16)
	case thriftBinary:
		n, k := binary.Uvarint(b)
		if k <= 0 {
			return nil, errThrift
		}
		return skipBytes(b[k:], n)
	case thriftList, thriftSet:
		return skipList(b, depth+1)
	case thriftMap:
		return skipMap(b, depth+1)
	case thriftStruct:
		return skipStruct(b, depth+1)
	}
	return nil, errThrift
}

func skipList(b []byte, depth int) ([]byte, error) {
	if len(b) == 0 {
		return nil, errThrift
	}
	head := b[0]
	b = b[1:]
	n := uint64(head >> 4)
	if n == 15 { // a longer list gives its length apart
		var k int
		if n, k = binary.Uvarint(b); k <= 0 {
			return nil, errThrift
		}
		b = b[k:]
	}
	return skipMany(b, n, depth, head&0xf)
}

func skipMap(b []byte, depth int) ([]byte, error) {
	n, k := binary.Uvarint(b)
	if k <= 0 {
		return nil, errThrift
	}
	b = b[k:]
	if n == 0 {
		return b, nil
	}
	if len(b) == 0 {
		return nil, errThrift
	}
	return skipMany(b[1:], n, depth, b[0]>>4, b[0]&0xf)
}

// skipMany returns what follows n times values of the given types. Every value
// takes a byte or more, so that n cannot be large for nothing.
func skipMany(b []byte, n uint64, depth int, kinds ...byte) ([]byte, error) {
	if depth > maxNesting {
		return nil, errNesting
	}
	for range n {
		for _, kind := range kinds {
			var err error
			if b, err = skipValue(b, kind, depth); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

func skipNumber(b []byte) ([]byte, error) {
	_, k := binary.Uvarint(b)
	if k <= 0 {
		return nil, errThrift
	}
	return b[k:], nil
}

func skipBytes(b []byte, n uint64) ([]byte, error) {
	if n > uint64(len(b)) {
		return nil, errThrift
	}
	return b[n:], nil
}
