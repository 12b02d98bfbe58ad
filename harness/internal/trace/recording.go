package trace

import (
	"bytes"
	"fmt"
	"os"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/trace"
)

func readRecording(path string) (r trace.Recording, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if r, err = trace.Read(bytes.NewReader(text)); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return r, err
}

func recordedProgram(known *program.Registry, path string, r trace.Recording) (program.Program, error) {
	if r.Program == "" {
		return program.Program{}, fmt.Errorf("%s: no program in it: give one before --replay", path)
	}
	p, err := arguments.ParseRecorded(known, r.Program, r.Params)
	if err != nil {
		return p, fmt.Errorf("%s: %v", path, err)
	}
	return p, nil
}

// saveRecording writes an execution of a program to a file, for replay.
func saveRecording(path string, c program.Spec, t trace.Trace, origin string) error {
	var text bytes.Buffer
	r := t.Record()
	r.Program, r.Params = c.Recorded()
	r.Origin = origin
	if err := r.Write(&text); err != nil {
		return err
	}
	return cli.WriteFile(path, text.Bytes())
}
