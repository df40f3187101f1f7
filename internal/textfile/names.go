package textfile

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/lists"
)

// maxListed is the number of names that a message lists.
const maxListed = 20

// NoColumn returns the message for a column that a file lacks. have are its columns.
func NoColumn(name string, have []string) string {
	msg := fmt.Sprintf("no column %s; the columns are %s", strconv.Quote(Cut(name, maxShown)), Listed(have))
	if column, part, ok := strings.Cut(name, ":"); ok && slices.Contains(have, column) {
		return msg + fmt.Sprintf(": for a part of its times, name %s, and take its part %s", Shown(column), Shown(part))
	}
	if near, ok := closest(name, have); ok {
		msg += fmt.Sprintf(" (did you mean %s?)", Shown(near))
	}
	return msg
}

// SplitNames returns the names in a list with commas between them. A name that has a comma or a quote
// is in quotes, as in CSV.
func SplitNames(list string) ([]string, error) {
	if !strings.ContainsAny(list, `,"`) {
		return []string{list}, nil
	}
	r := csv.NewReader(strings.NewReader(list))
	r.LazyQuotes = true
	names, err := r.Read()
	if err == nil && (slices.Contains(names, "") || r.InputOffset() < int64(len(list))) {
		err = csv.ErrFieldCount
	}
	if err != nil {
		return nil, fmt.Errorf("the list %s is not one of names with commas between them", strconv.Quote(Cut(list, maxShown)))
	}
	return names, nil
}

// JoinNames returns the list that [SplitNames] reads.
func JoinNames(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if strings.ContainsAny(name, `,"`) {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		b.WriteString(strings.Repeat(",", min(i, 1)) + name)
	}
	return b.String()
}

// Listed joins the first 20 names with commas and says how many more there are.
func Listed(names []string) string {
	shown := lists.Make(min(len(names), maxListed), func(i int) string { return Shown(names[i]) })
	text := strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// maxShown is the length in bytes beyond which a name in a message is cut.
const maxShown = 60

// Shown returns a name for a message: quoted if it could be misread, and cut if it is long.
func Shown(name string) string {
	name = Cut(name, maxShown)
	odd := func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.IsSpace(r) || strings.ContainsRune(`,;"'()`, r) || r == utf8.RuneError
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}

// Quoted returns a text for a message: quoted, and cut if it is long.
func Quoted(text string) string { return strconv.Quote(Cut(text, maxShown)) }

// Cut shortens a text to a number of bytes.
func Cut(text string, length int) string {
	if len(text) > length {
		return strings.ToValidUTF8(text[:length], "") + "..."
	}
	return text
}

// Plural returns a number with a noun: "1 field", "2 fields".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// closest returns the name with the smallest edit distance from a given one, if that is
// small for its length and the two have a letter in common.
func closest(name string, have []string) (string, bool) {
	length := len([]rune(name))
	best, nearest := length/3+2, ""
	for _, h := range have {
		if len(h) > 4*len(name)+8 {
			continue // too long to be near, and slow to compare
		}
		if d := Distance(strings.ToLower(name), strings.ToLower(h)); d < min(best, max(length, len([]rune(h)))) {
			best, nearest = d, h
		}
	}
	return nearest, nearest != ""
}

// Distance returns the Levenshtein distance: how many letters must be inserted, deleted or
// replaced to turn a into b. O(length of a x length of b).
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := lists.Numbers(len(to) + 1)
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replace := diagonal
			if r != s {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
