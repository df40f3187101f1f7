// Package envelope reads and writes checkpoint files, which have a section for each stage of a call.
package envelope

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/sealed"
)

// magic begins a checkpoint file. After it come the length of the header in 8 bytes, little endian; the header, a
// list of sections as JSON; the SHA-256 digest of everything before; and the contents of the sections, one after
// the other. The stages decide what their sections contain.
const magic = "dibmap checkpoint of a call 1\n"

// oldMagic began the checkpoints of earlier versions, which contained only the state of a search.
const oldMagic = "dibmap checkpoint\n"

// mostHeader bounds the length of a header in bytes. The header of every call is shorter.
const mostHeader = 1 << 24

// Envelope is the content of a checkpoint file. Sections that were written are not kept in memory, because the state
// of a search may take gigabytes.
type Envelope struct {
	folder   atomicfile.Folder
	name     string
	sections []section
}

// section is the state or the result of one stage.
type section struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	data   []byte // nil if the file has the section
	at     int64  // offset in the file
}

var errDamaged = errors.New("it is damaged or cut short: its checksum is wrong")

// Open reads the list of sections of a file and verifies all checksums. The envelope of a missing file is empty.
func Open(folder atomicfile.Folder, name string) (*Envelope, error) {
	e := &Envelope{folder: folder, name: name}
	file, err := folder.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, nil
	case err != nil:
		return nil, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return e, e.check(file, info.Size())
}

// check reads the header, and verifies that the sections are intact and fill the rest of the file.
func (e *Envelope) check(r io.Reader, size int64) error {
	start := make([]byte, min(size, int64(len(magic)+8)))
	if _, err := io.ReadFull(r, start); err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(start, []byte(oldMagic)):
		return errors.New("it is of another version of dibmap")
	case !strings.HasPrefix(magic, string(start[:min(len(start), len(magic))])) || size == 0:
		return errors.New("it is not a checkpoint of dibmap")
	case len(start) < len(magic)+8:
		return errDamaged
	}
	length := binary.LittleEndian.Uint64(start[len(magic):])
	if length > uint64(min(mostHeader, size)) {
		return errDamaged
	}
	head := make([]byte, length+sha256.Size)
	if _, err := io.ReadFull(r, head); err != nil {
		return cutShort(err)
	}
	list, digest := head[:length], head[length:]
	if sum := sha256.Sum256(slices.Concat(start, list)); !bytes.Equal(sum[:], digest) {
		return errDamaged
	}
	if err := json.Unmarshal(list, &e.sections); err != nil {
		return fmt.Errorf("its header cannot be read: %w", err)
	}
	at := int64(len(start) + len(head))
	for k := range e.sections {
		s := &e.sections[k]
		s.at = at
		at += s.Size
		if s.Size < 0 {
			return errDamaged
		}
		h := sha256.New()
		if _, err := io.CopyN(h, r, s.Size); err != nil {
			return cutShort(err)
		}
		if hex.EncodeToString(h.Sum(nil)) != s.SHA256 {
			return errDamaged
		}
	}
	if at != size {
		return errDamaged
	}
	return nil
}

// cutShort returns errDamaged for a file that ends too early, and any other read error as it is.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errDamaged
	}
	return err
}

// find returns the index of a section, or -1.
func (e *Envelope) find(name string) int {
	return slices.IndexFunc(e.sections, func(s section) bool { return s.Name == name })
}

// Has reports whether there is a section of this name.
func (e *Envelope) Has(name string) bool { return e.find(name) >= 0 }

// Read returns the content of a section, or nil if there is no such section.
func (e *Envelope) Read(name string) ([]byte, error) {
	k := e.find(name)
	if k < 0 {
		return nil, nil
	}
	s := e.sections[k]
	if s.data != nil {
		return s.data, nil
	}
	file, err := e.folder.Open(e.name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data := make([]byte, s.Size)
	if _, err := file.ReadAt(data, s.at); err != nil {
		return nil, cutShort(err)
	}
	if s.SHA256 != sealed.Digest(data) {
		return nil, errDamaged
	}
	return data, nil
}

// Put sets the content of a section. The next call of Write writes it to the file.
func (e *Envelope) Put(name string, data []byte) {
	if data == nil {
		data = []byte{} // nil would mean that the file has it
	}
	s := section{Name: name, Size: int64(len(data)), SHA256: sealed.Digest(data), data: data}
	if k := e.find(name); k >= 0 {
		e.sections[k] = s
	} else {
		e.sections = append(e.sections, s)
	}
}

// Drop removes the sections whose names begin with a prefix.
func (e *Envelope) Drop(prefix string) {
	e.sections = slices.DeleteFunc(e.sections, func(s section) bool { return strings.HasPrefix(s.Name, prefix) })
}

// Write replaces the file. After an error the sections are unchanged, but if somebody removed the file, the sections
// that only the file had are lost.
func (e *Envelope) Write() error {
	old, err := e.folder.Open(e.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.sections = slices.DeleteFunc(e.sections, func(s section) bool { return s.data == nil })
	case err != nil:
		return err
	default:
		defer func() { _ = old.Close() }()
	}
	file, err := e.folder.Create(e.name)
	if err != nil {
		return err
	}
	defer file.Abort()
	list, err := json.Marshal(e.sections)
	if err != nil {
		return err
	}
	head := append(binary.LittleEndian.AppendUint64([]byte(magic), uint64(len(list))), list...)
	sum := sha256.Sum256(head)
	head = append(head, sum[:]...)
	if _, err := file.Write(head); err != nil {
		return err
	}
	for _, s := range e.sections {
		var from io.Reader = bytes.NewReader(s.data)
		if s.data == nil {
			from = io.NewSectionReader(old, s.at, s.Size)
		}
		if n, err := io.Copy(file, from); err != nil {
			return err
		} else if n != s.Size {
			return errDamaged
		}
	}
	if old != nil {
		_ = old.Close() // some systems replace no open file
	}
	if err := file.Commit(); err != nil {
		return err
	}
	at := int64(len(head))
	for k := range e.sections {
		s := &e.sections[k]
		s.data, s.at = nil, at
		at += s.Size
	}
	return nil
}
