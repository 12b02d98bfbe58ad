package checkpoint

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/parallel"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/files"
)

// Run is an exploration that is saved at intervals.
type Run struct {
	Path  string
	Every time.Duration
	Note  func(line string) // is called when the disk is full; or nil

	header  Header
	earlier Checkpoint // what earlier processes have done
	found   bool
	full    bool // was the disk when the exploration was saved last
}

// Begin reads the checkpoint if there is one and it is to be resumed.
func (r *Run) Begin(resume bool, p program.Program, a catalog.Algorithm, s explore.Settings) (err error) {
	if r.header, err = Of(p, a.Name, s); err != nil {
		return err
	}
	c, err := Read(r.Path)
	if err != nil || c == nil || !resume {
		return err
	}
	r.found, r.earlier = true, *c
	return c.Matches(r.Path, r.header)
}

// Startable returns an error if the exploration cannot begin or, with resume, continue: the file is
// of another exploration, or holds an unfinished one and resume is false.
func Startable(path string, resume bool, p program.Program, a catalog.Algorithm, s explore.Settings) error {
	c, err := Read(path)
	if err != nil || c == nil || c.IsDone() && !resume {
		return err
	}
	if !resume {
		return fmt.Errorf("--checkpoint %s: holds an unfinished exploration: must be continued with --resume, or removed", path)
	}
	want, err := Of(p, a.Name, s)
	if err != nil {
		return err
	}
	want.Version = "" // the executable that explores may be another one, and checks its own
	return c.Matches(path, want)
}

// Earlier is the time that earlier processes have taken.
func (r *Run) Earlier() (wall, cpu time.Duration) { return r.earlier.Wall, r.earlier.CPU }

// Explore begins or continues the exploration. It is suspended, with parallel.ErrSuspended, when ctx
// is done or the process is asked to end, or if either has happened before.
func (r *Run) Explore(ctx context.Context, p program.Program, a catalog.Algorithm, s explore.Settings, progress func(*algos.Stats)) (algos.Stats, error) {
	asked, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt)
	defer stop()
	cpu, start := process.CPUTime(), time.Now()
	x := &parallel.Explorer{
		Splittable: a.New(s.Options()).(algos.Splittable),
		Jobs:       s.Jobs,
		Progress:   progress,
		SaveEvery:  r.Every,
		Suspend:    asked.Done(),
		Save: func(state parallel.State) error {
			c := Checkpoint{r.header, state, r.earlier.Wall + time.Since(start), r.earlier.CPU + process.CPUTime() - cpu}
			return r.unlessFull(c.Write(r.Path), asked.Err() != nil && !c.IsDone())
		},
	}
	if r.found {
		x.From = &r.earlier.State
	}
	return x.Explore(context.WithoutCancel(ctx), p.Program, nil) // the end of ctx suspends
}

// unlessFull returns err, of a save, or nil if the disk was full: the exploration continues, and the next save tries again. The
// last save of one that is suspended must succeed.
func (r *Run) unlessFull(err error, suspended bool) error {
	before := r.full
	r.full = files.IsFull(err)
	if !r.full || suspended {
		return err
	}
	if !before && r.Note != nil {
		r.Note(fmt.Sprintf("%v: the exploration continues, and is saved when there is room", err))
	}
	return nil
}
