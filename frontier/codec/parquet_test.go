package codec

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"
)

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
	head := headerOf(tiny(t), nil)
	head.Certificate = nil // it is about other points
	meta, err := head.marshal()
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
		{"point 1: h is <null>, want a number of 64 bits", func(r *foreignRow) { r.H = nil }},
		{"point 1: i is <null>, want a number of 64 bits", func(r *foreignRow) { r.I = nil }},
		{"point 1: k is <null>, want a number of 64 bits", func(r *foreignRow) { r.K = nil }},
		{"point 1: k is 0, want a whole number from 1", func(r *foreignRow) { r.K = new(int64(0)) }},
		{"point 1: k is 4294967297, want a whole number from 1", func(r *foreignRow) { r.K = new(int64(1<<32 + 1)) }},
		{"point 1: k is 2, but the assignment has 3 clusters", func(r *foreignRow) { r.K = new(int64(2)) }},
		{"point 1: ties is -1, want a whole number from 0", func(r *foreignRow) { r.Ties = new(int64(-1)) }},
		{"point 1: (h 0.5, i 1) does not lie right of and above (h 0.5, i 0.5)", func(r *foreignRow) { r.H = new(0.5) }},
		{"point 1: the assignment has 2 labels for 3 rows", func(r *foreignRow) { r.Assignment = labels(0, 1) }},
		{"point 1: the assignment has more labels than the 3 rows", func(r *foreignRow) { r.Assignment = labels(0, 1, 2, 3) }},
		{"point 1: the assignment has 2 labels for 3 rows", func(r *foreignRow) { r.Assignment[1] = nil }},
		{"point 1: assignment: row 0 has label 1 where 0 to 0 may stand: not in canonical form", func(r *foreignRow) { r.Assignment = labels(1, 0, 2) }},
		{"point 1: assignment is -1, want a whole number from 0", func(r *foreignRow) { r.Assignment = labels(0, -1, 2) }},
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
	meta, err := headerOf(tiny(t), nil).marshal()
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
		{"point 0: h is 1, want a number of 64 bits", parquetFile(t, m, texts{H: "1"})},
		{"is cut short or corrupt: it does not end as Parquet does", whole[:len(whole)-1]},
		{"is cut short: it is too small for Parquet", []byte("PAR1")},
		{"is cut short or corrupt: it does not end as Parquet does", []byte("PAR1\xff\xff\xff\xffPAR1")},
	} {
		if _, err := Read(bytes.NewReader(tt.file)); err == nil || err.Error() != tt.want {
			t.Errorf("got %v\nwant %s", err, tt.want)
		}
	}
}

// TestParquetGroups makes small groups of rows of what would fill one.
func TestParquetGroups(t *testing.T) {
	f := large(t, 100, 9)
	var b bytes.Buffer
	if err := writeRows(&b, f, nil, 500); err != nil { // 30 points a group
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(file.RowGroups()) != 4 {
		t.Fatalf("%d groups, %v", len(file.RowGroups()), err)
	}
	got, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(f, got); diff != "" {
		t.Error(diff)
	}
}
