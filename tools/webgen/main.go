// Command webgen bundles the page of a package.
//
//	webgen FOLDER SOURCE=TARGET ...
//
// FOLDER is the folder of the package. Each SOURCE in its folder web becomes a TARGET in FOLDER. A script begins with
// the licences of its libraries, which npm ci --prefix report/web installs. The same sources give the same bytes.
// npm run check checks the types.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "webgen: name the folder of a package, and what to make of which source in it: SOURCE=TARGET")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "webgen: %v\n", err)
		os.Exit(1)
	}
}

func run(folder string, pairs []string) error {
	web, err := filepath.Abs(filepath.Join(folder, "web"))
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		source, target, _ := strings.Cut(pair, "=")
		out, err := bundle(web, source)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, target)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, out) {
			continue // a program that embeds the file may be compiled at the same time
		}
		if err := os.WriteFile(path, out, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// bundle returns a source and all that it imports as one minified file.
func bundle(web, name string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{name},
		AbsWorkingDir:     web,
		Outdir:            web, // for names only: nothing is written
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetASCII, // the page may be read in any encoding
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsInline,
		Metafile:          true,
	})
	if len(result.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), ""))
	}
	notice, err := licences(web, result.Metafile)
	if err != nil {
		return nil, err
	}
	return append([]byte(notice), result.OutputFiles[0].Contents...), nil
}

// licences returns the licences of the packages whose files are in a bundle, as a
// comment: they have to go with every copy. Packages under one licence share it.
func licences(web, metafile string) (string, error) {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return "", err
	}
	packages := make(map[string][]string) // by the text of the licence
	seen := make(map[string]bool)
	for input := range meta.Inputs {
		before, inside, found := strings.Cut(input, "node_modules/")
		name, _, _ := strings.Cut(inside, "/")
		if !found || seen[name] {
			continue
		}
		seen[name] = true
		folder := filepath.Join(web, before, "node_modules", name)
		about, err := aboutOf(folder)
		if err != nil {
			return "", err
		}
		licence, err := about.licence(folder)
		if err != nil {
			return "", fmt.Errorf("the licence of %s, which is in the page: %w", name, err)
		}
		packages[licence] = append(packages[licence], name+" "+about.Version)
	}
	return comment(packages), nil
}

// about is the description of an installed package.
type about struct {
	Version      string
	License      string
	Homepage     string
	Author       json.RawMessage // a text, or an object
	Contributors []struct{ Name string }
}

func aboutOf(folder string) (a about, err error) {
	b, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(b, &a)
}

// licence returns the text of the licence of a package. If a package that names the MIT licence does not include the
// text, licence returns its authors and the text of this project.
func (a *about) licence(folder string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) || a.License != "MIT" {
		return "", err
	}
	text, err = os.ReadFile(filepath.Join("..", "LICENSE")) // of this project, which is the same
	if err != nil {
		return "", err
	}
	_, terms, found := strings.Cut(string(text), "Permission is hereby granted")
	if !found {
		return "", errors.New("the licence of this project is not MIT any more")
	}
	names := []string{strings.Trim(string(a.Author), `"`)}
	for _, c := range a.Contributors {
		names = append(names, c.Name)
	}
	return "MIT License. Copyright (c) " + strings.Join(names, ", ") + " (" + a.Homepage + ")\n\nPermission is hereby granted" + strings.TrimSpace(terms), nil
}

// comment writes licences in the order of their packages.
func comment(packages map[string][]string) string {
	if len(packages) == 0 {
		return ""
	}
	var parts []string
	for licence, names := range packages {
		slices.Sort(names)
		parts = append(parts, strings.Join(names, ", ")+":\n\n"+licence+"\n")
	}
	slices.Sort(parts)
	text := strings.Join(parts, "\n")
	return "/*! This script contains:\n\n" + strings.ReplaceAll(text, "*/", "* /") + "*/\n"
}
