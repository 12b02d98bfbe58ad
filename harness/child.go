package harness

import (
	"os"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/measure"
	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// childName is the command by which dporbench starts itself for one run.
const childName = "measured-run"

// newChild is the other side of childCommand.
func newChild() *cobra.Command {
	e, gogc, certify := defaultExploring(), 100, ""
	c := &cobra.Command{
		Use:    childName + " BENCH [PARAM...]",
		Short:  "Do one run and report to the process that measures it",
		Hidden: true,
	}
	e.register(c.Flags())
	c.Flags().Var(positiveValue(&gogc), "gogc", "target percentage of the garbage collector")
	c.Flags().StringVar(&certify, "certify", certify, "`FILE` to write the certificate of the run to")
	c.RunE = func(c *cobra.Command, args []string) error {
		named, program, err := parseProgram(args)
		if err != nil {
			return err
		}
		return measure.Child(gogc, func(progress func(*algos.Stats)) (algos.Stats, error) {
			o := algos.Options{Order: e.order, Seed: e.seed, Progress: progress}
			explorer, err := catalog.New(e.algorithms[0], o)
			if err != nil {
				return algos.Stats{}, err
			}
			if certify != "" {
				return certified(c.Context(), certify, e.header(named), program, explorer)
			}
			return explorer.Explore(c.Context(), program, nil)
		})
	}
	return c
}

// childCommand returns what makes the command of a run. The limits are not the
// child's business.
func childCommand() (func(results.Run) *exec.Cmd, error) {
	executable, err := runner.Executable()
	if err != nil {
		return nil, err
	}
	return func(run results.Run) *exec.Cmd {
		args := []string{
			os.Args[0], childName, run.Benchmark,
			"--algo=" + run.Algorithm,
			"--order=" + run.Order,
			"--seed=" + strconv.FormatUint(run.Seed, 10),
			"--gogc=" + strconv.Itoa(run.GOGC),
		}
		for _, n := range run.Params {
			args = append(args, strconv.Itoa(n))
		}
		return &exec.Cmd{Path: executable, Args: args}
	}, nil
}
