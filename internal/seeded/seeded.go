// Package seeded gives the property tests of packages that import it a fixed seed, so that
// they try the same cases in every run. A seed can still be chosen, and 0 draws one:
//
//	RAPID_SEED=0 go test -count=1 ./...
//	go test ./joint -rapid.seed=0 -rapid.checks=10000
package seeded

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // defines the flag
)

// Tables returns the number of random tables, or of their rows, for a long test with a statistical claim: some in continuous integration,
// and all where DIBMAP_FULL is set, for the tables of the documents.
func Tables(some, all int) int {
	if os.Getenv("DIBMAP_FULL") != "" {
		return all
	}
	return some
}

func init() {
	if os.Getenv("RAPID_SEED") != "" {
		return
	}
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}
