//go:build linux

package exploring

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// TestBrowserOpensAFile has a browser command that does not end before the page was served: the page is there at once, the
// command is given no token but a file of this user alone that leads to the page, and the file is removed at the end.
func TestBrowserOpensAFile(t *testing.T) {
	folder := t.TempDir()
	temporary, told, wait := filepath.Join(folder, "a #b"), filepath.Join(folder, "told"), filepath.Join(folder, "wait")
	for _, pipe := range []string{told, wait} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(temporary, 0o700); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"$@\" > '" + told + "'\nread -r line < '" + wait + "'\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	t.Setenv("TMPDIR", temporary)
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := NewExplore(cli.Streams{Out: in, Err: io.Discard}, program)
	cmd.SetArgs([]string{"table.csv"})
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	if status, text := ask(t, http.MethodGet, address, ""); status != http.StatusOK || !strings.Contains(text, "<html") {
		t.Errorf("the page: %d %.80s", status, text)
	}
	args, err := os.ReadFile(told)
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(strings.TrimSpace(string(args)))
	token := strings.Split(address, "/")[3]
	if err != nil || at.Scheme != "file" || strings.Contains(string(args), token) {
		t.Fatalf("the browser opens %s (%v)", args, err)
	}
	info, err := os.Stat(at.Path)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(at.Path)
	if err != nil || info.Mode() != 0o600 || !strings.Contains(string(page), "url="+address+`"`) {
		t.Errorf("the file has mode %v: %s (%v)", info.Mode(), page, err)
	}
	if err := os.WriteFile(wait, []byte("\n"), 0); err != nil { // the browser is closed
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("there is left %v (%v)", left, err)
	}
}
