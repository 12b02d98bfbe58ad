package harness

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/harness/internal/runner"
)

func seriesValue(target *[]string) value[[]string] {
	return value[[]string]{target, "LIST", splitSeries, func(series []string) string { return strings.Join(series, ",") }}
}

// splitSeries takes the parameters of several programs apart, and leaves each in
// one piece: "2 16,2 64" are "2 16" and "2 64".
func splitSeries(text string) ([]string, error) {
	var series []string
	for part := range strings.SplitSeq(text, ",") {
		params := strings.Join(strings.Fields(part), " ")
		switch {
		case params == "":
			return nil, fmt.Errorf("must be numbers separated by commas, those of one program by spaces")
		case slices.Contains(series, params):
			return nil, fmt.Errorf("%s is named twice", params)
		}
		series = append(series, params)
	}
	return series, nil
}

// parseSeries builds each program of a series.
func parseSeries(benchmark string, series []string) ([]runner.Case, error) {
	var cases []runner.Case
	for _, params := range series {
		c, _, err := parseProgram(append([]string{benchmark}, strings.Fields(params)...))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	return cases, nil
}
