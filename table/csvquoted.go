package table

import "bytes"

// quoted takes a record with a quote in its first line. It returns false if the record
// does not end in the buffer.
func (s *csvScanner) quoted() (done bool, err error) {
	f := fieldScanner{data: s.buffer[s.next:s.end], comma: s.comma[0], ended: s.ended}
	fields := 0
	for {
		ok := f.next()
		switch {
		case f.short:
			return false, nil
		case !ok:
			s.start, s.line = s.next, s.nextLine
			return true, s.fault(s.end)
		}
		if fields == s.want {
			s.field = f.text(s.unquoted[:0])
			s.unquoted = s.field
		}
		fields++
		if f.last {
			break
		}
	}
	end := s.next + f.at
	s.take(end, max(bytes.Count(f.data[:f.at], []byte{'\n'}), 1))
	if s.header != nil && fields != len(s.header) {
		return true, s.fault(end)
	}
	return true, nil
}

// fieldScanner finds the fields of a record that may have quotes.
type fieldScanner struct {
	data  []byte
	comma byte
	ended bool // nothing comes after the data

	at          int  // after the field, its comma or its line end
	short       bool // the data end before the field does
	last        bool // the field ends its record
	start, stop int  // of the field, within its quotes if it has some
	quotes      bool // it has
}

// next goes to the next field. It returns false if that breaks a rule or, with short
// set, if more data are needed.
func (f *fieldScanner) next() bool {
	f.quotes = f.at < len(f.data) && f.data[f.at] == '"'
	if f.quotes {
		return f.quoted()
	}
	f.start = f.at
	for f.at < len(f.data) {
		switch c := f.data[f.at]; c {
		case '"':
			return false
		case f.comma, '\n':
			f.stop = f.at
			f.last = c == '\n'
			f.at++
			if f.last && f.stop > f.start && f.data[f.stop-1] == '\r' {
				f.stop--
			}
			return true
		}
		f.at++
	}
	f.short, f.last, f.stop = !f.ended, true, f.at
	if f.stop > f.start && f.data[f.stop-1] == '\r' {
		f.stop-- // at the end of a file it belongs to no field
	}
	return f.ended
}

// quoted is next for a field in quotes.
func (f *fieldScanner) quoted() bool {
	f.at++
	f.start = f.at
	for {
		quote := bytes.IndexByte(f.data[f.at:], '"')
		if quote < 0 {
			f.short = !f.ended
			return false
		}
		f.stop = f.at + quote
		f.at = f.stop + 1
		if f.at < len(f.data) && f.data[f.at] == '"' {
			f.at++
			continue
		}
		return f.afterQuote()
	}
}

// afterQuote takes what follows the quote that ends a field: a comma or a line end.
func (f *fieldScanner) afterQuote() bool {
	rest := f.data[f.at:]
	switch {
	case len(rest) > 0 && rest[0] == f.comma:
		f.at++
		return true
	case len(rest) > 0 && rest[0] == '\n':
		f.at++
		f.last = true
		return true
	case len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n':
		f.at += 2
		f.last = true
		return true
	case len(rest) == 0 || len(rest) == 1 && rest[0] == '\r':
		f.short = !f.ended
		f.at += len(rest)
		f.last = true
		return f.ended
	}
	return false
}

// text appends the text of the field: quotes and line ends as encoding/csv has them.
func (f *fieldScanner) text(dst []byte) []byte {
	raw := f.data[f.start:f.stop]
	if !f.quotes {
		return append(dst, raw...)
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '\r' && i+1 < len(raw) && raw[i+1] == '\n' {
			continue
		}
		dst = append(dst, c)
		if c == '"' {
			i++ // the second of two
		}
	}
	return dst
}
