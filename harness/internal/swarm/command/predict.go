package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/swarm/simulate"
	"dporbench/plots"
)

type predictCommand struct {
	registry *registry.Registry
	what
	event       time.Duration
	budget      time.Duration
	title       string
	out, figure string
}

// workerNumbers are for which a prediction is made.
var workerNumbers = [...]int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 5000, 10000}

func newPredict(r *registry.Registry) *cobra.Command {
	p := predictCommand{registry: r, event: 50 * time.Nanosecond, budget: 200 * time.Millisecond}
	c := &cobra.Command{
		Use:   "predict BENCH [PARAM...]",
		Short: "Predict how much faster many workers are",
		Long: `Predict how much faster many workers are. The tree of the executions is recorded and
simulated workers explore it by the rules of the real ones. The cost of an event is
that of --event; a task costs 3 ms and 200 events beside its own, and that tasks are
wanted is known 25 ms later. What is not in it: a server that is busy, machines of different
speed, and failures.

With --out the figures are added to a file, and with --plot all that is in the file
is drawn, without a program nothing else.`,
		RunE: func(c *cobra.Command, args []string) error { return p.run(c, args) },
	}
	p.what.register(r, c)
	c.Flags().Lookup("classes").Hidden = true
	c.Flags().Var(value.Duration(&p.event), "event", "time that an event takes")
	c.Flags().Var(value.Duration(&p.budget), "task-time", "time for a task, if nobody waits for a part of it")
	c.Flags().StringVar(&p.title, "title", "", "what the program is called in the figure")
	c.Flags().StringVar(&p.out, "out", "", "`FILE` (CSV) to add the figures to")
	c.Flags().StringVar(&p.figure, "plot", "", "`FOLDER` to draw the figures of the file into, as speed-up.png")
	return c
}

func (p *predictCommand) run(c *cobra.Command, args []string) error {
	if p.figure != "" && p.out == "" {
		return exit.Usagef("--plot: needs --out FILE")
	}
	if len(args) > 0 {
		if err := p.predict(c, args); err != nil {
			return err
		}
	}
	if p.figure == "" {
		return nil
	}
	all, err := readSpeedUps(p.out)
	if err != nil {
		return err
	}
	_, err = plots.DrawSpeedUps(p.figure, all, []plots.Format{"png"})
	return err
}

func (p *predictCommand) predict(c *cobra.Command, args []string) error {
	x, err := p.job(p.registry, args)
	if err != nil {
		return err
	}
	tree, err := simulate.Record(c.Context(), x)
	if err != nil {
		return err
	}
	costs := simulate.Measured()
	costs.Event, costs.Budget = p.event.Seconds(), p.budget.Seconds()
	sequential := tree.Sequential(costs)
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%v: %d executions, %d events, %.3g s by one worker\n workers  speed-up    time/s    tasks\n", x, tree.Executions(), tree.Events, sequential)
	title := p.title
	if title == "" {
		title = fmt.Sprintf("%s, %.3g s", x.Run().Name(), sequential)
	}
	var all []plots.SpeedUp
	for _, n := range workerNumbers {
		o := tree.Simulate(n, costs)
		fmt.Fprintf(w, "%8d  %8.1f  %8.3g %8d\n", n, o.SpeedUp, o.Time, o.Tasks)
		all = append(all, plots.SpeedUp{Program: title, Algorithm: x.Job.Algorithm, Workers: n, Sequential: sequential, SpeedUp: o.SpeedUp})
	}
	if p.out == "" {
		return nil
	}
	return addSpeedUps(p.out, all)
}

var speedUpColumns = []string{"program", "algorithm", "workers", "sequential_s", "speed_up"}

func addSpeedUps(path string, all []plots.SpeedUp) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	_, err := os.Stat(path)
	file, err2 := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err2 != nil {
		return err2
	}
	w := csv.NewWriter(file)
	if errors.Is(err, fs.ErrNotExist) {
		w.Write(speedUpColumns)
	}
	for _, s := range all {
		w.Write([]string{s.Program, s.Algorithm, strconv.Itoa(s.Workers), fmt.Sprintf("%.4g", s.Sequential), fmt.Sprintf("%.4g", s.SpeedUp)})
	}
	w.Flush()
	return errors.Join(w.Error(), file.Close())
}

func readSpeedUps(path string) (all []plots.SpeedUp, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) == 0 || strings.Join(lines[0], ",") != strings.Join(speedUpColumns, ",") {
		return nil, fmt.Errorf("%s: not a file of predictions: %w", path, err)
	}
	for _, line := range lines[1:] {
		s := plots.SpeedUp{Program: line[0], Algorithm: line[1]}
		var errs [3]error
		s.Workers, errs[0] = strconv.Atoi(line[2])
		s.Sequential, errs[1] = strconv.ParseFloat(line[3], 64)
		s.SpeedUp, errs[2] = strconv.ParseFloat(line[4], 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, s)
	}
	return all, nil
}
