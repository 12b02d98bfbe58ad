package campaign

import (
	"os"
	"os/exec"
	"strconv"
	"strings"

	"dporbench/harness/internal/ground/companion"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/tool"
	"dporbench/harness/internal/work/measure"
	"dporbench/results"
)

// childCommand enforces no limits: those are the parent's.
func (c Campaign) childCommand(measuring companion.Executable) func(results.Run) *exec.Cmd {
	return func(run results.Run) *exec.Cmd {
		args := append([]string{os.Args[0], measure.ChildName}, registry.Case{Benchmark: run.Benchmark, Params: run.Params}.Args()...)
		if _, ok := tool.Lookup(run.Algorithm); ok {
			args = append(args, "--tool="+run.Algorithm, "--tool-file="+c.files[run.Name()], "--mem-limit="+strconv.FormatInt(run.MemLimit, 10))
			return &exec.Cmd{Path: measuring.Path, Args: args}
		}
		args = append(args,
			"--algo="+run.Algorithm,
			"--order="+run.Order,
			"--memory="+run.Memory,
			"--seed="+strconv.FormatUint(run.Seed, 10),
			"--gogc="+strconv.Itoa(run.GOGC),
			"--jobs="+strconv.Itoa(run.Workers()),
			"--max-steps="+strconv.Itoa(c.MaxSteps),
		)
		if len(c.StopAt) > 0 {
			args = append(args, "--stop-at="+strings.Join(c.StopAt, ","))
		}
		if c.Checkpoint != "" {
			args = append(args, "--checkpoint="+c.Checkpoint, "--checkpoint-every="+c.CheckpointEvery.String(), "--resume="+strconv.FormatBool(c.Continue))
		}
		return &exec.Cmd{Path: measuring.Path, Args: args}
	}
}
