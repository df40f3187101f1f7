package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCases: every case has a limit and a call of its own, and its table has the columns that the call names.
func TestCases(t *testing.T) {
	seen, made := map[string]bool{}, map[string]bool{}
	for _, c := range cases() {
		if seen[c.call()] {
			t.Errorf("%s is there twice", c.call())
		}
		seen[c.call()] = true
		if c.time == 0 && c.memory == 0 {
			t.Errorf("%s has no limit", c.call())
		}
		args := strings.Join(c.args(), " ")
		if (c.time > 0) != strings.Contains(args, "--time-limit") || (c.memory > 0) != strings.Contains(args, "--max-memory") {
			t.Errorf("%s is called by %s", c.call(), args)
		}
		if made[c.table.name] || strings.Contains(c.table.name, "000000") { // millions take seconds
			continue
		}
		made[c.table.name] = true
		header := "x,y"
		switch {
		case strings.Contains(args, "--columns a,b"):
			header = "a,b"
		case strings.Contains(args, "--count n"):
			header = "x,y,n"
		}
		first := &firstLine{}
		c.table.write(first, rand.New(rand.NewPCG(1, 2)))
		if string(first.line) != header {
			t.Errorf("%s: the table has %q, want %q", c.call(), first.line, header)
		}
	}
}

// firstLine keeps the first line that is written.
type firstLine struct {
	line []byte
	full bool
}

func (f *firstLine) Write(p []byte) (int, error) {
	if !f.full {
		var line []byte
		line, _, f.full = bytes.Cut(p, []byte("\n"))
		f.line = append(f.line, line...)
	}
	return len(p), nil
}

// TestTablesAreTheSame: another run measures the same tables.
func TestTablesAreTheSame(t *testing.T) {
	for _, s := range []source{dense(20, 10), words(50), distinct(100), samples(30, 4), plane(50)} {
		var first, second bytes.Buffer
		for _, w := range []io.Writer{&first, &second} {
			s.write(w, rand.New(rand.NewPCG(1, 2)))
		}
		if first.String() != second.String() || strings.Count(first.String(), "\n") < 20 {
			t.Errorf("%s differs, or is small", s.name)
		}
	}
}
