package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/tool"
)

// Executable returns the executable that measures these programs: the small one, unless a Go function must be loaded.
func Executable(programs ...program.Spec) (process.Companion, error) {
	if slices.ContainsFunc(programs, program.Spec.IsGo) {
		return process.Alone()
	}
	return process.FindCompanion()
}

// Command returns a command in which the executable at path does the job, or the running executable if another tool does
// the work; name becomes its os.Args[0]. Its other arguments name the run for readers of process lists.
func Command(j job.Job, r *program.Registry, path, name string) (_ *exec.Cmd, err error) {
	if _, foreign := tool.Lookup(j.Algorithm); foreign {
		path, err = process.Executable()
	} else {
		j.Code, err = r.Compile(j.Program)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(j)
	return &exec.Cmd{Path: path, Args: []string{name, job.Word, j.Program.String(), j.Algorithm}, Stdin: bytes.NewReader(text)}, err
}

// Many returns a command in which the executable at path does any number of jobs; see [Worker].
func Many(path, name string) *exec.Cmd {
	return &exec.Cmd{Path: path, Args: []string{name, job.Word, job.ManyWord}}
}

// Do does the job on standard input, like [job.Job.Do], or has another tool do it.
func Do(ctx context.Context, r *program.Registry) error {
	j, err := job.Read()
	if err != nil {
		return err
	}
	t, foreign := tool.Lookup(j.Algorithm)
	if !foreign {
		return j.Do(ctx, r)
	}
	f, ok := j.Program.Kind.(program.CFile)
	if !ok {
		return fmt.Errorf("%s takes a C file, not %v", t.Name, j.Program)
	}
	return Foreign(t, t.Command(f.Path, f.Options), j.Settings.MemLimit)
}
