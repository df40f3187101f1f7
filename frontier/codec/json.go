package codec

import (
	"bufio"
	"bytes"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// writeCompressed writes JSON in a compression.
func writeCompressed(compression string) func(io.Writer, *frontier.Frontier, []descent) error {
	return func(w io.Writer, f *frontier.Frontier, differences []descent) error {
		out, err := compressions[compression].write(w)
		if err != nil {
			return err
		}
		b := bufio.NewWriterSize(out, 1<<16)
		if err := writeJSON(b, f, differences); err != nil {
			return err
		}
		if err := b.Flush(); err != nil {
			return err
		}
		return out.Close()
	}
}

// writeJSON writes the header indented and every point on a line of its own, so that two files can
// be compared line by line.
func writeJSON(w io.Writer, f *frontier.Frontier, differences []descent) error {
	h := headerOf(f, differences)
	head, err := h.marshal(jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	head = append(bytes.TrimSuffix(flattened(head), []byte("\n}")), ",\n  \"points\": ["...)
	if _, err := w.Write(head); err != nil {
		return err
	}
	written := h.columnsWritten()
	labels := make(partition.Partition, f.Problem.N)
	var line []byte
	for p := range f.All() {
		line = append(line[:0], "\n    {"...)
		if p.Index > 0 {
			line = append(line[:0], ",\n    {"...)
		}
		for _, c := range written {
			line = appendMember(line, c, p)
			if c.name == "k" {
				if differences != nil {
					line = differences[p.Index].append(line)
				} else {
					line = appendAssignment(append(line, `, "assignment": `...), p, labels)
				}
			}
		}
		if _, err := w.Write(append(line, '}')); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\n  ]\n}\n")
	return err
}

// flattened returns indented JSON with every list of numbers on one line, in place.
func flattened(b []byte) []byte {
	flat := b[:0]
	inString := false
	for at := 0; at < len(b); at++ {
		switch c := b[at]; {
		case inString && c == '\\':
			flat = append(flat, c)
			at++
		case c == '"':
			inString = !inString
		case c == '[' && !inString:
			list := b[at:]
			if end := bytes.IndexAny(list[1:], `"[]{}`) + 1; list[end] == ']' {
				for _, d := range list[:end] {
					if d > ' ' {
						flat = append(flat, d)
					}
				}
				at += end
			}
		}
		flat = append(flat, b[at])
	}
	return flat
}

// appendMember appends the member of a column to the object of a point. A member that follows from
// other members is left out if it is 0 or false.
func appendMember(b []byte, c column, p frontier.Point) []byte {
	v := c.get(p)
	if c.set == nil && v == 0 {
		return b
	}
	if b[len(b)-1] != '{' {
		b = append(b, ", "...)
	}
	b = append(b, '"')
	b = append(b, c.name...)
	b = append(b, `": `...)
	switch c.kind {
	case positive, natural:
		return strconv.AppendInt(b, int64(v), 10)
	case truth:
		return append(b, "true"...)
	case number:
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

// append appends the members of a difference.
func (d *descent) append(b []byte) []byte {
	if d.from != none {
		b = strconv.AppendInt(append(b, `, "from": `...), int64(d.from), 10)
	}
	b = append(b, `, "changes": [`...)
	for k, v := range d.list {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, ']')
}

// appendAssignment appends the list of labels, or null if the clustering is not known; labels
// is scratch space of one label for each row.
func appendAssignment(b []byte, p frontier.Point, labels partition.Partition) []byte {
	if !p.Known() {
		return append(b, "null"...)
	}
	p.Unpack(labels)
	return appendLabels(b, labels)
}

func appendLabels(b []byte, labels partition.Partition) []byte {
	for x, c := range labels {
		b = append(b, "[,"[min(x, 1)])
		b = strconv.AppendInt(b, int64(c), 10)
	}
	return append(b, ']')
}
