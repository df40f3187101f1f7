package encode

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
)

// ReadNames returns the encoder with the names of clusters from a CSV text, which has one
// cluster and its name in each line. A cluster is given by any of its values, or by its number,
// which "#" may precede to distinguish it from a value. Clusters that are not listed keep their
// names. A first line "cluster,name" and blank lines are skipped.
//
// An error is one line that starts with file, the name of the text, and the number of the line.
// O(length of the text + k).
func (e *Encoder) ReadNames(r io.Reader, file string) (*Encoder, error) {
	parser := textfile.NewCSV(r, file)
	parser.Comma, parser.Ragged = ',', true
	names := slices.Clone(e.names)
	lineOf := make([]int, e.k()) // that names a cluster; 0 if it keeps its name
	for first := true; ; first = false {
		fields, err := parser.Next()
		switch {
		case errors.Is(err, io.EOF):
			return e.renamed(names, lineOf, file)
		case err != nil:
			return nil, err
		case first && slices.Equal(fields, []string{"cluster", "name"}) || len(fields) == 1 && strings.TrimSpace(fields[0]) == "":
			continue
		}
		line, _ := parser.Place(0)
		c, err := e.clusterNamed(fields)
		if err == nil && lineOf[c] > 0 {
			err = fmt.Errorf("%q is in cluster %d, which line %d has named %q already", fields[0], c, lineOf[c], names[c])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		names[c], lineOf[c] = fields[1], line
	}
}

// clusterNamed returns the cluster to which a line gives a name.
func (e *Encoder) clusterNamed(fields []string) (int, error) {
	switch {
	case len(fields) != 2:
		return 0, fmt.Errorf("%d fields where two must stand: a cluster, by its number or one of its values, and its name", len(fields))
	case fields[1] == "":
		return 0, fmt.Errorf("the name of %q is empty", fields[0])
	}
	text := fields[0]
	byLabel, isLabel := e.Cluster(text)
	digits, marked := strings.CutPrefix(text, "#")
	number, err := strconv.Atoi(digits)
	isNumber := err == nil && number >= 0
	switch {
	case isLabel && isNumber && !marked && number < e.k() && number != byLabel:
		return 0, fmt.Errorf("%q is a value of cluster %d and the number of another: write %q for the number, or another value of the cluster",
			text, byLabel, "#"+digits)
	case isLabel:
		return byLabel, nil
	case isNumber && number >= e.k():
		return 0, fmt.Errorf("there is no cluster %s: they are numbered 0 to %d", digits, e.k()-1)
	case isNumber:
		return number, nil
	}
	return 0, fmt.Errorf("%q is neither the number of a cluster nor a value that was clustered", text)
}

// renamed returns the encoder with other names. Only after the last line it checks whether
// two clusters share a name, since later lines may replace a name.
func (e *Encoder) renamed(names []string, lineOf []int, file string) (*Encoder, error) {
	first := make(map[string]int, len(names))
	for c, name := range names {
		if other, ok := first[name]; ok {
			return nil, fmt.Errorf("%s:%d: clusters %d and %d would both be called %q", file, max(lineOf[c], lineOf[other]), other, c, name)
		}
		first[name] = c
	}
	named, err := New(e.labels, e.numbers, names)
	if err != nil {
		return nil, err
	}
	return named.WithScales(e.scales), nil
}
