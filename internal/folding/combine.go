package folding

import (
	"slices"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Combine returns the labels of the combinations of columns that occur in n tuples, in the order of the columns'
// own labels, and the place of each tuple among them. The function tuple returns the places of the values of a
// tuple. Of a single column, all labels are returned. ok is false if there are more than most combinations.
func Combine(fitted []scale.Fitted, n, most int, tuple func(n int) []uint32) (labels []string, place []int32, ok bool) {
	place = make([]int32, n)
	if len(fitted) == 1 {
		for at := range place {
			place[at] = fitted[0].Place[tuple(at)[0]]
		}
		return fitted[0].Labels, place, true
	}
	size := 1.0
	for _, f := range fitted {
		size *= float64(len(f.Labels))
	}
	if size >= 1<<63 {
		return nil, nil, false
	}
	keys := make([]uint64, n)
	for at := range keys {
		for i, value := range tuple(at) {
			keys[at] = keys[at]*uint64(len(fitted[i].Labels)) + uint64(fitted[i].Place[value])
		}
	}
	different := slices.Clone(keys)
	slices.Sort(different)
	different = slices.Compact(different)
	if len(different) > most {
		return nil, nil, false
	}
	parts := make([]string, len(fitted))
	for _, key := range different {
		for i := len(fitted) - 1; i >= 0; i-- {
			n := uint64(len(fitted[i].Labels))
			parts[i] = fitted[i].Labels[key%n]
			key /= n
		}
		labels = append(labels, textfile.JoinLabels(parts))
	}
	for at, key := range keys {
		n, _ := slices.BinarySearch(different, key)
		place[at] = int32(n)
	}
	return labels, place, true
}
