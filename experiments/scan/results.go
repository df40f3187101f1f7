package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// header is the first line of the file of numbers. training, held_out and less are in bits, log_loss
// is in nats. less is how much less the groups tell than dibmap's on the same held-out records. A
// line without a column is of all columns together, and less is how much larger their log loss is.
var header = []string{
	"data", "records", "column", "number", "values", "method", "asked", "groups",
	"training", "held_out", "se", "less", "se_of_less", "log_loss", "seconds",
}

// writeResults writes the results as CSV.
func writeResults(w io.Writer, results []result) error {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 7, 64) }
	lines := [][]string{header}
	for _, r := range results {
		lines = append(lines, []string{
			r.data, strconv.Itoa(r.records), r.column, strconv.FormatBool(r.number), strconv.Itoa(r.values), r.method,
			strconv.FormatFloat(r.asked, 'f', 1, 64), strconv.FormatFloat(r.groups, 'f', 1, 64),
			number(r.training), number(r.heldOut), number(r.se), number(r.less), number(r.seLess), number(r.loss),
			strconv.FormatFloat(r.seconds, 'f', 2, 64),
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
		return nil, fmt.Errorf("the first line is not %s: remove the file and compare all data", strings.Join(header, ","))
	}
	var results []result
	for n, line := range lines[1:] {
		r := result{data: line[0], column: line[2], number: line[3] == "true", method: line[5]}
		var errs [11]error
		r.records, errs[0] = strconv.Atoi(line[1])
		r.values, errs[1] = strconv.Atoi(line[4])
		for k, v := range []*float64{&r.asked, &r.groups, &r.training, &r.heldOut, &r.se, &r.less, &r.seLess, &r.loss, &r.seconds} {
			*v, errs[2+k] = strconv.ParseFloat(line[6+k], 64)
		}
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+2, err)
			}
		}
		results = append(results, r)
	}
	return results, nil
}

// merged returns the results of all data: the new ones, and the old ones of other data.
func merged(before, made []result) (all []result) {
	for _, d := range dataSets() {
		of := ofData(made, d.id)
		if len(of) == 0 {
			of = ofData(before, d.id)
		}
		all = append(all, of...)
	}
	return all
}

// ofData returns the results of a data set.
func ofData(results []result, data string) (of []result) {
	for _, r := range results {
		if r.data == data {
			of = append(of, r)
		}
	}
	return of
}

// find returns the result of a method for a column.
func find(of []result, column, method string) (result, bool) {
	at := slices.IndexFunc(of, func(r result) bool { return r.column == column && r.method == method })
	if at < 0 {
		return result{}, false
	}
	return of[at], true
}
