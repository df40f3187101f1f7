package codec

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/npy"
)

// zipped returns an archive of the given members, compressed by a method.
func zipped(t *testing.T, method uint16, members map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, members[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// array returns a .npy file.
func array(t *testing.T, shape []int, data ...float64) string {
	t.Helper()
	var b bytes.Buffer
	if err := npy.Write(&b, shape, data); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// npzMembers returns the members of a good archive of two points.
func npzMembers(t *testing.T) map[string]string {
	t.Helper()
	head := headerOf(tiny(t), nil)
	head.Certificate = nil // it is about other points
	meta, err := head.marshal()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"meta.json": string(meta),
		"h.npy":     array(t, []int{2}, 0, 1), "i.npy": array(t, []int{2}, 0, 1),
		"k.npy": array(t, []int{2}, 1, 2), "ties.npy": array(t, []int{2}, 0, 1),
		"assignment.npy": array(t, []int{2, 3}, 0, 0, 0, 0, 1, 0),
	}
}

func TestNPZErrors(t *testing.T) {
	good := npzMembers(t)
	if _, err := Read(bytes.NewReader(zipped(t, zip.Deflate, good))); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(array(t, []int{2}, 0, 1), "<f8", "<U2", 1)
	fortran := strings.Replace(array(t, []int{2, 3}, 0, 0, 0, 0, 1, 0), "False", "True ", 1)
	for _, tt := range []struct{ member, content, want string }{
		{"meta.json", "{}", "member meta.json: is not a frontier: format is missing"},
		{"meta.json", "{", "member meta.json: line 1, column 2: the file ends too early: part of it is missing"},
		{"meta.json", strings.Replace(good["meta.json"], `"n":3`, `"n":2`, 1), "member meta.json: problem.n is 2, but there are 3 x_labels"},
		{"h.npy", "", "member h.npy: is not a .npy file"},
		{"h.npy", text, "member h.npy: holds text (dtype <U2), not numbers"},
		{"h.npy", array(t, []int{2, 1}, 0, 1), "member h.npy: has the shape [2 1] where 1 dimensions should be"},
		{"h.npy", array(t, []int{2}, 1, 1), "member h.npy: point 1 is 1 after 1, and h must increase"},
		{"h.npy", array(t, []int{2}, 0, 1)[:140], "member h.npy: ends after 1 of 2 cells"},
		{"h.npy", array(t, []int{2}, 0, 1) + "x", "member h.npy: holds more than its shape"},
		{"h.npy", array(t, []int{3}, 0, 1, 2), "member i.npy: has the shape [2], want [3]"},
		{"i.npy", array(t, []int{2}, 1, 1), "point 1: (h 1, i 1) does not lie right of and above (h 0, i 1)"},
		{"k.npy", array(t, []int{2}, 1, 1.5), "member k.npy: point 1 is 1.5, want a whole number from 1"},
		{"k.npy", array(t, []int{2}, 1, 1<<31), "member k.npy: point 1 is 2147483648, want a whole number from 1"},
		{"k.npy", array(t, []int{2}, 1, 3), "point 1: k is 3, but the assignment has 2 clusters"},
		{"ties.npy", array(t, []int{2}, 0, -1), "member ties.npy: point 1 is -1, want a whole number from 0"},
		{"assignment.npy", array(t, []int{2, 2}, 0, 0, 0, 1), "member assignment.npy: has the shape [2 2], want [2 3]"},
		{"assignment.npy", array(t, []int{2, 3}, 0, 0, 0, 0, 2, 1), "member assignment.npy: point 1 assignment: row 1 has label 2 where 0 to 1 may stand: not in canonical form"},
		{"assignment.npy", array(t, []int{2, 3}, 0, 0, 0, 0, -1, 1), "member assignment.npy: point 1 is -1, want a whole number from 0"},
		{"assignment.npy", fortran, "member assignment.npy: is in Fortran order: save it in C order"},
	} {
		members := maps.Clone(good)
		members[tt.member] = tt.content
		if _, err := Read(bytes.NewReader(zipped(t, zip.Deflate, members))); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.member, err, tt.want)
		}
	}
	hidden := maps.Clone(good)
	hidden["h.npy\x00z"] = good["h.npy"] // which is h.npy in Python
	if _, err := Read(bytes.NewReader(zipped(t, zip.Deflate, hidden))); err == nil || !strings.Contains(err.Error(), `has a member "h.npy\x00z"`) {
		t.Errorf("of a member with NUL in its name: %v", err)
	}
	for member := range good {
		members := maps.Clone(good)
		delete(members, member)
		want := "is not a frontier: the archive has no member " + member
		if _, err := Read(bytes.NewReader(zipped(t, zip.Deflate, members))); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestNPZChecksum changes bytes that no other check can notice.
func TestNPZChecksum(t *testing.T) {
	members := npzMembers(t)
	for member, change := range map[string]func(string) string{
		"meta.json": func(s string) string { return strings.Replace(s, "table.csv", "tables.cv", 1) },
		"h.npy":     func(s string) string { return s[:len(s)-8] + "\x01" + s[len(s)-7:] },
	} {
		file := zipped(t, zip.Store, members)
		i := bytes.Index(file, []byte(members[member]))
		copy(file[i:], change(members[member]))
		want := "member " + member + ": zip: checksum error"
		if _, err := Read(bytes.NewReader(file)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
