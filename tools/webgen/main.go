// Command webgen bundles the page of package report.
//
//	webgen FOLDER
//
// FOLDER is that of the package. From its folder web it makes page.js, which begins with
// the licences of the libraries that are in it, and page.css. The libraries have to be
// there: npm ci --prefix FOLDER/web. The same sources give the same bytes. It does not
// check types; npx tsc does.
package main

import (
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
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "webgen: name the folder of package report, and nothing else")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "webgen: %v\n", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	web, err := filepath.Abs(filepath.Join(folder, "web"))
	if err != nil {
		return err
	}
	for _, name := range []string{"main.ts", "page.css"} {
		out, err := bundle(web, name)
		if err != nil {
			return err
		}
		target := strings.NewReplacer("main.ts", "page.js").Replace(name)
		if err := os.WriteFile(filepath.Join(folder, target), out, 0o644); err != nil {
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
		_, inside, found := strings.Cut(input, "node_modules/")
		name, _, _ := strings.Cut(inside, "/")
		if !found || seen[name] {
			continue
		}
		seen[name] = true
		folder := filepath.Join(web, "node_modules", name)
		text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			return "", fmt.Errorf("the licence of %s, which is in the page: %w", name, err)
		}
		version, err := versionOf(folder)
		if err != nil {
			return "", err
		}
		licence := strings.TrimSpace(string(text))
		packages[licence] = append(packages[licence], name+" "+version)
	}
	return comment(packages), nil
}

// versionOf returns the version of an installed package.
func versionOf(folder string) (string, error) {
	b, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", err
	}
	var about struct {
		Version string `json:"version"`
	}
	return about.Version, json.Unmarshal(b, &about)
}

// comment writes licences in the order of the packages they are of.
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
