package scale

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/cases"
)

// Clean says how the text of a value is read before anything else is done with it: space around it is
// taken away, a text for missing values is recognised, and then differences of case are, in this order.
// The zero value leaves the text as it is.
type Clean struct {
	// NA are texts that stand for a missing value, without the space that Trim takes away and, with
	// FoldCase, in any case.
	NA []string `json:"na,omitempty"`
	// Decimal is the decimal mark of numbers, "." or ","; a point if it is empty.
	Decimal string `json:"decimal,omitzero"`
	// Trim takes away space around the text. A value of nothing but space is missing.
	Trim bool `json:"trim,omitzero"`
	// FoldCase makes texts equal that differ in case only, by Unicode's full case folding: ROME and
	// Rome become rome, and STRASSE and Straße strasse.
	FoldCase bool `json:"fold_case,omitzero"`
}

// KeepsText reports whether nothing is said of how the text is read.
func (c *Clean) KeepsText() bool {
	return len(c.NA) == 0 && c.Decimal == "" && !c.Trim && !c.FoldCase
}

// check returns an error for what cannot be: another decimal mark, or an empty text for missing values.
func (c *Clean) check() error {
	switch {
	case c.Decimal != "" && c.Decimal != "." && c.Decimal != ",":
		return fmt.Errorf("the decimal mark is %q: want . or ,", c.Decimal)
	case slices.Contains(c.NA, ""):
		return errors.New("a text for missing values is empty: values that are empty are missing anyway")
	}
	return nil
}

// Cleaned returns the text of a value as it counts, and whether it is missing. What was cleaned once
// stays as it is. O(length of the text x number of texts for missing values).
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

// fold returns a text with differences of case taken away.
func fold(text string) string { return cases.Fold().String(text) }
