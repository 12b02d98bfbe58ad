package explore

import (
	"bytes"
	"fmt"
	"os"

	"dporbench/harness/internal/ground/output"
	"dporbench/harness/internal/ground/registry"
	"dporbench/trace"
)

// ReadRecording reads the file of an execution.
func ReadRecording(path string) (trace.Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return trace.Recording{}, err
	}
	defer file.Close()
	r, err := trace.Read(file)
	if err != nil {
		return r, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// RecordedProgram is the program that args name or, without any, that of the
// recording at path.
func RecordedProgram(known *registry.Registry, path string, r trace.Recording, args []string) (registry.Program, error) {
	if len(args) > 0 {
		return known.Parse(args)
	}
	if r.Program == "" {
		return registry.Program{}, fmt.Errorf("%s: no program in it: give one before --replay", path)
	}
	p, err := known.Parse(registry.Case{Benchmark: r.Program, Params: r.Params}.Args())
	if err != nil {
		return p, fmt.Errorf("%s: %v", path, err)
	}
	return p, nil
}

// Save writes an execution of a program to a file, to be replayed.
func Save(path string, c registry.Case, t trace.Trace, origin string) error {
	var text bytes.Buffer
	r := t.Record()
	r.Program, r.Params, r.Origin = c.Benchmark, c.Params, origin
	if err := r.Write(&text); err != nil {
		return err
	}
	return output.WriteFile(path, text.Bytes())
}
