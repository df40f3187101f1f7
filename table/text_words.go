package table

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/dibmap/dibmap/internal/tally"
)

// maxWord is the largest length of a word in bytes. It bounds memory for any input.
const maxWord = 1 << 12

// wordCounter counts pairs of words.
type wordCounter struct {
	counter    *tally.Counter
	previous   []byte // the last whole word
	word       []byte // the word being read, as it is in the text
	lower      []byte // memory for a word in lower case
	words      int64
	pair       [2]uint32
	apostrophe bool // follows the word being read, so far
	beyond     bool // the word being read is not all ASCII
}

func (w *wordCounter) count(part []byte) (int, error) {
	for at := 0; at < len(part); {
		r, size := rune(part[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(part[at:])
		}
		character := part[at : at+size]
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if w.apostrophe {
				w.word = append(w.word, '\'')
				w.apostrophe = false
			}
			w.add(character)
		case unicode.IsMark(r):
			// A mark belongs to the letter before it. After anything else it is neither a
			// letter nor a separator.
			if len(w.word) > 0 && !w.apostrophe {
				w.add(character)
			}
		case (r == '\'' || r == '’') && len(w.word) > 0 && !w.apostrophe:
			w.apostrophe = true
		case invisible(r):
		default:
			w.end()
		}
		if len(w.word) > maxWord {
			return at, fmt.Errorf("a word of more than %d bytes: count letters, or check that this is a text", maxWord)
		}
		at += size
	}
	return len(part), nil
}

// add adds a character to the word being read.
func (w *wordCounter) add(character []byte) {
	w.word = append(w.word, character...)
	w.beyond = w.beyond || len(character) > 1
}

// end ends the word being read, if there is one, and counts it with the one
// before.
func (w *wordCounter) end() {
	w.apostrophe = false
	if len(w.word) == 0 {
		return
	}
	w.fold()
	w.words++
	if w.words > 1 {
		w.pair[0], w.pair[1] = w.counter.Keys[0].Number(w.previous, false), w.counter.Keys[1].Number(w.word, false)
		w.counter.Record(w.pair[:], 1)
	}
	w.previous, w.word = w.word, w.previous[:0]
	w.beyond = false
}

// fold converts the word to lower case, and to NFC if it is not all ASCII.
func (w *wordCounter) fold() {
	if !w.beyond {
		for i, b := range w.word {
			if 'A' <= b && b <= 'Z' {
				w.word[i] = b + 'a' - 'A'
			}
		}
		return
	}
	// The text is composed before, since the lower case of a letter may differ from the lower
	// case of its parts, and after, since lower case need not be composed.
	composed := norm.NFC.Bytes(w.word)
	w.lower = w.lower[:0]
	for _, r := range string(composed) {
		w.lower = utf8.AppendRune(w.lower, unicode.ToLower(r))
	}
	w.word = append(w.word[:0], norm.NFC.Bytes(w.lower)...)
}

func (w *wordCounter) finish(*tally.Counter) error {
	w.end()
	if w.words < 2 {
		found := "one word"
		if w.words == 0 {
			found = "no words"
		}
		return fmt.Errorf("the text has %s, and %w: give a longer text", found, errNoPairs)
	}
	return nil
}
