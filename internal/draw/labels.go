package draw

import (
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/lists"
)

// Lines breaks a text at spaces into at most some lines of a width, of about equal length. A word that is too wide is
// cut, and so is the last line if there is more text. A sign of percent stays with its number.
func Lines(s string, size, width vg.Length, most int) []string {
	var words []string
	for _, w := range strings.Fields(s) {
		if last := len(words) - 1; last >= 0 && strings.Trim(w, "%,;.") == "" {
			words[last] += " " + w
		} else {
			words = append(words, w)
		}
	}
	lines := breakLines(words, size, width, most)
	for narrower := width; len(lines) > 1 && narrower > 0; {
		narrower -= MM
		next := breakLines(words, size, narrower, len(lines)+1)
		if len(next) > len(lines) || Widest(next, size) > narrower {
			break
		}
		lines = next
	}
	return lines
}

// breakLines fills one line after the other.
func breakLines(words []string, size, width vg.Length, most int) (lines []string) {
	for len(words) > 0 {
		n := 1
		for n < len(words) && TextWidth(strings.Join(words[:n+1], " "), size) <= width {
			n++
		}
		if len(lines) == most-1 {
			n = len(words)
		}
		lines = append(lines, Cut(strings.Join(words[:n], " "), size, width))
		words = words[n:]
	}
	return lines
}

// BrokenLines returns the lines of a text in a size. Lines wider than the given width are broken after
// a "|" or at a space where there is one.
func BrokenLines(s string, size, width vg.Length) []string {
	var lines []string
	for line := range strings.Lines(s) {
		words := wordsOf(line)
		for len(words) > 0 {
			n, bar := 1, 0 // words that fit, and those up to the last "|" of them
			for n < len(words) && TextWidth(strings.Join(words[:n+1], " "), size) <= width {
				n++
			}
			for m := range n {
				if strings.HasSuffix(words[m], " |") {
					bar = m + 1
				}
			}
			if n < len(words) && bar > 0 {
				n = bar
			}
			lines = append(lines, Cut(strings.Join(words[:n], " "), size, width))
			words = words[n:]
		}
	}
	return lines
}

// wordsOf returns the words of a line, each with the "|" that follows it.
func wordsOf(line string) []string {
	var words []string
	for _, w := range strings.Fields(Printable(line)) {
		if last := len(words) - 1; w == "|" && last >= 0 {
			words[last] += " |"
		} else {
			words = append(words, w)
		}
	}
	return words
}

// Shortened returns labels that are at most as wide as a width, and differ where the labels do if that is possible. Of
// labels that are too wide, the middle is left out, or what all labels begin and end with if more of them differ then.
func Shortened(labels []string, size, width vg.Length) []string {
	fits := func(s string) bool { return TextWidth(s, size) <= width }
	runes := lists.Map(labels, func(s string) []rune { return []rune(s) })
	head, tail := sharedEnds(runes)
	core := func(n int) string {
		text, end := "", len(runes[n])
		if head > 0 {
			text = "…"
		}
		if text += string(runes[n][head:]); !fits(text) && tail > 0 {
			end -= tail
			text = strings.TrimSuffix(text, string(runes[n][end:])) + "…"
		}
		return Fit(text, fits)
	}
	ways := []func(n int) string{func(n int) string { return Fit(labels[n], fits) }, core}
	var best []string
	most := 0
	for _, way := range ways {
		list, different := make([]string, len(labels)), make(map[string]bool)
		for n, s := range labels {
			if list[n] = s; !fits(s) {
				list[n] = way(n)
			}
			different[list[n]] = true
		}
		if len(different) > most {
			best, most = list, len(different)
		}
	}
	return best
}

// sharedEnds returns how many characters all of some texts begin with, and end with, up to whole words. Each text has
// a character that neither counts.
func sharedEnds(texts [][]rune) (head, tail int) {
	if len(texts) < 2 {
		return 0, 0
	}
	first := texts[0]
	shared := func(most int, same func(s []rune, n int) bool) int {
		for n := 0; ; n++ {
			for _, s := range texts {
				if n >= len(s)-1-most || !same(s, n) {
					return n
				}
			}
		}
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	head = shared(0, func(s []rune, n int) bool { return s[n] == first[n] })
	for head > 0 && word(first[head-1]) {
		head--
	}
	tail = shared(head, func(s []rune, n int) bool { return s[len(s)-1-n] == first[len(first)-1-n] })
	for tail > 0 && word(first[len(first)-tail]) {
		tail--
	}
	return head, tail
}
