package picture

import "testing"

// TestWithDirection: what follows a label that is read from right to left is on its right.
func TestWithDirection(t *testing.T) {
	for _, c := range [][2]string{
		{"Rome", "Rome"},
		{"ירושלים", "ירושלים\u200e"},
		{"القاهرة 2", "القاهرة 2\u200e"},
		{"القاهرة+東京+2 more", "القاهرة\u200e+東京+2 more"},
		{"القاهرة, Rome", "القاهرة, Rome"},
	} {
		if got := WithDirection(c[0]); got != c[1] {
			t.Errorf("%+q becomes %+q, want %+q", c[0], got, c[1])
		}
	}
}
