package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// randomTable returns a matrix of counts below 100 as CSV.
func randomTable(rows, columns int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for y := range columns {
		fmt.Fprintf(&b, ",y%d", y)
	}
	for x := range rows {
		fmt.Fprintf(&b, "\nx%d", x)
		for range columns {
			fmt.Fprintf(&b, ",%d", rng.IntN(100))
		}
	}
	return b.String() + "\n"
}

// scriptTable is the command "table FILE ROWS COLUMNS SEED" of scripts.
func scriptTable(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: table FILE ROWS COLUMNS SEED")
	}
	var n [3]int
	for i := range n {
		var err error
		n[i], err = strconv.Atoi(args[1+i])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(randomTable(n[0], n[1], uint64(n[2]))), 0o644))
}

// seconds is what differs between frontiers of the same search.
var seconds = regexp.MustCompile(`"seconds": .*`)

// timeless returns a frontier file without the seconds.
func timeless(file string) string { return seconds.ReplaceAllString(file, "") }

// scriptSame is the command "same FRONTIER FRONTIER" of scripts: the bytes of two
// files agree except in the seconds.
func scriptSame(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same FRONTIER FRONTIER")
	}
	a, b := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	if !seconds.MatchString(a) {
		ts.Fatalf("%s is no frontier", args[0])
	}
	if same := timeless(a) == timeless(b); same == neg {
		ts.Fatalf("%s and %s: same is %v", args[0], args[1], same)
	}
}

// scriptDamage is the command "damage FILE cut|flip" of scripts: it takes the last
// byte away, or flips a bit in the middle.
func scriptDamage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: damage FILE cut|flip")
	}
	content := []byte(ts.ReadFile(args[0]))
	if args[1] == "cut" {
		content = content[:len(content)-1]
	} else {
		content[len(content)/2] ^= 4
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o644))
}

// scriptEdit is the command "edit FILE OLD NEW" of scripts: it puts NEW for the only
// OLD, or the first of several. \n stands for a line end.
func scriptEdit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	content := ts.ReadFile(args[0])
	old, replacement := strings.ReplaceAll(args[1], `\n`, "\n"), strings.ReplaceAll(args[2], `\n`, "\n")
	if !strings.Contains(content, old) {
		ts.Fatalf("%s does not contain %q", args[0], old)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(content, old, replacement, 1)), 0o644))
}

// raceDetector tells whether the program is built with it, and so takes tens of
// times as long to search.
func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// write writes a file of a test and returns its path.
func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// read returns the content of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
