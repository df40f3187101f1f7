package main

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// evil has what terminals obey: sequences that begin with ESC or its 8-bit form, the bell, the ends of
// lines, and marks that change the direction of what follows.
const evil = "\x1b[31mred\x1b]0;title\x07\u009b2J\r\u202etxt\u2066\u200f\x7f\x08\u2028\U000e0041"

// obeyed returns the characters of a text that a terminal obeys.
func obeyed(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return -1
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\U000e0041':
			return r
		}
		return -1
	}, text)
}

// TestNothingPrintedIsObeyed has a table and a frontier in which every text is evil.
func TestNothingPrintedIsObeyed(t *testing.T) {
	folder := t.TempDir()
	name := "records.csv"
	if runtime.GOOS != "windows" {
		name = evil + ".csv"
	}
	var records strings.Builder
	records.WriteString("x" + strings.ReplaceAll(evil, "\r", "") + ",y,z" + evil + "\n")
	for n, count := range []int{5, 2, 1, 4, 3, 2} {
		for range count {
			x, y := string(rune('a'+n/2))+evil, string(rune('p'+n%2))+evil
			records.WriteString(`"` + x + `","` + y + `","` + y + `"` + "\n")
		}
	}
	table := write(t, filepath.Join(folder, name), records.String())
	columns := []string{"--x", "x" + strings.ReplaceAll(evil, "\r", ""), "--y", "y"}
	good := filepath.Join(folder, "good.json")
	printed := func(args ...string) string {
		t.Helper()
		code, stdout, stderr := call(t.Context(), args...)
		if bad := obeyed(stdout + stderr); bad != "" {
			t.Errorf("dibmap %.40q: exit code %d: %q is obeyed in %q", args, code, bad, stdout+stderr)
		}
		return stdout + stderr
	}
	with := func(args ...string) []string { return append(args, columns...) }
	printed(with("map", table, "-o", good)...)
	printed(with("map", table)...)
	printed("show", "last")
	printed(with("map", table, "--x", evil)...)
	printed("map", table)
	printed(with("info", table)...)
	printed("info", table)
	printed(with("info", table, "--json")...)
	printed(with("compare", table, "--methods", "ward")...)
	printed(with("tune-epsilon", table)...)
	printed("scan", table, "--y", "y", "-o", filepath.Join(folder, "scan"))
	printed("show", evil)
	printed("map", "--"+evil)
	printed("map", "--search", evil)
	printed(evil)

	content := read(t, good)
	clean := printed("show", good)
	bad := content
	for member, value := range map[string]any{
		"kind": evil + "\n", "method": evil + "\nproved complete", "name": evil + "\nname", "estimator": evil + "\n", "path": "", "x": "", "y": "",
	} {
		bad = withMember(t, bad, member, value)
	}
	path := write(t, filepath.Join(folder, "bad.json"), bad)
	if got := printed("show", path); strings.Count(got, "\n") > strings.Count(clean, "\n")+1 {
		t.Errorf("what the file says takes lines of its own:\n%s", got)
	}
	for _, args := range [][]string{
		{"show", path, "--full"},
		{"show", path, "--json"},
		{"select", path, "--clusters", "2"},
		{"select", path, "--clusters", "2", "--json"},
		{"select", path},
		{"merge", path},
		{"merge", path, good},
		{"verify", path},
		with("verify", path, table),
		{"verify", good},
		{"encode", path, "--clusters", "2", "--export", "csv"},
		{"plot", path, "-o", filepath.Join(folder, "f.svg"), "--annotate", "1"},
		{"show", good, "--compare", path},
	} {
		printed(args...)
	}

	// JSON says the same to a program.
	_, stdout, stderr := call(t.Context(), "select", good, "--clusters", "2", "--json")
	if !json.Valid([]byte(stdout)) || !strings.Contains(stdout, `\u202e`) {
		t.Errorf("%s%s", stdout, stderr)
	}
	// Data are written as they are.
	if code, stdout, stderr := call(t.Context(), "encode", good, table, "--clusters", "2", "--x", columns[1]); code != cli.ExitDone || !strings.Contains(stdout, "\u202e") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// withMember returns a frontier file in which the first member of a name has a value, or which has none
// of that name.
func withMember(t *testing.T, file, member string, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(file, `"`+member+`": "`)
	if !found {
		return file
	}
	_, rest, _ := strings.Cut(after, "\",\n")
	return before + `"` + member + `": ` + string(text) + ",\n" + rest
}
