package encode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/scale"
)

// spelt returns the texts that mean each of n classes where values are compared as text: its labels, and
// after each label the other spellings that a typed column has for it. A spelling that is a label means
// only this label, and a spelling that labels of two classes share is left out. O(labels).
func spelt(labels []string, class []int, n int) [][]string {
	truths := onlyTruths(labels)
	claims := make(map[string]int)
	const none = -1
	for i, label := range labels {
		for _, s := range otherSpellings(label, truths) {
			if c, claimed := claims[s]; claimed && c != class[i] {
				claims[s] = none
			} else if !claimed {
				claims[s] = class[i]
			}
		}
	}
	for _, label := range labels {
		claims[label] = none
	}
	values := make([][]string, n)
	for i, label := range labels {
		c := class[i]
		values[c] = append(values[c], label)
		for _, s := range otherSpellings(label, truths) {
			if claims[s] == c {
				values[c] = append(values[c], s)
				claims[s] = none // once is enough
			}
		}
	}
	return values
}

// onlyTruths reports whether all labels are truth values, so that 1 and 0 can only be the
// form in which SQLite stores them.
func onlyTruths(labels []string) bool {
	return !slices.ContainsFunc(labels, func(l string) bool {
		return l != "" && l != scale.MissingLabel && !isRest(l) && !isTruth(l)
	})
}

func isTruth(s string) bool {
	return slices.Contains([]string{"true", "True", "TRUE", "false", "False", "FALSE"}, s)
}

// otherSpellings returns how typed columns and other programs may write a label that is
// a truth value or a number; nothing for other labels.
func otherSpellings(label string, digits bool) []string {
	if !isTruth(label) {
		return otherNumbers(label)
	}
	lower := strings.ToLower(label)
	all := []string{lower, strings.ToUpper(lower[:1]) + lower[1:], strings.ToUpper(lower)}
	if digits {
		all = append(all, map[string]string{"true": "1", "false": "0"}[lower])
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == label })
}

// maxWhole is the number of digits up to which every whole number has a distinct float
// that is written without an exponent.
const maxWhole = 15

// otherNumbers returns the shortest form of a decimal number and, if it is whole, its
// form in a column of floats. Numbers with leading zeros are codes, not numbers.
func otherNumbers(label string) []string {
	unsigned, negative := strings.CutPrefix(label, "-")
	whole, fraction, _ := strings.Cut(unsigned, ".")
	if !isDigits(whole+fraction) || whole == "" && fraction == "" || len(whole) > 1 && whole[0] == '0' {
		return nil
	}
	whole = cmp.Or(whole, "0")
	short := whole
	if negative {
		short = "-" + whole
	}
	all := []string{short}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		all[0] += "." + fraction
	} else if len(whole) <= maxWhole {
		all = append(all, short+".0")
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == label })
}

func isDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
