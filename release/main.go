// Command release builds the files of a release: archives of the program for six platforms, packages for Debian and
// for systems with RPM, a bill of materials, and checksums.
//
//	go run -C release . -version v0.1.0 [-o FOLDER] [PLATFORM ...]
//
// FOLDER is by default dist in the root of the repository, and a PLATFORM is written like linux/arm64. The same commit
// and version of Go give the same bytes. python/release/wheels.py builds the wheels.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// root is the root of the repository, relative to this folder, where the command runs.
const root = ".."

// platforms are the platforms with published archives.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	version := flag.String("version", "", "the `VERSION`, such as v0.1.0 or v0.1.0-rc.1")
	folder := flag.String("o", filepath.Join(root, "dist"), "write to this `FOLDER`, which is emptied before")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *version, *folder, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

// release has the data that all artefacts of a version share.
type release struct {
	version string    // without the v
	commit  string    // its hash, with -dirty if files differ from it; empty without a history
	date    time.Time // of the commit
	folder  string    // of the artefacts
	scratch string    // of temporary files
}

var versionForm = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

func run(ctx context.Context, version, folder string, only []string) error {
	if !versionForm.MatchString(version) {
		return fmt.Errorf("-version %q: want a version such as v0.1.0", version)
	}
	if len(only) == 0 {
		only = platforms
	}
	for _, p := range only {
		if !slices.Contains(platforms, p) {
			return fmt.Errorf("there is no release for the platform %s: they are %s", p, strings.Join(platforms, ", "))
		}
	}
	date, err := dateOf(ctx)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "dibmap-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return err
	}
	commit, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*").Output()
	if err != nil {
		commit = nil
	}
	r := release{strings.TrimPrefix(version, "v"), strings.TrimSpace(string(commit)), date, folder, scratch}
	if err := r.texts(ctx); err != nil {
		return err
	}
	for _, p := range only {
		if err := r.platform(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	return r.sums()
}

// platform makes the artefacts of a platform.
func (r *release) platform(ctx context.Context, platform string) error {
	system, processor, _ := strings.Cut(platform, "/")
	program, err := r.build(ctx, system, processor)
	if err != nil {
		return err
	}
	if err := r.archive(system, processor, program); err != nil {
		return err
	}
	if err := r.bill(program, system, processor); err != nil {
		return err
	}
	if system != "linux" {
		return nil
	}
	for _, format := range []string{"deb", "rpm"} {
		if err := r.pack(format, processor, program); err != nil {
			return err
		}
	}
	return nil
}

// dateOf returns the date of the commit, or SOURCE_DATE_EPOCH.
func dateOf(ctx context.Context) (time.Time, error) {
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		out, err := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct").Output()
		if err != nil {
			return time.Time{}, fmt.Errorf("the date of the commit: %w (or set SOURCE_DATE_EPOCH)", err)
		}
		seconds = strings.TrimSpace(string(out))
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("the date of the commit: %w", err)
	}
	return time.Unix(n, 0).UTC(), nil
}

// create writes an artefact.
func (r *release) create(name string, write func(io.Writer) error) error {
	out, err := os.Create(filepath.Join(r.folder, name))
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

// sums writes the checksums of all artefacts, as sha256sum checks them.
func (r *release) sums() error {
	files, err := os.ReadDir(r.folder)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(r.folder, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(content), f.Name())
	}
	return os.WriteFile(filepath.Join(r.folder, "SHA256SUMS"), []byte(lines.String()), 0o644)
}
