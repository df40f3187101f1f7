package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A table is made by a function of a seed, and has a name that says how large it is.
type source struct {
	name  string
	write func(w io.Writer, r *rand.Rand)
}

// dense returns a table of counts with nearly all cells filled.
func dense(n, m int) source {
	return source{fmt.Sprintf("dense-%d.csv", n), func(w io.Writer, r *rand.Rand) {
		fmt.Fprintln(w, "x,y,n")
		for x := range n {
			for y := range m {
				fmt.Fprintf(w, "x%d,y%d,%d\n", x, y, 1+r.IntN(1000))
			}
		}
	}}
}

// words returns a table of n values of X and of Y, about a hundred cells for each, with the
// distribution of words.
func words(n int) source {
	return source{fmt.Sprintf("words-%d.csv", n), func(w io.Writer, r *rand.Rand) {
		fmt.Fprintln(w, "x,y,n")
		for x := range n {
			cells := min(n, 20+int(float64(10*n)/float64(x+10)))
			for range cells {
				y := int(math.Pow(float64(n), r.Float64())) - 1
				fmt.Fprintf(w, "word%d,next%d,%d\n", x, (y+x%7*n/7)%n, 1+r.IntN(1+1000/(x+1)))
			}
		}
	}}
}

// diagonal returns a table of n values of X and of Y with a number of records each, nearly all with the same partner.
func diagonal(n, records int) source {
	return source{fmt.Sprintf("diagonal-%d.csv", n), func(w io.Writer, _ *rand.Rand) {
		fmt.Fprintln(w, "x,y,n")
		for x := range n {
			fmt.Fprintf(w, "x%d,y%d,%d\nx%d,y%d,1\n", x, x, records-1, x, (x+1)%n)
		}
	}}
}

// distinct returns n records with distinct values of X and ten values of Y.
func distinct(n int) source {
	return source{fmt.Sprintf("distinct-%d.csv", n), func(w io.Writer, r *rand.Rand) {
		fmt.Fprintln(w, "x,y")
		for x := range n {
			fmt.Fprintf(w, "label-%d,y%d\n", x, r.IntN(10))
		}
	}}
}

// plane returns n points in the plane.
func plane(n int) source {
	return source{fmt.Sprintf("plane-%d.csv", n), func(w io.Writer, r *rand.Rand) {
		fmt.Fprintln(w, "a,b")
		for range n {
			fmt.Fprintf(w, "%.6f,%.6f\n", r.NormFloat64(), r.NormFloat64())
		}
	}}
}

// samples returns records of n values of X, about k of each, and a hundred values of Y.
func samples(n, k int) source {
	return source{fmt.Sprintf("samples-%d.csv", n), func(w io.Writer, r *rand.Rand) {
		fmt.Fprintln(w, "x,y")
		for range n * k {
			x := r.IntN(n)
			fmt.Fprintf(w, "label-%d,y%d\n", x, (x%10+r.IntN(20))*5%100)
		}
	}}
}

// make writes the table into a folder, unless it is there.
func (s source) make(folder string) (err error) {
	path := filepath.Join(folder, s.name)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	s.write(w, rand.New(rand.NewPCG(1, 2)))
	return errors.Join(w.Flush(), file.Close())
}
