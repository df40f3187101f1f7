package hostile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
)

// npyHeader returns the header of an array of NumPy.
func npyHeader(kind, shape string) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape)
	for (len(text)+11)%64 != 0 {
		text += " "
	}
	b := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(text)+1))
	return append(b, text+"\n"...)
}

// numpy returns arrays and archives of NumPy.
func numpy() []Input {
	var list []Input
	for _, c := range []struct{ kind, shape string }{
		{"<f8", "(1099511627776, 0)"},
		{"<f8", "(0, 1099511627776)"},
		{"<f8", "(-1, 5)"},
		{"<f8", "(1099511627776, 1099511627776)"},
		{"<f8", "(99999999999999999999, 2)"},
		{"<f8", "(3037000500, 3037000500)"},
		{"<f8", "(1000000, 1000000)"},
		{"<f8", "(100000, 2)"},
		{"|b1", "(1000000, 2000)"},
		{"|O", "(1000, 2)"},
		{"|S1000000000", "(2, 2)"},
		{"<U1000000000", "(2, 2)"},
		{"<f8", "(" + string(repeated("1,", 30_000)) + ")"},
	} {
		content := append(npyHeader(c.kind, c.shape), make([]byte, 1000)...)
		list = append(list, one(fmt.Sprintf("%s of %.40s", c.kind, c.shape), "f.npy", content, false,
			[]string{"info", "f.npy"}, []string{"map", "f.npy", "--symmetric", "-q", "-o", "out.json"}, []string{"map", "f.npy", "--problem", "kmeans", "-q", "-o", "out.json"}))
	}
	long := binary.LittleEndian.AppendUint32([]byte("\x93NUMPY\x02\x00"), 1<<32-1)
	list = append(list, one("a header of 4 gigabytes", "f.npy", append(long, repeated("{", 1000)...), false, []string{"info", "f.npy"}))
	show := []string{"show", "f.npz"}
	list = append(list,
		one("an archive of many members", "f.npz", archive(8000, func(k int) string { return fmt.Sprintf("m%d.npy", k) }, []byte("a"), 1), false, show),
		one("an archive with a member of 300 MB", "f.npz", archive(1, func(int) string { return "meta.json" }, make([]byte, 1<<20), 300), false, show),
		one("an archive with an array of 300 MB", "f.npz", archive(1, func(int) string { return "h.npy" }, append(npyHeader("<f8", "(39321600,)"), make([]byte, 1<<20)...), 300), false, show))
	empty := npyHeader("<i4", "(0,)")
	sparse := zipped(
		member{"format.npy", append(npyHeader("|S3", "()"), "csr"...), 0}, member{"shape.npy", append(npyHeader("<i4", "(2,)"), 0xff, 0xff, 0x57, 0x02, 2, 0, 0, 0), 0},
		member{"indptr.npy", npyHeader("<f8", "(39321600,)"), 300}, member{"indices.npy", empty, 0}, member{"data.npy", empty, 0})
	list = append(list, one("a sparse matrix of 39,321,599 empty rows", "f.npz", sparse, false, []string{"info", "f.npz"}),
		one("a Matrix Market file of 2^31 rows", "f.mtx", []byte("%%MatrixMarket matrix coordinate integer general\n2147483647 2147483647 1\n1 1 1\n"), false, []string{"info", "f.mtx"}),
		one("a Matrix Market file of 2^31 entries", "f.mtx", []byte("%%MatrixMarket matrix coordinate integer general\n9 9 2147483648\n1 1 1\n"), false, []string{"info", "f.mtx"}),
		one("a Matrix Market array of 2^31 numbers", "f.mtx", []byte("%%MatrixMarket matrix array integer general\n2147483647 1\n1\n"), false, []string{"info", "f.mtx"}))
	return list
}

// archive returns an archive of n members, each with copies of a text.
func archive(n int, name func(k int) string, text []byte, times int) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for k := range n {
		w, err := z.Create(name(k))
		must(err)
		for range times {
			_, err = w.Write(text)
			must(err)
		}
	}
	must(z.Close())
	return b.Bytes()
}

// member is a member of an archive: a head, and a number of megabytes of zeros.
type member struct {
	name  string
	head  []byte
	zeros int
}

// zipped returns an archive of members.
func zipped(members ...member) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		must(err)
		_, err = w.Write(m.head)
		must(err)
		for range m.zeros {
			_, err = w.Write(make([]byte, 1<<20))
			must(err)
		}
	}
	must(z.Close())
	return b.Bytes()
}
