package frontier

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/partition"
)

// ReadFile reads a frontier from a file in any [Format]. It goes by the content
// of the file, not by its name. See [Read].
func ReadFile(path string) (*Frontier, error) {
	f, err := readFile(path)
	if err != nil {
		var at *positionError
		if errors.As(err, &at) {
			return nil, fmt.Errorf("%s:%d:%d: %w", path, at.line, at.column, at.err)
		}
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			err = pathError.Err
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func readFile(path string) (*Frontier, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("is a folder, not a frontier")
	case !info.Mode().IsRegular(): // such as a pipe
		return Read(file)
	}
	return read(file, func(io.Reader) (io.ReaderAt, int64, error) { return file, info.Size(), nil })
}

// Read reads a frontier in any [Format] from a stream. JSON and CSV are read as
// they come; of Parquet and npz the whole file is taken into memory first.
//
// Nothing in the file is trusted: sizes, order, canonical form and the length
// of every assignment are checked, and what follows from the points (on the
// hull or not, prominent, robust or not) is computed anew. The error says what is wrong in one line; for
// JSON and CSV it names line and column. O(points x n).
func Read(r io.Reader) (*Frontier, error) {
	return read(r, func(r io.Reader) (io.ReaderAt, int64, error) {
		content, err := io.ReadAll(r)
		return bytes.NewReader(content), int64(len(content)), err
	})
}

// read reads from r; whole returns all of it for random access, given what has
// been buffered of r and not yet used.
func read(r io.Reader, whole func(io.Reader) (io.ReaderAt, int64, error)) (*Frontier, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	format, err := detect(b)
	if err != nil {
		return nil, err
	}
	switch format {
	case JSON:
		return readJSON(b)
	case CSV:
		return readCSV(b)
	case Parquet, NPZ:
	}
	at, size, err := whole(b)
	if err != nil {
		return nil, err
	}
	if format == NPZ {
		return readNPZ(at, size)
	}
	return readParquet(at, size)
}

// detect tells the format of what b holds, and skips a byte order mark.
func detect(b *bufio.Reader) (Format, error) {
	const mark = "\ufeff"
	if start, _ := b.Peek(len(mark)); string(start) == mark {
		_, _ = b.Discard(len(mark)) // what was peeked at can be discarded
	}
	start, err := b.Peek(4096)
	text := string(start)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return 0, err
	case strings.TrimSpace(text) == "":
		return 0, errors.New("is empty: no frontier is in it")
	case strings.HasPrefix(text, "PAR1"):
		return Parquet, nil
	case strings.HasPrefix(text, "PK\x03\x04"):
		return NPZ, nil
	case strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{"):
		return JSON, nil
	}
	line, _, _ := strings.Cut(text, "\n")
	if slices.Contains(strings.Split(strings.NewReplacer(`"`, "", "\r", "").Replace(line), ","), "h") {
		return CSV, nil
	}
	return 0, errors.New("is not a frontier: it is neither JSON, Parquet or npz, nor CSV with the columns h, i, k and ties")
}

// assemble returns the frontier of what was read from a file, after the checks
// that [New] leaves to its caller. The spreads do not matter where the header does
// not tell what they are.
func assemble(h header, entries []Entry, spreads []Spread) (*Frontier, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	// The length of a packed assignment tells its number of rows.
	want := len(partition.Pack(make(partition.Partition, h.Problem.N)))
	for i, e := range entries {
		if e.Assignment != "" && len(e.Assignment) != want {
			return nil, fmt.Errorf("point %d: the assignment does not have one label for each of the %d rows", i, h.Problem.N)
		}
	}
	f, err := New(h.Problem, h.Search, entries)
	if err != nil {
		return nil, err
	}
	if err := f.checkKept(); err != nil {
		return nil, err
	}
	f.Certificate = h.Certificate
	if err := f.checkCertificate(); err != nil {
		return nil, err
	}
	if h.Uncertainty != nil {
		return f.WithUncertainty(*h.Uncertainty, spreads)
	}
	return f, nil
}

// packed returns an assignment read from a file, packed, or says where it is
// not canonical. Only a canonical one is sure to fit.
func packed(labels partition.Partition) (partition.Packed, error) {
	if err := labels.Check(); err != nil {
		return "", fmt.Errorf("assignment: %w", err)
	}
	return partition.Pack(labels), nil
}
