//go:build faults

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier/codec"
)

// thorough tells whether the tests of faults run in their long form.
func thorough() bool { return os.Getenv("DIBMAP_FAULTS") == "long" }

// settled returns what does not depend on the time that something took, and tells all else apart.
func settled(file []byte) string {
	plain := file
	if r, err := gzip.NewReader(bytes.NewReader(file)); err == nil {
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err == nil {
			plain = b.Bytes()
		}
	}
	if r, err := zstd.NewReader(bytes.NewReader(file)); err == nil {
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err == nil {
			plain = b.Bytes()
		}
		r.Close()
	}
	if f, err := codec.Read(bytes.NewReader(file)); err == nil && !bytes.HasPrefix(plain, []byte("{")) {
		f.Search.Seconds = 0
		var b bytes.Buffer
		if err := codec.Write(&b, f, "json"); err == nil {
			plain = b.Bytes()
		}
	}
	return timeless(strings.TrimSpace(string(plain)))
}

// mutilated calls a function with beginnings of a file, and with the file after a bit of a byte was changed, at so many
// places or, in the long form, with every beginning and after every bit was changed. what says how it was changed.
func mutilated(file []byte, places int, check func(what string, changed []byte)) (count int) {
	step, bits := 1+len(file)/places, 1
	if thorough() {
		step, bits = 1, 8
	}
	for k := 0; k < len(file); k += step {
		check(fmt.Sprintf("cut at %d", k), bytes.Clone(file[:k]))
		for bit := range bits {
			changed := bytes.Clone(file)
			changed[k] ^= 1 << ((bit + k/step) % 8)
			check(fmt.Sprintf("changed at %d", k), changed)
		}
		count += 1 + bits
	}
	return count
}

// oneLine returns an error if a call that failed says more than a line, beside notes and warnings, or not why.
func oneLine(stderr string) error {
	lines := strings.SplitAfter(strings.TrimSuffix(stderr, "\n"), "\n")
	for k, line := range lines {
		if note := strings.HasPrefix(line, "dibmap: note: ") || strings.HasPrefix(line, "dibmap: warning: "); note == (k == len(lines)-1) || !strings.HasPrefix(line, "dibmap: ") {
			return errors.New("it does not say what is wrong in a line")
		}
	}
	return nil
}

// TestFaultsOfCheckpoints has searches go on from checkpoints that are damaged: all are refused with a line, and left as
// they are. Package search has a test that goes through every byte.
func TestFaultsOfCheckpoints(t *testing.T) {
	for name, search := range map[string]struct{ table, flags string }{
		"rounds":  {randomTable(7, 4, 1), "--fast"},
		"merging": {randomTable(6, 4, 1), "--epsilon 0.01"},
		"sweeps":  {randomTable(401, 2, 1), "--fast --effort 0.0001 --best-up-to 0"},
		"groups":  {randomTable(301, 2, 1), "--fast --effort 0.0001 --best-up-to 2 --problem dmc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path := filepath.Join(folder, "state")
			args := append([]string{"map", write(t, filepath.Join(folder, "table.csv"), search.table), "-q", "-o", filepath.Join(folder, "f.json"), "--checkpoint", path}, strings.Fields(search.flags)...)
			if code, _, stderr := call(t.Context(), args...); code != cli.ExitDone {
				t.Fatal(stderr)
			}
			state := read(t, path)
			args = append(args, "--resume")
			count := mutilated([]byte(state), 20, func(what string, changed []byte) {
				write(t, path, string(changed))
				code, _, stderr := call(t.Context(), args...)
				if err := oneLine(stderr); code != cli.ExitUsage || err != nil {
					t.Errorf("%s: exit code %d, %v: %s", what, code, err, stderr)
				}
				if read(t, path) != string(changed) {
					t.Fatalf("%s: the checkpoint was written", what)
				}
			})
			t.Logf("%d changes of %d bytes", count, len(state))
			write(t, path, state)
			if code, _, stderr := call(t.Context(), args...); code != cli.ExitDone {
				t.Error(stderr)
			}
		})
	}
}

// TestFaultsOfFrontiers reads frontier files that are damaged, those that it writes and those of earlier programs, in
// both versions of the format. Those with a checksum are refused, or hold what was
// written. Of the others, a change may give the file of another frontier, as of another label: such a file is read,
// written and read again as what it is, and verify ends with a verdict or with a line.
func TestFaultsOfFrontiers(t *testing.T) {
	folder := t.TempDir()
	table := write(t, filepath.Join(folder, "table.csv"), randomTable(5, 3, 1))
	for _, file := range []struct {
		name   string
		guards bool // its content has a checksum
		flags  string
	}{
		{"f.json", false, ""},
		{"f.json.gz", true, ""},
		{"f.json.zst", true, ""},
		{"f.npz", true, ""},
		{"f.parquet", false, ""},
	} {
		t.Run(file.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(folder, file.name)
			if code, _, stderr := call(t.Context(), "map", table, "-q", "--fast", "-o", path); code != cli.ExitDone {
				t.Fatal(stderr)
			}
			damageFrontier(t, path, file.guards)
		})
	}
	earlier, err := filepath.Glob("../../frontier/codec/testdata/*.json")
	if err != nil || len(earlier) < 4 {
		t.Fatal(earlier, err)
	}
	for _, path := range earlier {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			damageFrontier(t, path, false)
		})
	}
}

// damageFrontier damages a frontier file in all ways.
func damageFrontier(t *testing.T, path string, guards bool) {
	t.Helper()
	whole := []byte(read(t, path))
	want := settled(whole)
	accepted, same := 0, 0
	count := mutilated(whole, 200, func(what string, changed []byte) {
		f, err := codec.Read(bytes.NewReader(changed))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: the error has several lines: %v", what, err)
			}
			return
		}
		accepted++
		if settled(changed) == want {
			same++
			return
		}
		if guards || strings.HasPrefix(what, "cut") && !strings.HasSuffix(path, ".csv") {
			t.Errorf("%s: it is read as another frontier", what)
			return
		}
		var once, twice bytes.Buffer
		if err := codec.Write(&once, f, "json"); err != nil {
			t.Errorf("%s: it is read and cannot be written: %v", what, err)
			return
		}
		again, err := codec.Read(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Errorf("%s: it is read and, when it was written, it is not: %v", what, err)
			return
		}
		if err := codec.Write(&twice, again, "json"); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%s: it is not read as what was written: %v", what, err)
		}
		other := write(t, filepath.Join(t.TempDir(), filepath.Base(path)), string(changed))
		code, _, stderr := call(t.Context(), "verify", other)
		if err := oneLine(stderr); code > cli.ExitUsage || code != cli.ExitDone && err != nil {
			t.Errorf("%s: verify ends with %d, %v: %s", what, code, err, stderr)
		}
	})
	t.Logf("%d changes of %d bytes: %d are read, %d of them as what was written", count, len(whole), accepted, same)
}
