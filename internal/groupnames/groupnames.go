// Package groupnames holds the rules for names of groups of labels: names that people gave to groups, which stay with the
// group in all groupings that have it, and names that are told apart.
package groupnames

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// maxName is the largest number of bytes of a name that a person gives.
const maxName = 1024

// Check returns an error if given are not lists of a name and then the labels of a group. The text starts with a blank or
// an index: the caller puts the name of the field before it. O(labels).
func Check(given [][]string, labels []string) error {
	if len(given) == 0 {
		return nil
	}
	row := rowsOf(labels)
	for n, list := range given {
		if len(list) < 2 {
			return fmt.Errorf("[%d] has %s, and should have a name and then the labels of a group", n, textfile.Plural(len(list), "text"))
		}
		name := list[0]
		if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			return fmt.Errorf("[%d][0] is %s: a name has 1 to %d bytes, and no control characters", n, textfile.Quoted(name), maxName)
		}
		met := make(map[string]bool, len(list))
		for k, label := range list[1:] {
			if _, ok := row[label]; !ok || met[label] {
				return fmt.Errorf("[%d][%d] is %s, which is not one of the x_labels, or occurs twice", n, k+1, textfile.Quoted(label))
			}
			met[label] = true
		}
	}
	return nil
}

// Give replaces the names of groups by the given names, where a group has exactly the labels of a given one; group holds
// the group of each label. A later name of the same group replaces an earlier one. O(labels).
func Give(names []string, given [][]string, labels []string, group []int) {
	if len(given) == 0 {
		return
	}
	row, size := rowsOf(labels), make([]int, len(names))
	for _, c := range group {
		size[c]++
	}
	of := func(label string) int {
		if x, ok := row[label]; ok {
			return group[x]
		}
		return -1
	}
	for _, list := range given {
		if len(list) < 2 {
			continue
		}
		c := of(list[1])
		if c >= 0 && size[c] == len(list)-1 && !slices.ContainsFunc(list[2:], func(label string) bool { return of(label) != c }) {
			names[c] = list[0]
		}
	}
}

func rowsOf(labels []string) map[string]int {
	return lists.Index(labels)
}

// Distinguish appends numbers to names that occur again: the first group of a name keeps it, and the second one gets
// " (2)" or the next number that makes a name of its own.
func Distinguish(names []string) {
	taken := make(map[string]bool, len(names))
	for _, name := range names {
		taken[name] = true
	}
	next := make(map[string]int, len(names))
	for c, name := range names {
		for next[name]++; next[name] > 1; next[name]++ {
			numbered := fmt.Sprintf("%s (%d)", name, next[name])
			if !taken[numbered] {
				names[c], taken[numbered] = numbered, true
				break
			}
		}
	}
}
