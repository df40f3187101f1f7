package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/dibmap/dibmap/experiments/internal/chart"
)

// The files with the page and with all its numbers.
const (
	pageFile    = "three-objectives.md"
	numbersFile = "three-objectives.csv"
)

//go:embed page.md
var pageText string

// section is a part of the page: a table, whose first line is the header, and numbers by name, for the text.
type section struct {
	id      string
	lines   [][]string
	numbers map[string]string
	panels  []chart.Panel
}

// writePage writes the text, with tables in place of {{table "ID"}} and numbers in place of {{number "ID" "NAME"}}.
func writePage(w io.Writer, made []section) error {
	of := make(map[string]section)
	for _, s := range made {
		of[s.id] = s
	}
	t, err := template.New(pageFile).Funcs(template.FuncMap{
		"table": func(id string) (string, error) {
			if len(of[id].lines) == 0 {
				return "", fmt.Errorf("there is no section %s", id)
			}
			return of[id].markdown(), nil
		},
		"number": func(id, name string) (string, error) {
			if n, ok := of[id].numbers[name]; ok {
				return n, nil
			}
			return "", fmt.Errorf("section %s has no number %q", id, name)
		},
	}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, nil)
}

// markdown returns the table.
func (s section) markdown() string {
	var b strings.Builder
	for k, line := range s.lines {
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if k == 0 {
			b.WriteString(strings.Repeat("|---", len(line)) + "|\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeNumbers writes each line of the tables after the name of its section, and numbers as lines of three columns.
func writeNumbers(w io.Writer, made []section) error {
	out := csv.NewWriter(w)
	for _, s := range made {
		for _, line := range s.lines {
			if err := out.Write(append([]string{s.id}, line...)); err != nil {
				return err
			}
		}
		for _, name := range slices.Sorted(maps.Keys(s.numbers)) {
			if err := out.Write([]string{s.id + numbersOf, name, s.numbers[name]}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// numbersOf is after the name of a section in lines of its numbers.
const numbersOf = ", number"

// readNumbers reads what writeNumbers writes. Sections that are not there, as in a file that does not exist, are empty.
func readNumbers(path string) ([]section, error) {
	all := make([]section, len(sections))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	in := csv.NewReader(bytes.NewReader(data))
	in.FieldsPerRecord = -1
	lines, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for k := range all {
		all[k] = section{id: sections[k].id, numbers: make(map[string]string)}
		for _, line := range lines {
			switch line[0] {
			case all[k].id:
				all[k].lines = append(all[k].lines, line[1:])
			case all[k].id + numbersOf:
				all[k].numbers[line[1]] = line[2]
			}
		}
	}
	return all, nil
}

// decimals writes a number for people.
func decimals(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
