package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// header is the first line of the file of numbers. Every line also has the size of its pair. The
// last four columns are in bits. se_of_difference is the standard error of the difference of
// held_out from dibmap's best of equally many groups.
var header = []string{"pair", "x_values", "y_values", "records", "method", "groups", "training", "held_out", "se", "se_of_difference"}

// writeResults writes the results as CSV, with digits that are the same on every machine.
func writeResults(w io.Writer, results []result) error {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 7, 64) }
	lines := [][]string{header}
	for _, r := range results {
		lines = append(lines, []string{
			r.pair, strconv.Itoa(r.rows), strconv.Itoa(r.columns), strconv.FormatInt(r.records, 10),
			r.method, strconv.Itoa(r.k), number(r.training), number(r.heldOut), number(r.se), number(r.seMore),
		})
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// readResults reads what writeResults writes.
func readResults(reader io.Reader) ([]result, error) {
	lines, err := csv.NewReader(reader).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], header) {
		return nil, fmt.Errorf("the first line is not %s: remove the file and compare all pairs", strings.Join(header, ","))
	}
	var results []result
	for n, line := range lines[1:] {
		r := result{pair: line[0], method: line[4]}
		var errs [8]error
		r.rows, errs[0] = strconv.Atoi(line[1])
		r.columns, errs[1] = strconv.Atoi(line[2])
		r.records, errs[2] = strconv.ParseInt(line[3], 10, 64)
		r.k, errs[3] = strconv.Atoi(line[5])
		r.training, errs[4] = strconv.ParseFloat(line[6], 64)
		r.heldOut, errs[5] = strconv.ParseFloat(line[7], 64)
		r.se, errs[6] = strconv.ParseFloat(line[8], 64)
		r.seMore, errs[7] = strconv.ParseFloat(line[9], 64)
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+2, err)
			}
		}
		results = append(results, r)
	}
	return results, nil
}

// merged returns the results of all pairs: the new ones, and the old ones of the other pairs.
func merged(before, made []result) []result {
	var all []result
	for _, p := range pairs() {
		of := ofPair(made, p.id)
		if len(of) == 0 {
			of = ofPair(before, p.id)
		}
		all = append(all, of...)
	}
	return all
}

// ofPair returns the results of a pair.
func ofPair(results []result, pair string) (of []result) {
	for _, r := range results {
		if r.pair == pair {
			of = append(of, r)
		}
	}
	return of
}

// find returns the result of a method for k groups.
func find(of []result, method string, k int) (result, bool) {
	at := slices.IndexFunc(of, func(r result) bool { return r.method == method && (r.k == k || method == none) })
	if at < 0 {
		return result{}, false
	}
	return of[at], true
}
