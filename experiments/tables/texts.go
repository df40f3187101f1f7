package main

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/table"
)

// words counts words, each with the next one, as --text words does.
func words(pattern string) func(context.Context, fs.FS) (counts, error) {
	return func(ctx context.Context, files fs.FS) (counts, error) {
		c := make(counts)
		return c, each(files, pattern, func(_ string, data []byte) error {
			return c.addWords(ctx, data, func(x, y string) [2]string { return [2]string{x, y} })
		})
	}
}

// presidents counts the words of the addresses of each president, except those that are the last
// of an address.
func presidents(ctx context.Context, files fs.FS) (counts, error) {
	c := make(counts)
	return c, each(files, "package/data/*.txt", func(name string, data []byte) error {
		parts := addressFile.FindStringSubmatch(path.Base(name))
		if parts == nil {
			return fmt.Errorf("%s: the name is not YEAR_PRESIDENT_PARTY.txt", name)
		}
		return c.addWords(ctx, data, func(x, _ string) [2]string { return [2]string{parts[1], x} })
	})
}

// addressFile matches the name of a file such as 1790_george_washington_n.txt.
var addressFile = regexp.MustCompile(`^\d{4}_(\w+)_[a-z]+\.txt$`)

// addWords counts the pairs of neighbouring words of a text, each as the pair that as returns.
func (c counts) addWords(ctx context.Context, text []byte, as func(x, y string) [2]string) error {
	t, err := table.Open(ctx, "-", table.Options{Text: "words", Stdin: strings.NewReader(string(text))})
	if err != nil {
		return err
	}
	j, err := t.Joint()
	if err != nil {
		return err
	}
	for row, x := range j.XLabels() {
		columns, masses := j.Row(row)
		for k, column := range columns {
			c[as(x, j.YLabels()[column])] += masses[k]
		}
	}
	return nil
}

// characters counts characters, each with the next one.
func characters(pattern string) func(context.Context, fs.FS) (counts, error) {
	return func(_ context.Context, files fs.FS) (counts, error) {
		c := make(counts)
		return c, each(files, pattern, func(_ string, data []byte) error {
			c.addPairs(slices.Collect(func(yield func(string) bool) {
				for _, r := range string(data) {
					if !yield(characterName(r)) {
						return
					}
				}
			}))
			return nil
		})
	}
}

// characterName returns a character as a label.
func characterName(r rune) string {
	switch r {
	case ' ':
		return "space"
	case '\n':
		return "newline"
	case '\r':
		return "return"
	case '\t':
		return "tab"
	}
	return string(r)
}

// goTokens counts the kinds of tokens of Go programs, each with the next one: identifiers,
// literals, comments, and every operator and keyword.
func goTokens(_ context.Context, files fs.FS) (counts, error) {
	c := make(counts)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		var s scanner.Scanner
		s.Init(set.AddFile(name, -1, len(data)), data, nil, scanner.ScanComments)
		var kinds []string
		for {
			_, kind, _ := s.Scan()
			if kind == token.EOF {
				break
			}
			kinds = append(kinds, kind.String())
		}
		c.addPairs(kinds)
		return nil
	})
	return c, err
}

// addPairs counts symbols, each with the next one.
func (c counts) addPairs(symbols []string) {
	for k := 1; k < len(symbols); k++ {
		c[[2]string{symbols[k-1], symbols[k]}]++
	}
}

// each reads the files whose names match a pattern. It is an error if there are none.
func each(files fs.FS, pattern string, use func(name string, data []byte) error) error {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("the package has no %s", pattern)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := use(name, data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
