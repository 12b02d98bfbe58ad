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

// Executable is the one that measures these programs: the small one, unless a Go function has to be loaded.
func Executable(programs ...program.Spec) (process.Companion, error) {
	if slices.ContainsFunc(programs, program.Spec.IsGo) {
		return process.Alone()
	}
	return process.FindCompanion()
}

// Command starts the executable at path to do the job, or the running one if another tool does the work; name becomes its
// os.Args[0]. Those of its arguments that say which run it is are for who looks at processes.
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

// Do does the job on the standard input, as [job.Do], or has another tool do it.
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
