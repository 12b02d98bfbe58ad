package results

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
)

// SpeedUp is how many times as fast a simulated exploration by several workers is as by one.
type SpeedUp struct {
	Program    string // with the time of one worker
	Algorithm  string
	Workers    float64
	Sequential float64 // the time of one worker in seconds
	Factor     float64
}

// speedUpHeader has the columns of a file of SpeedUp.
var speedUpHeader = []string{"program", "algorithm", "workers", "sequential_s", "speed_up"}

// ReadSpeedUps reads a file of SpeedUp. ok reports whether it is one, by its first line.
func ReadSpeedUps(path string) (rows []SpeedUp, ok bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) == 0 || !slices.Equal(lines[0], speedUpHeader) {
		return nil, false, nil // of another kind
	}
	for i, line := range lines[1:] {
		var numbers [3]float64
		for j := range numbers {
			if numbers[j], err = strconv.ParseFloat(line[2+j], 64); err != nil || !(numbers[j] > 0) {
				return nil, true, fmt.Errorf("%s: row %d: %s %q: must be a number above 0", path, i+1, speedUpHeader[2+j], line[2+j])
			}
		}
		rows = append(rows, SpeedUp{line[0], line[1], numbers[0], numbers[1], numbers[2]})
	}
	return rows, true, nil
}
