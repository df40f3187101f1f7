package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// update rewrites expected output with what the program prints now: to be read
// before it is committed.
var update = flag.Bool("update", false, "rewrite golden output in testdata and in the documents")

// TestMain makes the program available to scripts and documents as the command
// "dibmap": this test binary under another name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dibmap": func() { os.Exit(mainExit()) },
	})
}

// TestScripts runs testdata/script/*.txtar: commands with their output, exit
// codes and files.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TZ", "UTC")
			return nil
		},
	})
}
