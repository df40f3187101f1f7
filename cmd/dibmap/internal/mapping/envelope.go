package mapping

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
)

// A checkpoint file has a section for each stage of a call that has begun: envelopeMagic; the length of a header
// in 8 bytes, little endian; the header, which is a list of sections as JSON; the SHA-256 digest of all that;
// and what the sections hold, one after the other. What that is is up to the stages.
const envelopeMagic = "dibmap checkpoint of a call 1\n"

// oldMagic began the checkpoints of earlier versions, which held a search alone.
const oldMagic = "dibmap checkpoint\n"

// mostHeader is more than the header of any call takes, in bytes.
const mostHeader = 1 << 24

// envelope is the content of a checkpoint file. It leaves what was written in the file, where the state of a search
// may take gigabytes.
type envelope struct {
	folder   atomicfile.Folder
	name     string
	sections []section
}

// section is what one stage keeps.
type section struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	data   []byte // not written yet; nil if it is in the file
	at     int64  // in the file
}

var errDamaged = errors.New("it is damaged or cut short: its checksum is wrong")

// openEnvelope reads which sections a file has, and checks all of it. If there is no file, there are none.
func openEnvelope(folder atomicfile.Folder, name string) (*envelope, error) {
	e := &envelope{folder: folder, name: name}
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

// check reads the header, and checks that the sections are whole and fill the rest of the file.
func (e *envelope) check(r io.Reader, size int64) error {
	start := make([]byte, min(size, int64(len(envelopeMagic)+8)))
	if _, err := io.ReadFull(r, start); err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(start, []byte(oldMagic)):
		return errors.New("it is of another version of dibmap")
	case !strings.HasPrefix(envelopeMagic, string(start[:min(len(start), len(envelopeMagic))])) || size == 0:
		return errors.New("it is no checkpoint of dibmap")
	case len(start) < len(envelopeMagic)+8:
		return errDamaged
	}
	length := binary.LittleEndian.Uint64(start[len(envelopeMagic):])
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

// cutShort is the error of a file that ends too early, and any other error of reading.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errDamaged
	}
	return err
}

// find returns the index of a section, or -1.
func (e *envelope) find(name string) int {
	return slices.IndexFunc(e.sections, func(s section) bool { return s.Name == name })
}

// read returns what a section holds, or nil if there is none.
func (e *envelope) read(name string) ([]byte, error) {
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
	if s.SHA256 != digestOf(data) {
		return nil, errDamaged
	}
	return data, nil
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put sets what a section holds, which is in the file after the next write.
func (e *envelope) put(name string, data []byte) {
	if data == nil {
		data = []byte{} // it is not in the file
	}
	s := section{Name: name, Size: int64(len(data)), SHA256: digestOf(data), data: data}
	if k := e.find(name); k >= 0 {
		e.sections[k] = s
	} else {
		e.sections = append(e.sections, s)
	}
}

// drop removes the sections whose names begin with a prefix.
func (e *envelope) drop(prefix string) {
	e.sections = slices.DeleteFunc(e.sections, func(s section) bool { return strings.HasPrefix(s.Name, prefix) })
}

// write replaces the file. After an error the sections are as they were, except that those of a file that somebody
// removed are lost.
func (e *envelope) write() error {
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
	head := append(binary.LittleEndian.AppendUint64([]byte(envelopeMagic), uint64(len(list))), list...)
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
