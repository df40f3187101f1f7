package dataset

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// groupPrefix is what the names of groups begin with.
const groupPrefix = "@group:"

// maxOrder is the largest order of a group: a table of it has order^2 cells.
const maxOrder = 256

// groupForms are the names that a group may have.
const groupForms = "@group:Z8 (cyclic), D4 (dihedral, of order 8), Q8 (quaternion), S4 (symmetric), A4 (alternating), U40 (units modulo 40), or a product such as Z2xZ4"

// groupFamily is a kind of group with a number in its name.
type groupFamily struct {
	letter byte
	least  int // the smallest number
	most   int // larger ones have more than maxOrder elements
	step   int // a divisor of the numbers
	order  func(n int) int
	build  func(n int) *group
}

func groupFamilies() []groupFamily {
	return []groupFamily{
		{'Z', 2, maxOrder, 1, func(n int) int { return n }, cyclic},
		{'D', 2, maxOrder / 2, 1, func(n int) int { return 2 * n }, dihedral},
		{'Q', 8, maxOrder, 4, func(n int) int { return n }, quaternion},
		{'S', 2, 5, 1, factorial, func(n int) *group { return permutations(n, false) }},
		{'A', 3, 5, 1, func(n int) int { return factorial(n) / 2 }, func(n int) *group { return permutations(n, true) }},
		// An integer n has at least sqrt(n/2) units.
		{'U', 3, 2 * maxOrder * maxOrder, 1, func(n int) int { return len(units(n)) }, unitsModulo},
	}
}

// findGroup returns the data set of a group's name, which starts with "@group:".
// The group is not built yet.
func findGroup(name string) (Builtin, error) {
	type factor struct {
		family groupFamily
		n      int
	}
	var factors []factor
	order := 1
	for part := range strings.SplitSeq(strings.TrimPrefix(name, groupPrefix), "x") {
		family, n, err := parseGroup(part)
		if err == nil && (n > family.most || order*family.order(n) > maxOrder) {
			err = fmt.Errorf("it has more than %d elements", maxOrder)
		}
		if err != nil {
			return Builtin{}, &textfile.Error{Msg: fmt.Sprintf("there is no built-in group %s: %v; choose %s", textfile.Shown(name), err, groupForms)}
		}
		factors = append(factors, factor{family, n})
		order *= family.order(n)
	}
	return Builtin{
		Name: name, Title: "products of two elements of the group " + strings.TrimPrefix(name, groupPrefix), Source: "computed",
		Shape: []int{order, order, order},
		group: func() *group {
			parts := lists.Map(factors, func(f factor) *group { return f.family.build(f.n) })
			return product(parts)
		},
	}, nil
}

// parseGroup parses a name such as D4.
func parseGroup(part string) (groupFamily, int, error) {
	for _, f := range groupFamilies() {
		digits, ok := strings.CutPrefix(part, string(rune(f.letter)))
		if !ok {
			continue
		}
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil || digits != strconv.Itoa(n):
			return f, 0, fmt.Errorf("%s has no number after %c", textfile.Shown(part), f.letter)
		case n < f.least || n%f.step != 0:
			multiple := ""
			if f.step > 1 {
				multiple = fmt.Sprintf(", a multiple of %d", f.step)
			}
			return f, 0, fmt.Errorf("the number in %s must be at least %d%s", part, f.least, multiple)
		}
		return f, n, nil
	}
	return groupFamily{}, 0, fmt.Errorf("%s is no name of a group", textfile.Shown(part))
}

func factorial(n int) int {
	f := 1
	for k := 2; k <= n; k++ {
		f *= k
	}
	return f
}

// product returns the direct product of groups, with the last factor changing fastest. An element is called (a,b).
func product(parts []*group) *group {
	if len(parts) == 1 {
		return parts[0]
	}
	order := 1
	for _, p := range parts {
		order *= p.Order()
	}
	// An element is its place, whose digits are its factors.
	places := lists.Numbers(order)
	label := func(e int) string {
		labels := make([]string, len(parts))
		for i := len(parts) - 1; i >= 0; i-- {
			n := parts[i].Order()
			labels[i] = parts[i].labels[e%n]
			e /= n
		}
		return "(" + strings.Join(labels, ",") + ")"
	}
	return newGroup(places, label, func(a, b int) int {
		y, unit := 0, 1
		for i := len(parts) - 1; i >= 0; i-- {
			n := parts[i].Order()
			y += unit * parts[i].product[a%n][b%n]
			a, b, unit = a/n, b/n, unit*n
		}
		return y
	})
}
