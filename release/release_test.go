package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReleaseIsReproducible builds a release twice, on two days, and looks into what it holds.
func TestReleaseIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the program")
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1767225600")
	folders := []string{t.TempDir(), t.TempDir()}
	for _, folder := range folders {
		if err := run(t.Context(), "v1.2.3-rc.1", folder, []string{"linux/amd64", "windows/amd64"}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"SHA256SUMS", "dibmap-1.2.3~rc.1-1.x86_64.rpm", "dibmap_1.2.3-rc.1_linux_amd64.cdx.json", "dibmap_1.2.3-rc.1_linux_amd64.tar.gz",
		"dibmap_1.2.3-rc.1_windows_amd64.cdx.json", "dibmap_1.2.3-rc.1_windows_amd64.zip", "dibmap_1.2.3~rc.1_amd64.deb",
	}
	files, err := os.ReadDir(folders[0])
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
		if !bytes.Equal(read(t, folders[0], f.Name()), read(t, folders[1], f.Name())) {
			t.Errorf("two builds of %s differ", f.Name())
		}
	}
	if !slices.Equal(names, want) {
		t.Fatalf("the release holds\n%q, want\n%q", names, want)
	}
	if sums := string(read(t, folders[0], "SHA256SUMS")); strings.Count(sums, "\n") != len(want)-1 {
		t.Errorf("there are other checksums than those of the files:\n%s", sums)
	}
	inside := []string{"dibmap", "LICENSE", "LICENSES.txt", "README.md", "completions/_dibmap", "man/dibmap-map.1", "man/dibmap.1"}
	tarball := tarNames(t, read(t, folders[0], want[3]))
	zipped := zipNames(t, read(t, folders[0], want[5]))
	for _, name := range inside {
		if !slices.Contains(tarball, "dibmap_1.2.3-rc.1_linux_amd64/"+name) {
			t.Errorf("the archive lacks %s: %q", name, tarball)
		}
		if name == "dibmap" {
			name = "dibmap.exe"
		}
		if !slices.Contains(zipped, "dibmap_1.2.3-rc.1_windows_amd64/"+name) {
			t.Errorf("the archive for Windows lacks %s: %q", name, zipped)
		}
	}
	var bill struct{ Components []struct{ Name string } }
	if err := json.Unmarshal(read(t, folders[0], want[2]), &bill); err != nil || len(bill.Components) < 10 {
		t.Errorf("the bill of materials has %d components (%v)", len(bill.Components), err)
	}
	installs(t, filepath.Join(folders[0], want[6]))
}

// installs unpacks a Debian package, and runs what it holds.
func installs(t *testing.T, deb string) {
	t.Helper()
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Log("dpkg-deb is not there: the package for Debian was not unpacked")
		return
	}
	folder := t.TempDir()
	if out, err := exec.Command("dpkg-deb", "--extract", deb, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"man/man1/dibmap-map.1", "bash-completion/completions/dibmap", "doc/dibmap/copyright"} {
		if info, err := os.Stat(filepath.Join(folder, "usr/share", name)); err != nil || info.Mode().Perm() != 0o644 {
			t.Errorf("the package has no %s (%v)", name, err)
		}
	}
	out, err := exec.Command(filepath.Join(folder, "usr/bin/dibmap"), "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "dibmap v1.2.3-rc.1\n") || strings.Contains(string(out), "unknown") {
		t.Errorf("the installed program calls itself %q (%v)", out, err)
	}
	fields, err := exec.Command("dpkg-deb", "--field", deb, "Version", "Architecture").Output()
	if err != nil || string(fields) != "Version: 1.2.3~rc.1\nArchitecture: amd64\n" {
		t.Errorf("the package says %q (%v)", fields, err)
	}
}

func TestReleaseRefuses(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ version, platform, want string }{
		{"", "linux/amd64", "want a version such as v0.1.0"},
		{"1.0.0", "linux/amd64", "want a version such as v0.1.0"},
		{"v1.0", "linux/amd64", "want a version such as v0.1.0"},
		{"v1.0.0", "plan9/386", "no release for the platform plan9/386"},
	} {
		if err := run(t.Context(), c.version, folder, []string{c.platform}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v", c.version, c.platform, err)
		}
	}
}

func read(t *testing.T, folder, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func tarNames(t *testing.T, content []byte) (names []string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		header, err := r.Next()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		if program := strings.HasSuffix(header.Name, "/dibmap"); program != (header.Mode == 0o755) {
			t.Errorf("%s has the rights %o", header.Name, header.Mode)
		}
		names = append(names, header.Name)
	}
}

func zipNames(t *testing.T, content []byte) (names []string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	return names
}
