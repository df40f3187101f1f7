package report_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/report"
)

func ExampleWrite() {
	f, err := frontier.New(
		frontier.Problem{Kind: "dib", N: 4, M: 3, XLabels: []string{"sun", "rain", "snow", "fog"}},
		frontier.Search{Method: "enumeration", Status: "complete"},
		[]frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 0.42, K: 2}, {H: 1.91, I: 0.66, K: 4}})
	if err != nil {
		log.Fatal(err)
	}
	var page bytes.Buffer // or a file, whose name ends in .html
	if err := report.Write(&page, f, report.Options{Title: "Weather"}); err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(page.String(), "\n")
	fmt.Println(first, strings.Contains(page.String(), "<title>Weather</title>"))
	// Output: <!DOCTYPE html> true
}
