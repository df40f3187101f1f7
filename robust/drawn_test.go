package robust

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/sealed"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// drawn returns one part of the draws.
func drawn(t testing.TB, j *joint.Joint, f *frontier.Frontier, o Options, from, to int) []byte {
	t.Helper()
	b, err := Draw(context.Background(), j, f, o, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// spreadsAndMarks returns all that a measurement says.
func spreadsAndMarks(f *frontier.Frontier) (list []string) {
	for _, p := range slices.AppendSeq(slices.Collect(f.All()), f.Best()) {
		list = append(list, fmt.Sprintf("%x %x %x %v", p.DH, p.DI, p.Cov, p.Robust))
	}
	return append(list, fmt.Sprint(*f.Uncertainty))
}

// TestAnyDivisionHasTheBitsOfMeasure, in any order, made by any number of workers from the table
// with its rows in any order.
func TestAnyDivisionHasTheBitsOfMeasure(t *testing.T) {
	table := randomTable(43, 7, 5, 12)
	j := tableOf(t, table)
	r, err := search.Map(context.Background(), problem.DMC(j), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*frontier.Frontier{"dib": withList(t, j), "dmc": r.Frontier} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				o := Options{
					Method:    rapid.SampledFrom([]Method{Bootstrap, Posterior}).Draw(rt, "method"),
					Resamples: rapid.IntRange(2, 40).Draw(rt, "draws"), Seed: rapid.Uint64().Draw(rt, "seed"),
				}
				want, err := Measure(context.Background(), j, f, o)
				if err != nil {
					rt.Fatal(err)
				}
				other := shuffled(t, table, o.Seed)
				cuts := rapid.SliceOfDistinct(rapid.IntRange(1, o.Resamples-1), rapid.ID).Draw(rt, "cuts")
				slices.Sort(cuts)
				var parts [][]byte
				from := 0
				for _, to := range append(cuts, o.Resamples) {
					o.Workers = rapid.IntRange(1, 4).Draw(rt, "workers")
					parts = append(parts, drawn(t, other, f, o, from, to))
					from = to
				}
				parts = rapid.Permutation(parts).Draw(rt, "parts")
				got, err := MeasureDrawn(j, f, o, parts)
				if err != nil {
					rt.Fatal(err)
				}
				if d := cmp.Diff(spreadsAndMarks(want), spreadsAndMarks(got)); d != "" {
					rt.Fatal(d)
				}
			})
		})
	}
}

// TestPartsFitTreesAndPackedClusterings: how a frontier holds its clusterings does not matter.
func TestPartsFitTreesAndPackedClusterings(t *testing.T) {
	j := tableOf(t, randomTable(47, 6, 5, 12))
	f := mapped(t, j)
	b := partition.NewTreeBuilder(j.Rows())
	var entries []frontier.Entry
	for p := range f.All() {
		member, err := b.AddPartition(p.Assignment())
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, Member: member})
	}
	tree := b.Tree()
	for k := range entries {
		entries[k].Tree = tree
	}
	g, err := frontier.New(f.Problem, f.Search, entries)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Resamples: 3}
	if !bytes.Equal(drawn(t, j, f, o, 0, 3), drawn(t, j, g, o, 0, 3)) {
		t.Error("the parts differ")
	}
}

// TestDrawsDoNotDependOnTheirNumber, so that draws can be added to those that there are.
func TestDrawsDoNotDependOnTheirNumber(t *testing.T) {
	j := tableOf(t, randomTable(53, 6, 5, 12))
	f := mapped(t, j)
	if !bytes.Equal(drawn(t, j, f, Options{Resamples: 9}, 2, 7), drawn(t, j, f, Options{Resamples: 90}, 2, 7)) {
		t.Error("the parts differ")
	}
}

// resealed returns a part that was changed, with the checksum of what it is now.
func resealed(part []byte, change func(b []byte) []byte) []byte {
	return sealed.NewWriter(string(change(slices.Clone(part[:len(part)-sha256.Size]))), 0).Seal()
}

// TestWrongPartsAreErrors of one line that says what is wrong.
func TestWrongPartsAreErrors(t *testing.T) {
	table := randomTable(59, 5, 4, 9)
	j := tableOf(t, table)
	f := frontierOf(t, j, make(partition.Partition, 5), partition.Partition{0, 0, 1, 1, 2})
	o := Options{Resamples: 10, Seed: 4}
	a, b := drawn(t, j, f, o, 0, 6), drawn(t, j, f, o, 6, 10)
	of := func(o Options, from, to int) []byte { o.Resamples = 90; return drawn(t, j, f, o, from, to) }
	at := func(k int, v byte) []byte {
		return resealed(a, func(b []byte) []byte { b[k] = v; return b })
	}
	table[0][0]++
	k := tableOf(t, table)
	foreign := drawn(t, k, frontierOf(t, k, make(partition.Partition, 5), partition.Partition{0, 0, 1, 1, 2}), o, 0, 6)
	r, err := sealed.Open(a, partMagic, "it")
	if err != nil {
		t.Fatal(err)
	}
	r.JSON(new(identity))
	widths := len(a) - sha256.Size - r.Left() + 2 // after the range
	head := widths + 5
	damaged := slices.Clone(a)
	damaged[len(a)/2] ^= 4
	for name, tt := range map[string]struct {
		parts [][]byte
		want  string
	}{
		"none":     {nil, "the draws 0 to 9 are missing"},
		"first":    {[][]byte{b}, "the draws 0 to 5 are missing"},
		"last":     {[][]byte{a}, "the draws 6 to 9 are missing"},
		"middle":   {[][]byte{b, of(o, 0, 4)}, "the draws 4 to 5 are missing"},
		"twice":    {[][]byte{b, a, a}, "draw 0 is in two parts"},
		"overlap":  {[][]byte{b, a, of(o, 5, 6)}, "draw 5 is in two parts"},
		"more":     {[][]byte{a, of(o, 6, 11)}, "a part has the draws 6 to 10, and there are 10"},
		"empty":    {[][]byte{a, {}}, "part 2 of the draws: it is not from this version of dibmap"},
		"short":    {[][]byte{a[:len(a)-1], b}, "part 1 of the draws: it is damaged or cut short: its checksum is wrong"},
		"damaged":  {[][]byte{damaged, b}, "part 1 of the draws: it is damaged or cut short: its checksum is wrong"},
		"seed":     {[][]byte{a, of(Options{Seed: 5}, 6, 10)}, "part 2 of the draws: it is of seed 5 and not 4"},
		"method":   {[][]byte{a, of(Options{Seed: 4, Method: Posterior}, 6, 10)}, "part 2 of the draws: it is of posterior and not bootstrap"},
		"table":    {[][]byte{foreign, b}, "part 1 of the draws: it is of another table"},
		"frontier": {[][]byte{drawn(t, j, frontierOf(t, j, make(partition.Partition, 5), partition.Partition{0, 1, 1, 1, 2}), o, 0, 6), b}, "part 1 of the draws: it is of another frontier"},
		"range":    {[][]byte{at(widths-1, 0), b}, "part 1 of the draws: it does not fit: it has no draws"},
		"width":    {[][]byte{at(widths, 17), b}, "part 1 of the draws: it does not fit: a sum is too wide"},
		"length":   {[][]byte{at(widths, 1), b}, "part 1 of the draws: it does not fit: its length is wrong"},
		"wide": {[][]byte{resealed(a, func(b []byte) []byte {
			w := int(b[widths])
			b[widths]++
			return slices.Concat(b[:head+w], []byte{0}, b[head+w:head+2*w], []byte{0}, b[head+2*w:])
		}), b}, "part 1 of the draws: it makes no sense: a sum takes more bytes than needed"},
		"large": {[][]byte{resealed(a, func(b []byte) []byte {
			b[widths+4]++
			zeros := make([]byte, 2*int(b[widths+4]))
			for k := range zeros {
				zeros[k] = 0x7f
			}
			return append(b[:len(b)-len(zeros)+2], zeros...)
		}), b}, "part 1 of the draws: it makes no sense: a sum is too large"},
		"impossible": {[][]byte{resealed(a, func(b []byte) []byte {
			b[head+2*int(b[widths])-1] = 0x7f
			return b
		}), b}, "a variance is negative"},
	} {
		_, err := MeasureDrawn(j, f, o, tt.parts)
		if err == nil || err.Error() != "no uncertainty can be computed: "+tt.want || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
	}
	if _, err = MeasureDrawn(j, f, o, [][]byte{b, a}); err != nil {
		t.Error(err)
	}
}

func TestErrorsOfDraw(t *testing.T) {
	j := tableOf(t, randomTable(61, 5, 4, 9))
	f := mapped(t, j)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		ctx      context.Context
		o        Options
		from, to int
		want     string
	}{
		{ctx, Options{}, 0, 5, "context canceled"},
		{t.Context(), Options{Resamples: 5}, -1, 5, "uncertainty options: there are no draws from -1 to 4: want from 0 to 4"},
		{t.Context(), Options{Resamples: 5}, 3, 6, "uncertainty options: there are no draws from 3 to 5: want from 0 to 4"},
		{t.Context(), Options{Resamples: 5}, 3, 3, "uncertainty options: there are no draws from 3 to 2: want from 0 to 4"},
		{t.Context(), Options{Method: Delta}, 0, 5, "uncertainty options: delta makes no draws that could be divided: use bootstrap or posterior"},
		{t.Context(), Options{Resamples: 1<<20 + 1}, 0, 5, "uncertainty options: resamples is 1048577, want 1048576 or fewer"},
	} {
		if _, err := Draw(tt.ctx, j, f, tt.o, tt.from, tt.to); err == nil || err.Error() != tt.want {
			t.Errorf("%v\nwant %s", err, tt.want)
		}
	}
	_, err := MeasureDrawn(j, f, Options{Method: NSB}, nil)
	if want := "uncertainty options: nsb makes no draws that could be divided: use bootstrap or posterior"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// FuzzMeasureDrawn: whatever a part holds, with a right checksum, there is an error or the
// uncertainty of draws.
func FuzzMeasureDrawn(f *testing.F) {
	j := tableOf(f, randomTable(67, 4, 3, 9))
	of := frontierOf(f, j, make(partition.Partition, 4), partition.Partition{0, 0, 1, 1}, partition.Partition{0, 1, 2, 3})
	for _, m := range []Method{Bootstrap, Posterior} {
		part := drawn(f, j, of, Options{Method: m, Resamples: 5}, 0, 5)
		f.Add(part[:len(part)-sha256.Size])
		f.Add(part[:len(part)-sha256.Size-20])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		part := sealed.NewWriter(string(b), 0).Seal()
		for _, m := range []Method{Bootstrap, Posterior} {
			o := Options{Method: m, Resamples: 5}
			g, err := MeasureDrawn(j, of, o, [][]byte{part})
			if err == nil && g.Uncertainty == nil {
				t.Error("no error and no uncertainty")
			}
			if _, err := MeasureDrawn(j, of, o, [][]byte{b}); err == nil {
				t.Error("a part without a checksum is accepted") // none is found by chance
			}
		}
	})
}
