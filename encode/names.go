package encode

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ReadNames returns the encoder with the names of clusters that a CSV text gives, one
// a line: the cluster, then its name. A cluster is named by any of its values, or by its
// number, which "#" may precede to tell it from a value. Clusters that do not occur keep
// their names. A first line "cluster,name" and blank lines are skipped.
//
// Errors are one line that starts with file, the name of the text, and the line.
// O(length of the text + k).
func (e *Encoder) ReadNames(r io.Reader, file string) (*Encoder, error) {
	text := bufio.NewReader(r)
	if mark, _ := text.Peek(3); string(mark) == "\ufeff" {
		_, _ = text.Discard(len(mark)) // they are in the buffer
	}
	parser := csv.NewReader(text)
	parser.FieldsPerRecord = -1
	names := namesReader{e: e, file: file, names: slices.Clone(e.names), line: make([]int, e.K())}
	for first := true; ; first = false {
		fields, err := parser.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, readError(file, err)
		}
		line, _ := parser.FieldPos(0)
		if first && slices.Equal(fields, []string{"cluster", "name"}) || len(fields) == 1 && strings.TrimSpace(fields[0]) == "" {
			continue
		}
		if err := names.take(line, fields); err != nil {
			return nil, err
		}
	}
	return names.named()
}

// readError returns a failure to read, or a parser's error, with its place.
func readError(file string, err error) error {
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s:%d:%d: %w", file, wrong.Line, wrong.Column, wrong.Err)
	}
	return fmt.Errorf("%s: cannot be read: %w", file, err)
}

// namesReader takes in the lines of a file of names.
type namesReader struct {
	e     *Encoder
	file  string
	names []string
	line  []int // where the name of a cluster stands; 0 if it keeps its own
}

func (n *namesReader) wrong(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", n.file, line, fmt.Sprintf(format, args...))
}

func (n *namesReader) take(line int, fields []string) error {
	if len(fields) != 2 {
		return n.wrong(line, "%d fields where two must stand: a cluster, by its number or one of its values, and its name", len(fields))
	}
	which, name := fields[0], fields[1]
	switch {
	case !utf8.ValidString(which + name):
		return n.wrong(line, "not UTF-8 text: convert the file to UTF-8")
	case name == "":
		return n.wrong(line, "the name of %q is empty", which)
	}
	c, err := n.cluster(which)
	if err != nil {
		return n.wrong(line, "%v", err)
	}
	if n.line[c] > 0 {
		return n.wrong(line, "%q is in cluster %d, which line %d has named %q already", which, c, n.line[c], n.names[c])
	}
	n.names[c], n.line[c] = name, line
	return nil
}

// cluster returns the cluster that a text means.
func (n *namesReader) cluster(text string) (int, error) {
	byLabel, isLabel := n.e.Cluster(text)
	digits, marked := strings.CutPrefix(text, "#")
	number, err := strconv.Atoi(digits)
	isNumber := err == nil && number >= 0
	switch {
	case isLabel && isNumber && !marked && number < n.e.K() && number != byLabel:
		return 0, fmt.Errorf("%q is a value of cluster %d and the number of another: write %q for the number, or another value of the cluster",
			text, byLabel, "#"+digits)
	case isLabel:
		return byLabel, nil
	case isNumber && number >= n.e.K():
		return 0, fmt.Errorf("there is no cluster %s: they are numbered 0 to %d", digits, n.e.K()-1)
	case isNumber:
		return number, nil
	}
	return 0, fmt.Errorf("%q is neither the number of a cluster nor a value that was clustered", text)
}

// named returns the encoder with the names. That two clusters share one can only be
// told at the end, since a name that is left may be one that is kept.
func (n *namesReader) named() (*Encoder, error) {
	first := make(map[string]int, len(n.names))
	for c, name := range n.names {
		other, ok := first[name]
		if !ok {
			first[name] = c
			continue
		}
		line := max(n.line[c], n.line[other])
		return nil, n.wrong(line, "clusters %d and %d would both be called %q", other, c, name)
	}
	return n.e.Named(n.names)
}
