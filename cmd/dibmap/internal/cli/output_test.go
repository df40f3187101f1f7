package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputIsNoInput: an output that is an input is refused by whatever name it is
// called, and no other is.
func TestOutputIsNoInput(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"t.csv", "other.csv", "parts/year=1/a.csv"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("x,y\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link("t.csv", "hard.csv"); err != nil {
		t.Skip("no hard links here: ", err)
	}
	if err := os.Symlink("t.csv", "soft.csv"); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	stdin, err := os.Open("t.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	for _, tt := range []struct {
		output, input string
		same          bool
	}{
		{"t.csv", "t.csv", true},
		{"parts/../t.csv", "t.csv", true},
		{filepath.Join(folder, "t.csv"), "t.csv", true},
		{"hard.csv", "t.csv", true},
		{"soft.csv", "t.csv", true},
		{"t.csv", "soft.csv", true},
		{"t.csv", "-", true},
		{"parts/year=1/a.csv", "parts", true},
		{"t.csv", "*.csv", true},
		{"other.csv", "t.csv", false},
		{"new.csv", "t.csv", false},
		{"new.csv", "missing.csv", false},
		{"t.csv", "@alphabet", false},
		{"t.csv", "parts", false},
		{"t.csv", "", false},
		{"/dev/null", "/dev/null", false},
	} {
		kept := errors.New("as it was")
		err := Streams{In: stdin}.WriteTo("-o", tt.output, []string{tt.input}, func(io.Writer) error { return kept })
		if refused := !errors.Is(err, kept) && strings.Contains(err.Error(), "which is read"); refused != tt.same {
			t.Errorf("-o %s, from %s: %v", tt.output, tt.input, err)
		}
	}
}

// TestSamePath: two outputs are one also if there is no file yet.
func TestSamePath(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("folder", "link"); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"f", "./f", true},
		{"folder/f", "link/f", true},
		{"folder/f", "folder/g", false},
		{"f", "folder/f", false},
		{"missing/f", "missing/f", true},
		{"-", "-", false},
		{"", "", false},
	} {
		if got := SamePath(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
