package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHangup: when its terminal goes away, a search ends and keeps what it has found, as
// after an interrupt. Under nohup, which has it ignore that signal, it goes on.
func TestHangup(t *testing.T) {
	switch {
	case runtime.GOOS == "windows":
		t.Skip("no signal to send")
	case raceDetector():
		t.Skip("the search has no use for it")
	}
	// A program that these tests start ignores the signal if the tests do, as under nohup,
	// unless they ask for it.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	for name, tt := range map[string]struct{ before, limit, status string }{
		"terminal": {"", "10m", `"status": "interrupted"`},
		"nohup":    {"trap '' HUP; ", "500ms", `"status": "deadline"`},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, filepath.Join(folder, "table.csv"), randomTable(150, 30, 1))
			var stderr bytes.Buffer
			cmd := exec.Command("sh", "-c", tt.before+"exec dibmap map table.csv -q --effort 1e6 --checkpoint state -o f.json --time-limit "+tt.limit)
			cmd.Dir, cmd.Stderr = folder, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// The search writes its first checkpoint when it begins.
			for {
				if _, err := os.Stat(filepath.Join(folder, "state")); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			if err := cmd.Process.Signal(syscall.SIGHUP); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Fatal(err, stderr.String())
			}
			if f := read(t, filepath.Join(folder, "f.json")); !strings.Contains(f, tt.status) {
				t.Errorf("the frontier lacks %s:\n%.2000s", tt.status, f)
			}
		})
	}
}
