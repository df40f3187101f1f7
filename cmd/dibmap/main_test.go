package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
)

// update rewrites expected output with what the program prints now: to be read
// before it is committed.
var update = flag.Bool("update", false, "rewrite golden output in testdata and in the documents")

// everyVariable is the environment variable with which a test changes the time
// between two checkpoints.
const everyVariable = "DIBMAP_TEST_CHECKPOINT_EVERY"

// peakVariable is the environment variable that names a file for the memory that a call took, in the
// form of /proc/self/status.
const peakVariable = "DIBMAP_TEST_PEAK"

// TestMain makes the program available to scripts, documents and tests as the
// command "dibmap": this test binary under another name.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "dibmap" {
		testscript.Main(m, commands()) // a script's command, which does not return
	}
	// No test may touch the last result of whoever runs it. Commands inherit the folder.
	folder, err := os.MkdirTemp("", "dibmap-test-cache")
	if err == nil {
		err = os.Setenv(cacheVariable, folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	testscript.Main(withCleanup{m, func() { _ = os.RemoveAll(folder) }}, commands())
}

// cacheVariable names the folder of the last result.
const cacheVariable = "DIBMAP_CACHE"

// withCleanup runs tests, and then a function.
type withCleanup struct {
	*testing.M
	clean func()
}

// Run runs the tests.
func (m withCleanup) Run() int {
	defer m.clean()
	return m.M.Run()
}

// enlist lets a test decide about the system calls of the program, if it wants to.
var enlist = func() {}

// commands are those of scripts.
func commands() map[string]func() {
	return map[string]func(){
		"dibmap": func() {
			enlist()
			if every, err := time.ParseDuration(os.Getenv(everyVariable)); err == nil {
				mapping.CheckpointEvery = every
			}
			progress.LogEvery = 1000 * time.Hour // no progress lines on slow machines
			cli.ReadingGrace = time.Hour         // small tables are read under any limit there, too
			code := mainExit()
			if peak := os.Getenv(peakVariable); peak != "" {
				status, _ := os.ReadFile("/proc/self/status")
				_ = os.WriteFile(peak, status, 0o600)
			}
			os.Exit(code)
		},
	}
}

// TestScripts runs testdata/script/*.txtar: commands with their output, exit
// codes and files. TestLongScripts runs those of testdata/longscript.
func TestScripts(t *testing.T) { testScripts(t, "testdata/script") }

// testScripts runs the named scripts of a folder, or all.
func testScripts(t *testing.T, folder string, names ...string) {
	t.Helper()
	var files []string
	for _, name := range names {
		files = append(files, filepath.Join(folder, name+".txtar"))
	}
	if len(files) > 0 {
		folder = "" // Files is ignored otherwise
	}
	testscript.Run(t, testscript.Params{
		Dir:           folder,
		Files:         files,
		UpdateScripts: *update,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"table": scriptTable, "same": scriptSame, "damage": scriptDamage, "edit": scriptEdit,
		},
		Condition: func(cond string) (bool, error) {
			if cond != "race" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return raceDetector(), nil
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("TZ", "UTC")
			// Each process would sleep for a second at its end, for goroutines that have not ended.
			env.Setenv("GORACE", "atexit_sleep_ms=10")
			env.Setenv(cacheVariable, filepath.Join(env.WorkDir, ".tmp", "cache"))
			return nil
		},
	})
}
