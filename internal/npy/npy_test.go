package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// file returns a .npy file of a major version with any header and cells.
func file(major byte, dict, cells string) string {
	length := []byte{byte(len(dict)), byte(len(dict) >> 8)}
	if major != 1 {
		length = append(length, 0, 0)
	}
	return magic + string([]byte{major, 0}) + string(length) + dict + cells
}

const three = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }\n"

func TestHeaderIsReadWhateverItsLayout(t *testing.T) {
	cells := strings.Repeat("\x00\x00\x00\x00\x00\x00\xf0\x3f", 3) // 1.0 three times
	for name, text := range map[string]string{
		"version 1":      file(1, three, cells),
		"version 2":      file(2, three, cells),
		"version 3":      file(3, three, cells),
		"no newline":     file(1, strings.TrimSpace(three), cells),
		"keys reordered": file(1, `{"shape":(3,),"descr":"<f8","fortran_order":False}`, cells),
		"Python 2 long":  file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3L,), }", cells),
		"no last comma":  file(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (3 ) }", cells),
		"more follows":   file(1, three, cells+"another array"),
	} {
		a, err := Read(strings.NewReader(text), 3)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(&Array{[]int{3}, []float64{1, 1, 1}}, a); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	dtype := func(d string) string {
		return file(1, "{'descr': '"+d+"', 'fortran_order': False, 'shape': (3,), }", "")
	}
	shape := func(s string) string {
		return file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': "+s+", }", "12345678")
	}
	const broken = "has a header that cannot be read: "
	tests := []struct{ text, want string }{
		{"", "is not a .npy file"},
		{"\x93NUMPY", "is not a .npy file"},
		{"x,y\n1,2,3,4,5", "is not a .npy file"},
		{magic + "\x04\x01", "is of .npy version 4.1, and only 1.0 to 3.0 are known"},
		{magic + "\x00\x00", "is of .npy version 0.0, and only 1.0 to 3.0 are known"},
		{magic + "\x01\x00\x40", "ends within its header"},
		{magic + "\x01\x00\x40\x00{", "ends within its header"},
		{magic + "\x02\x00\x00\x00\x00\xff", "has a header of 4278190080 bytes, more than an array of numbers needs"},
		{file(1, "", ""), broken + "it does not start with {"},
		{file(1, "{", ""), broken + "descr, fortran_order or shape is missing"},
		{file(1, "{'descr", ""), broken + `"'descr" stands where a key and its value should`},
		{file(1, "{'descr' 'f8'}", ""), broken + `"'descr' 'f8'}" stands where a key and its value should`},
		{file(1, "{'descr': 'f8' 'shape': ()}", ""), broken + "descr, fortran_order or shape is missing"},
		{file(1, "{'descr': 'f8', 'descr': 'f4'}", ""), broken + `"descr" stands twice`},
		{file(1, "{'colour': 'red'}", ""), broken + `"colour" is no key of a header, or its value makes no sense`},
		{file(1, "{'descr': 'f8', 'shape': (3,)}", ""), broken + "descr, fortran_order or shape is missing"},
		{file(1, "{'fortran_order': 0}", ""), broken + `"'fortran_order': 0}" stands where a key and its value should`},
		{shape("3"), broken + `" 'shape': 3, }" stands where a key and its value should`},
		{shape("(-3,)"), broken + `" 'shape': (-3,), }" stands where a key and its value should`},
		{shape("(99999999999999999999,)"), broken + `"99999999999999999999" stands where a number should`},
		{shape("(3 4)"), broken + `"3 4" stands where a number should`},
		{shape("(" + strings.Repeat("1,", 65) + ")"), broken + "it has more than 64 dimensions"},
		{shape("(2, 4)"), "has 8 cells, more than the 7 allowed"},
		{shape("(0, 8)"), "has 8 cells, more than the 7 allowed"},
		{shape("(2000000000, 2000000000, 2000000000)"), "has the shape [2000000000 2000000000 2000000000], more than the 7 cells allowed"},
		{shape("(2000000000, 2000000000, 3)"), "has the shape [2000000000 2000000000 3], more than the 7 cells allowed"},
		{shape("(65536, 65536, 65536, 65536)"), "has the shape [65536 65536 65536 65536], more than the 7 cells allowed"},
		{shape("(3, 2)"), "ends after 1 of 6 cells"},
		{file(1, three, ""), "ends after 0 of 3 cells"},
		{dtype("<U5"), "holds text (dtype <U5), not numbers"},
		{dtype("|S5"), "holds text (dtype |S5), not numbers"},
		{dtype("|O"), "holds Python objects (dtype |O), not numbers"},
		{dtype("<c16"), "holds complex numbers (dtype <c16), not numbers"},
		{dtype("<M8[ns]"), "holds dates (dtype <M8[ns]), not numbers"},
		{dtype("<m8[s]"), "holds durations (dtype <m8[s]), not numbers"},
		{dtype("|V8"), "holds raw bytes (dtype |V8), not numbers"},
		{dtype("<f2"), `holds cells of dtype "<f2", and only f4, f8, i1 to i8, u1 to u8 and b1 are read: convert it with astype('f8')`},
		{dtype(""), `holds cells of dtype "", and only f4, f8, i1 to i8, u1 to u8 and b1 are read: convert it with astype('f8')`},
		{
			file(1, "{'descr': [('a', '<f8'), ('b', '<i4')], 'fortran_order': False, 'shape': (3,), }", ""),
			"holds records of several fields, not numbers",
		},
	}
	for _, tt := range tests {
		_, err := Read(strings.NewReader(tt.text), 7)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%.60q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestReadErrorIsPassedOn(t *testing.T) {
	broken := errors.New("disk on fire")
	whole := file(2, three, strings.Repeat("x", 24))
	for n := range len(whole) {
		r := io.MultiReader(strings.NewReader(whole[:n]), failing{broken})
		if _, err := Read(r, 3); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteErrorIsPassedOn(t *testing.T) {
	broken := errors.New("disk full")
	if err := Write(failing{broken}, []int{1}, []float64{1}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestWriteChecksTheShape(t *testing.T) {
	for _, tt := range []struct {
		shape []int
		n     int
	}{{[]int{2}, 3}, {[]int{2}, 1}, {nil, 0}, {[]int{0, 1}, 1}} {
		err := Write(io.Discard, tt.shape, make([]float64, tt.n))
		want := fmt.Sprintf("%d numbers do not fill an array of shape %v", tt.n, tt.shape)
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestWriteIsAligned holds the format's rule that the cells start at a multiple
// of 64 bytes, whatever the length of the dictionary.
func TestWriteIsAligned(t *testing.T) {
	for rank := range 64 {
		var b bytes.Buffer
		shape := slices.Repeat([]int{1}, rank)
		if err := Write(&b, shape, []float64{2}); err != nil {
			t.Fatal(err)
		}
		if (b.Len()-8)%64 != 0 || b.Bytes()[b.Len()-9] != '\n' {
			t.Errorf("rank %d: the cells start at byte %d", rank, b.Len()-8)
		}
		if a, err := Read(&b, 1); err != nil || !slices.Equal(a.Shape, shape) || a.Data[0] != 2 {
			t.Errorf("rank %d reads back as %v, %v", rank, a, err)
		}
	}
}

func drawShape(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 5), 0, 5).Draw(t, "shape")
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		n := product(shape)
		data := rapid.SliceOfN(rapid.Float64(), n, n).Draw(t, "data")
		var b bytes.Buffer
		if err := Write(&b, shape, data); err != nil {
			t.Fatal(err)
		}
		a, err := Read(&b, 3125)
		if err != nil {
			t.Fatal(err)
		}
		sameBits := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
		if !slices.Equal(a.Shape, shape) || !slices.EqualFunc(a.Data, data, sameBits) {
			t.Fatalf("%v %v reads back as %v", shape, data, a)
		}
	})
}

// TestLargeRoundTrip passes the size of a chunk, in both types.
func TestLargeRoundTrip(t *testing.T) {
	const n = 2*chunkCells + 1
	rng := rand.New(rand.NewPCG(1, 2))
	floats, ints := make([]float64, n), make([]int32, n)
	for i := range ints {
		ints[i] = int32(rng.Uint32())
		floats[i] = float64(ints[i])
	}
	var b bytes.Buffer
	if err := errors.Join(Write(&b, []int{n}, floats), writeInt32(&b, []int{n, 1}, ints)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		a, err := Read(&b, n)
		if err != nil || !slices.Equal(a.Data, floats) {
			t.Fatalf("does not read back: %v", err)
		}
	}
}

// TestFortranOrder computes every cell from its index.
func TestFortranOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		n := product(shape)
		stored := make([]float64, n)
		for at := range stored {
			// The index of the cell stored at this place, first index fastest,
			// and from it the place in C order.
			rest, c, step := at, 0, n
			for _, d := range shape {
				step /= d
				c += rest % d * step
				rest /= d
			}
			stored[at] = float64(c)
		}
		var b bytes.Buffer
		if err := Write(&b, shape, stored); err != nil {
			t.Fatal(err)
		}
		text := bytes.Replace(b.Bytes(), []byte("False"), []byte("True "), 1)
		a, err := Read(bytes.NewReader(text), 3125)
		if err != nil {
			t.Fatal(err)
		}
		for c, v := range a.Data {
			if v != float64(c) {
				t.Fatalf("shape %v: cell %d is %g", shape, c, v)
			}
		}
	})
}

func TestReaderGoesRowByRow(t *testing.T) {
	var b bytes.Buffer
	if err := writeInt32(&b, []int{3, 2}, []int32{0, 1, 2, 3, 4, 5}); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&b, 6)
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 2)
	for x := range 3 {
		if err := r.Next(row); err != nil || row[0] != float64(2*x) || row[1] != float64(2*x+1) {
			t.Fatalf("row %d: %v, %v", x, row, err)
		}
		if x == 1 {
			if err := r.Next(make([]float64, 3)); err == nil || err.Error() != "has 2 cells left where 3 are wanted" {
				t.Errorf("got %v", err)
			}
		}
	}
	if err := r.Next(row); err != io.EOF { //nolint:errorlint // the contract is the bare value
		t.Errorf("after the end: %v", err)
	}
	if err := r.Next(nil); err != nil {
		t.Errorf("nothing of nothing: %v", err)
	}
}

// TestMemoryFollowsTheBytes reads a few bytes that claim 2^40 cells.
func TestMemoryFollowsTheBytes(t *testing.T) {
	text := file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1048576, 1024), }", "12345678")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Read(strings.NewReader(text), 1<<40); err == nil {
		t.Error("a short file is read")
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<18 {
		t.Errorf("%d bytes for a file of %d", taken, len(text))
	}
}

func FuzzRead(f *testing.F) {
	for major := byte(1); major <= 3; major++ {
		f.Add([]byte(file(major, three, strings.Repeat("x", 24))))
	}
	f.Add([]byte(file(1, "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }", "123456789012")))
	f.Add([]byte(file(1, "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", "")))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := Read(bytes.NewReader(text), 1<<40)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n") {
				t.Fatalf("error of several lines: %v", err)
			}
			return
		}
		if len(a.Data) > len(text) || product(a.Shape) != len(a.Data) {
			t.Fatalf("%d bytes give %d cells of shape %v", len(text), len(a.Data), a.Shape)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, order := range []string{"C", "F"} {
		b.Run("n=1000000/order="+order, func(b *testing.B) {
			var file bytes.Buffer
			if err := Write(&file, []int{1000, 1000}, make([]float64, 1e6)); err != nil {
				b.Fatal(err)
			}
			text := file.Bytes()
			if order == "F" {
				text = bytes.Replace(text, []byte("False"), []byte("True "), 1)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text), 1e6); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// writeInt32 writes an array of int32.
func writeInt32(w io.Writer, shape []int, data []int32) error {
	return errors.Join(WriteHeader(w, "<i4", shape), binary.Write(w, binary.LittleEndian, data))
}
