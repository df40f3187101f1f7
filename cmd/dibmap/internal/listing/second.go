package listing

import (
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
)

// determined is by how much I(X;S) of a function S of X may be below H(S), in bits.
const determined = 1e-9

// describeSecond says in a line what X tells about the second variable, whether that may be chance, and which groupings
// are known. The line is empty without a second variable.
func describeSecond(f *frontier.Frontier) string {
	s := f.Second
	if s == nil {
		return ""
	}
	x, y := groupview.Columns(&f.Problem)
	name := wording.Label(s.Name)
	line := fmt.Sprintf("second variable: %s tells %s bits about %s in these records, %s of H(%s)", x, wording.Bits(s.I), name, wording.Share(s.I, s.H), name)
	if s.H-s.I <= determined {
		line = fmt.Sprintf("second variable: %s determines %s: in these records, it tells all %s bits of H(%s)", wording.Label(x), name, wording.Bits(s.H), name)
	}
	if e := s.Evidence; e != nil {
		line += fmt.Sprintf(" (corrected %s; %s tell as much, p = %.2g)", wording.Bits(min(max(e.Corrected, 0), s.H)), Permutations(e), e.P())
	}
	if s.Limit != nil && len(s.Entries) == 0 {
		return line + fmt.Sprintf("; the search looked at groupings that tell at most %s", wording.Limit(*s.Limit))
	}
	how := "best found"
	switch {
	case s.Exact:
		how = "none is missing"
	case s.Width[0] > 0:
		how = fmt.Sprintf("best found, one for each cell of %.2g x %.2g x %.2g bits", s.Width[0], s.Width[1], s.Width[2])
	}
	line += fmt.Sprintf("; %s trade H(Z), %s and %s for each number of groups (%s)", wording.Plural(len(s.Entries), "grouping"), y, name, how)
	if s.Limit != nil {
		line += fmt.Sprintf("; the points tell %s %s", groupview.Side(s), wording.Limit(*s.Limit))
	}
	return line
}
