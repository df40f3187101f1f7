package report_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/report"
)

// held is what a page holds, as its program reads it.
type held struct {
	About struct {
		Title, Table, Missing  string
		N, M, Points, All      int
		Start                  int
		Lost                   float64
		Others, Coarser, Finer int
		Best                   []int
		Reason                 string
		XLabels, YLabels       []string
		HX, IXY                float64
		Shares                 bool
		Known, Uncertain       bool
		First, Later           map[string]struct {
			Type           string
			Offset, Length int
		}
	}
	first, later []byte
}

// written returns the page of a frontier.
func written(t testing.TB, f *frontier.Frontier, opts report.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, f, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// element returns the text of the script with an id.
func element(t testing.TB, page, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, ` id="`+id+`">`)
	if !found {
		t.Fatalf("the page has no element %s", id)
	}
	// A browser ends a script at the first of these, whatever is in it.
	text, _, found := strings.Cut(rest, "</script")
	if !found {
		t.Fatalf("element %s has no end", id)
	}
	return text
}

// decode reads what a page holds.
func decode(t testing.TB, page string) held {
	t.Helper()
	var h held
	if err := json.Unmarshal([]byte(element(t, page, "about")), &h.About); err != nil {
		t.Fatal(err)
	}
	h.first = decoded(t, element(t, page, "first"))
	r, err := gzip.NewReader(bytes.NewReader(decoded(t, element(t, page, "later"))))
	if err != nil {
		t.Fatal(err)
	}
	if h.later, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return h
}

func decoded(t testing.TB, text string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// array returns the numbers of an array; nil if there is none of that name.
func (h *held) array(name string) []float64 {
	block, place := h.first, h.About.First
	if _, ok := place[name]; !ok {
		block, place = h.later, h.About.Later
	}
	at, ok := place[name]
	if !ok {
		return nil
	}
	read := map[string]func(b []byte) (float64, int){
		"u8":  func(b []byte) (float64, int) { return float64(b[0]), 1 },
		"u16": func(b []byte) (float64, int) { return float64(binary.LittleEndian.Uint16(b)), 2 },
		"u32": func(b []byte) (float64, int) { return float64(binary.LittleEndian.Uint32(b)), 4 },
		"f32": func(b []byte) (float64, int) {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 4
		},
		"f64": func(b []byte) (float64, int) { return math.Float64frombits(binary.LittleEndian.Uint64(b)), 8 },
	}[at.Type]
	numbers := make([]float64, at.Length)
	for n, b := 0, block[at.Offset:]; n < at.Length; n++ {
		v, size := read(b)
		numbers[n] = v
		b = b[size:]
	}
	return numbers
}

// assignments returns the clusters of the rows of all points, as the program of the page finds them from
// the heads of clusters.
func (h *held) assignments() []float64 {
	heads, n := h.array("heads"), h.About.N
	if heads == nil {
		return nil
	}
	span := map[string]int64{"u8": 1 << 8, "u16": 1 << 16, "u32": math.MaxUint32 + 1}[h.About.Later["heads"].Type]
	clusters := make([]float64, len(heads))
	head := make([]int64, n)
	for base := 0; base < len(heads); base += n {
		label := make(map[int64]int)
		for x := range n {
			head[x] = (head[x] + int64(heads[base+x])) % span
			if _, known := label[head[x]]; !known {
				label[head[x]] = len(label)
			}
			clusters[base+x] = float64(label[head[x]])
		}
	}
	return clusters
}
