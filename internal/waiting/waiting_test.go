package waiting

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestDo(t *testing.T) {
	failure := errors.New("failed")
	for _, ctx := range []context.Context{context.Background(), t.Context()} {
		if got, err := Do(ctx, func() (int, error) { return 7, failure }); got != 7 || !errors.Is(err, failure) {
			t.Errorf("got %d, %v", got, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	defer close(ended)
	_, err := Do(ctx, func() (int, error) {
		cancel()
		<-ended
		return 0, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("while it waits: %v", err)
	}
	if _, err := Do(ctx, func() (int, error) { panic("called") }); !errors.Is(err, context.Canceled) {
		t.Errorf("afterwards: %v", err)
	}
}

// TestPipe: what goes through a pipe arrives whole, and a read or write of a full or an empty one
// ends with the context.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := Writer(ctx, w), Reader(ctx, r)
	for _, text := range []string{"first", "a second one"} {
		if _, err := io.WriteString(out, text); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(text))
		if _, err := io.ReadFull(in, got); err != nil || string(got) != text {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	go cancel()
	for range 2 {
		if _, err := in.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	// What an interrupted search has found is written still.
	if n, err := io.WriteString(out, "found"); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestRegular(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "f")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{folder: true, path: true, filepath.Join(folder, "new"): true, os.DevNull: false} {
		if got := Regular(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if Reader(ctx, file) != io.Reader(file) {
		t.Error("a regular file is read with a detour")
	}
	if _, err := Open(ctx, os.DevNull); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
