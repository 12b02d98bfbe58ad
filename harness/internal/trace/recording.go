package trace

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/tree/graph"
	"dporbench/model/memory"
	"dporbench/model/origin"
	"dporbench/trace"
)

func readRecording(path string) (r trace.Recording, err error) {
	text, err := cli.ReadFile(path)
	if err != nil {
		return r, err
	}
	r, err = trace.Read(bytes.NewReader(text))
	return r, withPath(path, err)
}

func recordedProgram(c *cobra.Command, known *program.Registry, path string, r trace.Recording) (program.Program, error) {
	if r.Program == "" {
		return program.Program{}, fmt.Errorf("%s: no program in it: give one before --replay", path)
	}
	p, err := arguments.ParseRecorded(c, known, r.Program, r.Params)
	if err != nil {
		return p, fmt.Errorf("%s: %v", path, err)
	}
	if file, err := changed(path, r, p); err != nil || file != "" {
		return p, cmp.Or(err, fmt.Errorf("%s: %s has changed since the execution was recorded: to replay it anyway, name the program before --replay", path, file))
	}
	return p, nil
}

// changed returns the name of a file of p that differs from the one that the recording was made with, or "".
func changed(path string, r trace.Recording, p program.Program) (string, error) {
	files, err := origin.Parse(r.Source)
	if err != nil || len(files) == 0 { // nothing is known
		return "", withPath(path, err)
	}
	return files.Differs(p.Origin), nil
}

func withPath(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// saveRecording writes an execution of a program to a file, for replay.
func saveRecording(path string, c program.Spec, t trace.Trace, by string) error {
	var text bytes.Buffer
	r := t.Record()
	r.Program, r.Params = c.Recorded()
	r.Origin, r.Source = by, c.Origin.String()
	if err := r.Write(&text); err != nil {
		return err
	}
	return cli.WriteFile(path, text.Bytes())
}

// drawGraph draws an execution to a file.
func drawGraph(path string, p program.Program, t trace.Trace, by string) error {
	if !t.Memory.Graphs() {
		return cli.Usagef("--graph: executions are no graphs under %v: needs --memory one of %v", t.Memory, memory.Graphs())
	}
	picture, err := graph.Of(p.Program, t)
	if err != nil {
		return err
	}
	picture.Caption = fmt.Sprintf("%s under %v, %s", p, t.Memory, by)
	var file bytes.Buffer
	if err := graph.Write(&file, picture); err != nil {
		return err
	}
	return cli.WriteFile(path, file.Bytes())
}
