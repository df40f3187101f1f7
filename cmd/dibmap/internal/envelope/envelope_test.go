package envelope

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/sealed"
)

// create returns an envelope for a file that is not there yet.
func create(t *testing.T) *Envelope {
	t.Helper()
	e, err := Open(atomicfile.Anywhere, filepath.Join(t.TempDir(), "s.state"))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustWrite(t *testing.T, e *Envelope) {
	t.Helper()
	if err := e.Write(); err != nil {
		t.Fatal(err)
	}
}

// has checks the content of an envelope, and of another one that is read from its file.
func has(t *testing.T, e *Envelope, want map[string]string) {
	t.Helper()
	again, err := Open(atomicfile.Anywhere, e.name)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*Envelope{e, again} {
		if len(e.sections) != len(want) {
			t.Errorf("%d sections, want %d", len(e.sections), len(want))
		}
		for name, content := range want {
			if got, err := e.Read(name); err != nil || string(got) != content || got == nil {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		if got, err := e.Read("other"); got != nil || err != nil {
			t.Errorf("a section that is not there: %q, %v", got, err)
		}
	}
}

// TestKeepsSections: putting or dropping a section leaves the other sections unchanged.
func TestKeepsSections(t *testing.T) {
	e := create(t)
	e.Put("a", []byte("one"))
	e.Put("b", nil)
	e.Put("fold 1/a", []byte("two"))
	mustWrite(t, e)
	has(t, e, map[string]string{"a": "one", "b": "", "fold 1/a": "two"})
	e.Put("b", []byte("some more"))
	mustWrite(t, e)
	e.Put("fold 10/a", []byte("ten"))
	e.Drop("fold 1/")
	mustWrite(t, e)
	has(t, e, map[string]string{"a": "one", "b": "some more", "fold 10/a": "ten"})
}

// TestOfALostFile: if somebody removes the file, only the sections in it are lost.
func TestOfALostFile(t *testing.T) {
	e := create(t)
	e.Put("a", []byte("one"))
	mustWrite(t, e)
	e.Put("b", []byte("two"))
	if err := os.Remove(e.name); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, e)
	has(t, e, map[string]string{"b": "two"})
}

// TestRefuses each file in which a byte is changed, missing or left over.
func TestRefuses(t *testing.T) {
	e := create(t)
	e.Put("search", bytes.Repeat([]byte("state "), 20))
	e.Put("proof", []byte("proof"))
	mustWrite(t, e)
	good, err := os.ReadFile(e.name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(content []byte) bool {
		if err := os.WriteFile(e.name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open(atomicfile.Anywhere, e.name)
		return err != nil
	}
	for at := range good {
		for bit := range 8 {
			changed := bytes.Clone(good)
			changed[at] ^= 1 << bit
			if !refused(changed) {
				t.Errorf("bit %d of byte %d changed: not refused", bit, at)
			}
		}
		if !refused(good[:at]) {
			t.Errorf("cut to %d bytes: not refused", at)
		}
	}
	if !refused(append(bytes.Clone(good), 0)) {
		t.Error("a byte more: not refused")
	}
	if !refused([]byte(oldMagic + "and the state of a search")) {
		t.Error("of an earlier version: not refused")
	}
	if refused(good) {
		t.Error("the file as it was is refused")
	}
	nothing := sealed.Digest(nil)
	list := fmt.Appendf(nil, `[{"name":"a","size":%d,"sha256":%q},{"name":"b","size":%[1]d,"sha256":%[2]q}]`, int64(math.MinInt64), nothing) // the sizes add up to 0
	head := append(binary.LittleEndian.AppendUint64([]byte(magic), uint64(len(list))), list...)
	sum := sha256.Sum256(head)
	if !refused(append(head, sum[:]...)) {
		t.Error("negative sizes: not refused")
	}
}
