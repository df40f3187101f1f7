//go:build manual

package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra/doc"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// Built with the tag manual, the program only writes its manual pages into the folder that is its argument.
// SOURCE_DATE_EPOCH is their date.
func init() {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err == nil && len(os.Args) == 2 {
		date := time.Unix(seconds, 0).UTC()
		root := newRoot(cli.Streams{In: nil, Out: io.Discard, Err: io.Discard})
		root.DisableAutoGenTag = true // it has today's date
		err = doc.GenManTree(root, &doc.GenManHeader{Title: "DIBMAP", Section: "1", Date: &date, Source: "dibmap " + version(), Manual: "dibmap"}, os.Args[1])
	} else {
		err = fmt.Errorf("manual pages: set SOURCE_DATE_EPOCH, and name a folder")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
