package table

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/dibmap/dibmap/internal/tally"
)

// alphabetSize is the number of symbols of a text of letters: the space, 0, and the
// letters a to z, 1 to 26.
const alphabetSize = 27

// letterLabel returns the label of a symbol: "_" for the space, so that it is visible.
func letterLabel(symbol int) []byte {
	if symbol == 0 {
		return []byte{'_'}
	}
	return []byte{'a' + byte(symbol) - 1}
}

// letterCounter counts pairs of letters.
type letterCounter struct {
	class [utf8.RuneSelf]uint8 // the symbol of an ASCII character
	pairs [alphabetSize][alphabetSize]int64
	last  uint8 // the last letter, 0 before the first
	space bool  // something else has followed it
}

func newLetterCounter() *letterCounter {
	l := &letterCounter{}
	for i := range 26 {
		l.class['a'+i] = uint8(1 + i)
		l.class['A'+i] = uint8(1 + i)
	}
	return l
}

func (l *letterCounter) count(part []byte) (int, error) {
	for at := 0; at < len(part); {
		if b := part[at]; b < utf8.RuneSelf {
			l.put(l.class[b])
			at++
			continue
		}
		_, size := utf8.DecodeRune(part[at:])
		l.putCharacter(part[at : at+size])
		at += size
	}
	return len(part), nil
}

// put counts one symbol. A space is held back until a letter follows it.
func (l *letterCounter) put(symbol uint8) {
	switch {
	case symbol == 0:
		l.space = true
		return
	case l.last == 0: // the text begins
	case l.space:
		l.pairs[l.last][0]++
		l.pairs[0][symbol]++
	default:
		l.pairs[l.last][symbol]++
	}
	l.last = symbol
	l.space = false
}

// putCharacter counts the letters of a character beyond ASCII. One character at a time is enough:
// decomposing a whole text would also sort the marks on each letter, which are dropped.
func (l *letterCounter) putCharacter(utf8Bytes []byte) {
	decomposed := norm.NFKD.Properties(utf8Bytes).Decomposition()
	if decomposed == nil {
		decomposed = utf8Bytes
	}
	for _, r := range string(decomposed) {
		if r < utf8.RuneSelf {
			l.put(l.class[r])
			continue
		}
		if unicode.IsMark(r) || invisible(r) {
			continue
		}
		letters := spelling[r]
		if letters == "" {
			l.put(0)
		}
		for i := range len(letters) {
			l.put(l.class[letters[i]])
		}
	}
}

// spelling says how Latin letters that Unicode does not decompose are written with a to z.
var spelling = map[rune]string{
	'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ß': "ss", 'ẞ': "ss", 'þ': "th", 'Þ': "th", 'ø': "o", 'Ø': "o",
	'ł': "l", 'Ł': "l", 'đ': "d", 'Đ': "d", 'ð': "d", 'Ð': "d", 'ħ': "h", 'Ħ': "h", 'ı': "i", 'ȷ': "j", 'ĸ': "q",
	'ŋ': "ng", 'Ŋ': "ng", 'ŧ': "t", 'Ŧ': "t",
}

func (l *letterCounter) finish(c *tally.Counter) error {
	var total int64
	for x := range alphabetSize {
		for y, n := range l.pairs[x] {
			if n > 0 {
				c.RecordTimes([]uint32{c.Keys[0].Number(letterLabel(x), false), c.Keys[1].Number(letterLabel(y), false)}, 1, n)
				total += n
			}
		}
	}
	if total > 0 {
		return nil
	}
	found := "one letter"
	if l.last == 0 {
		found = "no letters"
	}
	return fmt.Errorf("the text has %s of a to z, and %w: give a longer text, or count words if it is in another script",
		found, errNoPairs)
}
