package npy

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Archive is an npz file: its members by name.
type Archive map[string]*zip.File

// NewArchive reads the list of members of an npz file of the given size. It refuses names that NumPy changes.
func NewArchive(r io.ReaderAt, size int64) (Archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("is not a whole npz archive: %w", err)
	}
	a := make(Archive, len(z.File))
	arrays := make(map[string]string, len(z.File)) // NumPy leaves the extension out: of h and h.npy it reads h
	for _, f := range z.File {
		array := strings.TrimSuffix(f.Name, ".npy")
		switch other, twice := arrays[array]; {
		case strings.ContainsRune(f.Name, 0):
			return nil, fmt.Errorf("the archive has a member %q, a name with a NUL character: Python reads what is before it", f.Name)
		case twice && other == f.Name:
			return nil, fmt.Errorf("the archive has two members %s", f.Name)
		case twice:
			return nil, fmt.Errorf("the archive has the members %s and %s, which NumPy takes for one", min(other, f.Name), max(other, f.Name))
		}
		a[f.Name], arrays[array] = f, f.Name
	}
	return a, nil
}

// Member is a member of an archive that is open for reading. Its own errors name it.
type Member struct {
	*bufio.Reader
	name string
	file io.ReadCloser
}

// Open opens an existing member.
func (a Archive) Open(name string) (*Member, error) {
	f, err := a[name].Open()
	if err != nil {
		return nil, fmt.Errorf("member %s: %w", name, err)
	}
	return &Member{bufio.NewReader(f), name, f}, nil
}

// Wrong returns an error about the member, or nil for nil.
func (m *Member) Wrong(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("member %s: %w", m.name, err)
}

// End returns an error unless the member ends here, which also checks its checksum. The library returns an error if
// a member is longer than the archive says.
func (m *Member) End() error {
	switch _, err := m.ReadByte(); {
	case err == nil:
		return m.Wrong(errors.New("holds more than its shape"))
	case !errors.Is(err, io.EOF):
		return m.Wrong(err)
	}
	return nil
}

// Close closes the member.
func (m *Member) Close() { _ = m.file.Close() } // it was only read
