package results

import (
	"bytes"
	"fmt"
	"os"
	"slices"
)

// Curve has the samples of one run, in the order of time. For a run that was
// killed, it has those known until then.
type Curve struct {
	Run     Run // only its key: neither limits nor the collector's target
	Build   string
	Samples []Sample
}

var sampleColumns = slices.Concat(
	columns.only("benchmark", "params", "algorithm", "order", "seed", "repetition", "build"),
	table{
		{"elapsed_s", "wall-clock time since the exploration began, in seconds", false, func(r *Row) any { return &r.Elapsed }, ""},
		{"executions", "maximal executions visited so far", false, func(r *Row) any { return &r.Executions }, ""},
		{"live_heap_bytes", "heap that was in use at the last garbage collection", false, func(r *Row) any { return &r.LiveHeap }, ""},
		{"rss_bytes", "memory resident now", false, func(r *Row) any { return &r.PeakRSS }, ""},
	},
	storedColumns(false),
)

func (t table) only(names ...string) (its table) {
	for _, name := range names {
		its = append(its, t[slices.IndexFunc(t, func(c column) bool { return c.name == name })])
	}
	return its
}

// SampleColumns yields the name and the meaning of every column of a file of
// samples, in the order of the file.
func SampleColumns(yield func(name, doc string) bool) { sampleColumns.docs(yield) }

func (c Curve) row(s Sample) Row {
	return Row{
		Run: c.Run, Build: c.Build, Elapsed: s.Elapsed, Counts: Counts{Executions: s.Executions},
		LiveHeap: s.LiveHeap, PeakRSS: s.RSS, Stored: s.Stored,
	}
}

func (r Row) sample() Sample {
	return Sample{Elapsed: r.Elapsed, Executions: r.Executions, LiveHeap: r.LiveHeap, RSS: r.PeakRSS, Stored: r.Stored}
}

// SampleFile is a file of samples open for appending.
type SampleFile struct{ *appending }

// CreateSamples begins a new file of samples, replacing the one at path.
func CreateSamples(path string) (*SampleFile, error) {
	lines, err := sampleColumns.appendTo(path, 0)
	return &SampleFile{lines}, err
}

// ResumeSamples opens the file of samples at path to continue it after its
// complete part, or begins a new one if there is none.
func ResumeSamples(path string) (*SampleFile, error) {
	data, err := readFile(path)
	if os.IsNotExist(err) {
		return CreateSamples(path)
	}
	if err != nil {
		return nil, err
	}
	if _, err := parseSamples(data); err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	lines, err := sampleColumns.appendTo(path, int64(bytes.LastIndexByte(data, '\n')+1))
	return &SampleFile{lines}, err
}

// Append adds the samples of a run and returns once they are on the disk.
func (f *SampleFile) Append(c Curve) error { return f.write(c.lines()) }

func (c Curve) lines() []byte {
	var lines []byte
	for _, s := range c.Samples {
		lines = append(lines, encode(sampleColumns.record(c.row(s)))...)
	}
	return lines
}

// ReadSamples reads the file of samples at path and returns a curve for each
// run, in the order in which the runs ended. If a run was measured twice, the
// later curve counts. An incomplete last line is left out; anything else that is
// wrong is an error that names the file and the line.
func ReadSamples(path string) ([]Curve, error) {
	return read(path, parseSamples)
}

func parseSamples(data []byte) ([]Curve, error) {
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	head := encode(sampleColumns.header())
	if !bytes.HasPrefix(whole, head) && !(len(whole) == 0 && bytes.HasPrefix(head, data)) {
		return nil, fmt.Errorf("1: not the header of a file of samples of this version")
	}
	var curves []Curve
	place := map[Key]int{}
	err := readLines(whole, func([]string) error { return nil }, func(record []string) error {
		row, err := sampleColumns.parse("line", record)
		if err != nil {
			return err
		}
		i, known := place[row.Key(row.Build)]
		if !known {
			i = len(curves)
			place[row.Key(row.Build)] = i
			curves = append(curves, Curve{Run: row.Run, Build: row.Build})
		}
		c := &curves[i]
		if n := len(c.Samples); n > 0 && row.Elapsed <= c.Samples[n-1].Elapsed {
			c.Samples = nil // the run was measured again
		}
		c.Samples = append(c.Samples, row.sample())
		return nil
	})
	return curves, err
}
