package codec

import (
	"archive/zip"
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
)

// endless is text that repeats, up to a length.
type endless struct {
	text string
	left int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(b, e.text)
	e.left -= n
	return n, nil
}

// bomb returns an archive of less than 100 kB whose meta.json begins with some text, has 64 MB
// of others, and ends.
func bomb(t *testing.T, head, text, tail string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("meta.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []io.Reader{strings.NewReader(head), &endless{strings.Repeat(text, 1000), 64 << 20}, strings.NewReader(tail)} {
		if _, err := io.Copy(w, part); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNPZBombs: a small archive that unpacks to a very large header is refused before it
// takes memory.
func TestNPZBombs(t *testing.T) {
	good := npzMembers(t)["meta.json"]
	for name, file := range map[string][]byte{
		"a string":   bomb(t, `{"format":"`, "x", `"}`),
		"runs":       bomb(t, strings.TrimSuffix(good, "}")[:strings.Index(good, `"search":`)]+`"search":{"runs":[`, "{},", `{}]}}`),
		"labels":     bomb(t, `{"problem":{"x_labels":[`, `"",`, `""]}}`),
		"other keys": bomb(t, `{"other":[`, "[],", `[]]}`),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(bytes.NewReader(file))
		runtime.ReadMemStats(&after)
		if err == nil || !strings.HasPrefix(err.Error(), "member meta.json: ") {
			t.Errorf("%s: %v", name, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 200<<20 {
			t.Errorf("%s: an archive of %d kB takes %d MB", name, len(file)>>10, taken>>20)
		}
	}
}

// TestNPZRefusesWhatNumPyReadsOtherwise: NumPy reads the member h as the array h, and we read h.npy.
func TestNPZRefusesWhatNumPyReadsOtherwise(t *testing.T) {
	members := npzMembers(t)
	members["h"] = members["h.npy"]
	const want = "the archive has the members h and h.npy, which NumPy takes for one"
	if _, err := Read(bytes.NewReader(zipped(t, zip.Deflate, members))); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNPZRefusesDuplicates: two members of one name could be read as either.
func TestNPZRefusesDuplicates(t *testing.T) {
	members := npzMembers(t)
	for member, content := range members {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range []string{"meta.json", "h.npy", "i.npy", "k.npy", "ties.npy", "assignment.npy"} {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(w, members[name])
		}
		w, err := z.Create(member)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, content)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		want := "the archive has two members " + member
		if _, err := Read(bytes.NewReader(b.Bytes())); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
