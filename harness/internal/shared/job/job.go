// Package job does the work of a child started by [measure.Run]: one exploration, on which it reports. It is linked
// into the small executable that does measured runs, so it has few dependencies.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
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
	"dporbench/model/front"
)

// Job is a run as the parent passes it to the child: as JSON, on standard input.
type Job struct {
	Program   program.Spec
	Code      *compiled.File `json:",omitempty"` // of a C file, which the child does not read
	Algorithm string         // or the name of another tool, for which the program is a C file
	Settings  explore.Settings
	GOGC      int
	Stop      Stop
	Samples   int64         `json:",omitempty"` // number of executions to draw by POS instead of exploring all; 0 to explore
	Within    time.Duration `json:",omitempty"` // limit of everything but reading the program's package; the exploration then reports how far it got; 0 for none
	Beside    Beside
	Certify   string `json:",omitempty"` // file to write the certificate to
	Save      *Save  `json:",omitempty"`

	OrderPosts bool `json:",omitempty"` // if the algorithm requires it; see [explore.OrderPosts]
}

// Stop lists the outcomes at which a run stops, with an error, and the executions that it reports.
type Stop struct {
	At     []model.Outcome `json:",omitempty"` // the first execution with one of these; none to explore all
	Show   bool            `json:",omitempty"` // report the execution at which it stopped
	Listen bool            `json:",omitempty"` // report the output of the first execution, and whether all executions skip their test
}

// Save is the file that a run is saved to, and the interval.
type Save struct {
	Path   string
	Every  time.Duration
	Resume bool
}

// Word is the command that starts an executable for one run.
const Word = "measured-run"

// ManyWord is the argument, in place of a program, of a process that does any number of jobs.
const ManyWord = "many"

// Serve does the jobs on standard input one after the other, until that ends. If it ends while a job is done, so does the process.
func Serve(ctx context.Context, r *program.Registry, h Helper) error {
	jobs, parent := make(chan Job), os.Stdout
	var busy atomic.Bool
	go func() {
		defer close(jobs)
		for in := json.NewDecoder(os.Stdin); ; {
			var j Job
			if in.Decode(&j) != nil {
				break
			}
			jobs <- j
		}
		if busy.Load() {
			os.Exit(1)
		}
	}()
	for j := range jobs {
		busy.Store(true)
		os.Stdout = parent // which the last job has redirected
		if err := j.do(ctx, r, h, func() {}); err != nil {
			return err
		}
		busy.Store(false)
	}
	return nil
}

// InChild reports whether these are the arguments of a process that does a job.
func InChild(args []string) bool { return len(args) > 0 && args[0] == Word }

// IsMany reports whether these are the arguments of a process that does many jobs.
func IsMany(args []string) bool { return InChild(args) && len(args) == 2 && args[1] == ManyWord }

// Read reads the job from standard input.
func Read() (j Job, err error) {
	if err = json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		err = cli.Usagef("%s: no job on the standard input: %w", Word, err)
	}
	return j, err
}

// Do does the job and reports on it to the measuring process, which enforces the limits.
func (j Job) Do(ctx context.Context, r *program.Registry) error {
	return j.do(ctx, r, nil, process.ExitWithParent)
}

// loadingPercent is how much the memory may grow before garbage is collected while a program is loaded, in percent: almost nothing of it is garbage. The
// exploration has a setting of its own.
const loadingPercent = 400

// do calls watch, in a goroutine of its own, to end the process with its parent.
func (j Job) do(ctx context.Context, r *program.Registry, h Helper, watch func()) error {
	r = r.WithC(func(string, compiled.Options) (*compiled.File, error) { return j.Code, nil })
	a, ok := r.Algorithm(j.Algorithm)
	if !ok {
		return cli.Usagef("this process does not know the algorithm %s", j.Algorithm)
	}
	x := &exploration{Job: j, algorithm: a, helper: h, notes: json.NewEncoder(os.Stdout)}
	debug.SetGCPercent(loadingPercent)
	load, failed := r.Read(j.Program)
	x.begun = time.Now()
	if h != nil {
		x.notes.Encode(Message{Begun: true}) // if it fails, so will the report
	}
	var p program.Program
	if failed == nil {
		p, failed = load()
	}
	if failed == nil {
		defer SayIfStuck(ctx, x.program.Load, j.Settings.Jobs)()
		if j.OrderPosts {
			explore.OrderPosts(p.Program, a)
		}
		failed = x.begin(p, j.Save != nil && j.Save.Resume) // this is not measured
	}
	return child(j.GOGC, &x.unmeasured, watch, func(progress func(*algos.Stats)) (algos.Stats, error) {
		return x.explore(ctx, p, failed, progress)
	})
}

// exploration is the work of a job.
type exploration struct {
	Job
	algorithm  catalog.Algorithm
	helper     Helper                        // or nil
	begun      time.Time                     // when the program's package had been read
	asked      bool                          // the states have been asked
	explored   program.Program               // last
	notes      *json.Encoder                 // to the parent as well, for lines that may be sent while it is sent progress: each is one write
	program    atomic.Pointer[model.Program] // that was begun last
	saved      *checkpoint.Run               // nil if it is not saved
	stats      algos.Stats                   // of the last exploration
	unmeasured Unmeasured
}

// begin prepares to explore p or, with resume, to continue an exploration that was saved.
func (x *exploration) begin(p program.Program, resume bool) error {
	x.program.Store(p.Program)
	if err := explore.CheckIsolation(p, x.Settings.Memory, x.program.Store); err != nil || x.Save == nil {
		return err
	}
	x.saved = &checkpoint.Run{Path: x.Save.Path, Every: x.Save.Every, Note: x.note}
	err := x.saved.Begin(resume, p, x.algorithm, x.Settings)
	if resume {
		x.unmeasured.Earlier.Wall, x.unmeasured.Earlier.CPU = x.saved.Earlier()
	}
	return err
}

// note sends the parent a line for the user.
func (x *exploration) note(line string) { x.notes.Encode(Message{Note: line}) } // if it fails, so will the report

// explore explores p, which has begun unless it has failed to, and finer programs if need be. It ends with advice if time is up, and early if states
// decide.
func (x *exploration) explore(ctx context.Context, p program.Program, failed error, progress func(*algos.Stats)) (algos.Stats, error) {
	exploring, stop := x.until(ctx, x.Within-x.toAdvise())
	err := x.all(exploring, p, failed, progress)
	stop()
	if d, ok := errors.AsType[*Decided](err); ok {
		x.unmeasured.Decided, err = d, nil
		if d.Failing != nil {
			err = d.Failing
		}
	}
	if errors.Is(err, process.ErrTime) {
		x.advise(ctx, x.stats.Executions)
	}
	return x.stats, err
}

// all explores p, and finer programs if need be, to the end.
func (x *exploration) all(ctx context.Context, p program.Program, failed error, progress func(*algos.Stats)) error {
	once := func(line string) {
		if x.Certify == "" { // otherwise an earlier run of the same has noted it
			x.note(line)
		}
	}
	return p.Explore(once, func(p program.Program) error {
		if p.Program != x.program.Load() {
			failed = x.begin(p, false)
		}
		if failed != nil {
			return failed
		}
		x.explored = p
		err := x.once(ctx, p, progress)
		explored := (*front.Program)(p.Program)
		x.unmeasured.Timers, x.unmeasured.Ticks, x.unmeasured.Bounds = explored.HasTimers(), explored.LeavesOutTicks(), explored.Bounds()
		x.unmeasured.Reads = explored.HasReadings()
		x.unmeasured.Orders, x.unmeasured.Sampled, x.unmeasured.Remarks = explored.HasOrders(), explored.HasSamples(), explored.Remarks()
		return err
	})
}

// once explores p to the end, or until it turns out to be too coarse.
func (x *exploration) once(ctx context.Context, p program.Program, progress func(*algos.Stats)) (err error) {
	if x.saved != nil {
		x.stats, err = x.saved.Explore(ctx, p, x.algorithm, x.Settings, progress)
		return err
	}
	explorer := x.explorer(progress)
	if x.Certify != "" {
		x.stats, err = certified(ctx, x.Certify, p, x.algorithm.Name, x.Settings, explorer)
	} else {
		x.stats, err = explorer.Explore(ctx, p.Program, x.visit(ctx, p))
	}
	return err
}

// visit returns the visitor of an exploration of p that ends where the job is to stop; nil if it is to explore all.
func (x *exploration) visit(ctx context.Context, p program.Program) func(*model.Execution) error {
	if len(x.Stop.At) == 0 {
		return nil
	}
	visited := int64(0)
	x.unmeasured.Skipped = x.Stop.Listen
	return func(e *model.Execution) error {
		visited++
		if err := x.askStates(ctx, p); err != nil {
			return err
		}
		if x.unmeasured.Skipped {
			if err := x.unmeasured.listen(p.Program, e, visited == 1); err != nil {
				return err
			}
		}
		if !slices.Contains(x.Stop.At, e.Outcome()) {
			return nil
		}
		why := fmt.Errorf("execution %d %s", visited, Stopped(e.Outcome()))
		if !x.Stop.Show {
			return why
		}
		return shown(p, visited, e, why)
	}
}

func (x *exploration) explorer(progress func(*algos.Stats)) algos.Explorer {
	options := x.Settings.Options()
	options.Progress = progress
	if x.Samples > 0 {
		return samplers.New(options, func() samplers.Sampler { return &samplers.POS{} }, x.Samples)
	}
	return explore.New(x.algorithm, options, x.Settings.Jobs)
}
