//go:build !js

package arrowfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/dibmap/dibmap/internal/textfile"
)

// These checks cover what the library of Arrow takes for granted, where a wrong value ends the program:
// counts for which it takes memory, and nesting, which it follows by recursion. Fields have the numbers of
// Message.fbs and Schema.fbs of the format: field n is at 4 + 2n of its table.
const (
	messageHeaderType, messageHeader, messageBodyLength, messageMetadata = 6, 8, 10, 12
	schemaFields, schemaMetadata                                         = 6, 8
	fieldName, fieldChildren, fieldMetadata                              = 4, 14, 16
	pairKey, pairValue                                                   = 4, 6
	dictionaryData                                                       = 6
	batchBuffers, batchCompression, batchVariadic                        = 8, 10, 12

	headerSchema, headerDictionary, headerBatch = 1, 2, 3
)

// messageHead describes the body of a message.
type messageHead struct {
	bodyLength int64
	reusable   bool       // the library does not keep the body, since it has no dictionary
	buffers    [][2]int64 // the place and length of each
	compressed bool
}

// errNonsense is the error for messages that no program writes.
var errNonsense = errors.New("a message makes no sense")

// checkMessage checks a message without its body. It panics where places are outside of the message.
func checkMessage(data []byte) (head messageHead, err error) {
	if len(data) < 8 {
		return head, errNonsense
	}
	message := flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}
	head.bodyLength = message.GetInt64Slot(messageBodyLength, 0)
	w := schemaWalk{budget: 16 * len(data)}
	if err := w.pairs(message, messageMetadata); err != nil {
		return head, err
	}
	of, ok := tableAt(message, messageHeader)
	if !ok || head.bodyLength < 0 {
		return head, errNonsense
	}
	switch message.GetByteSlot(messageHeaderType, 0) {
	case headerSchema:
		if err := w.pairs(of, schemaMetadata); err != nil {
			return head, err
		}
		return head, w.fields(of, schemaFields, 0)
	case headerDictionary:
		if of, ok = tableAt(of, dictionaryData); !ok {
			return head, errNonsense
		}
		return head, head.batch(of)
	case headerBatch:
		head.reusable = true
		return head, head.batch(of)
	}
	return head, nil
}

// tableAt returns the table in a field of a table.
func tableAt(t flatbuffers.Table, field flatbuffers.VOffsetT) (of flatbuffers.Table, ok bool) {
	at := flatbuffers.UOffsetT(t.Offset(field))
	if at == 0 {
		return of, false
	}
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at + t.Pos)}, true
}

// vectorAt returns the place of the first element in a field of a table, and the number of elements. It
// returns an error if they do not fit into the message.
func vectorAt(t flatbuffers.Table, field flatbuffers.VOffsetT, size int) (at flatbuffers.UOffsetT, n int, err error) {
	of := flatbuffers.UOffsetT(t.Offset(field))
	if of == 0 {
		return 0, 0, nil
	}
	at, n = t.Vector(of), t.VectorLen(of)
	if n < 0 || int64(n)*int64(size) > int64(len(t.Bytes))-int64(at) {
		return 0, 0, errNonsense
	}
	return at, n, nil
}

// maxFieldNesting is the depth to which columns may be nested. The library does not read deeper ones.
const maxFieldNesting = 64

// schemaWalk goes through a schema. Its parts may refer to the same place again and again, so that a
// budget bounds their total size.
type schemaWalk struct{ budget int }

// spend takes from the budget.
func (w *schemaWalk) spend(n int) error {
	if w.budget -= n; w.budget < 0 {
		return errors.New("the schema is larger than the message that holds it")
	}
	return nil
}

func (w *schemaWalk) fields(t flatbuffers.Table, field flatbuffers.VOffsetT, depth int) error {
	if depth > maxFieldNesting {
		return fmt.Errorf("columns are nested more than %d levels deep", maxFieldNesting)
	}
	return w.each(t, field, func(child flatbuffers.Table) error {
		if err := w.text(child, fieldName); err != nil {
			return err
		}
		if err := w.pairs(child, fieldMetadata); err != nil {
			return err
		}
		return w.fields(child, fieldChildren, depth+1)
	})
}

// pairs goes through a list of keys and values.
func (w *schemaWalk) pairs(t flatbuffers.Table, field flatbuffers.VOffsetT) error {
	return w.each(t, field, func(pair flatbuffers.Table) error {
		if err := w.text(pair, pairKey); err != nil {
			return err
		}
		return w.text(pair, pairValue)
	})
}

// each goes through a list of tables.
func (w *schemaWalk) each(t flatbuffers.Table, field flatbuffers.VOffsetT, visit func(flatbuffers.Table) error) error {
	at, n, err := vectorAt(t, field, 4)
	if err != nil {
		return err
	}
	for i := range n {
		if err := w.spend(8); err != nil {
			return err
		}
		of := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at + flatbuffers.UOffsetT(4*i))}
		if err := visit(of); err != nil {
			return err
		}
	}
	return nil
}

func (w *schemaWalk) text(t flatbuffers.Table, field flatbuffers.VOffsetT) error {
	_, n, err := vectorAt(t, field, 1)
	if err != nil {
		return err
	}
	return w.spend(n)
}

// batch takes over the places of the buffers of a record batch.
func (h *messageHead) batch(t flatbuffers.Table) error {
	at, n, err := vectorAt(t, batchBuffers, 16)
	if err != nil {
		return err
	}
	for i := range n {
		place := int(at) + 16*i
		h.buffers = append(h.buffers, [2]int64{
			int64(binary.LittleEndian.Uint64(t.Bytes[place:])), int64(binary.LittleEndian.Uint64(t.Bytes[place+8:])),
		})
	}
	_, h.compressed = tableAt(t, batchCompression)
	views, count, err := vectorAt(t, batchVariadic, 8)
	if err != nil {
		return err
	}
	left := int64(n)
	for i := range count {
		v := int64(binary.LittleEndian.Uint64(t.Bytes[int(views)+8*i:]))
		if v < 0 || v > left {
			return errNonsense
		}
		left -= v
	}
	return nil
}

// Limits of compressed buffers: the length after decompression, and its ratio to the length before.
// Zstandard reaches a ratio of about 32,000 for equal bytes, and LZ4 a ratio of 255.
const (
	maxUnpacked = 1 << 32
	maxRatio    = 1 << 16
)

// checkBody checks that the buffers are within the body and aligned, and that compressed buffers have a
// possible length.
func (h *messageHead) checkBody(body []byte) error {
	for _, b := range h.buffers {
		at, length := b[0], b[1]
		if at < 0 || length < 0 || at > int64(len(body)) || length > int64(len(body))-at {
			return errNonsense
		}
		if at%8 != 0 && length > 0 {
			return errors.New("a buffer does not begin at a multiple of 8 bytes")
		}
		if !h.compressed || length == 0 {
			continue
		}
		if length < 8 {
			return errNonsense
		}
		switch unpacked := int64(binary.LittleEndian.Uint64(body[at:])); {
		case unpacked == -1: // it is not compressed
		case unpacked < 0 || unpacked/maxRatio > length:
			return fmt.Errorf("a buffer of %d bytes would hold %d when it is decompressed", length, unpacked)
		case unpacked > maxUnpacked:
			return textfile.Refusal(fmt.Sprintf("has a buffer of %d bytes when it is decompressed, and more than %d are not read: write smaller record batches", unpacked, int64(maxUnpacked)))
		}
	}
	return nil
}
