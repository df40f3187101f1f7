// Alphabet counts the built-in data set @alphabet: the pairs of successive
// letters in English text. Its arguments are the unpacked folders of
// two packages of texts; docs/data.md names their source, and .ci/check-alphabet
// repeats the count.
//
//	go run -C experiments ./alphabet [-o FILE] MOBY_DICK STATE_OF_THE_UNION
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/table"
)

func main() {
	output := flag.String("o", "", "write the table to `FILE` instead of standard output")
	flag.Parse()
	if err := run(*output, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "alphabet:", err)
		os.Exit(1)
	}
}

func run(output string, folders []string) error {
	if len(folders) != 2 {
		return errors.New("give two folders: those of the texts of Moby Dick and of the State of the Union addresses")
	}
	addresses, err := filepath.Glob(filepath.Join(folders[1], "data", "*.txt"))
	if err != nil {
		return err
	}
	if len(addresses) == 0 {
		return fmt.Errorf("no .txt files in %s: is it the unpacked package?", filepath.Join(folders[1], "data"))
	}
	counts := newCounts()
	for _, group := range []struct {
		name  string
		files []string
	}{{"Moby Dick", mobyDick(folders[0])}, {"State of the Union", addresses}} {
		before := counts.pairs
		for _, file := range group.files {
			if err := counts.add(file); err != nil {
				return err
			}
		}
		pairs := counts.pairs - before
		// The first symbol of each text is in no pair as the second.
		fmt.Fprintf(os.Stderr, "%s: %d texts, %d symbols, %d pairs\n",
			group.name, len(group.files), pairs+int64(len(group.files)), pairs)
	}
	if output == "" {
		return counts.write(os.Stdout)
	}
	f, err := atomicfile.Create(output)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := counts.write(f); err != nil {
		return err
	}
	return f.Commit()
}

// mobyDick returns the files of the novel in the order of the book. The package
// also has the table of contents and a file of the whole text: counting those
// would count the same words twice.
func mobyDick(folder string) []string {
	const chapters = 135
	names := []string{"etymology", "extracts"}
	for n := 1; n <= chapters; n++ {
		names = append(names, "chapter_"+strconv.Itoa(n))
	}
	names = append(names, "epilogue")
	for i, name := range names {
		names[i] = filepath.Join(folder, "data", name+".txt")
	}
	return names
}

// counts is the table of pairs: cell[x][y] is how often symbol y follows x.
type counts struct {
	labels []string
	cell   [][]int64
	pairs  int64
}

func newCounts() *counts {
	c := &counts{labels: []string{"_"}}
	for letter := 'a'; letter <= 'z'; letter++ {
		c.labels = append(c.labels, string(letter))
	}
	for range c.labels {
		c.cell = append(c.cell, make([]int64, len(c.labels)))
	}
	return c
}

// add counts a file. Each file is a text of its own: no pair reaches from one
// into the next, so that their order makes no difference.
func (c *counts) add(file string) error {
	t, err := table.Open(context.Background(), file, table.Options{Text: "letters"})
	if err != nil {
		return err
	}
	j, err := t.Joint()
	if err != nil {
		return err
	}
	for row, x := range j.XLabels() {
		columns, masses := j.Row(row)
		for i, column := range columns {
			y := j.YLabels()[column]
			n := int64(masses[i])
			c.cell[slices.Index(c.labels, x)][slices.Index(c.labels, y)] += n
			c.pairs += n
		}
	}
	return nil
}

// write writes the table as CSV, with a header row of the labels of Y and a
// first column of the labels of X.
func (c *counts) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, y := range c.labels {
		fmt.Fprintf(b, ",%s", y)
	}
	fmt.Fprintln(b)
	for x, row := range c.cell {
		fmt.Fprint(b, c.labels[x])
		for _, n := range row {
			fmt.Fprintf(b, ",%d", n)
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
