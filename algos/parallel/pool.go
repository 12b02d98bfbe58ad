package parallel

import (
	"sync"
	"sync/atomic"

	"dporbench/algos"
)

// pool holds the tasks that have been given away.
type pool struct {
	mu      sync.Mutex
	changed *sync.Cond
	tasks   []algos.Task // the one that was given away first is taken first
	workers int
	waiting int          // workers, for a task
	ended   bool         // there will be no more tasks
	wanted  atomic.Int32 // how many more tasks the waiting workers could take
}

func newPool(workers int, t algos.Task) *pool {
	p := &pool{workers: workers, tasks: []algos.Task{t}}
	p.changed = sync.NewCond(&p.mu)
	return p
}

// hungry reports whether a worker waits that no task is there for.
func (p *pool) hungry() bool { return p.wanted.Load() > 0 }

func (p *pool) put(t algos.Task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, t)
	p.count()
	p.changed.Signal()
}

func (p *pool) count() { p.wanted.Store(int32(p.waiting - len(p.tasks))) }

// get waits for a task; ok is false when there will be none, because all workers wait.
func (p *pool) get() (t algos.Task, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting++
	p.count()
	for len(p.tasks) == 0 && !p.ended {
		if p.waiting == p.workers {
			p.ended = true
			p.changed.Broadcast()
			break
		}
		p.changed.Wait()
	}
	if p.ended {
		return algos.Task{}, false
	}
	p.waiting--
	t, p.tasks = p.tasks[0], p.tasks[1:]
	p.count()
	return t, true
}

// end makes every get return at once.
func (p *pool) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.changed.Broadcast()
}
