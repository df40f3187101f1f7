package mapping

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
)

// newEnvelope returns an envelope for a file that is not there yet.
func newEnvelope(t *testing.T) *envelope {
	t.Helper()
	e, err := openEnvelope(atomicfile.Anywhere, filepath.Join(t.TempDir(), "s.state"))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustWrite(t *testing.T, e *envelope) {
	t.Helper()
	if err := e.write(); err != nil {
		t.Fatal(err)
	}
}

// has checks what an envelope holds, and what another one reads from its file.
func has(t *testing.T, e *envelope, want map[string]string) {
	t.Helper()
	again, err := openEnvelope(atomicfile.Anywhere, e.name)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*envelope{e, again} {
		if len(e.sections) != len(want) {
			t.Errorf("%d sections, want %d", len(e.sections), len(want))
		}
		for name, content := range want {
			if got, err := e.read(name); err != nil || string(got) != content || got == nil {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		if got, err := e.read("other"); got != nil || err != nil {
			t.Errorf("a section that is not there: %q, %v", got, err)
		}
	}
}

// TestEnvelopeKeepsSections: those that are put again or dropped change, and others stay.
func TestEnvelopeKeepsSections(t *testing.T) {
	e := newEnvelope(t)
	e.put("a", []byte("one"))
	e.put("b", nil)
	e.put("fold 1/a", []byte("two"))
	mustWrite(t, e)
	has(t, e, map[string]string{"a": "one", "b": "", "fold 1/a": "two"})
	e.put("b", []byte("some more"))
	mustWrite(t, e)
	e.put("fold 10/a", []byte("ten"))
	e.drop("fold 1/")
	mustWrite(t, e)
	has(t, e, map[string]string{"a": "one", "b": "some more", "fold 10/a": "ten"})
}

// TestEnvelopeOfALostFile: if somebody removes the file, what was in it is lost, and nothing else.
func TestEnvelopeOfALostFile(t *testing.T) {
	e := newEnvelope(t)
	e.put("a", []byte("one"))
	mustWrite(t, e)
	e.put("b", []byte("two"))
	if err := os.Remove(e.name); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, e)
	has(t, e, map[string]string{"b": "two"})
}

// TestEnvelopeRefuses each file in which a byte is changed, missing or left over.
func TestEnvelopeRefuses(t *testing.T) {
	e := newEnvelope(t)
	e.put("search", bytes.Repeat([]byte("state "), 20))
	e.put("proof", []byte("proof"))
	mustWrite(t, e)
	good, err := os.ReadFile(e.name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(content []byte) bool {
		if err := os.WriteFile(e.name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := openEnvelope(atomicfile.Anywhere, e.name)
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
	nothing := digestOf(nil)
	list := fmt.Appendf(nil, `[{"name":"a","size":%d,"sha256":%q},{"name":"b","size":%[1]d,"sha256":%[2]q}]`, int64(math.MinInt64), nothing) // the sizes add up to 0
	head := append(binary.LittleEndian.AppendUint64([]byte(envelopeMagic), uint64(len(list))), list...)
	sum := sha256.Sum256(head)
	if !refused(append(head, sum[:]...)) {
		t.Error("negative sizes: not refused")
	}
}
