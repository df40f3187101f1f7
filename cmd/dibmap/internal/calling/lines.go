package calling

import "bytes"

// Lines is a writer that passes each complete line to Tell.
type Lines struct {
	Tell func(line []byte) // without the end of the line
	part []byte
}

// Write implements io.Writer.
func (l *Lines) Write(p []byte) (int, error) {
	l.part = append(l.part, p...)
	for {
		line, rest, whole := bytes.Cut(l.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		l.Tell(line)
		l.part = bytes.Clone(rest)
	}
}
