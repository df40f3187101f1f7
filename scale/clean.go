package scale

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/cases"
)

// Clean says how the text of a value is read before anything else is done with it: space around it is
// removed, texts for missing values are recognised, and case is folded, in this order. The zero value
// leaves the text unchanged.
type Clean struct {
	// NA are texts that mean a missing value, without the space that Trim removes and, with FoldCase, in any case.
	NA []string `json:"na,omitempty"`
	// Decimal is the decimal mark of numbers, "." or ","; a point if it is empty.
	Decimal string `json:"decimal,omitzero"`
	// Trim removes space around the text. A value of only space is missing.
	Trim bool `json:"trim,omitzero"`
	// FoldCase makes texts equal that differ in case only, by Unicode's full case folding: ROME and
	// Rome become rome, and STRASSE and Straße strasse.
	FoldCase bool `json:"fold_case,omitzero"`
}

// KeepsText reports whether the text is read unchanged, with no setting.
func (c *Clean) KeepsText() bool {
	return len(c.NA) == 0 && c.Decimal == "" && !c.Trim && !c.FoldCase
}

// check returns an error for another decimal mark and for an empty text for missing values.
func (c *Clean) check() error {
	switch {
	case c.Decimal != "" && c.Decimal != "." && c.Decimal != ",":
		return fmt.Errorf("the decimal mark is %q: want . or ,", c.Decimal)
	case slices.Contains(c.NA, ""):
		return errors.New("a text for missing values is empty: values that are empty are missing anyway")
	}
	return nil
}

// Cleaned returns the cleaned text of a value, and whether the value is missing. Cleaning a text
// twice changes nothing. O(length of the text x number of texts for missing values).
func (c *Clean) Cleaned(text string, missing bool) (string, bool) {
	if c.Trim {
		text = strings.TrimSpace(text)
		missing = missing || text == ""
	}
	if missing || slices.Contains(c.NA, text) {
		return text, true
	}
	if c.FoldCase {
		text = fold(text)
		missing = slices.ContainsFunc(c.NA, func(na string) bool { return fold(na) == text })
	}
	return text, missing
}

// fold returns a text in folded case.
func fold(text string) string { return cases.Fold().String(text) }
