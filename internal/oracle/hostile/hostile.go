// Package hostile makes small inputs for tests that claim to contain, or unpack to, far more than
// a reader should process.
package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Input is an input of at most a megabyte.
type Input struct {
	Name string
	// Files are its files by name, and Calls the arguments of dibmap in their folder.
	Files map[string][]byte
	Calls [][]string
	// Read means that the input may be read. Otherwise it must be refused.
	Read bool
}

// All returns all inputs.
func All() []Input {
	return slices.Concat(compressed(), text(), numpy(), parquetFiles(), arrowFiles(), frontiers(), states())
}

// reading returns the calls that read a file of records with columns x and y.
func reading(name string) [][]string {
	return [][]string{{"info", name, "--x", "x", "--y", "y"}, {"map", name, "--x", "x", "--y", "y", "-q", "-o", "out.json"}, {"scan", name, "--y", "y", "-q", "-o", "scanned"}}
}

// one returns an input of one file.
func one(title, name string, content []byte, read bool, calls ...[]string) Input {
	return Input{title, map[string][]byte{name: content}, calls, read}
}

// repeated returns n copies of a text.
func repeated(text string, times int) []byte { return bytes.Repeat([]byte(text), times) }

// gzipped returns a head and n copies of a block as a file of gzip, each as a member.
func gzipped(head, block []byte, times int) []byte {
	return members(head, block, times, func(content []byte) []byte {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		must(err)
		_, err = w.Write(content)
		must(err)
		must(w.Close())
		return b.Bytes()
	})
}

// zstandard does what gzipped does, as frames of Zstandard.
func zstandard(head, block []byte, times int) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false))
	must(err)
	return members(head, block, times, func(content []byte) []byte { return w.EncodeAll(content, nil) })
}

// Windowed returns a text of less than 32 bytes as a frame of Zstandard with a window of 2^exponent bytes (RFC 8878,
// section 3.1.1).
func Windowed(exponent int, text string) []byte {
	const lastBlock = 1
	return append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, byte(exponent-10) << 3, byte(len(text)<<3 | lastBlock), 0, 0}, text...)
}

func members(head, block []byte, times int, compress func([]byte) []byte) []byte {
	return append(compress(head), bytes.Repeat(compress(block), times)...)
}

// must panics for errors that cannot happen in memory.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("hostile: %v", err))
	}
}

// compressed returns inputs that unpack to a gigabyte.
func compressed() []Input {
	const million = 1 << 20
	records := repeated("a,b\nc,d\n", million/8)
	objects := repeated(`{"x":"a","y":"b"}`+"\n", million/18)
	list := []Input{
		one("a gigabyte of zeros in gzip", "f.csv.gz", gzipped([]byte("x,y\n"), make([]byte, million), 900), false, reading("f.csv.gz")...),
		one("a gigabyte of zeros in Zstandard", "f.csv.zst", zstandard([]byte("x,y\n"), make([]byte, million), 1000), false, reading("f.csv.zst")...),
		one("a line of a gigabyte in gzip", "f.csv.gz", gzipped([]byte("x,y\na,"), repeated("b", million), 900), false, reading("f.csv.gz")...),
		one("a line of a gigabyte in Zstandard", "f.tsv.zst", zstandard([]byte("x\ty\na\t"), repeated("b", million), 1000), false, reading("f.tsv.zst")...),
		one("a quoted field of a gigabyte", "f.csv.zst", zstandard([]byte("x,y\na,\""), repeated("b\n", million/2), 1000), false, reading("f.csv.zst")...),
		one("a header of a gigabyte", "f.csv.zst", zstandard([]byte("x,y"), repeated(",b", million/2), 1000), false, reading("f.csv.zst")...),
		one("a window of two gigabytes", "f.csv.zst", Windowed(31, "x,y\na,b\nc,d\n"), false, reading("f.csv.zst")...),
		one("a frontier with a window of two gigabytes", "f.json.zst", Windowed(31, "{}"), false, []string{"show", "f.json.zst"}),
		one("a gigabyte of empty lines", "f.csv.zst", zstandard([]byte("x,y\na,b\n"), repeated("\n", million), 1000), true, reading("f.csv.zst")[:1]...),
		one("many records in gzip", "f.csv.gz", gzipped([]byte("x,y\n"), records, 60), true, reading("f.csv.gz")[:1]...),
		one("many records in Zstandard", "f.csv.zst", zstandard([]byte("x,y\n"), records, 60), true, reading("f.csv.zst")[:1]...),
		one("many objects", "f.jsonl.zst", zstandard(nil, objects, 60), true, reading("f.jsonl.zst")[:1]...),
		one("an object of a gigabyte", "f.jsonl.zst", zstandard([]byte(`{"x":"a","y":"`), repeated("b", million), 1000), false, reading("f.jsonl.zst")...),
		one("an array of millions of objects", "f.json.zst", zstandard([]byte(`[{"x":"a","y":"b"}`), repeated(`,{"x":"a","y":"b"}`, million/18), 60), false, reading("f.json.zst")[:1]...),
		one("a matrix with a line of a gigabyte", "f.csv.zst", zstandard([]byte(",a,b\nc,1,"), repeated("0", million), 1000), false, []string{"info", "f.csv.zst"}),
		one("a word of a gigabyte", "f.txt.zst", zstandard(nil, repeated("a", million), 1000), false, []string{"info", "f.txt.zst", "--text", "words"}),
		one("many letters", "f.txt.zst", zstandard(nil, repeated("ab", million/2), 200), true, []string{"info", "f.txt.zst", "--text", "letters"}),
		one("a frontier of a gigabyte in gzip", "f.json.gz", gzipped([]byte(`{"format":"`), repeated("b", million), 900), false, []string{"show", "f.json.gz"}),
		one("a frontier of a gigabyte in Zstandard", "f.json.zst", zstandard([]byte(`{"points":[`), repeated("[],", million/3), 1000), false, []string{"show", "f.json.zst"}),
		one("a frontier of spaces", "f.json.zst", zstandard([]byte(`{`), repeated(" ", million), 1000), false, []string{"show", "f.json.zst"}),
		one("a frontier in CSV with a line of a gigabyte", "f.csv.gz", gzipped([]byte("h,i,k,ties\n"), repeated("1", million), 900), false, []string{"show", "f.csv.gz"}),
		one("an array of NumPy in gzip", "f.npy.gz", gzipped(npyHeader("<f8", "(1000, 131072)"), make([]byte, million), 900), true, []string{"info", "f.npy.gz"}),
	}
	return list
}
