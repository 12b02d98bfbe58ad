package algostest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// watch follows the explorations of a kit, so that the kit ends whatever an explorer does.
type watch struct {
	mutex   sync.Mutex
	running map[*exploring]struct{}
}

// exploring is a call of Explore that has not returned.
type exploring struct {
	program  string
	visited  int64
	progress time.Time // of the last visit, or of the call
}

// untilStalled runs f. It returns an error that names the exploration if one neither visits an execution nor returns for
// the time patience; f is then left running.
func (w *watch) untilStalled(patience time.Duration, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	look := time.NewTicker(patience / 10)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			return err
		case now := <-look.C:
			if stalled := w.stalled(now.Add(-patience)); stalled != "" {
				return fmt.Errorf("%w: for %v, nothing has been visited by %s", errLate, patience, stalled)
			}
		}
	}
}

// stalled describes the explorations without progress since that time.
func (w *watch) stalled(since time.Time) string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var all []string
	for e := range w.running {
		if e.progress.Before(since) {
			all = append(all, fmt.Sprintf("the exploration of %s, after %d executions", e.program, e.visited))
		}
	}
	return strings.Join(all, " and ")
}

// around returns x with its calls of Explore watched. It is an algos.Splittable if x is.
func (w *watch) around(x algos.Explorer) algos.Explorer {
	watched := watchedExplorer{x, w}
	if s, ok := x.(algos.Splittable); ok {
		return struct {
			watchedExplorer
			workers
		}{watched, s}
	}
	return watched
}

type workers interface {
	NewWorker(p *model.Program) (*algos.Worker, error)
}

type watchedExplorer struct {
	explorer algos.Explorer
	watch    *watch
}

func (x watchedExplorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	e := x.watch.begin(p)
	defer x.watch.end(e)
	if visit == nil {
		return x.explorer.Explore(ctx, p, nil)
	}
	return x.explorer.Explore(ctx, p, func(execution *model.Execution) error {
		x.watch.visited(e)
		return visit(execution)
	})
}

func (w *watch) begin(p *model.Program) *exploring {
	e := &exploring{program: p.Name(), progress: time.Now()}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.running[e] = struct{}{}
	return e
}

func (w *watch) visited(e *exploring) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	e.visited++
	e.progress = time.Now()
}

func (w *watch) end(e *exploring) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.running, e)
}
