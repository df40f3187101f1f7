// Package percent writes shares in percent.
package percent

import (
	"math"
	"strconv"
)

// rounding is the largest rounding error of a share that is 1.
const rounding = 1e-9

// Text writes a share with a number of decimals. Shares below 1 are never 100 %.
func Text(share float64, decimals int) string {
	if share < 1-rounding {
		share = min(share, 1-math.Pow10(-2-decimals))
	}
	return strconv.FormatFloat(100*share, 'f', decimals, 64) + " %"
}
