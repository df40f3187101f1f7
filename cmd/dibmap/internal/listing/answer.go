package listing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
)

// Say prints the texts that are not empty, each as a paragraph. Where the width of the terminal is not known, lines have
// fewer than 80 columns.
func Say(w io.Writer, texts ...string) {
	for _, text := range texts {
		if wording.Columns(w) == 0 { // otherwise w wraps lines
			text = wording.Wrap(text, narrow)
		}
		say(w, text)
	}
}

// Answer prints what a grouping keeps in a sentence, and then more sentences unless they are empty.
func Answer(w io.Writer, f *frontier.Frontier, p frontier.Point, more ...string) {
	sentence := groupview.Sentence(f, p)
	if sentence == "" {
		sentence = TermsOf(f).Point(f, p)
	}
	Say(w, append([]string{sentence}, more...)...)
}

// Why says why a grouping is recommended.
func Why(r recommend.Choice) string {
	return fmt.Sprintf("Why %d: %s", r.K, wording.Word(r.Reason))
}

// Numbers prints the objectives of a grouping, and how many others have the same.
func Numbers(w io.Writer, f *frontier.Frontier, p frontier.Point) {
	terms := TermsOf(f)
	if groupview.Sentence(f, p) != "" {
		Say(w, terms.Point(f, p))
	}
	if p.Ties > 0 {
		fmt.Fprintf(w, "(%s found with the same %s and %s)\n", wording.Plural(p.Ties, "other grouping"), terms.H, terms.I)
	}
}
