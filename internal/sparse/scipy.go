package sparse

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/textfile"
)

// The members of the archives that scipy.sparse.save_npz writes.
const (
	memberFormat  = "format.npy"
	memberShape   = "shape.npy"
	memberData    = "data.npy"
	memberIndices = "indices.npy" // csr and csc: the second index of every entry
	memberStarts  = "indptr.npy"  // csr and csc: where the entries of every first index begin, and the end
	memberRow     = "row.npy"     // coo
	memberColumn  = "col.npy"
)

// SciPy reads an archive of scipy.sparse.save_npz that holds a matrix in the format csr, csc or coo, of at most limit
// entries. Errors do not name the file.
func SciPy(r io.ReaderAt, size, limit int64, visit Visit) (Size, error) {
	members, err := npy.NewArchive(r, size)
	if err != nil {
		return Size{}, err
	}
	s := scipy{archive: members, limit: limit, visit: visit}
	defer s.close()
	format, err := s.format()
	if err != nil {
		return Size{}, err
	}
	if err := s.shape(); err != nil {
		return Size{}, err
	}
	switch format {
	case "csr":
		err = s.compressed(s.size.Rows, s.size.Columns, s.take)
	case "csc":
		err = s.compressed(s.size.Columns, s.size.Rows, func(column, row int, data *array) error { return s.take(row, column, data) })
	case "coo":
		err = s.coordinates()
	default:
		err = fmt.Errorf("holds a sparse matrix in the format %s, and csr, csc and coo are read: save matrix.tocsr()", textfile.Shown(format))
	}
	if err == nil {
		err = s.end()
	}
	return s.size, err
}

// scipy is an archive that is being read.
type scipy struct {
	archive npy.Archive
	limit   int64
	visit   Visit
	size    Size
	open    []*npy.Member
}

func (s *scipy) close() {
	for _, m := range s.open {
		m.Close()
	}
}

// end checks that all members end where they should.
func (s *scipy) end() error {
	for _, m := range s.open {
		if err := m.End(); err != nil {
			return err
		}
	}
	return nil
}

// member opens a member.
func (s *scipy) member(name string) (*npy.Member, error) {
	if s.archive[name] == nil {
		return nil, fmt.Errorf("is no sparse matrix: the archive has no member %s", name)
	}
	m, err := s.archive.Open(name)
	if err == nil {
		s.open = append(s.open, m)
	}
	return m, err
}

// format returns the format of the matrix.
func (s *scipy) format() (string, error) {
	switch names := slices.Sorted(maps.Keys(s.archive)); {
	case s.archive[memberFormat] != nil:
	case s.archive["meta.json"] != nil:
		return "", fmt.Errorf("is a frontier that dibmap wrote, not a table: name the table")
	default:
		return "", fmt.Errorf("holds %s, and no sparse matrix of scipy.sparse.save_npz: save one array as .npy, or a sparse matrix", textfile.Listed(names))
	}
	m, err := s.member(memberFormat)
	if err != nil {
		return "", err
	}
	format, err := npy.ReadText(m)
	return strings.ToLower(format), m.Wrong(err)
}

// shape reads the size.
func (s *scipy) shape() error {
	a, err := s.array(memberShape)
	if err != nil {
		return err
	}
	if a.length != 2 {
		return fmt.Errorf("holds an array of %s, and a matrix has 2", textfile.Plural(int(a.length), "dimension"))
	}
	rows, err := a.next()
	if err != nil {
		return err
	}
	columns, err := a.next()
	if err != nil {
		return err
	}
	s.size, err = newSize(rows, columns)
	return err
}

// array is a member that holds an array of one dimension.
type array struct {
	*npy.Reader
	member *npy.Member
	length int64
	whole  [1024]float64
	chunk  []float64 // bytes that were read and not taken
	left   int64     // not read
}

func (s *scipy) array(name string) (*array, error) {
	m, err := s.member(name)
	if err != nil {
		return nil, err
	}
	r, err := npy.NewReader(m, s.limit+1) // where the entries of csr begin are one more than its rows
	if err == nil && len(r.Shape) != 1 {
		err = fmt.Errorf("has the shape %v where one dimension should be", r.Shape)
	}
	if err != nil {
		return nil, m.Wrong(err)
	}
	n := int64(r.Shape[0])
	return &array{Reader: r, member: m, length: n, left: n}, nil
}

// next returns the next number.
func (a *array) next() (float64, error) {
	if len(a.chunk) == 0 {
		a.chunk = a.whole[:min(a.left, int64(len(a.whole)))]
		if err := a.Next(a.chunk); err != nil {
			return 0, a.member.Wrong(err)
		}
		a.left -= int64(len(a.chunk))
	}
	v := a.chunk[0]
	a.chunk = a.chunk[1:]
	return v, nil
}

// index returns the next number, which must be a whole one below most.
func (a *array) index(most int64) (int64, error) {
	v, err := a.next()
	if err == nil && (v != math.Trunc(v) || !(v >= 0 && v < float64(most))) {
		err = a.member.Wrong(fmt.Errorf("has %v where a whole number from 0 to %d should stand", v, most-1))
	}
	return int64(v), err
}

// alike opens the data and arrays, which must have the same length.
func (s *scipy) alike(names ...string) (data *array, others []*array, err error) {
	if data, err = s.array(memberData); err != nil {
		return nil, nil, err
	}
	if data.length > s.limit {
		return nil, nil, fmt.Errorf("has %d entries, more than the %d allowed: group rows or columns first", data.length, s.limit)
	}
	for _, name := range names {
		a, err := s.array(name)
		if err == nil && a.length != data.length {
			err = a.member.Wrong(fmt.Errorf("has %d numbers, and %s has %d", a.length, memberData, data.length))
		}
		if err != nil {
			return nil, nil, err
		}
		others = append(others, a)
	}
	s.size.Entries = data.length
	return data, others, nil
}

// take takes the next number of the data as an entry.
func (s *scipy) take(row, column int, data *array) error {
	v, err := data.next()
	if err != nil {
		return err
	}
	if err := textfile.CheckStored(v, data.Whole); err != nil {
		return fmt.Errorf("row %d, column %d (from 0) %w", row, column, err)
	}
	if v != 0 {
		s.visit(row, column, v)
	}
	return nil
}

// compressed reads a matrix whose entries are sorted by the first index.
func (s *scipy) compressed(firsts, seconds int, take func(first, second int, data *array) error) error {
	data, others, err := s.alike(memberIndices)
	if err != nil {
		return err
	}
	starts, err := s.array(memberStarts)
	if err != nil {
		return err
	}
	if starts.length != int64(firsts)+1 {
		return starts.member.Wrong(fmt.Errorf("has %d numbers where %d should be", starts.length, int64(firsts)+1))
	}
	at, err := starts.index(1)
	if err != nil {
		return err
	}
	for first := range firsts {
		end, err := starts.index(data.length + 1)
		if err != nil {
			return err
		}
		if end < at {
			return starts.member.Wrong(fmt.Errorf("has %d after %d, and should not decrease", end, at))
		}
		for ; at < end; at++ {
			second, err := others[0].index(int64(seconds))
			if err != nil {
				return err
			}
			if err := take(first, int(second), data); err != nil {
				return err
			}
		}
	}
	if at != data.length {
		return starts.member.Wrong(fmt.Errorf("ends with %d, and there are %d entries", at, data.length))
	}
	return nil
}

// coordinates reads a matrix whose entries each have both indices.
func (s *scipy) coordinates() error {
	data, others, err := s.alike(memberRow, memberColumn)
	if err != nil {
		return err
	}
	for range data.length {
		row, err := others[0].index(int64(s.size.Rows))
		if err != nil {
			return err
		}
		column, err := others[1].index(int64(s.size.Columns))
		if err != nil {
			return err
		}
		if err := s.take(int(row), int(column), data); err != nil {
			return err
		}
	}
	return nil
}
