package compressed

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/hostile"
)

func TestLongWindowsAreRefused(t *testing.T) {
	for exponent, want := range map[int]error{10: nil, 20: nil, 27: nil, 28: ErrWindow, 31: ErrWindow, 41: ErrWindow} {
		r, err := NewZstdReader(bytes.NewReader(hostile.Windowed(exponent, "a,b\n")))
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
	w, err := NewZstdWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := NewZstdReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != text {
		t.Error(err, len(got))
	}
}
