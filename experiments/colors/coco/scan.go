package coco

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// source is an annotation file.
type source struct {
	io.ReaderAt
	name string
}

// place returns the position of an offset as "file:line:column".
func (f source) place(offset int64) string {
	line, column := 1, offset+1
	buffer := make([]byte, 1<<16)
	for at := int64(0); at < offset; {
		n, err := f.ReadAt(buffer[:min(int64(len(buffer)), offset-at)], at)
		if n == 0 && err != nil {
			break // the message is kept without the position
		}
		part := buffer[:n]
		line += bytes.Count(part, []byte("\n"))
		if last := bytes.LastIndexByte(part, '\n'); last >= 0 {
			column = offset - at - int64(last)
		}
		at += int64(n)
	}
	return fmt.Sprintf("%s:%d:%d", f.name, line, column)
}

// scanner reads the JSON of a part of a file, value by value. Errors of its methods can be shown
// as they are.
type scanner struct {
	file    source
	base    int64 // where in the file the part begins
	decoder *jsontext.Decoder
}

// fault returns an error of the decoder with its position.
func (s scanner) fault(err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("%s ends in the middle: fetch it again", s.file.name)
	case errors.As(err, &syntactic):
		return fmt.Errorf("%s: %w", s.file.place(s.base+syntactic.ByteOffset), syntactic.Err)
	}
	return fmt.Errorf("%s: %w", s.file.name, err)
}

func (s scanner) peek() jsontext.Kind { return s.decoder.PeekKind() }

// start returns the offset of the next value of an array.
func (s scanner) start() int64 {
	s.peek() // it reads as far as that
	unread := s.decoder.UnreadBuffer()
	return s.decoder.InputOffset() + int64(len(unread)-len(bytes.TrimLeft(unread, ", \t\r\n")))
}

// value reads a value, which is valid until the next one is read.
func (s scanner) value() (jsontext.Value, error) {
	value, err := s.decoder.ReadValue()
	if err != nil {
		return nil, s.fault(err)
	}
	return value, nil
}

// token reads a token and returns the text of a string.
func (s scanner) token() (string, error) {
	token, err := s.decoder.ReadToken()
	if err != nil {
		return "", s.fault(err)
	}
	return token.String(), nil
}

// object reads an object and calls visit with each of its members. wrong is the first error of
// visit, after the name of the member, or the error of a value that is not an object, which is
// read nevertheless. err is an error of the text.
func (s scanner) object(visit func(key string, value jsontext.Value) error) (wrong, err error) {
	if s.peek() != '{' {
		value, err := s.value()
		if err != nil {
			return nil, err
		}
		return fmt.Errorf("is %s, not an object", shown(value)), nil
	}
	if _, err := s.token(); err != nil {
		return nil, err
	}
	for s.peek() != '}' {
		key, err := s.token()
		if err != nil {
			return nil, err
		}
		value, err := s.value()
		if err != nil {
			return nil, err
		}
		if bad := visit(key, value); wrong == nil && bad != nil {
			wrong = fmt.Errorf("%s %w", key, bad)
		}
	}
	_, err = s.token()
	return wrong, err
}

// array reads an array and calls visit before each of its elements, which visit reads. wrong is
// the error of a value that is not an array; err is an error of visit or of the text.
func (s scanner) array(visit func() error) (wrong, err error) {
	if s.peek() != '[' {
		value, err := s.value()
		if err != nil {
			return nil, err
		}
		return fmt.Errorf("is %s, not an array", shown(value)), nil
	}
	if _, err := s.token(); err != nil {
		return nil, err
	}
	for s.peek() != ']' {
		if err := visit(); err != nil {
			return nil, err
		}
	}
	_, err = s.token()
	return nil, err
}

// whole returns a whole number.
func whole(value jsontext.Value) (int64, error) {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("is %s, not a whole number", shown(value))
	}
	return n, nil
}

// text returns a string.
func text(value jsontext.Value) (string, error) {
	if value.Kind() != '"' {
		return "", fmt.Errorf("is %s, not a text", shown(value))
	}
	b, err := jsontext.AppendUnquote(nil, value)
	return string(b), err
}

// shown returns the beginning of a value, on one line.
func shown(value jsontext.Value) string {
	const longest = 40
	if bytes.ContainsAny(value, "\r\n") {
		value = bytes.Join(bytes.Fields(value), []byte(" "))
	}
	if len(value) > longest {
		return string(bytes.ToValidUTF8(value[:longest], nil)) + "..."
	}
	return string(value)
}
