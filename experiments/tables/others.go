package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// languages counts, for every language that is written in Latin letters and has many names of
// languages, the letters of these names.
func languages(context.Context, fs.FS) (counts, error) {
	const enough = 150
	c := make(counts)
	for _, tag := range display.Supported.Tags() {
		script, _ := tag.Script()
		namer := display.Languages(tag)
		base, _ := tag.Base()
		if script.String() != "Latn" || namer == nil || tag.String() != base.String() {
			continue // "en-GB" is English once more
		}
		letters := make(map[string]float64)
		named := 0
		for _, of := range display.Values.BaseLanguages() {
			name := namer.Name(language.Make(of.String()))
			if name == "" {
				continue
			}
			named++
			for _, r := range strings.ToLower(name) {
				if unicode.IsLetter(r) {
					letters[string(r)]++
				}
			}
		}
		if named < enough {
			continue
		}
		for letter, n := range letters {
			c[[2]string{display.English.Tags().Name(tag), letter}] += n
		}
	}
	return c, nil
}

// scripts counts the characters of each script by general category.
func scripts(context.Context, fs.FS) (counts, error) {
	c := make(counts)
	for category, of := range unicode.Categories {
		if len(category) != 2 || category == "LC" {
			continue // "L" is the union of Lu, Ll and others, and LC that of three of them
		}
		for script, in := range unicode.Scripts {
			if n := common(of, in); n > 0 {
				c[[2]string{script, category}] = n
			}
		}
	}
	return c, nil
}

// common returns the number of characters in both tables.
func common(a, b *unicode.RangeTable) float64 {
	var n float64
	visit := func(lo, hi, stride uint32) {
		for r := lo; r <= hi; r += stride {
			if unicode.Is(b, rune(r)) {
				n++
			}
		}
	}
	for _, r := range a.R16 {
		visit(uint32(r.Lo), uint32(r.Hi), uint32(r.Stride))
	}
	for _, r := range a.R32 {
		visit(r.Lo, r.Hi, r.Stride)
	}
	return n
}

// rMatrix reads a matrix as R writes it.
func rMatrix(_ context.Context, files fs.FS) (counts, error) {
	text, err := fs.ReadFile(files, "table.csv")
	if err != nil {
		return nil, err
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	c := make(counts)
	for _, record := range records[1:] {
		for k, text := range record[1:] {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("row %s: %w", record[0], err)
			}
			if n > 0 {
				c[[2]string{record[0], records[0][k+1]}] = n
			}
		}
	}
	return c, nil
}
