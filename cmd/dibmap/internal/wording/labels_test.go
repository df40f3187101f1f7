package wording

import "testing"

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
	} {
		if got := Clusters(tt.clusters, tt.width); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
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
