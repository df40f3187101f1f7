package codec

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

	"github.com/dibmap/dibmap/frontier"
)

// ReadFile reads a frontier from a file in any of the [Formats] but CSV, which it recognises by the content
// of the file, not by its name. Errors begin with the path. See [Read].
func ReadFile(path string) (*frontier.Frontier, error) {
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

func readFile(path string) (*frontier.Frontier, error) {
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

// Read reads a frontier in any of the [Formats] but CSV from a stream. JSON is read little by little;
// Parquet and npz are first read into memory as a whole.
//
// Nothing in a file is trusted: sizes, order, canonical form and the length of every assignment
// are checked, and values that follow from the points, such as the hull and the robust points, are
// computed anew. The error is one line. For JSON it has line and column, for compressed files in the
// content. O(points x n).
func Read(r io.Reader) (*frontier.Frontier, error) {
	return read(r, func(r io.Reader) (io.ReaderAt, int64, error) {
		content, err := io.ReadAll(r)
		return bytes.NewReader(content), int64(len(content)), err
	})
}

// read reads from r; whole returns all of it for random access, given a reader of the rest of r.
func read(r io.Reader, whole func(io.Reader) (io.ReaderAt, int64, error)) (*frontier.Frontier, error) {
	b, compressed, err := decompressed(bufio.NewReaderSize(r, 1<<16))
	if err != nil {
		return nil, err
	}
	format, err := detect(b)
	if err != nil {
		return nil, err
	}
	switch {
	case format == "json":
		return readJSON(b)
	case compressed:
		return nil, fmt.Errorf("is %s within a compressed file: decompress it first", format)
	}
	at, size, err := whole(b)
	if err != nil {
		return nil, err
	}
	if format == "npz" {
		return readNPZ(at, size)
	}
	return readParquet(at, size)
}

// detect returns the format of the content of b, and skips a byte order mark.
func detect(b *bufio.Reader) (string, error) {
	const mark = "\ufeff"
	if start, _ := b.Peek(len(mark)); string(start) == mark {
		_, _ = b.Discard(len(mark)) // what was peeked at can be discarded
	}
	start, err := b.Peek(4096)
	text := string(start)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return "", err
	case strings.TrimSpace(text) == "":
		return "", errors.New("is empty: no frontier is in it")
	case strings.HasPrefix(text, "PAR1"):
		return "parquet", nil
	case strings.HasPrefix(text, "PK\x03\x04"):
		return "npz", nil
	case strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{"):
		return "json", nil
	}
	line, _, _ := strings.Cut(text, "\n")
	if slices.Contains(strings.Split(strings.NewReplacer(`"`, "", "\r", "").Replace(line), ","), "h") {
		return "", errors.New("is CSV, which other programs read and which holds no clusterings: write the frontier as .json, .parquet or .npz and read that file")
	}
	return "", errors.New("is not a frontier: it is neither JSON, Parquet nor npz")
}
