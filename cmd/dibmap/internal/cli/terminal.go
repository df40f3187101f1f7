package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// columnsVariable is the environment variable that says how wide a terminal is. Shells keep it to themselves unless
// it is exported.
const columnsVariable = "COLUMNS"

// Lines have at least leastColumns and at most mostColumns characters, whatever a terminal says.
const leastColumns, mostColumns = 40, 250

// columnsOf returns the number of characters of a line on the terminal that a stream is, or 0 if it is
// none. A variable says it also for what is no terminal.
func columnsOf(stream io.Writer) int {
	n, err := strconv.Atoi(os.Getenv(columnsVariable))
	if err != nil || n < 1 {
		file, ok := stream.(*os.File)
		if !ok {
			return 0
		}
		if n, _, err = term.GetSize(int(file.Fd())); err != nil || n < 1 {
			return 0
		}
	}
	return min(max(n, leastColumns), mostColumns)
}

// Columns returns the number of characters of a line on the terminal that results go to, or 0 if they go
// elsewhere.
func (s Streams) Columns() int { return s.columns }
