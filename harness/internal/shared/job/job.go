// Package job does the work of a child started by [measure.Run]: one exploration, on which it reports. It is linked
// into the small executable that does measured runs, so it has few dependencies.
package job

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/samplers"
	"dporbench/frontends/cprog/compiled"
	"dporbench/harness/internal/shared/checkpoint"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// Job is a run as the parent passes it to the child: as JSON, on standard input.
type Job struct {
	Program   program.Spec
	Code      *compiled.File `json:",omitempty"` // of a C file, which the child does not read
	Algorithm string         // or the name of another tool, for which the program is a C file
	Settings  explore.Settings
	GOGC      int
	StopAt    []model.Outcome `json:",omitempty"` // stop, with an error, at the first execution with one of these
	Show      bool            `json:",omitempty"` // report the execution at which StopAt stopped
	Listen    bool            `json:",omitempty"` // report the output of the first execution, and whether all executions skip their test
	Samples   int64           `json:",omitempty"` // number of executions to draw by POS instead of exploring all; 0 to explore
	Within    time.Duration   `json:",omitempty"` // limit of the exploration alone, which then reports how far it got; 0 for none
	Certify   string          `json:",omitempty"` // file to write the certificate to
	Save      *Save           `json:",omitempty"`
}

// Save is the file that a run is saved to, and the interval.
type Save struct {
	Path   string
	Every  time.Duration
	Resume bool
}

// Word is the command that starts an executable for one run.
const Word = "measured-run"

// InChild reports whether these are the arguments of a process that does a job.
func InChild(args []string) bool { return len(args) > 0 && args[0] == Word }

// Read reads the job from standard input.
func Read() (j Job, err error) {
	if err = json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		err = cli.Usagef("%s: no job on the standard input: %w", Word, err)
	}
	return j, err
}

// Do does the job and reports on it to the measuring process, which enforces the limits.
func (j Job) Do(ctx context.Context, r *program.Registry) error {
	r = r.WithC(func(string, compiled.Options) (*compiled.File, error) { return j.Code, nil })
	a, ok := r.Algorithm(j.Algorithm)
	if !ok {
		return cli.Usagef("this process does not know the algorithm %s", j.Algorithm)
	}
	p, err := r.Load(j.Program)
	if err != nil {
		return Child(j.GOGC, &Said{}, func(func(*algos.Stats)) (algos.Stats, error) { return algos.Stats{}, err })
	}
	var explored atomic.Pointer[model.Program]
	explored.Store(p.Program)
	defer SayIfStuck(ctx, explored.Load, j.Settings.Jobs)()
	parent := json.NewEncoder(os.Stdout)
	failed := explore.CheckIsolation(p, j.Settings.Memory) // this is not measured
	var saved *checkpoint.Run
	var said Said
	if j.Save != nil && failed == nil {
		saved = &checkpoint.Run{Path: j.Save.Path, Every: j.Save.Every}
		failed = saved.Begin(j.Save.Resume, p, a, j.Settings)
		said.Earlier.Wall, said.Earlier.CPU = saved.Earlier()
	}
	return Child(j.GOGC, &said, func(progress func(*algos.Stats)) (algos.Stats, error) {
		for {
			stats, err := j.once(ctx, p, a, saved, failed, progress, &said)
			why := r.Anew(err)
			if why == "" {
				return stats, err
			}
			if j.Certify == "" { // otherwise an earlier run of the same has said so
				parent.Encode(Message{Anew: why}) // if it fails, so will the report
			}
			if p, err = r.Load(j.Program); err != nil {
				return stats, err
			}
			explored.Store(p.Program)
			if failed = explore.CheckIsolation(p, j.Settings.Memory); saved != nil && failed == nil {
				failed = saved.Begin(false, p, a, j.Settings)
			}
		}
	})
}

// once explores p to the end, or until p must be rebuilt.
func (j Job) once(ctx context.Context, p program.Program, a catalog.Algorithm, saved *checkpoint.Run, failed error, progress func(*algos.Stats), said *Said) (algos.Stats, error) {
	switch {
	case failed != nil:
		return algos.Stats{}, failed
	case saved != nil:
		return saved.Explore(ctx, p, a, j.Settings, progress)
	}
	return j.explore(ctx, p, a, progress, said)
}

func (j Job) explore(ctx context.Context, p program.Program, a catalog.Algorithm, progress func(*algos.Stats), said *Said) (algos.Stats, error) {
	options := j.Settings.Options()
	options.Progress = progress
	if j.Within > 0 {
		bounded, stop := context.WithTimeoutCause(ctx, j.Within, process.ErrTime)
		defer stop()
		ctx = bounded
	}
	explorer := j.explorer(a, options)
	switch {
	case j.Certify != "":
		return certified(ctx, j.Certify, p, a.Name, j.Settings, explorer)
	case len(j.StopAt) == 0:
		return explorer.Explore(ctx, p.Program, nil)
	}
	visited := int64(0)
	said.Skipped = j.Listen
	return explorer.Explore(ctx, p.Program, func(e *model.Execution) error {
		visited++
		if said.Skipped {
			if err := said.hear(p.Program, e, visited == 1); err != nil {
				return err
			}
		}
		if !slices.Contains(j.StopAt, e.Outcome()) {
			return nil
		}
		why := fmt.Errorf("execution %d %s", visited, Stopped(e.Outcome()))
		if !j.Show {
			return why
		}
		return shown(p, visited, e, why)
	})
}

func (j Job) explorer(a catalog.Algorithm, o algos.Options) algos.Explorer {
	if j.Samples > 0 {
		return samplers.New(o, func() samplers.Sampler { return &samplers.POS{} }, j.Samples)
	}
	return explore.New(a, o, j.Settings.Jobs)
}
