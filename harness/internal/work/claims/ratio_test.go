package claims

import (
	"testing"
	"time"

	"dporbench/results"
)

// cell has samples that took so many milliseconds.
func cell(milliseconds ...int) results.Cell {
	var c results.Cell
	for i, ms := range milliseconds {
		c.Rows = append(c.Rows, results.Row{
			Run:     results.Run{Repetition: i + 1, Timeout: 10 * time.Second},
			Status:  results.OK,
			Wall:    time.Duration(ms) * time.Millisecond,
			PeakRSS: int64(ms) * 1e6,
		})
	}
	return c
}

// stopped is a cell that ended at a limit at so many megabytes.
func stopped(status results.Status, megabytes int64) results.Cell {
	c := cell(1)
	c.Rows[0].Status, c.Rows[0].PeakRSS = status, megabytes*1e6
	return c
}

func TestTime(t *testing.T) {
	for name, test := range map[string]struct {
		a, b results.Cell
		want string
	}{
		"apart":              {cell(100), cell(200), "0.50"},
		"within the margin":  {cell(100), cell(115), "0.87~"},
		"known better":       {cell(100, 100, 100, 100, 100), cell(115, 115, 115, 115, 115), "0.87"},
		"spreads overlap":    {cell(100, 300, 100), cell(200), "0.50~"},
		"one that is odd":    {cell(100, 100, 900, 100, 100), cell(200), "0.50"},
		"stopped":            {cell(100), stopped(results.Timeout, 1), "≤ 0.01"},
		"just not stopped":   {cell(9500), stopped(results.Timeout, 1), "≤ 0.95~"},
		"out of memory":      {cell(100), stopped(results.OutOfMemory, 1), "–"},
		"did not finish":     {stopped(results.Timeout, 1), cell(100), "–"},
		"was not measured":   {cell(100), results.Cell{}, "–"},
		"much slower indeed": {cell(100000), cell(10), "10000"},
	} {
		if got := Time(test.a, test.b).String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestMemory(t *testing.T) {
	for name, test := range map[string]struct {
		a, b results.Cell
		want string
	}{
		"apart":             {cell(100), cell(200), "0.50"},
		"within the margin": {cell(100), cell(105), "0.95~"},
		"out of memory":     {cell(100), stopped(results.OutOfMemory, 1000), "≤ 0.10"},
		"timeout":           {cell(100), stopped(results.Timeout, 50), "≤ 2.00~"},
		"did not finish":    {stopped(results.Timeout, 1), cell(100), "–"},
		"failed":            {cell(100), stopped(results.Failed, 1), "–"},
	} {
		if got := Memory(test.a, test.b).String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
