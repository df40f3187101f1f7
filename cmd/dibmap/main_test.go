package main

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
)

// update rewrites expected output with what the program prints now: to be read
// before it is committed.
var update = flag.Bool("update", false, "rewrite golden output in testdata and in the documents")

// everyVariable is the environment variable with which a test changes the time
// between two checkpoints.
const everyVariable = "DIBMAP_TEST_CHECKPOINT_EVERY"

// TestMain makes the program available to scripts, documents and tests as the
// command "dibmap": this test binary under another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dibmap": func() {
			if every, err := time.ParseDuration(os.Getenv(everyVariable)); err == nil {
				mapping.CheckpointEvery = every
			}
			progress.LogEvery = 1000 * time.Hour // no progress lines on slow machines
			os.Exit(mainExit())
		},
	})
}

// TestScripts runs testdata/script/*.txtar: commands with their output, exit
// codes and files.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
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
			return nil
		},
	})
}
