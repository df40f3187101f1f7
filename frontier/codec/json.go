package codec

import (
	"bytes"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// writeJSON writes the header indented and every point on a line of its own,
// so that two files can be compared line by line.
func writeJSON(w io.Writer, f *frontier.Frontier) error {
	head, err := headerOf(f).marshal(jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	head = append(bytes.TrimSuffix(flattened(head), []byte("\n}")), ",\n  \"points\": ["...)
	if _, err := w.Write(head); err != nil {
		return err
	}
	var line []byte
	labels := make(partition.Partition, f.Problem.N)
	for p := range f.All() {
		line = append(line[:0], "\n    "...)
		if p.Index > 0 {
			line = append(line[:0], ",\n    "...)
		}
		line = appendPoint(line, p, labels, f.Uncertainty != nil)
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

// appendPoint appends a point as a JSON object, with its spread if it is uncertain; labels is
// scratch space of one label a row.
func appendPoint(b []byte, p frontier.Point, labels partition.Partition, uncertain bool) []byte {
	number := func(key string, v float64) {
		b = append(b, key...)
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	number(`{"h": `, p.H)
	number(`, "i": `, p.I)
	b = strconv.AppendInt(append(b, `, "k": `...), int64(p.K), 10)
	b = append(b, `, "assignment": `...)
	if p.Packed() == "" {
		b = append(b, "null"...)
	} else {
		p.Packed().Unpack(labels)
		for x, c := range labels {
			b = append(b, "[,"[min(x, 1)])
			b = strconv.AppendInt(b, int64(c), 10)
		}
		b = append(b, ']')
	}
	b = strconv.AppendInt(append(b, `, "ties": `...), int64(p.Ties), 10)
	if p.Hull {
		b = append(b, `, "hull": true`...)
	}
	if p.DMC {
		b = append(b, `, "dmc": true`...)
	}
	if p.Prominence > 0 {
		number(`, "prominence": `, p.Prominence)
	}
	if p.Kink > 0 {
		number(`, "kink": `, p.Kink)
	}
	if uncertain {
		number(`, "dh": `, p.DH)
		number(`, "di": `, p.DI)
		number(`, "cov": `, p.Cov)
	}
	if p.Robust {
		b = append(b, `, "robust": true`...)
	}
	return append(b, '}')
}
