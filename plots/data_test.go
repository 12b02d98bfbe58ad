package plots

import (
	"math"
	"time"

	"dporbench/results"
)

// run is a row with that many executions, and time and memory in proportion.
func run(benchmark string, params []int, algorithm string, executions int64) results.Row {
	return results.Row{
		Run: results.Run{
			Benchmark: benchmark, Params: params, Algorithm: algorithm, Order: "first",
			Repetition: 1, Timeout: time.Minute, MemLimit: 1 << 30, GOGC: 100,
		},
		Status:  results.OK,
		Counts:  results.Counts{Executions: executions},
		Reached: executions,
		Wall:    time.Duration(executions) * 3 * time.Microsecond,
		Elapsed: time.Duration(executions) * 4 * time.Microsecond,
		PeakRSS: 10e6 + 100*executions,
		Stored:  results.Stored{Events: executions, SleepEntries: 5, GraphNodes: executions / 2},
	}
}

func again(row results.Row, slower float64) results.Row {
	row.Repetition++
	row.Wall = time.Duration(float64(row.Wall) * slower)
	row.PeakRSS = int64(float64(row.PeakRSS) * slower)
	return row
}

func ended(row results.Row, status results.Status) results.Row {
	limited := results.Row{Run: row.Run, Status: status, Reached: row.Reached, Elapsed: row.Elapsed, PeakRSS: row.PeakRSS}
	limited.Error = string(status)
	return limited
}

// everything is data for every figure, with a limit of every kind.
func everything() Data {
	var data Data
	for n := 3; n <= 8; n++ {
		factorial := int64(math.Gamma(float64(n + 1)))
		for i, algorithm := range []string{"optimal", "trust", "pop", "a-new-one"} {
			row := run("exp-mem3", []int{n}, algorithm, factorial+int64(i))
			data.Rows = append(data.Rows, row, again(row, 1.2))
			data.Curves = append(data.Curves, within(row))
		}
	}
	for i, t := range []int{16, 64, 256, 1024} {
		data.Rows = append(data.Rows,
			run("length-param", []int{2, t}, "pop", int64(t)),
			run("length-param", []int{3, t}, "pop", int64(10*t)),
			ended(run("length-param", []int{2, t}, "optimal", int64(t)), []results.Status{
				results.Timeout, results.OutOfMemory, results.Failed, results.Interrupted}[i]))
	}
	data.Rows = append(data.Rows,
		ended(run("slow", []int{1}, "pop", 100), results.Timeout),
		run("slow", []int{1}, "optimal", 100),
		run("without", nil, "pop", 7))
	return data
}

// within is a run that doubles its memory whenever its executions increase tenfold.
func within(row results.Row) results.Curve {
	c := results.Curve{Run: row.Run, Build: "build"}
	for at := int64(0); at < row.Executions; at = 1 + at*3/2 {
		c.Samples = append(c.Samples, results.Sample{
			Elapsed:    time.Duration(at) * time.Microsecond,
			Executions: at,
			LiveHeap:   1e6 + 1000*at,
			RSS:        10e6 + 1500*at,
		})
	}
	return c
}
