package picture

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/lists"
)

// ClusterText returns the clusters of a point on one line of at most maxRunes letters, such as "_
// | aeiou | q | rest"; zero means 40 letters. Between labels of more than one letter are spaces,
// and commas if a label has a space. If the cluster with the most values is long, it is called
// "rest" and comes last. If the text is still too long, clusters are cut, and the last clusters
// are only counted. Neighbours in the order of X are ranges. If ranges of numbers are too long,
// the text has the numbers at which they are cut. If the clusters are not known, the text is their
// number.
func ClusterText(p frontier.Point, maxRunes int) string {
	if maxRunes <= 0 {
		maxRunes = 40
	}
	clusters := p.Ranges()
	if clusters == nil {
		return cutRunes(fmt.Sprintf("k = %d", p.K), maxRunes)
	}
	between := ""
	rest, values := 0, 0
	for n, ranges := range clusters {
		if len(ranges) > len(clusters[rest]) {
			rest = n
		}
		values += len(ranges)
		for _, r := range ranges {
			if strings.Contains(r.Text, " ") {
				between = ", "
			} else if between == "" && utf8.RuneCountInString(r.Text) != 1 {
				between = " "
			}
		}
	}
	words := make([]string, len(clusters))
	for n, ranges := range clusters {
		texts := lists.Map(ranges, func(r frontier.Range) string { return r.Text })
		words[n] = draw.Printable(strings.Join(texts, between))
	}
	if cuts, others, ok := p.Cuts(); ok {
		return cutText(words, cuts, others, maxRunes)
	}
	if s := joined(words); utf8.RuneCountInString(words[rest]) <= longCluster && utf8.RuneCountInString(s) <= maxRunes {
		return s
	}
	switch {
	case len(words) == 1:
		return cutRunes("all values", maxRunes)
	case len(words) == values && between == ", ":
		return shortenedRanges(words, maxRunes)
	case len(words) == values:
		return cutRunes("every value apart", maxRunes)
	}
	words = append(words[:rest], words[rest+1:]...)
	return shortened(words, maxRunes)
}

// longCluster is the number of letters up to which the largest cluster is written out.
const longCluster = 12

// shortened fits some clusters and the rest into a text: all of them, each cut to at least five
// letters, or otherwise the first few and the number of the others.
func shortened(words []string, maxRunes int) string {
	const least = 5
	longest := least
	for _, w := range words {
		longest = max(longest, utf8.RuneCountInString(w))
	}
	// Longer words have no room, so thousands of clusters take no longer than a few.
	longest = min(longest, maxRunes)
	for keep := min(len(words), maxRunes); keep >= 0; keep-- {
		for length := longest; length >= least; length-- {
			list := lists.Map(words[:keep], func(w string) string { return cutLabels(w, length) })
			if more := len(words) - keep; more > 0 {
				list = append(list, fmt.Sprintf("%d more", more))
			}
			s := joined(append(list, "rest"))
			if utf8.RuneCountInString(s) <= maxRunes {
				return s
			}
			if keep == 0 {
				break
			}
		}
	}
	return cutRunes(fmt.Sprintf("%d clusters", len(words)+1), maxRunes)
}

// cutText returns ranges of numbers, or the numbers at which they are cut if that is too long.
func cutText(words, cuts, others []string, maxRunes int) string {
	if s := joined(words); utf8.RuneCountInString(s) <= maxRunes || len(cuts) == 0 {
		return cutRunes(s, maxRunes)
	}
	for n := len(cuts); n > 0; n-- {
		s := "cut at " + strings.Join(cuts[:n], ", ")
		if left := len(cuts) - n; left > 0 {
			s += fmt.Sprintf(", %d more", left)
		}
		s = joined(append([]string{s}, others...))
		if utf8.RuneCountInString(s) <= maxRunes {
			return s
		}
	}
	return cutRunes(fmt.Sprintf("%d ranges", len(words)), maxRunes)
}

// shortenedRanges returns the ranges that fit, and the number of the others.
func shortenedRanges(words []string, maxRunes int) string {
	for n := len(words); n > 0; n-- {
		list := words[:n:n]
		if left := len(words) - n; left > 0 {
			list = append(list, fmt.Sprintf("%d more", left))
		}
		if s := joined(list); utf8.RuneCountInString(s) <= maxRunes {
			return s
		}
	}
	return cutRunes(fmt.Sprintf("%d ranges", len(words)), maxRunes)
}

func joined(words []string) string { return strings.Join(words, " | ") }

// cutLabels returns the first labels of a cluster, whole ones if there are spaces between them
// and at least one has room.
func cutLabels(s string, most int) string {
	cut := cutRunes(s, most)
	if cut == s {
		return s
	}
	kept := strings.TrimSuffix(cut, "…")
	if end := strings.LastIndex(kept, " "); end > 0 && s[len(kept)] != ' ' {
		kept = kept[:end]
	}
	return strings.TrimSuffix(kept, " ") + "…"
}

// cutRunes returns the first letters of s, with an ellipsis if they are not all.
func cutRunes(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}
