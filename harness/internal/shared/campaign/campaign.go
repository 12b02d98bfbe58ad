// Package campaign measures a plan of runs, each in its own process, and records them. It holds
// the flags of measuring commands, the results file and the files next to it, the progress
// display, and the cells of tables.
package campaign

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/shared/tool"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/results"
)

// Campaign is a plan of measurements: the runs, their settings, and the file for the results.
type Campaign struct {
	Registry   *program.Registry
	Programs   []program.Spec
	Algorithms []string
	Tools      []tool.Tool      // other tools to measure as well
	Settings   explore.Settings // of all runs, with the limits of each
	GOGC       int
	Memories   []memory.Model // to do each run under; by default the model of Settings
	Repeat     Repeat
	Timeout    func(algorithm string) time.Duration // by default the limit of Settings
	Redundant  time.Duration                        // time limit of algorithms that are not optimal, for the manifest
	StopAt     []model.Outcome                      // a run stops and fails at the first of these
	Save       *job.Save                            // of the only run; nil if it is not saved

	files    map[string]program.Spec // the programs as C files for the tools, by name
	versions map[string]string       // of the tools, by name
	certify  string                  // file to write the certificate of the only run to

	// Estimate, if not nil, estimates the number of executions of a run that takes long, while it is measured.
	Estimate func(context.Context, results.Run, time.Duration) (sampling.Estimate, error)

	Out    string // results file; none if empty
	Resume bool   // continue it
	Stderr io.Writer
}

func (c Campaign) plan() iter.Seq[results.Run] {
	return func(yield func(results.Run) bool) {
		for run := range Plan(c.Programs, c.names(), c.Repeat.Rounds, c.common()) {
			if c.Timeout != nil {
				run.Timeout = c.Timeout(run.Algorithm)
			}
			memories := c.memories()
			for i := range memories { // they take turns at coming first
				run.Memory = memories[(run.Repetition+i)%len(memories)].String()
				if !yield(run) {
					return
				}
			}
		}
	}
}

func (c Campaign) memories() []memory.Model {
	if len(c.Memories) == 0 {
		return []memory.Model{c.Settings.Memory}
	}
	return c.Memories
}

func (c Campaign) common() results.Run {
	s := c.Settings
	return results.Run{
		Order: s.Order.String(), Memory: s.Memory.String(), Seed: s.Seed,
		Timeout: s.Time, MemLimit: s.MemLimit, GOGC: c.GOGC, Jobs: s.Jobs,
	}
}

func (c Campaign) job(run results.Run) job.Job {
	j := job.Job{Algorithm: run.Algorithm, Settings: c.Settings, GOGC: c.GOGC, Stop: job.Stop{At: c.StopAt}, Certify: c.certify, Save: c.Save, OrderPosts: c.ordersPosts()}
	j.Program = program.Find(c.Programs, run.Benchmark, run.Params)
	if _, ok := tool.Lookup(run.Algorithm); ok {
		j.Program = c.files[j.Program.String()]
	}
	j.Settings.Memory, _ = memory.Parse(run.Memory) // plan wrote it
	return j
}

func (c Campaign) names() []string {
	names := slices.Clone(c.Algorithms)
	for _, t := range c.Tools {
		names = append(names, t.Name)
	}
	return names
}

// Measure returns the measured cells, even if there is an error.
func (c Campaign) Measure(ctx context.Context) ([]results.Cell, error) {
	if len(c.Tools) > 0 {
		c.versions = map[string]string{}
		for _, t := range c.Tools {
			c.versions[t.Name] = t.Version(ctx)
			c.note("%s is %s", t.Name, c.versions[t.Name])
		}
		remove, err := c.writeFiles(ctx)
		if err != nil {
			return nil, err
		}
		defer remove()
	}
	r, err := c.runner()
	if err != nil {
		return nil, err
	}
	if r.Out != nil {
		defer r.Out.Close()
	}
	record, err := c.beginRecord(r)
	if err != nil {
		return nil, err
	}
	rows, err := c.watched(ctx, r, c.plan())
	cells := c.inOrder(results.Cells(rows))
	if record != nil {
		err = record.end(cells, err)
	}
	return cells, err
}

// Certify repeats the first run of the plan, in its own process as usual, to write its
// certificate to path. The figures of the earlier runs stay as they are.
func (c Campaign) Certify(ctx context.Context, path string) error {
	c.Out, c.Repeat, c.certify = "", Repeat{Rounds: 1}, path
	r, err := c.runner()
	if err != nil {
		return err
	}
	rows, err := c.watched(ctx, r, c.plan())
	if err != nil {
		return err
	}
	if row := rows[0]; row.Status != results.OK {
		return fmt.Errorf("no certificate of %s, %s: %s: %s", row.Name(), row.Algorithm, row.Status, row.Error)
	}
	return nil
}

func (c Campaign) watched(ctx context.Context, r *Runner, plan iter.Seq[results.Run]) ([]results.Row, error) {
	sizes := &Sizes{Published: table.Published, Estimate: c.Estimate}
	if command.IsTerminal(c.Stderr) {
		display := newDisplay(c.Stderr, plan, sizes, r.Repeat)
		defer display.Close()
		r.Watch = display
	} else {
		r.Watch = newLines(c.Stderr, plan, sizes, r.Repeat)
	}
	return r.Measure(ctx, plan)
}

// inOrder sorts the cells of each program, which were measured in a random order, by
// the order in which the algorithms were named.
func (c Campaign) inOrder(cells []results.Cell) []results.Cell {
	var programs []string
	for _, cell := range cells {
		programs = append(programs, cell.Rows[0].Name())
	}
	slices.SortStableFunc(cells, func(x, y results.Cell) int {
		a, b := x.Rows[0], y.Rows[0]
		return cmp.Or(
			slices.Index(programs, a.Name())-slices.Index(programs, b.Name()),
			slices.Index(c.names(), a.Algorithm)-slices.Index(c.names(), b.Algorithm),
		)
	})
	return cells
}

// graceForCheckpoint bounds the time that a saved run takes to finish an execution and
// save a last time.
const graceForCheckpoint = 5 * time.Second

func (c Campaign) runner() (r *Runner, err error) {
	measuring, err := measure.Executable(c.Programs...)
	if err != nil {
		return nil, err
	}
	if command.IsTerminal(c.Stderr) && measuring.Alone && !slices.ContainsFunc(c.Programs, program.Spec.IsGo) {
		c.note("memory includes the commands: there is no %s of the same source next to this executable, as make build builds it", process.CompanionName())
	}
	r = &Runner{
		Repeat: c.Repeat,
		Note:   c.note,
		Command: func(run results.Run) (*exec.Cmd, error) {
			return measure.Command(c.job(run), c.Registry, measuring.Path, os.Args[0])
		},
		Source: func(run results.Run) string {
			return program.Find(c.Programs, run.Benchmark, run.Params).Origin.Sum()
		},
	}
	if c.Save != nil {
		r.Grace = graceForCheckpoint
	}
	if r.Build, err = BuildOf(measuring.Path, process.Commit()); err != nil {
		return nil, err
	}
	switch movedTo := ""; {
	case c.Out == "":
	case c.Resume:
		r.Out, r.Known, err = c.resume(r)
	default:
		if r.Out, movedTo, err = results.Create(c.Out); movedTo != "" {
			c.note("%s was there already and is now %s", c.Out, movedTo)
		}
	}
	return r, err
}

func (c Campaign) resume(r *Runner) (*results.File, []results.Row, error) {
	file, contents, err := results.Resume(c.Out)
	if err != nil {
		return nil, nil, err
	}
	if contents.Torn > 0 {
		c.note("%s was cut off in the middle of a row: its last %d bytes are dropped", c.Out, contents.Torn)
	}
	builds, changed := 0, map[string]bool{}
	for _, row := range contents.Rows {
		switch hash, _, _ := strings.Cut(row.Build, "+"); {
		case hash != r.Build.Hash:
			builds++
		case r.Source(row.Run) != "" && row.Build != r.built(row.Run):
			changed[row.Name()] = true
		}
	}
	if builds > 0 {
		c.note("%s has %d rows of other builds: they stay, and their runs are measured again", c.Out, builds)
	}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		c.note("%s has rows of %s from before its files were changed: they stay, and their runs are measured again", c.Out, name)
	}
	return file, contents.Rows, nil
}

func (c Campaign) note(format string, args ...any) {
	fmt.Fprintf(c.Stderr, "dporbench: "+format+"\n", args...)
}

// ordersPosts reports whether none of the algorithms supports posts of semaphores that commute, so that they can be compared.
func (c *Campaign) ordersPosts() bool {
	return !slices.ContainsFunc(c.Algorithms, func(name string) bool {
		a, known := c.Registry.Algorithm(name)
		return known && a.Commuting
	})
}
