package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// buildFolder is the folder of the cut libraries, inside the repository. Paths become part of the program, so a
// temporary folder would change it each time.
const buildFolder = ".browserpage"

// program builds dibmap for a browser.
func program(ctx context.Context, root string) ([]byte, error) {
	folder := filepath.Join(root, buildFolder)
	if err := os.RemoveAll(folder); err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, err
	}
	if err := cutLibraries(ctx, root, folder); err != nil {
		return nil, err
	}
	wasm := filepath.Join(folder, "dibmap.wasm")
	// Without inlining, the library for Parquet takes 90 kB less of the page.
	_, err := goCommand(ctx, root, "build", "-modfile", filepath.Join(folder, "go.mod"), "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags="+parquetGo+"/...=-l", "-o", wasm, "./cmd/dibmap/browser")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(wasm)
}

// cutLibraries writes the cut libraries to a folder, with a go.mod that names them.
func cutLibraries(ctx context.Context, root, folder string) error {
	modules := []string{}
	for _, c := range cuts {
		modules = append(modules, c.module)
	}
	for module := range removed {
		modules = append(modules, module)
	}
	slices.Sort(modules)
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	for _, module := range slices.Compact(modules) {
		out, err := goCommand(ctx, root, "mod", "download", "-json", module)
		if err != nil {
			return err
		}
		var at struct{ Dir string }
		if err := json.Unmarshal(out, &at); err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.Base(module))
		if err := copied(at.Dir, to); err != nil {
			return err
		}
		for _, file := range removed[module] {
			if err := os.Remove(filepath.Join(to, file)); err != nil {
				return err
			}
		}
		for _, c := range cuts {
			if c.module != module {
				continue
			}
			if err := trim(filepath.Join(to, filepath.FromSlash(c.file)), c); err != nil {
				return err
			}
		}
		replace := "-replace=" + module + "=./" + buildFolder + "/" + filepath.Base(module)
		if _, err := goCommand(ctx, root, "mod", "edit", replace, filepath.Join(folder, "go.mod")); err != nil {
			return err
		}
	}
	return nil
}

// goCommand runs the go command for a browser, and returns its output.
func goCommand(ctx context.Context, root string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOWORK=off")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, said.String())
	}
	return out.Bytes(), nil
}
