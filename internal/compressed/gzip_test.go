package compressed

import (
	"bufio"
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
)

// gzipped returns a text as a member of gzip.
func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGzipReader(t *testing.T) {
	one, large := gzipped(t, "one"), gzipped(t, strings.Repeat("many ", 50_000))
	zeros := strings.Repeat("\x00", 10_000)
	for name, tt := range map[string]struct {
		content, want string
		err           error
	}{
		"whole":                {one, "one", nil},
		"empty":                {gzipped(t, ""), "", nil},
		"members":              {one + gzipped(t, "") + large + one, "one" + strings.Repeat("many ", 50_000) + "one", nil},
		"zeros":                {one + zeros, "one", nil},
		"one zero":             {one + "\x00", "one", nil},
		"text":                 {one + "text", "one", ErrTrailing},
		"a letter":             {one + "t", "one", ErrTrailing},
		"zeros and text":       {one + zeros + "t", "one", ErrTrailing},
		"zeros and a member":   {one + zeros + one, "one", ErrTrailing},
		"half a magic":         {one + "\x1f", "one", ErrTrailing},
		"cut":                  {one[:len(one)-1], "one", io.ErrUnexpectedEOF},
		"a second one cut":     {one + one[:len(one)-1], "oneone", io.ErrUnexpectedEOF},
		"the head of a second": {one + one[:5], "one", io.ErrUnexpectedEOF},
		"a member of nonsense": {one + "\x1f\x8bnonsense, which is longer", "one", gzip.ErrHeader},
	} {
		for _, in := range []io.Reader{strings.NewReader(tt.content), iotest.OneByteReader(strings.NewReader(tt.content))} {
			r, err := NewGzipReader(bufio.NewReader(in))
			if err != nil {
				t.Fatal(name, err)
			}
			got, err := io.ReadAll(r)
			if !errors.Is(err, tt.err) || string(got) != tt.want {
				t.Errorf("%s: got %.20q and %v, want %.20q and %v", name, got, err, tt.want, tt.err)
			}
		}
	}
}

// reserved tells whether a member has flags that must not be set (RFC 1952), which the standard library accepts.
func reserved(content []byte) bool {
	for at := range content[:max(len(content)-3, 0)] {
		if bytes.HasPrefix(content[at:], []byte("\x1f\x8b\x08")) && content[at+3]>>5 != 0 {
			return true
		}
	}
	return false
}

// FuzzGzipReader reads anything. What the standard library reads is read alike, and what is read ends well or with
// an error.
func FuzzGzipReader(f *testing.F) {
	for _, text := range []string{gzipped(f, "a"), gzipped(f, "a") + gzipped(f, "b"), gzipped(f, "") + "\x00\x00", gzipped(f, "a") + "more", gzipped(f, "abc")[:12]} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		const most = 1 << 20
		read := func(r io.Reader, err error) (string, error) {
			if err != nil {
				return "", err
			}
			text, err := io.ReadAll(io.LimitReader(r, most))
			return string(text), err
		}
		got, err := read(NewGzipReader(bufio.NewReader(bytes.NewReader(content))))
		z, begun := stdgzip.NewReader(bytes.NewReader(content))
		want, wanted := read(z, begun)
		if errors.Is(err, gzip.ErrHeader) && reserved(content) {
			return
		}
		if wanted == nil && (err != nil || got != want) {
			t.Errorf("%d bytes and %v, want %d bytes", len(got), err, len(want))
		}
		if err == nil && wanted != nil && len(got) < most && len(bytes.TrimRight(content, "\x00")) == len(content) {
			t.Errorf("%d bytes are read, and the standard library says %v", len(got), wanted)
		}
	})
}
