package atomicfile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestFolderIsNotLeft: nothing outside of a folder is read, written or removed, whatever names and links lead there.
func TestFolderIsNotLeft(t *testing.T) {
	for _, name := range []string{"../victim/settings", "linked/settings", "linked/new", "link", "dangling", "", "/", "."} {
		parent := t.TempDir()
		folder, victim := filepath.Join(parent, "folder"), filepath.Join(parent, "victim")
		settings := filepath.Join(victim, "settings")
		err := errors.Join(os.Mkdir(folder, 0o700), os.Mkdir(victim, 0o700), os.WriteFile(settings, []byte("precious"), 0o600),
			os.WriteFile(filepath.Join(victim, ".settings.1-"+machine()+".tmp"), nil, 0o600),
			os.Symlink(victim, filepath.Join(folder, "linked")), os.Symlink(settings, filepath.Join(folder, "link")),
			os.Symlink(filepath.Join(victim, "new"), filepath.Join(folder, "dangling")))
		if err != nil {
			t.Skip(err)
		}
		f := Folder(folder)
		if content, err := f.Read(name); err == nil {
			t.Errorf("%q is read: %q", name, content)
		}
		link := name == "link" || name == "dangling" // which is replaced, and removed
		if err := f.Write(name, []byte("other")); (err == nil) != link {
			t.Errorf("%q is written with the error %v", name, err)
		}
		if content, err := f.Read(name); link && (err != nil || string(content) != "other") {
			t.Errorf("%q then holds %q, %v", name, content, err)
		}
		if err := f.Remove(name); (err == nil) != link {
			t.Errorf("%q is removed with the error %v", name, err)
		}
		f.Sweep("linked/settings")
		if got := content(t, settings); got != "precious" {
			t.Errorf("with %q, the file outside holds %q", name, got)
		}
		if got := names(t, victim); got != ".settings.1-"+machine()+".tmp settings" {
			t.Errorf("with %q, the folder outside holds %s", name, got)
		}
	}
}

// TestFolderSaysWhatLeadsOut names the file, and what is wrong with it.
func TestFolderSaysWhatLeadsOut(t *testing.T) {
	folder := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(folder, "parts")); err != nil {
		t.Skip(err)
	}
	f := Folder(folder)
	name := filepath.Join("parts", "1")
	want := filepath.Join(folder, name) + ": " + ErrOutside.Error()
	if _, err := f.Read(name); !errors.Is(err, ErrOutside) || err.Error() != "open "+want {
		t.Errorf("read with the error %v", err)
	}
	if err := f.Write(name); !errors.Is(err, ErrOutside) || err.Error() != "cannot write "+want {
		t.Errorf("written with the error %v", err)
	}
}

// TestFolderHasFilesOnly: a folder or a pipe, which would be waited for, is neither read nor written.
func TestFolderHasFilesOnly(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	special := []string{"sub"}
	if err := exec.Command("mkfifo", filepath.Join(folder, "pipe")).Run(); err == nil {
		special = append(special, "pipe")
	}
	for _, name := range special {
		if _, err := Folder(folder).Read(name); err == nil {
			t.Errorf("%s is read", name)
		}
		if err := Folder(folder).Write(name); err == nil {
			t.Errorf("%s is written", name)
		}
	}
}
