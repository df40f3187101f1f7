package frontier

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/npy"
)

func TestCSVErrors(t *testing.T) {
	const head = "h,i,k,ties\n"
	for text, want := range map[string]string{
		"h,i,k\n":                         "line 1, column 1: there is no column ties",
		"x,h,k,ties\n":                    "line 1, column 1: there is no column i",
		head + "0,0,1\n":                  "line 2, column 1: wrong number of fields",
		head + "0,\"0,1,0\n":              `line 2, column 10: extraneous or missing " in quoted-field`,
		head + "0,0,1,0\n1,zero,2,0\n":    `line 3, column 3: i is "zero" where a number should stand`,
		head + ",0,1,0\n":                 `line 2, column 1: h is "" where a number should stand`,
		head + "1e999,0,1,0\n":            `line 2, column 1: h is "1e999" where a number should stand`,
		head + "NaN,0,1,0\n":              "point 0: (h NaN, i 0) is not a point",
		head + "0,inf,1,0\n":              "point 0: (h 0, i +Inf) is not a point",
		head + "0,0,0,0\n":                `line 2, column 5: k is "0" where a whole number from 1 should stand`,
		head + "0,0,1.0,0\n":              `line 2, column 5: k is "1.0" where a whole number from 1 should stand`,
		head + "0,0,2147483648,0\n":       `line 2, column 5: k is "2147483648" where a whole number from 1 should stand`,
		head + "0,0,1,-1\n":               `line 2, column 7: ties is "-1" where a whole number from 0 should stand`,
		head + "0,0,1,-1,,\n":             "line 2, column 1: wrong number of fields",
		head + "0,0,1,0\n0,1,2,0\n":       "point 1: (h 0, i 1) does not lie right of and above (h 0, i 0)",
		head + "a long text in here,0,0,": "line 2, column 1: h is \"a long text in here\" where a number should stand",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestCSVColumnsInAnyOrder(t *testing.T) {
	f, err := Read(strings.NewReader("note,\"ties\",k,i,h\n\"a, b\",2,3,0.5,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p := f.At(0); p.H != 1 || p.I != 0.5 || p.K != 3 || p.Ties != 2 || p.Assignment() != nil || p.Clusters() != nil {
		t.Errorf("got %+v", p)
	}
}

// zipped returns an archive of the given members.
func zipped(t *testing.T, members map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		w, err := z.Create(name)
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

func TestNPZErrors(t *testing.T) {
	var meta bytes.Buffer
	b, err := tiny(t).header().marshal()
	if err != nil {
		t.Fatal(err)
	}
	meta.Write(b)
	good := map[string]string{
		"meta.json": meta.String(),
		"h.npy":     array(t, []int{2}, 0, 1), "i.npy": array(t, []int{2}, 0, 1),
		"k.npy": array(t, []int{2}, 1, 2), "ties.npy": array(t, []int{2}, 0, 1),
		"assignment.npy": array(t, []int{2, 3}, 0, 0, 0, 0, 1, 0),
	}
	if _, err := Read(bytes.NewReader(zipped(t, good))); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(array(t, []int{2}, 0, 1), "<f8", "<U2", 1)
	fortran := strings.Replace(array(t, []int{2, 3}, 0, 0, 0, 0, 1, 0), "False", "True ", 1)
	for _, tt := range []struct{ member, content, want string }{
		{"meta.json", "{}", "member meta.json: is not a frontier: format is missing"},
		{"meta.json", "{", "member meta.json: line 1, column 2: the file ends too early: part of it is missing"},
		{"meta.json", strings.Replace(meta.String(), `"n":3`, `"n":2`, 1), "member meta.json: problem.n is 2, but there are 3 x_labels"},
		{"h.npy", "", "member h.npy: is not a .npy file"},
		{"h.npy", text, "member h.npy: holds text (dtype <U2), not numbers"},
		{"h.npy", array(t, []int{2, 1}, 0, 1), "member h.npy: has the shape [2 1] where 1 dimensions should be"},
		{"h.npy", array(t, []int{2}, 1, 1), "member h.npy: point 1 is 1 after 1, and h must increase"},
		{"h.npy", array(t, []int{2}, 0, 1)[:140], "member h.npy: ends after 1 of 2 cells"},
		{"h.npy", array(t, []int{2}, 0, 1) + "x", "member h.npy: holds more than its shape"},
		{"h.npy", array(t, []int{3}, 0, 1, 2), "member i.npy: has the shape [2] where [3] should stand"},
		{"i.npy", array(t, []int{2}, 1, 1), "point 1: (h 1, i 1) does not lie right of and above (h 0, i 1)"},
		{"k.npy", array(t, []int{2}, 1, 1.5), "member k.npy: point 1 is 1.5 where a whole number from 1 should stand"},
		{"k.npy", array(t, []int{2}, 1, 1<<31), "member k.npy: point 1 is 2.147483648e+09 where a whole number from 1 should stand"},
		{"k.npy", array(t, []int{2}, 1, 3), "point 1: k is 3, but the assignment has 2 clusters"},
		{"ties.npy", array(t, []int{2}, 0, -1), "member ties.npy: point 1 is -1 where a whole number from 0 should stand"},
		{"assignment.npy", array(t, []int{2, 2}, 0, 0, 0, 1), "member assignment.npy: has the shape [2 2] where [2 3] should stand"},
		{"assignment.npy", array(t, []int{2, 3}, 0, 0, 0, 0, 2, 1), "member assignment.npy: point 1 assignment: row 1 has label 2 where 0 to 1 may stand: not in canonical form"},
		{"assignment.npy", array(t, []int{2, 3}, 0, 0, 0, 0, -1, 1), "member assignment.npy: point 1 is -1 where a whole number from 0 should stand"},
		{"assignment.npy", fortran, "member assignment.npy: is in Fortran order: save it in C order"},
	} {
		members := maps.Clone(good)
		members[tt.member] = tt.content
		if _, err := Read(bytes.NewReader(zipped(t, members))); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.member, err, tt.want)
		}
	}
	for member := range good {
		members := maps.Clone(good)
		delete(members, member)
		want := "is not a frontier: the archive has no member " + member
		if _, err := Read(bytes.NewReader(zipped(t, members))); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestNPZChecksum changes a byte that no other check can notice.
func TestNPZChecksum(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	meta, err := tiny(t).header().marshal()
	if err != nil {
		t.Fatal(err)
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: "meta.json", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(meta); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := bytes.Replace(b.Bytes(), []byte("table.csv"), []byte("tables.cv"), 1)
	_, err = Read(bytes.NewReader(file))
	if err == nil || err.Error() != "member meta.json: zip: checksum error" {
		t.Errorf("got %v", err)
	}
}

// parquetFile returns a Parquet file of any rows with the given metadata.
func parquetFile[T any](t *testing.T, meta string, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b)
	if meta != "" {
		w.SetKeyValueMetadata(metadataKey, meta)
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// foreignRow is a row as another program may write it.
type foreignRow struct {
	Assignment []*int64 `parquet:"assignment,list"`
	Extra      string   `parquet:"extra"`
	K          *int64   `parquet:"k"`
	Ties       *int64   `parquet:"ties"`
	H          *float64 `parquet:"h"`
	I          *float64 `parquet:"i"`
}

func TestParquetOfOthers(t *testing.T) {
	meta, err := tiny(t).header().marshal()
	if err != nil {
		t.Fatal(err)
	}
	labels := func(labels ...int64) (p []*int64) {
		for _, c := range labels {
			p = append(p, &c)
		}
		return p
	}
	row := func(change func(r *foreignRow)) foreignRow {
		r := foreignRow{labels(0, 1, 2), "x", new(int64(3)), new(int64(0)), new(1.5), new(1.0)}
		change(&r)
		return r
	}
	first := row(func(r *foreignRow) { r.Assignment, r.K, r.H, r.I = nil, new(int64(2)), new(0.5), new(0.5) })
	for _, tt := range []struct {
		want   string
		change func(r *foreignRow)
	}{
		{"", func(*foreignRow) {}},
		{"", func(r *foreignRow) { r.Assignment = nil }},
		{"point 1: h is <null> where a number of 64 bits should stand", func(r *foreignRow) { r.H = nil }},
		{"point 1: i is <null> where a number of 64 bits should stand", func(r *foreignRow) { r.I = nil }},
		{"point 1: k is <null> where a whole number from 1 should stand", func(r *foreignRow) { r.K = nil }},
		{"point 1: k is 0 where a whole number from 1 should stand", func(r *foreignRow) { r.K = new(int64(0)) }},
		{"point 1: k is 4294967297 where a whole number from 1 should stand", func(r *foreignRow) { r.K = new(int64(1<<32 + 1)) }},
		{"point 1: k is 2, but the assignment has 3 clusters", func(r *foreignRow) { r.K = new(int64(2)) }},
		{"point 1: ties is -1 where a whole number from 0 should stand", func(r *foreignRow) { r.Ties = new(int64(-1)) }},
		{"point 1: (h 0.5, i 1) does not lie right of and above (h 0.5, i 0.5)", func(r *foreignRow) { r.H = new(0.5) }},
		{"point 1: the assignment has 2 labels for 3 rows", func(r *foreignRow) { r.Assignment = labels(0, 1) }},
		{"point 1: the assignment has more labels than the 3 rows", func(r *foreignRow) { r.Assignment = labels(0, 1, 2, 3) }},
		{"point 1: the assignment has 2 labels for 3 rows", func(r *foreignRow) { r.Assignment[1] = nil }},
		{"point 1: assignment: row 0 has label 1 where 0 to 0 may stand: not in canonical form", func(r *foreignRow) { r.Assignment = labels(1, 0, 2) }},
		{"point 1: assignment is -1 where a whole number from 0 should stand", func(r *foreignRow) { r.Assignment = labels(0, -1, 2) }},
	} {
		f, err := Read(bytes.NewReader(parquetFile(t, string(meta), first, row(tt.change))))
		if tt.want == "" && err == nil && f.Len() == 2 {
			continue
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v\nwant %s", err, tt.want)
		}
	}
}

func TestParquetErrors(t *testing.T) {
	type numbers struct {
		H    float64 `parquet:"h"`
		I    float64 `parquet:"i"`
		K    int32   `parquet:"k"`
		Ties int32   `parquet:"ties"`
	}
	type flat struct {
		numbers
		Assignment int32 `parquet:"assignment"`
	}
	type texts struct {
		H          string  `parquet:"h"`
		I          float64 `parquet:"i"`
		K          float64 `parquet:"k"`
		Ties       int32   `parquet:"ties"`
		Assignment []int32 `parquet:"assignment,list"`
	}
	meta, err := tiny(t).header().marshal()
	if err != nil {
		t.Fatal(err)
	}
	m := string(meta)
	whole := parquetFile(t, m, numbers{})
	for _, tt := range []struct {
		want string
		file []byte
	}{
		{`is not a frontier: the metadata has no key "dibmap"`, parquetFile(t, "", numbers{})},
		{"metadata: is not a frontier: format is missing", parquetFile(t, "{}", numbers{})},
		{"is not a frontier: there is no column assignment of the right type", whole},
		{"is not a frontier: there is no column assignment of the right type", parquetFile(t, m, flat{})},
		{"point 0: h is 1 where a number of 64 bits should stand", parquetFile(t, m, texts{H: "1"})},
		{"is not a whole Parquet file: its end is missing", whole[:len(whole)-1]},
		{"is not a whole Parquet file: its end is missing", []byte("PAR1")},
		{"is not a whole Parquet file: its end is missing", []byte("PAR1\xff\xff\xff\xffPAR1")},
	} {
		if _, err := Read(bytes.NewReader(tt.file)); err == nil || err.Error() != tt.want {
			t.Errorf("got %v\nwant %s", err, tt.want)
		}
	}
}
