package results

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
)

// SampleFile is a file of samples open for appending.
type SampleFile struct{ lines *appending }

// CreateSamples begins a new file of samples in place of the one at path.
func CreateSamples(path string) (*SampleFile, error) {
	lines, err := appendTo(path, 0, sampleHeader())
	return &SampleFile{lines}, err
}

// ResumeSamples opens the file of samples at path to continue it, after what
// is whole of it, or begins a new one if there is none.
func ResumeSamples(path string) (*SampleFile, error) {
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return CreateSamples(path)
	}
	if err != nil {
		return nil, err
	}
	if _, err := parseSamples(data); err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	lines, err := appendTo(path, int64(bytes.LastIndexByte(data, '\n')+1), sampleHeader())
	return &SampleFile{lines}, err
}

// Append adds the samples of a run and returns once they are on the disk.
func (f *SampleFile) Append(c Curve) error { return f.lines.write(c.lines()) }

// lines are the samples as they stand in the file.
func (c Curve) lines() []byte {
	var lines []byte
	for _, s := range c.Samples {
		line := sampled{Row: Row{Run: c.Run, Build: c.Build, Stored: s.Stored}, Sample: s}
		lines = append(lines, encode(line.record())...)
	}
	return lines
}

// Close closes the file.
func (f *SampleFile) Close() error { return f.lines.close() }

// ReadSamples reads the file of samples at path and returns a curve for each
// run, in the order in which the runs ended. Of a run that was measured twice
// the later curve counts. A last line that was cut off is left out; whatever
// else is not as it should be is an error that names the file and the line.
func ReadSamples(path string) ([]Curve, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	curves, err := parseSamples(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return curves, nil
}

// parseSamples's errors begin with the number of a line.
func parseSamples(data []byte) ([]Curve, error) {
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	head, lines := encode(sampleHeader()), csv.NewReader(bytes.NewReader(whole))
	if !bytes.HasPrefix(whole, head) && !(len(whole) == 0 && bytes.HasPrefix(head, data)) {
		return nil, fmt.Errorf("1: not the header of a file of samples of this version")
	}
	lines.FieldsPerRecord = -1
	var b curves
	take := func(header []string) error { return nil }
	for {
		record, err := lines.Read()
		if err == io.EOF {
			return b.list, nil
		}
		if err == nil {
			err = take(record)
		}
		if err != nil {
			return nil, located(lines, err)
		}
		take = b.add
	}
}

// curves gathers lines into curves.
type curves struct{ list []Curve }

func (b *curves) add(record []string) error {
	if len(record) != len(sampleColumns) {
		return fmt.Errorf("line has %d columns, want %d", len(record), len(sampleColumns))
	}
	var s sampled
	if err := s.parse(record); err != nil {
		return err
	}
	c := b.curve(s.Run, s.Row.Build)
	if n := len(c.Samples); n > 0 && s.Sample.Elapsed <= c.Samples[n-1].Elapsed {
		c.Samples = nil // the run was measured again
	}
	s.Sample.Stored = s.Row.Stored
	c.Samples = append(c.Samples, s.Sample)
	return nil
}

// curve finds the curve of a run, or begins one. The one that is wanted is the
// last one nearly always.
func (b *curves) curve(run Run, build string) *Curve {
	for i := len(b.list) - 1; i >= 0; i-- {
		if c := &b.list[i]; c.Run.Key(c.Build) == run.Key(build) {
			return c
		}
	}
	b.list = append(b.list, Curve{Run: run, Build: build})
	return &b.list[len(b.list)-1]
}
