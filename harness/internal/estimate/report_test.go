package estimate

import (
	"strings"
	"testing"
	"time"

	"dporbench/algos/sampling"
)

// TestWriteEstimate: the text for each kind of estimate.
func TestWriteEstimate(t *testing.T) {
	for _, c := range []struct {
		estimate sampling.Estimate
		want     []string
	}{
		{sampling.Estimate{Executions: 12345, Low: 12345, High: 12345, Exact: true, Passes: 1}, []string{"12,345 executions, counted", "1 pass,", "take about 12s"}},
		{sampling.Estimate{Executions: 12345, Low: 12345, High: 12345, Passes: 8}, []string{"about 12,345 executions, on which all passes agree"}},
		{sampling.Estimate{Executions: 12345, Low: 12000, High: 13000, Passes: 8}, []string{"about 12,300 executions, 12,000 to 13,000 with 95 %"}},
		{sampling.Estimate{Executions: 1e9, Low: 5e8, Doubt: "why", Passes: 8}, []string{"at least 500,000,000 executions with 95 %; cannot tell how many more: why", "take about 6 days or more"}},
		{sampling.Estimate{Executions: 1e13, Low: 1e13, Doubt: "why"}, []string{"317 years or more"}},
		{sampling.Estimate{Executions: 1e60, Low: 1e60, High: 1e60, Exact: true}, []string{"1e+60 executions", "10^49 years"}},
		{sampling.Estimate{Doubt: "why"}, []string{"too large for an estimate: why"}},
	} {
		var text strings.Builder
		if err := writeEstimate(&text, "p", "pop", c.estimate, false, time.Millisecond); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%+v: %q, want %q in it", c.estimate, text.String(), want)
			}
		}
	}
}
