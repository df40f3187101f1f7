package main

import (
	"bufio"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMessagesForPrograms: with --messages json, whatever a command says on standard error is an
// object with one of the known members, and the same as what it says to a person.
func TestMessagesForPrograms(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	counts := write(t, file("counts.csv"), ",yes,no,maybe\na,1,2,0\nb,0,0,0\nc,2,1,0\nd,4,4,0\n")
	records := write(t, file("records.csv"), "letter,answer\na,yes\nc,no\nd,no\n,no\n")
	frontier := file("frontier.json")
	for _, tt := range []struct {
		args []string
		want string // a part of the messages
	}{
		{[]string{"map", counts, "-o", frontier}, `{"note":"1 row without mass set aside: b"}`},
		{[]string{"map", counts, "-o", frontier}, `{"note":"The sample is small for 3 x 2 values: `},
		{[]string{"map", counts, "-o", "-"}, `{"note":"1 column without mass: maybe"}`},
		{[]string{"map", counts, "-q", "-o", frontier}, ""},
		{[]string{"map", file("none.csv")}, `"exit":2}`},
		{[]string{"info", counts}, `{"note":`},
		{[]string{"info", counts, "--json"}, `{"note":`},
		{[]string{"compare", counts}, `{"note":`},
		{[]string{"compare", counts, "--json"}, `{"note":`},
		{[]string{"tune-epsilon", counts, "--json", "--splits", "2"}, `{"note":`},
		{[]string{"verify", frontier, counts}, `{"note":`},
		{[]string{"sample", counts, "--n", "2"}, `{"note":`},
		{[]string{"merge", frontier, frontier, "-o", file("union.csv")}, `has only the points`},
		{[]string{"encode", frontier, records, "--x", "letter", "--clusters", "2", "--unknown", "label", "-o", file("new.csv")}, `{"done":"4 records encoded"}`},
		{[]string{"scan", records, "--y", "answer", "-o", file("scan")}, ""},
		{[]string{"select", frontier, "--clusters", "77"}, `"exit":2}`},
	} {
		_, _, people := call(context.Background(), slices.DeleteFunc(slices.Clone(tt.args), func(arg string) bool { return arg == "--json" })...)
		_, _, stderr := call(context.Background(), append([]string{"--messages", "json"}, tt.args...)...)
		if !strings.Contains(stderr, tt.want) || tt.want == "" && stderr != "" {
			t.Errorf("dibmap %s: %s\nlacks %s", tt.args, stderr, tt.want)
		}
		lines := bufio.NewScanner(strings.NewReader(stderr))
		for lines.Scan() {
			var object map[string]any
			if err := json.Unmarshal(lines.Bytes(), &object); err != nil {
				t.Fatalf("dibmap %s: %v in %s", tt.args, err, lines.Bytes())
			}
			for _, known := range []string{"note", "warning", "done", "error"} {
				text, is := object[known].(string)
				if is && !strings.Contains(people, text) && !strings.HasPrefix(text, "The sample is small") {
					t.Errorf("dibmap %s: a person is not told %q", tt.args, text)
				}
				delete(object, known)
			}
			for _, known := range []string{"progress", "alive", "exit"} {
				delete(object, known)
			}
			if len(object) > 0 {
				t.Errorf("dibmap %s: %s has members that are not known", tt.args, lines.Bytes())
			}
		}
	}
}
