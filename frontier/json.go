package frontier

import (
	"bytes"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/partition"
)

// writeJSON writes the header indented and every point on a line of its own,
// so that two files can be compared line by line.
func (f *Frontier) writeJSON(w io.Writer) error {
	head, err := f.header().marshal(jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	head = append(bytes.TrimSuffix(flattened(head), []byte("\n}")), ",\n  \"points\": ["...)
	if _, err := w.Write(head); err != nil {
		return err
	}
	var line []byte
	labels := make(partition.Partition, f.Problem.N)
	for i := range f.entries {
		line = append(line[:0], "\n    "...)
		if i > 0 {
			line = append(line[:0], ",\n    "...)
		}
		line = f.appendPoint(line, i, labels)
		if _, err := w.Write(line); err != nil {
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

// appendPoint appends point i as a JSON object; labels is scratch space of one
// label a row.
func (f *Frontier) appendPoint(b []byte, i int, labels partition.Partition) []byte {
	e := &f.entries[i]
	b = strconv.AppendFloat(append(b, `{"h": `...), e.H, 'g', -1, 64)
	b = strconv.AppendFloat(append(b, `, "i": `...), e.I, 'g', -1, 64)
	b = strconv.AppendInt(append(b, `, "k": `...), int64(e.K), 10)
	b = append(b, `, "assignment": `...)
	if e.Assignment == "" {
		b = append(b, "null"...)
	} else {
		e.Assignment.Unpack(labels)
		for x, c := range labels {
			b = append(b, "[,"[min(x, 1)])
			b = strconv.AppendInt(b, int64(c), 10)
		}
		b = append(b, ']')
	}
	b = strconv.AppendInt(append(b, `, "ties": `...), int64(e.Ties), 10)
	if f.hull[i] {
		b = append(b, `, "hull": true`...)
	}
	if f.dmc[i] {
		b = append(b, `, "dmc": true`...)
	}
	if v := f.prominence(i); v > 0 {
		b = strconv.AppendFloat(append(b, `, "prominence": `...), v, 'g', -1, 64)
	}
	if f.kink[i] > 0 {
		b = strconv.AppendFloat(append(b, `, "kink": `...), f.kink[i], 'g', -1, 64)
	}
	if f.Uncertainty != nil {
		s := &f.spreads[i]
		b = strconv.AppendFloat(append(b, `, "dh": `...), s.DH, 'g', -1, 64)
		b = strconv.AppendFloat(append(b, `, "di": `...), s.DI, 'g', -1, 64)
		b = strconv.AppendFloat(append(b, `, "cov": `...), s.Cov, 'g', -1, 64)
		if f.robust[i] {
			b = append(b, `, "robust": true`...)
		}
	}
	return append(b, '}')
}
