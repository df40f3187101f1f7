package input

import (
	"testing"
)

func TestArgument(t *testing.T) {
	for text, want := range map[string]string{
		"@alphabet": "@alphabet", "a/b-1.csv": "a/b-1.csv", "größe.csv": "größe.csv",
		"": "''", "my table.csv": "'my table.csv'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a;b": "'a;b'", "*.csv": "'*.csv'", `a\b`: `'a\b'`,
		"a\nb\x1b[2J": `$'a\nb\x1b[2J'`, "it's\t": `$'it\'s\t'`, "\u202e": `$'\u202e'`, "\xff'": `$'\xff\''`,
	} {
		if got := Argument(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
