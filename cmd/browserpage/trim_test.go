package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const library = `package library

import (
	"fmt"
	kept "os"

	"example.org/go-shapes"
)

func init() { fmt.Println() }

// Draw draws.
func Draw(s shapes.Shape) { kept.Exit(s.Sides()) }

type T struct{}

func (T) Count() int { return len(kept.Args) }

func other() { kept.Exit(1) }
`

func TestTrim(t *testing.T) {
	for _, c := range []struct {
		name      string
		cut       cut
		has, lack []string
	}{
		{"a function that is removed", cut{body: gone, functions: []string{"Draw"}}, []string{`"fmt"`, "return len(kept.Args)", "kept.Exit(1)"}, []string{"go-shapes", "func Draw"}},
		{"a method", cut{body: panics, functions: []string{"Count"}}, []string{"Count() int { panic(", "go-shapes", "kept.Exit(1)"}, []string{"return len"}},
		{"all functions", cut{body: panics}, []string{"fmt.Println()", "func Draw(s shapes.Shape)", "func other() { panic("}, []string{"kept"}},
	} {
		path := filepath.Join(t.TempDir(), "library.go")
		if err := os.WriteFile(path, []byte(library), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := trim(path, c.cut); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range c.has {
			if !strings.Contains(string(got), text) {
				t.Errorf("%s: %q is not there any more:\n%s", c.name, text, got)
			}
		}
		for _, text := range c.lack {
			if strings.Contains(string(got), text) {
				t.Errorf("%s: %q is still there:\n%s", c.name, text, got)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "library.go")
	if err := os.WriteFile(path, []byte(library), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := trim(path, cut{body: panics, functions: []string{"Missing"}}); err == nil || !strings.Contains(err.Error(), "no function Missing") {
		t.Errorf("of a function that is not there: %v", err)
	}
}
