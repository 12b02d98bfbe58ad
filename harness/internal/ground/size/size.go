// Package size reads and writes sizes in bytes.
package size

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of sizes, the ones to prefer in writing first.
var units = []struct {
	name  string
	bytes int64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3},
	{"B", 1},
}

// Parse reads a number of bytes such as 4GiB, 1.5GB or 1048576.
func Parse(text string) (int64, error) {
	digits, unit := text, int64(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(text, u.name); ok {
			digits, unit = number, u.bytes
			break
		}
	}
	number, err := strconv.ParseFloat(digits, 64)
	size := number * float64(unit)
	if err != nil || !(size >= 1 && size < math.MaxInt64) {
		return 0, fmt.Errorf("must be a size above 0 such as 512MiB, 4GiB or 1.5GB")
	}
	return int64(size), nil
}

// Format writes the size in the largest unit in which it is whole.
func Format(size int64) string {
	for _, u := range units {
		if size%u.bytes == 0 {
			return strconv.FormatInt(size/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(size, 10)
}
