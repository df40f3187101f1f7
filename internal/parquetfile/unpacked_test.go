package parquetfile

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestUnpackedIsOneFile reads a file from random places, which must give what reading it in order
// gives.
func TestUnpackedIsOneFile(t *testing.T) {
	type row struct {
		A int64  `parquet:"a"`
		B string `parquet:"b,dict"`
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, 5000)
	for i := range rows {
		rows[i] = row{int64(rng.IntN(9)), strings.Repeat("b", rng.IntN(9))}
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.Compression(&parquet.Lz4Raw), parquet.PageBufferSize(2000), parquet.MaxRowsPerRowGroup(2000)); err != nil {
		t.Fatal(err)
	}
	meta, err := checkEnds(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	u, size, err := unpack(bytes.NewReader(b.Bytes()), int64(b.Len()), meta)
	if err != nil {
		t.Fatal(err)
	}
	if len(u.windows) != 6 || size != u.begin+int64(len(u.footer)) {
		t.Fatalf("%d windows, %d bytes", len(u.windows), size)
	}
	var whole [][]byte
	for _, w := range u.windows {
		all, err := io.ReadAll(io.NewSectionReader(u, w.begin, w.length))
		if err != nil || len(all) == 0 {
			t.Fatalf("%d bytes: %v", len(all), err)
		}
		whole = append(whole, all)
	}
	for range 300 {
		i := rng.IntN(len(whole))
		at := rng.IntN(len(whole[i]) + 1)
		p := make([]byte, rng.IntN(3000))
		n, err := u.ReadAt(p, u.windows[i].begin+int64(at))
		want := whole[i][at:min(at+len(p), len(whole[i]))]
		if !bytes.Equal(p[:n], want) || errors.Is(err, io.EOF) != (n < len(p)) {
			t.Fatalf("window %d from %d: %d of %d bytes, %v", i, at, n, len(p), err)
		}
	}
}
