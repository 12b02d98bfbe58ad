package table

import (
	"testing"
	"time"

	"dporbench/results"
)

// ratioCell has samples that took these numbers of milliseconds.
func ratioCell(milliseconds ...int) results.Cell {
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

// stopped is a cell that ended at a limit with this many megabytes.
func stopped(status results.Status, megabytes int64) results.Cell {
	c := ratioCell(1)
	c.Rows[0].Status, c.Rows[0].PeakRSS = status, megabytes*1e6
	return c
}

func TestTime(t *testing.T) {
	for name, test := range map[string]struct {
		a, b results.Cell
		want string
	}{
		"apart":              {ratioCell(100, 101, 102, 103), ratioCell(200, 201, 202, 203), "0.50"},
		"too few":            {ratioCell(100, 101, 102), ratioCell(200, 201, 202), "0.50~"},
		"just apart":         {ratioCell(100, 100, 100, 100, 100), ratioCell(115, 115, 115, 115, 115), "0.87"},
		"they overlap":       {ratioCell(100, 300, 101, 299, 102), ratioCell(200, 201, 202, 203), "0.51~"},
		"one that is odd":    {ratioCell(100, 101, 900, 102, 103, 104, 105, 106), ratioCell(200, 201, 202, 203, 204, 205, 206, 207), "0.51"},
		"stopped":            {ratioCell(100), stopped(results.Timeout, 1), "≤ 0.01"},
		"just not stopped":   {ratioCell(9500, 10001), stopped(results.Timeout, 1), "≤ 0.95~"},
		"out of memory":      {ratioCell(100), stopped(results.OutOfMemory, 1), "–"},
		"did not finish":     {stopped(results.Timeout, 1), ratioCell(100), "–"},
		"was not measured":   {ratioCell(100), results.Cell{}, "–"},
		"much slower indeed": {ratioCell(100000, 100001, 100002, 100003), ratioCell(10, 11, 12, 13), "9091"},
	} {
		if got := TimeRatio(test.a, test.b).String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestMemory(t *testing.T) {
	for name, test := range map[string]struct {
		a, b results.Cell
		want string
	}{
		"apart":          {ratioCell(100, 101, 102, 103), ratioCell(200, 201, 202, 203), "0.50"},
		"too few":        {ratioCell(100), ratioCell(200), "0.50~"},
		"they overlap":   {ratioCell(100, 101, 102, 103), ratioCell(100, 101, 103, 105), "1.00~"},
		"out of memory":  {ratioCell(100), stopped(results.OutOfMemory, 1000), "≤ 0.10"},
		"timeout":        {ratioCell(100), stopped(results.Timeout, 50), "≤ 2.00~"},
		"did not finish": {stopped(results.Timeout, 1), ratioCell(100), "–"},
		"failed":         {ratioCell(100), stopped(results.Failed, 1), "–"},
	} {
		if got := MemoryRatio(test.a, test.b).String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
