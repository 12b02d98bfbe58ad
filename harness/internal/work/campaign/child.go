package campaign

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"dporbench/harness/internal/ground/process"
	"dporbench/harness/internal/ground/registry"
	"dporbench/model"
	"dporbench/results"
)

// ChildName is the command by which this executable starts itself for one run.
const ChildName = "measured-run"

// childCommand enforces no limits: those are the parent's.
func (c Campaign) childCommand() (func(results.Run) *exec.Cmd, error) {
	executable, err := process.Executable()
	if err != nil {
		return nil, err
	}
	return func(run results.Run) *exec.Cmd {
		args := append([]string{os.Args[0], ChildName}, registry.Case{Benchmark: run.Benchmark, Params: run.Params}.Args()...)
		args = append(args,
			"--algo="+run.Algorithm,
			"--order="+run.Order,
			"--seed="+strconv.FormatUint(run.Seed, 10),
			"--gogc="+strconv.Itoa(run.GOGC),
			"--max-steps="+strconv.Itoa(c.MaxSteps),
		)
		if len(c.StopAt) > 0 {
			args = append(args, "--stop-at="+strings.Join(c.StopAt, ","))
		}
		return &exec.Cmd{Path: executable, Args: args}
	}, nil
}

// Stopped says of the last execution of a run why the run stopped there.
func Stopped(o model.Outcome) string { return fmt.Sprintf("is the first that %v", o) }
