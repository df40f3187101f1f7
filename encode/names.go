package encode

import (
	"bufio"
	"encoding/json"
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
// names. A first line "cluster,name" and blank lines are skipped. The text may also be a mapping in
// JSON, as [Export] and pages write it, of the same clusters.
//
// An error is one line that starts with file, the name of the text, and the number of the line.
// O(length of the text + k).
func (e *Encoder) ReadNames(r io.Reader, file string) (*Encoder, error) {
	buffered := bufio.NewReader(r)
	if first, err := buffered.Peek(1); err == nil && first[0] == '{' {
		return e.readMapping(buffered, file)
	}
	parser := textfile.NewCSV(buffered, file)
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
			err = fmt.Errorf("%q is in group %d, which line %d has named %q already", fields[0], c, lineOf[c], names[c])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		names[c], lineOf[c] = fields[1], line
	}
}

// readMapping returns the encoder with the names in a mapping, which is JSON, of the same clusters.
func (e *Encoder) readMapping(r io.Reader, file string) (*Encoder, error) {
	var m jsonMapping
	if err := json.NewDecoder(r).Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: a mapping in JSON goes wrong: %w", file, err)
	}
	names, own := slices.Clone(e.names), e.values()
	for n, g := range m.Clusters {
		c := -1
		if len(g.Values) > 0 {
			c, _ = e.Cluster(g.Values[0])
		}
		switch {
		case g.Name == "":
			return nil, fmt.Errorf("%s: clusters[%d] has no name", file, n)
		case c < 0 || !slices.Equal(slices.Sorted(slices.Values(g.Values)), slices.Sorted(slices.Values(own[c]))):
			return nil, fmt.Errorf("%s: %s has other values than every chosen group: choose the grouping into %d of this mapping", file, textfile.Quoted(g.Name), len(m.Clusters))
		}
		names[c] = g.Name
	}
	return e.renamed(names, make([]int, len(names)), file)
}

// clusterNamed returns the cluster to which a line gives a name.
func (e *Encoder) clusterNamed(fields []string) (int, error) {
	switch {
	case len(fields) != 2:
		return 0, fmt.Errorf("%d fields where two are wanted: a group, by its number or one of its values, and its name", len(fields))
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
		return 0, fmt.Errorf("%q is a value of group %d and the number of another: write %q for the number, or another value of the group",
			text, byLabel, "#"+digits)
	case isLabel:
		return byLabel, nil
	case isNumber && number >= e.k():
		return 0, fmt.Errorf("there is no group %s: they are numbered 0 to %d", digits, e.k()-1)
	case isNumber:
		return number, nil
	}
	return 0, fmt.Errorf("%q is neither the number of a group nor one of its values", text)
}

// renamed returns the encoder with other names. Only after the last line it checks whether
// two clusters share a name, since later lines may replace a name.
func (e *Encoder) renamed(names []string, lineOf []int, file string) (*Encoder, error) {
	first := make(map[string]int, len(names))
	for c, name := range names {
		if other, ok := first[name]; ok {
			if line := max(lineOf[c], lineOf[other]); line > 0 {
				file += ":" + strconv.Itoa(line)
			}
			return nil, fmt.Errorf("%s: groups %d and %d would both be called %q", file, other, c, name)
		}
		first[name] = c
	}
	named, err := New(e.labels, e.numbers, names)
	if err != nil {
		return nil, err
	}
	return named.WithScales(e.scales), nil
}
