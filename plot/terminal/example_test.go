package terminal_test

import (
	"log"
	"os"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot/terminal"
)

func ExampleDraw() {
	// The frontier of a small table, as a search returns it.
	f, err := frontier.New(
		frontier.Problem{Kind: "dib", N: 4, M: 3, Source: frontier.Source{Name: "weather"}},
		frontier.Search{Method: "enumeration", Status: "complete"},
		[]frontier.Entry{
			{H: 0, I: 0, K: 1},
			{H: 0.54, I: 0.12, K: 2},
			{H: 0.81, I: 0.31, K: 2},
			{H: 1, I: 0.42, K: 2},
			{H: 1.41, I: 0.55, K: 3},
			{H: 1.5, I: 0.6, K: 3},
			{H: 1.91, I: 0.66, K: 4},
		})
	if err != nil {
		log.Fatal(err)
	}
	err = terminal.Draw(os.Stdout, f, terminal.Options{Width: 64, Height: 14, ASCII: true})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// bits that the group tells about Y       weather: 4 x 3, 7 points
	//    |                                                           4
	// 0.6+                                            * 3
	//    |
	// 0.4+                               2
	//    |
	//    |                         *
	// 0.2+
	//    |
	//    |                 *
	//   0+*
	//    ++--------------+---------------+--------------+-------------
	//     0             0.5             1.0            1.5
	//     bits to record the group >                        2-9 groups
}
