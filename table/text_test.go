package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/tally"
)

// countsOf returns the pairs of a text with their counts, as "x y".
func countsOf(t rapid.TB, r io.Reader, unit string) (map[string]float64, *tally.Counter, error) {
	t.Helper()
	c := tally.NewPairs()
	if err := countText(r, "t.txt", unit, c); err != nil {
		return nil, c, err
	}
	counts := make(map[string]float64)
	for i := range c.Len() {
		pair := c.Tuple(i, nil)
		counts[c.Keys[0].Text(pair[0])+" "+c.Keys[1].Text(pair[1])] = c.Total(int32(i))
	}
	return counts, c, nil
}

// naiveSymbols cuts a text the obvious way: all of it at once, one step of the
// definition after the other.
func naiveSymbols(text string, unit string) []string {
	text = regexp.MustCompile(`[\p{Cf}]`).ReplaceAllStringFunc(text, func(c string) string {
		if c == "\u200b" {
			return c
		}
		return ""
	})
	if unit == words {
		text = strings.ReplaceAll(norm.NFC.String(text), "’", "'")
		// A mark on nothing is dropped, wherever it stands.
		text = regexp.MustCompile(`(^|[^\pL\p{Nd}\pM])\pM+`).ReplaceAllString(text, "$1")
		word := regexp.MustCompile(`[\pL\p{Nd}][\pL\p{Nd}\pM]*('[\pL\p{Nd}][\pL\p{Nd}\pM]*)*`)
		var words []string
		for _, w := range word.FindAllString(text, -1) {
			words = append(words, norm.NFC.String(strings.ToLower(w)))
		}
		return words
	}
	text = norm.NFKD.String(text)
	text = regexp.MustCompile(`\pM`).ReplaceAllString(text, "")
	text = strings.ToLower(text)
	text = strings.NewReplacer("æ", "ae", "œ", "oe", "ß", "ss", "þ", "th", "ø", "o", "ł", "l", "đ", "d",
		"ð", "d", "ħ", "h", "ı", "i", "ȷ", "j", "ĸ", "q", "ŋ", "ng", "ŧ", "t").Replace(text)
	text = strings.Trim(regexp.MustCompile(`[^a-z]+`).ReplaceAllString(text, "_"), "_")
	return strings.Split(text, "")
}

func naiveCounts(symbols []string) map[string]float64 {
	counts := make(map[string]float64)
	for i := 1; i < len(symbols); i++ {
		counts[symbols[i-1]+" "+symbols[i]]++
	}
	return counts
}

func TestCountText(t *testing.T) {
	tests := []struct {
		name, text string
		unit       string
		want       []string // the symbols
	}{
		{"letters", "abab", letters, []string{"a", "b", "a", "b"}},
		{"upper case", "aB", letters, []string{"a", "b"}},
		{"spaces around do not count", " \t a, b. \n", letters, []string{"a", "_", "b"}},
		{"a run is one space", "a -- 12 \r\n b", letters, []string{"a", "_", "b"}},
		{"an apostrophe is a space", "don't", letters, []string{"d", "o", "n", "_", "t"}},
		{"diacritics, composed or not", "é e\u0301", letters, []string{"e", "_", "e"}},
		{"a mark is not a space", "a\u0301b", letters, []string{"a", "b"}},
		{"a letter written with two", "Straße, Œuvre", letters, strings.Split("strasse_oeuvre", "")},
		{"a letter with a mark that is written with two", "ǽ", letters, []string{"a", "e"}},
		{"ligatures and full width", "ﬁＡ", letters, []string{"f", "i", "a"}},
		{"letters that do not decompose", "ÆØÞĐŁðŦĦŊı", letters, strings.Split("aeothdldthngi", "")},
		{"Turkish capital", "İx", letters, []string{"i", "x"}},
		{"another script is a space", "aяb", letters, []string{"a", "_", "b"}},
		{"byte order mark", "\ufeffab", letters, []string{"a", "b"}},
		{"a soft hyphen is not a space", "a\u00adb", letters, []string{"a", "b"}},

		{"words", "To be, or not to be!", words, []string{"to", "be", "or", "not", "to", "be"}},
		{"apostrophes within", "Don't don’t 'tis dogs' rock''n", words, []string{"don't", "don't", "tis", "dogs", "rock", "n"}},
		{"digits belong", "R2D2 42", words, []string{"r2d2", "42"}},
		{"hyphens separate", "e-mail", words, []string{"e", "mail"}},
		{"any script, composed", "ПРИВЕТ Cafe\u0301", words, []string{"привет", "café"}},
		{"soft hyphens and joiners", "co\u00adop don\u200d't می\u200cخواهم a\u200bb", words, []string{"coop", "don't", "میخواهم", "a", "b"}},
		{"dashes and quotes of a novel", "“Well—” _she_ said; ‘no,’ he’d (1897)", words, []string{"well", "she", "said", "no", "he'd", "1897"}},
		{"a mark on nothing", "\u0301a =\u0338 b'\u0301c", words, []string{"a", "b'c"}},
		{"a letter composed in lower case only", "J\u030c ǰ", words, []string{"ǰ", "ǰ"}},
		{"Turkish capital, composed or not", "İ I\u0307", words, []string{"i", "i"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, c, err := countsOf(t, strings.NewReader(tt.text), tt.unit)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(naiveCounts(tt.want), got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if c.Records != int64(len(tt.want)-1) {
				t.Errorf("%d records for %d symbols", c.Records, len(tt.want))
			}
		})
	}
}

// TestEveryLatinLetterIsSpelled walks through the letters of the languages of
// Europe: none may fall out as a space.
func TestEveryLatinLetterIsSpelled(t *testing.T) {
	for r := rune(0xC0); r <= 0x17F; r++ {
		if !unicode.IsLetter(r) || r == 'ŉ' { // ŉ is an apostrophe and an n
			continue
		}
		counts, _, err := countsOf(t, strings.NewReader("x"+string(r)+"x"), letters)
		if err != nil || counts["x _"] != 0 {
			t.Errorf("%c (U+%04X) is taken for a space", r, r)
		}
	}
}

// TestEveryCharacterOfPlaneZero compares the cutting of text with a naive one. See
// TestLongEveryCharacterThereIs for the other planes of Unicode.
func TestEveryCharacterOfPlaneZero(t *testing.T) { compareCharacters(t, 0x10000) }

// compareCharacters compares with the naive cutting for all characters below a limit,
// a page of 256 at a time.
func compareCharacters(t *testing.T, limit rune) {
	t.Helper()
	for page := rune(0); page < limit; page += 256 {
		var text strings.Builder
		for r := max(page, 1); r < page+256; r++ {
			if utf8.ValidRune(r) {
				text.WriteString("x" + string(r) + "z+'" + string(r) + "0 ")
			}
		}
		if text.Len() == 0 {
			continue // surrogates
		}
		for _, unit := range []string{letters, words} {
			got, _, err := countsOf(t, strings.NewReader(text.String()), unit)
			if err != nil {
				t.Fatalf("page U+%04X, %v: %v", page, unit, err)
			}
			if d := cmp.Diff(naiveCounts(naiveSymbols(text.String(), unit)), got); d != "" {
				t.Fatalf("page U+%04X, %v: (-want +got)\n%s", page, unit, d)
			}
		}
	}
}

// textGenerator makes texts of the characters on which cutting depends.
func textGenerator() *rapid.Generator[string] {
	characters := []rune("aabcdezAEZ 01.,'’\n\t-éÉßÆøİıяЖ漢한½ﬁ°\u0301\u0308\u0338\ufeff\u00ad\u200b\u200d")
	return rapid.StringOfN(rapid.OneOf(rapid.SampledFrom(characters), rapid.Rune().Filter(func(r rune) bool {
		return r != 0
	})), 2, 60, -1)
}

func TestCountTextAgreesWithNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := textGenerator().Draw(t, "text")
		for _, unit := range []string{letters, words} {
			checkAgainstNaive(t, text, unit)
		}
	})
}

// checkAgainstNaive holds counts against the naive ones and, where there are
// no pairs, expects the error that says so.
func checkAgainstNaive(t rapid.TB, text string, unit string) {
	t.Helper()
	want := naiveCounts(naiveSymbols(text, unit))
	for _, r := range []io.Reader{
		strings.NewReader(text),
		iotest.OneByteReader(strings.NewReader(text)),
		iotest.DataErrReader(strings.NewReader(text)),
	} {
		got, c, err := countsOf(t, r, unit)
		if len(want) == 0 {
			if !errors.Is(err, errNoPairs) {
				t.Fatalf("%v of %q: error %v", unit, text, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v of %q: %v", unit, text, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%v of %q: (-want +got)\n%s", unit, text, d)
		}
		if c.Missing != 0 {
			t.Fatalf("%d records are missing", c.Missing)
		}
	}
}

// TestPartsMakeNoDifference reads a text that is longer than one part with
// every alignment of its characters to the end of the first.
func TestPartsMakeNoDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	characters := []rune("abcdef ABC éßя漢😀’'\u0301\n")
	text := make([]rune, 100_000) // about three parts
	for i := range text {
		text[i] = characters[rng.IntN(len(characters))]
	}
	for _, unit := range []string{letters, words} {
		want := naiveCounts(naiveSymbols("b"+string(text), unit))
		for _, shift := range []int{0, 1, 2, 3, 7} {
			// What is in front adds nothing but its length.
			shifted := strings.Repeat(" ", shift) + "b" + string(text)
			got, _, err := countsOf(t, strings.NewReader(shifted), unit)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%v, shift %d: (-want +got)\n%s", unit, shift, d)
			}
		}
	}
}

func TestCountTextErrors(t *testing.T) {
	const convert = ": name its encoding, such as latin1 or windows-1252"
	long := strings.Repeat("a", maxWord+1)
	tests := []struct {
		name, text string
		unit       string
		want       string
	}{
		{"empty", "", letters, "t.txt: the text has no letters of a to z, and counting what follows what takes two: give a longer text, or count words if it is in another script"},
		{"one letter", " a ", letters, "t.txt: the text has one letter of a to z, and counting what follows what takes two: give a longer text, or count words if it is in another script"},
		{"another script", "привет", letters, "t.txt: the text has no letters of a to z, and counting what follows what takes two: give a longer text, or count words if it is in another script"},
		{"no words", "...", words, "t.txt: the text has no words, and counting what follows what takes two: give a longer text"},
		{"one word", "hello", words, "t.txt: the text has one word, and counting what follows what takes two: give a longer text"},
		{"Latin-1", "ab\ncaf\xe9 d", letters, "t.txt:2:4: not UTF-8 text (byte 0xe9)" + convert},
		{"UTF-16", "\xff\xfea\x00b\x00", words, "t.txt:1:1: not UTF-8 text (byte 0xff)" + convert},
		{"cut off", "ab\n\n\xc3", letters, "t.txt:3:1: not UTF-8 text (byte 0xc3)" + convert},
		{"columns are bytes", "éé\xffab", letters, "t.txt:1:5: not UTF-8 text (byte 0xff)" + convert},
		{"surrogate", "ab\xed\xa0\x80", letters, "t.txt:1:3: not UTF-8 text (byte 0xed)" + convert},
		{"NUL", "ab\r\nc\x00d", words, "t.txt:2:2: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
		{"NUL before an invalid byte", "a\x00\xff", words, "t.txt:1:2: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
		{"invalid byte before a NUL", "a\xff\x00", words, "t.txt:1:2: not UTF-8 text (byte 0xff)" + convert},
		{
			"in a later part", strings.Repeat("ab\n", (1<<16)) + "é\xff", letters,
			fmt.Sprintf("t.txt:%d:3: not UTF-8 text (byte 0xff)%s", (1<<16)+1, convert),
		},
		{
			"in a later part of a line", "\n" + strings.Repeat("ab ", (1<<16)) + "\xff", letters,
			fmt.Sprintf("t.txt:2:%d: not UTF-8 text (byte 0xff)%s", 3*(1<<16)+1, convert),
		},
		{
			"endless word", "b\n  " + long + long, words,
			fmt.Sprintf("t.txt:2:%d: a word of more than %d bytes: count letters, or check that this is a text", 3+maxWord, maxWord),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{
				strings.NewReader(tt.text),
				iotest.OneByteReader(strings.NewReader(tt.text)),
			} {
				err := countText(r, "t.txt", tt.unit, tally.NewPairs())
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("error %v is no *Error", err)
				}
				if e.Error() != tt.want {
					t.Errorf("got  %s\nwant %s", e, tt.want)
				}
			}
		})
	}
}

// TestCountTextReadError holds that a text that cannot be read to its end is
// not taken for a shorter one; io.ErrUnexpectedEOF is what a decompressor says
// of a file that was cut off.
func TestCountTextReadError(t *testing.T) {
	for _, broken := range []error{errors.New("the disk is gone"), io.ErrUnexpectedEOF} {
		for _, text := range []string{"", "some text", strings.Repeat("ab ", (1 << 16))} {
			r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
			err := countText(r, "t.txt", letters, tally.NewPairs())
			if want := "t.txt: cannot be read: " + broken.Error(); !errors.Is(err, broken) || err.Error() != want {
				t.Errorf("after %d bytes: got %v, want %s", len(text), err, want)
			}
		}
	}
}

func TestUnitsOfText(t *testing.T) {
	folder := t.TempDir()
	_, err := Open(context.Background(), files.Write(t, folder, "a", "ab"), Options{Text: "lines"})
	checkError(t, err, folder, `a: a text cannot be counted by "lines": choose letters or words`)
}

func FuzzCountText(f *testing.F) {
	for _, s := range []string{"", "ab", "Don’t stop", "Straße e\u0301", "\xff\xfea\x00", "é\xc3", "한글 ﬁ ½", "a'\u0301b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// Longer runs of marks are broken up by normalisation.
		if len(text) > 200 || regexp.MustCompile(`\pM{20}`).Match(norm.NFKD.Bytes(text)) {
			t.Skip()
		}
		for _, unit := range []string{letters, words} {
			if utf8.Valid(text) && bytes.IndexByte(text, 0) < 0 {
				checkAgainstNaive(t, string(text), unit)
				continue
			}
			whole := countText(bytes.NewReader(text), "t", unit, tally.NewPairs())
			bytewise := countText(iotest.OneByteReader(bytes.NewReader(text)), "t", unit, tally.NewPairs())
			var e *Error
			if !errors.As(whole, &e) || e.Line == 0 || e.Column == 0 {
				t.Fatalf("%q: error %v", text, whole)
			}
			if bytewise == nil || bytewise.Error() != whole.Error() {
				t.Fatalf("%q: %v, byte by byte %v", text, whole, bytewise)
			}
		}
	})
}

func BenchmarkCountText(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, text := range []struct{ name, words string }{
		{"english", "the and whale sea of Ahab ship captain a in to that it's his, boat; was."},
		{"french", "été château garçon où façade naïve cœur l’île être déjà très"},
	} {
		all := strings.Fields(text.words)
		var s strings.Builder
		for s.Len() < 1<<20 {
			s.WriteString(all[rng.IntN(len(all))] + " ")
		}
		for _, unit := range []string{letters, words} {
			b.Run(fmt.Sprintf("unit=%v/text=%s", unit, text.name), func(b *testing.B) {
				b.SetBytes(int64(s.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if err := countText(strings.NewReader(s.String()), "", unit, tally.NewPairs()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
