//go:build !js

package arrowfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/dibmap/dibmap/internal/textfile"
)

// messages reads the messages of a stream of Arrow for the library, whose own reader takes all memory
// that a message claims to need. Here memory grows with the data that are read, and a message is checked
// before the library relies on it.
type messages struct {
	in   io.Reader
	body []byte // of record batches, whose memory is used again
	// ended is true if the mark of the end was there. A stream may end without it, but not a file.
	ended bool
}

// messageMark begins every message since version 0.15 of Arrow. Earlier messages begin with a length.
const messageMark = 1<<32 - 1

var errShort = textfile.Refusal("is cut short: the Arrow data ends within a message")

// Message implements [ipc.MessageReader]. It returns io.EOF at the end of the stream.
func (m *messages) Message() (msg *ipc.Message, err error) {
	defer func() {
		if p := recover(); p != nil { // of the library of FlatBuffers
			err = fmt.Errorf("a message makes no sense: %v", p)
		}
	}()
	length, err := m.length()
	if err != nil {
		return nil, err
	}
	data, err := readGrowing(m.in, nil, length)
	if err != nil {
		return nil, err
	}
	header, err := checkMessage(data)
	if err != nil {
		return nil, err
	}
	var memoryOf []byte
	if header.reusable {
		memoryOf = m.body
	}
	body, err := readGrowing(m.in, memoryOf, header.bodyLength)
	if err != nil {
		return nil, err
	}
	if header.reusable {
		m.body = body
	}
	if err := header.checkBody(body); err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(data), memory.NewBufferBytes(body)), nil
}

// length reads the length of the next message.
func (m *messages) length() (int64, error) {
	var four [4]byte
	switch n, err := io.ReadFull(m.in, four[:]); {
	case n == 0 && errors.Is(err, io.EOF):
		return 0, io.EOF
	case err != nil:
		return 0, short(err)
	}
	length := binary.LittleEndian.Uint32(four[:])
	if length == messageMark {
		if _, err := io.ReadFull(m.in, four[:]); err != nil {
			return 0, short(err)
		}
		length = binary.LittleEndian.Uint32(four[:])
	}
	if length == 0 {
		m.ended = true
		return 0, io.EOF
	}
	return int64(length), nil
}

// Release and Retain implement [ipc.MessageReader].
func (m *messages) Release() {}

// Retain does nothing, as memory is not counted.
func (m *messages) Retain() {}

// short returns errShort for data that ends too early, and other errors unchanged.
func short(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errShort
	}
	return err
}

// firstPiece is the number of bytes that are read first of data whose length is only a claim.
const firstPiece = 1 << 20

// readGrowing reads length bytes, into the memory given if they fit there. Otherwise memory grows with the
// data that were read.
func readGrowing(r io.Reader, into []byte, length int64) ([]byte, error) {
	data := into[:0]
	for int64(len(data)) < length {
		n := len(data)
		more := int(min(length-int64(n), int64(max(n, cap(data)-n, firstPiece))))
		data = slices.Grow(data, more)[:n+more]
		if _, err := io.ReadFull(r, data[n:]); err != nil {
			return nil, short(err)
		}
	}
	return data, nil
}
