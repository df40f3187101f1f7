package source

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/dibmap/dibmap/internal/textfile"
)

// named is an encoding of text.
type named struct {
	name string            // in messages
	code encoding.Encoding // nil for UTF-8
}

// The encodings of Unicode.
var (
	utf8Text = named{"UTF-8", nil}
	utf16    = named{"UTF-16", nil} // its byte order mark says which of the next
	utf16LE  = named{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	utf16BE  = named{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
	utf32LE  = named{"UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)}
	utf32BE  = named{"UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)}
)

// encodingNamed returns the encoding of a name that IANA lists or programs use. The error is a sentence.
func encodingNamed(name string) (named, error) {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "-") {
	case "", "utf-8", "utf8":
		return utf8Text, nil
	case "utf-16", "utf16":
		return utf16, nil
	case "utf-16le", "utf-16-le", "utf16le":
		return utf16LE, nil
	case "utf-16be", "utf-16-be", "utf16be":
		return utf16BE, nil
	case "latin1", "latin-1":
		return named{"latin1", charmap.ISO8859_1}, nil
	case "cp1252", "windows-1252":
		return named{"windows-1252", charmap.Windows1252}, nil
	}
	code := listedEncoding(name)
	if code == nil {
		return named{}, fmt.Errorf("the encoding %s is not known: want utf-8, utf-16, latin1, windows-1252"+orListed, textfile.Quoted(name))
	}
	return named{strings.ToLower(name), code}, nil
}

// marks are the byte order marks. A mark that begins like another one is before it.
var marks = []struct {
	bytes  string
	family string // what the name of the encoding begins with
	named
}{
	{"\xff\xfe\x00\x00", "UTF-32", utf32LE},
	{"\x00\x00\xfe\xff", "UTF-32", utf32BE},
	{"\xff\xfe", "UTF-16", utf16LE},
	{"\xfe\xff", "UTF-16", utf16BE},
	{textfile.ByteOrderMark, "UTF-8", utf8Text},
}

// decode converts a text in the named encoding, or in the encoding of its byte order mark, to UTF-8.
func (in *Input) decode() error {
	head, _ := in.Peek(headLength) // the first read returns a failure again
	if binary(in.Format) || in.Format == "" && (binary(FormatOf(in.Path)) || binary(formatOfContent(head))) {
		return nil
	}
	code, err := encodingNamed(in.dialect.Encoding)
	if err != nil {
		return &textfile.Error{File: in.Label(), Msg: err.Error()}
	}
	marked := false
	for _, m := range marks {
		if marked = bytes.HasPrefix(head, []byte(m.bytes)); !marked {
			continue
		}
		switch {
		case in.dialect.Encoding == "":
			if m.code != nil {
				in.note("the text is %s, as its byte order mark says", m.family)
			}
		case code.name != m.name && code.name != m.family:
			return &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("begins with the byte order mark of %s, and is not %s: leave the encoding out", m.name, code.name)}
		}
		code = m.named
		_, _ = in.Discard(len(m.bytes)) // cannot fail: they were peeked
		in.Marked = code == utf8Text
		break
	}
	switch {
	case code == utf16 && len(head) > 0:
		return &textfile.Error{File: in.Label(), Msg: "has no byte order mark, which tells the order of the bytes of UTF-16: name the encoding utf-16le or utf-16be"}
	case code.code == nil:
		return nil
	}
	in.plain = nil
	decoded := transform.NewReader(in.Reader, code.code.NewDecoder())
	in.cut = &watched{label: in.Label(), r: &strict{r: decoded, label: in.Label(), encoding: code.name, line: 1}}
	in.Reader = bufio.NewReaderSize(in.cut, blockLength)
	return nil
}

// binary reports whether files of a format are binary.
func binary(format string) bool { return format == Parquet || format == Arrow || format == NPY }

// lost is what a decoder writes for bytes that do not encode a character.
const lost = "\ufffd"

// strict fails at bytes that a decoder could not read.
type strict struct {
	r               io.Reader
	label, encoding string
	line            int
	tail            []byte // the last bytes, if they may begin a lost character
}

// Read implements [io.Reader].
func (s *strict) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	text := slices.Concat(s.tail, p[:n])
	if at := bytes.Index(text, []byte(lost)); at >= 0 {
		s.line += bytes.Count(text[:at], []byte("\n"))
		return 0, &textfile.Error{File: s.label, Line: s.line, Msg: fmt.Sprintf(
			"not %s, or it holds the character U+FFFD, which stands for one that was lost: is it in another encoding?", s.encoding)}
	}
	kept := min(len(text), len(lost)-1)
	s.line += bytes.Count(text[:len(text)-kept], []byte("\n"))
	s.tail = append(s.tail[:0], text[len(text)-kept:]...)
	return n, err
}
