package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// text is a file next to the program in an archive or package.
type text struct {
	source string
	name   string // in an archive
	place  string // in a package
}

// documents are the files of the repository in archives and packages.
var documents = []text{
	{root + "/README.md", "README.md", "/usr/share/doc/dibmap/README.md"},
	{root + "/CHANGELOG.md", "CHANGELOG.md", "/usr/share/doc/dibmap/CHANGELOG.md"},
	{root + "/LICENSE", "LICENSE", "/usr/share/doc/dibmap/copyright"},
	{root + "/python/LICENSES.txt", "LICENSES.txt", "/usr/share/doc/dibmap/LICENSES.txt"}, // of the modules in the program
}

// shells lists the shells with completions, and the files where systems look for them.
var shells = []struct{ shell, name, place string }{
	{"bash", "completions/dibmap.bash", "/usr/share/bash-completion/completions/dibmap"},
	{"zsh", "completions/_dibmap", "/usr/share/zsh/vendor-completions/_dibmap"},
	{"fish", "completions/dibmap.fish", "/usr/share/fish/vendor_completions.d/dibmap.fish"},
	{"powershell", "completions/dibmap.ps1", ""},
}

// build compiles the program with the flags of the wheels, and returns its path. It makes no DWARF, which -s would strip.
func (r *release) build(ctx context.Context, system, processor string) (string, error) {
	name := "dibmap"
	if system == "windows" {
		name += ".exe"
	}
	program := filepath.Join(r.scratch, system+"-"+processor, name)
	flags := []string{"build", "-trimpath", "-buildvcs=false", "-tags", "arrow_json_stdlib", "-gcflags", "all=-dwarf=0", "-ldflags", "-s -w -X main.release=v" + r.version + " -X main.commit=" + r.commit, "-o", program, "./cmd/dibmap"}
	return program, goCommand(ctx, flags, "GOOS="+system, "GOARCH="+processor)
}

// texts makes the manual pages and the completions with the program built for this machine.
func (r *release) texts(ctx context.Context) error {
	manual := filepath.Join(r.scratch, "man")
	if err := os.Mkdir(manual, 0o755); err != nil {
		return err
	}
	date := fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix())
	if err := goCommand(ctx, []string{"run", "-trimpath", "-tags", "manual,arrow_json_stdlib", "-gcflags", "all=-dwarf=0", "-ldflags", "-X main.release=v" + r.version, "./cmd/dibmap", manual}, date); err != nil {
		return err
	}
	program := filepath.Join(r.scratch, "here")
	if err := goCommand(ctx, []string{"build", "-trimpath", "-tags", "arrow_json_stdlib", "-gcflags", "all=-dwarf=0", "-o", program, "./cmd/dibmap"}); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(r.scratch, "completions"), 0o755); err != nil {
		return err
	}
	for _, s := range shells {
		script, err := exec.CommandContext(ctx, program, "completion", s.shell).Output()
		if err != nil {
			return fmt.Errorf("the completions for %s: %w", s.shell, err)
		}
		if err := os.WriteFile(filepath.Join(r.scratch, s.name), script, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the files next to the program, in the order of names.
func (r *release) files() ([]text, error) {
	list := slices.Clone(documents)
	for _, s := range shells {
		list = append(list, text{filepath.Join(r.scratch, s.name), s.name, s.place})
	}
	pages, err := filepath.Glob(filepath.Join(r.scratch, "man", "*.1"))
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		name := filepath.Base(page)
		list = append(list, text{page, "man/" + name, "/usr/share/man/man1/" + name})
	}
	slices.SortFunc(list, func(a, b text) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// goCommand runs the go command in the root of the repository, independently of the user's settings for builds.
func goCommand(ctx context.Context, args []string, environment ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off")
	cmd.Env = append(cmd.Env, environment...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}
