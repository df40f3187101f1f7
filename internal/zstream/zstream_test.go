package zstream

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// frame returns a text as a frame of Zstandard with a window of 2^exponent bytes (RFC 8878, section 3.1.1).
func frame(exponent int, text string) string {
	block := uint32(len(text))<<3 | 1 // the last one, as it is
	header := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, byte(exponent-10) << 3, byte(block), byte(block >> 8), byte(block >> 16)}
	return string(header) + text
}

func TestLongWindowsAreRefused(t *testing.T) {
	for exponent, want := range map[int]error{10: nil, 20: nil, 27: nil, 28: ErrWindow, 31: ErrWindow, 41: ErrWindow} {
		r, err := NewReader(strings.NewReader(frame(exponent, "a,b\n")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		r.Close()
		if !errors.Is(err, want) || want == nil && string(got) != "a,b\n" {
			t.Errorf("a window of 2^%d bytes: %q, %v", exponent, got, err)
		}
	}
}

func TestWrittenIsRead(t *testing.T) {
	text := strings.Repeat("letters and the letters that follow\n", 1e5)
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != text {
		t.Error(err, len(got))
	}
}
