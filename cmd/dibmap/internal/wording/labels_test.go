package wording

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestClusters: ranges and labels of several columns have no quotes where they cannot be misread, and
// what is cut off is counted.
func TestClusters(t *testing.T) {
	for _, tt := range []struct {
		clusters [][]string
		width    int
		want     string
	}{
		{[][]string{{"a", "b"}, {"c"}}, 40, "ab | c"},
		{[][]string{{"one", "two"}, {"a b"}}, 40, `one,two | "a b"`},
		{[][]string{{"1,2", "3,4"}, {"5,6"}}, 40, "1,2 3,4 | 5,6"},
		{[][]string{{"0.2 - 0.5"}, {"0.5"}, {"(missing)"}}, 40, "0.2 - 0.5 | 0.5 | (missing)"},
		{[][]string{{"0.2 - 0.5", "0.7"}, {"0.5 - 0.7"}}, 40, "0.2 - 0.5, 0.7 | 0.5 - 0.7"},
		{[][]string{{"-5 to -1"}, {"0 to 3"}}, 40, "-5 to -1 | 0 to 3"},
		{[][]string{{"JFK / New York", "LGA / AA"}, {"EWR / UA"}}, 60, "JFK / New York, LGA / AA | EWR / UA"},
		{[][]string{{"(0.5, 3]"}, {"(3, 4]"}}, 40, "(0.5, 3] | (3, 4]"},
		{[][]string{{"(0.5, 3]", "(4, 5]"}, {"(3, 4]"}}, 40, `"(0.5, 3]", "(4, 5]" | (3, 4]`},
		{[][]string{{"a - b", "c|d"}, {"e"}}, 40, `a - b, "c|d" | e`},
		{[][]string{{"a - b", "c - d", "e - f"}, {"g"}}, 20, "a - b, c - d, +1 | g"},
		{[][]string{{"東京", "大阪", "京都"}, {"奈良"}}, 20, "東京,大阪,+1 | 奈良"}, // two columns a character
		{[][]string{{"東京", "大阪", "京都"}, {"奈良"}}, 8, "東京,+2…"},
	} {
		if got := Clusters(tt.clusters, tt.width); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestLinesHoldTheFirstLabels: a line is the same if it is made of no more labels than it may hold.
func TestLinesHoldTheFirstLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 2))
	for range 2000 {
		width := 8 + r.IntN(90)
		all := make([][]string, 1+r.IntN(1+r.IntN(60)))
		clusters, most := Holds(len(all), width)
		var first [][]string
		var more []int
		letters, longest := r.IntN(2) == 0, 1+r.IntN(1+r.IntN(150))
		for k := range all {
			for range 1 + r.IntN(longest) {
				label := fmt.Sprint("w", r.IntN(1+r.IntN(10000)))
				if letters {
					label = string(rune('a' + r.IntN(26)))
				}
				all[k] = append(all[k], label)
			}
			if k < clusters {
				first = append(first, append([]string(nil), all[k][:min(most, len(all[k]))]...))
				more = append(more, len(all[k])-len(first[k]))
			}
		}
		if got, want := FirstOfClusters(first, more, width), Clusters(all, width); got != want {
			t.Errorf("in %d: %s, want %s", width, got, want)
		}
	}
}

func TestListed(t *testing.T) {
	items := []string{"0.3", "0.44", "0.89", "1.02"}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{40, "cut at 0.3, 0.44, 0.89, 1.02"},
		{28, "cut at 0.3, 0.44, 0.89, 1.02"},
		{27, "cut at 0.3, 0.44, 0.89, +1"},
		{20, "cut at 0.3, 0.44, +2"},
		{14, "cut at 0.3, +3"},
		{9, "cut at 0…"},
	} {
		if got := Listed("cut at ", items, tt.width); got != tt.want {
			t.Errorf("in %d: %s, want %s", tt.width, got, tt.want)
		}
	}
}
