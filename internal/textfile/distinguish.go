package textfile

import "fmt"

// Distinguish appends numbers to names that occur again. The first cluster of a name keeps it.
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
