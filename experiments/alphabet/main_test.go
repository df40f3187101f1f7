package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// packages writes two packages of texts that differ from the real ones in
// length only.
func packages(t *testing.T) (novel, addresses string) {
	t.Helper()
	novel, addresses = t.TempDir(), t.TempDir()
	files := mobyDick(novel)
	if len(files) != 138 {
		t.Fatalf("%d files of the novel", len(files))
	}
	for i, file := range files {
		text := "Aba"
		if i == len(files)-1 {
			text = "aa bé aa"
		}
		write(t, file, text)
	}
	for _, name := range []string{"contents", "data"} {
		write(t, filepath.Join(novel, "data", name+".txt"), "not counted")
	}
	write(t, filepath.Join(addresses, "data", "1790.txt"), "\nBe. Be.\n")
	write(t, filepath.Join(addresses, "data", "1791.txt"), "ab za")
	write(t, filepath.Join(addresses, "data", "1791.json"), "not counted")
	return novel, addresses
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRunCountsEachTextByItself(t *testing.T) {
	novel, addresses := packages(t)
	output := filepath.Join(t.TempDir(), "out.csv")
	if err := run(output, []string{novel, addresses}); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	zeros := func(n int) string { return strings.Repeat(",0", n) }
	for row, want := range map[int]string{
		0:  ",_,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z",
		1:  "_,0,1,2" + zeros(23) + ",1",
		2:  "a,1,2,138" + zeros(24),
		3:  "b,1,137" + zeros(3) + ",3" + zeros(21),
		4:  "c" + zeros(27),
		6:  "e,2" + zeros(26),
		27: "z,0,1" + zeros(25),
	} {
		if lines[row] != want {
			t.Errorf("line %d: got  %s\nwant %s", row+1, lines[row], want)
		}
	}
	if len(lines) != 28 {
		t.Errorf("%d lines", len(lines))
	}
}

func TestRunErrors(t *testing.T) {
	novel, addresses := packages(t)
	empty := t.TempDir()
	output := filepath.Join(t.TempDir(), "out.csv")
	tests := []struct {
		name    string
		folders []string
		want    string
	}{
		{"one folder", []string{novel}, "give two folders: those of the texts of Moby Dick and of the State of the Union addresses"},
		{"no novel", []string{empty, addresses}, filepath.Join(empty, "data", "etymology.txt") + ": no such file or folder"},
		{"no addresses", []string{novel, empty}, "no .txt files in " + filepath.Join(empty, "data") + ": is it the unpacked package?"},
	}
	for _, tt := range tests {
		if err := run(output, tt.folders); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v\nwant %s", tt.name, err, tt.want)
		}
		if _, err := os.Stat(output); err == nil {
			t.Errorf("%s: a file was written", tt.name)
		}
	}
}
