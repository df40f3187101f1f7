package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// dataSet is a table that is recoded.
type dataSet struct {
	id, title string
	from      packages.Source
	// y is the target, and columns are the others.
	y       string
	columns []string
	// read returns the header and the records.
	read func(files fs.FS) (header []string, rows [][]string, err error)
}

// The packages with the data.
var (
	plotnine  = packages.PythonPackage{Name: "plotnine", Version: "0.15.9", SHA256: "36f4526235b3ddd9ea379dd677093ea2ee1b58ab98adec1bde891930283448cd"}
	modeldata = packages.DebianPackage{Name: "r-cran-modeldata", Version: "1.1.0-1", SHA256: "66c2e08bb4bf695d972b1e72ea44d5af9ada3c42841793d3871017f7b896bf95"}
)

// dataSets returns the data sets in the order of the page.
func dataSets() []dataSet {
	return []dataSet{
		{
			id: "diamonds", title: "Diamonds",
			from: plotnine, y: "cut",
			columns: []string{"carat", "color", "clarity", "depth", "table", "price", "x", "y", "z"},
			read:    file("plotnine/data/diamonds.csv"),
		},
		{
			id: "churn", title: "Telco churn",
			from: packages.RObject{In: modeldata, Name: "wa_churn"}, y: "churn",
			columns: []string{
				"female", "senior_citizen", "partner", "dependents", "tenure", "phone_service", "multiple_lines",
				"internet_service", "online_security", "online_backup", "device_protection", "tech_support",
				"streaming_tv", "streaming_movies", "contract", "paperless_billing", "payment_method", "monthly_charges", "total_charges",
			},
			read: file("table.csv"),
		},
		{
			id: "credit", title: "Credit",
			from: packages.RObject{In: modeldata, Name: "credit_data"}, y: "Status",
			columns: []string{
				"Seniority", "Home", "Time", "Age", "Marital", "Records", "Job", "Expenses", "Income", "Assets", "Debt", "Amount", "Price",
			},
			read: file("table.csv"),
		},
	}
}

// table returns the table of the data set.
func (d dataSet) table(files fs.FS) (table, error) {
	header, rows, err := d.read(files)
	if err != nil {
		return table{}, fmt.Errorf("%s: %w", d.from, err)
	}
	return newTable(header, append(d.columns, d.y), d.y, rows)
}

// file returns a function that reads a file of records.
func file(name string) func(fs.FS) (header []string, rows [][]string, err error) {
	return func(files fs.FS) (header []string, rows [][]string, err error) {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, nil, err
		}
		return readRecords(bytes.NewReader(data))
	}
}

// placesOf returns the places of columns in a header.
func placesOf(header, names []string) (places []int, err error) {
	for _, name := range names {
		at := slices.Index(header, name)
		if at < 0 {
			return nil, fmt.Errorf("there is no column %s", name)
		}
		places = append(places, at)
	}
	return places, nil
}
