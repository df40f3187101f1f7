package table

import (
	"errors"
	"io"
	"unicode"

	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Units of a text.
const (
	letters = "letters"
	words   = "words"
)

// countText counts every symbol of a text with the symbol after it. Memory grows with the different
// pairs of symbols, not with the text.
//
// The error is an [*Error] if the text is not UTF-8, holds a NUL byte, or has fewer than two symbols.
// O(length of the text).
func countText(r io.Reader, file, unit string, c *tally.Counter) error {
	var symbols symbolCounter = &wordCounter{counter: c}
	if unit == letters {
		symbols = newLetterCounter()
	}
	text := textfile.NewSource(r, file)
	for {
		part, err := text.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		at, err := symbols.count(part)
		text.Advance(part[:at])
		if err != nil {
			return text.Wrong(err)
		}
	}
	if err := symbols.finish(c); err != nil {
		return &Error{File: file, Msg: err.Error(), Err: err}
	}
	return nil
}

// symbolCounter divides a text into symbols. The text comes in parts of whole characters without NUL;
// where the parts begin does not matter.
type symbolCounter interface {
	// count takes the next part and returns how much of it was counted: all,
	// unless there is an error.
	count(part []byte) (int, error)
	// finish counts what is left at the end of the text.
	finish(c *tally.Counter) error
}

// invisible reports whether a character only changes how text is shown, such as a soft hyphen: the
// format characters that Unicode's rules for the boundaries of words skip (UAX #29, WB4). The
// zero-width space is in this category, but separates words.
func invisible(r rune) bool { return unicode.Is(unicode.Cf, r) && r != '\u200B' }

// errNoPairs is wrapped by the error for a text of fewer than two symbols.
var errNoPairs = errors.New("counting what follows what takes two")
