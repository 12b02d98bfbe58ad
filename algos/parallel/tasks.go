package parallel

import (
	"slices"
	"sync"
	"sync/atomic"

	"dporbench/algos"
	"dporbench/model"
)

// tasks are the tasks of an exploration, and the Stats of the explored part. At any moment, done
// covers everything but the tasks in queue and current.
type tasks struct {
	mu      sync.Mutex
	changed *sync.Cond
	queue   []algos.Task  // first in, first out
	current []algos.Task  // by worker: the part of its task that is not in done; done if it waits
	now     []algos.Stats // by worker: its last known progress on that
	done    algos.Stats
	failure algos.Stats // of workers that failed, and of executions counted but not visited
	waiting int         // workers, for a task
	ended   bool        // there will be no more tasks

	wanted atomic.Int32 // how many more tasks the waiting workers could take
	paused atomic.Bool  // exploring has stopped
	turns  atomic.Int32 // workers advance when it changes
	since  []int32      // by worker: the value of turns when it took its task
	behind []bool       // by worker: it had a task at nextTurn, and has not advanced since
	caught chan struct{}
}

func newTasks(workers int, from State) *tasks {
	t := &tasks{
		queue:   slices.Clone(from.Tasks),
		current: make([]algos.Task, workers),
		now:     make([]algos.Stats, workers),
		since:   make([]int32, workers),
		behind:  make([]bool, workers),
		done:    from.Stats,
	}
	t.changed = sync.NewCond(&t.mu)
	return t
}

// hungry reports whether more workers wait than there are tasks.
func (t *tasks) hungry() bool { return t.wanted.Load() > 0 }

func (t *tasks) count() { t.wanted.Store(int32(t.waiting - len(t.queue))) }

// get waits for a task for worker i; ok is false if there will be no more, as when all wait.
func (t *tasks) get(i int) (task algos.Task, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting++
	t.count()
	for len(t.queue) == 0 && !t.ended {
		if t.waiting == len(t.current) {
			t.finishLocked()
			break
		}
		t.changed.Wait()
	}
	if t.ended {
		return algos.Task{}, false
	}
	t.waiting--
	task, t.queue = t.queue[0], t.queue[1:]
	t.take(i, task)
	t.count()
	return task, true
}

// advance records that worker i has explored its task except for rest. It returns the worker's next task, and whether
// part of rest was handed to other workers.
func (t *tasks) advance(i int, s algos.Stats, rest algos.Task) (deep algos.Task, shared bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done.Add(s)
	t.now[i] = algos.Stats{}
	for t.hungry() {
		shallow, deep, ok := rest.Split()
		if !ok {
			break
		}
		t.queue, rest, shared = append(t.queue, shallow), deep, true
		t.count()
		t.changed.Signal()
	}
	t.take(i, rest)
	t.catchUp(i)
	return rest, shared
}

// take records what worker i explores from now on, together with the current turn: a worker that read a later turn as
// its own would miss that it is to advance.
func (t *tasks) take(i int, task algos.Task) {
	t.current[i], t.since[i] = task, t.turns.Load()
}

// failed records that worker i failed after it had explored s.
func (t *tasks) failed(i int, s algos.Stats) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failure.Add(s)
	t.now[i] = algos.Stats{}
}

// uncount subtracts an execution that has been counted and will not be visited.
func (t *tasks) uncount(o model.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failure.Executions--
	if n := algos.Counted(&t.failure.Counts, o); n != nil {
		*n--
	}
}

func (t *tasks) progress(i int, s algos.Stats, report func(*algos.Stats)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now[i] = s
	sum := t.done
	for _, s := range t.now {
		sum.Add(s)
	}
	report(&sum)
}

// finish makes every get return at once.
func (t *tasks) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.finishLocked()
}

func (t *tasks) finishLocked() {
	t.ended = true
	t.changed.Broadcast()
}

// state is the progress of the exploration. If a worker has failed, the Stats are right, but the
// exploration cannot be continued.
func (t *tasks) state() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := State{Stats: t.done}
	s.Stats.Add(t.failure)
	for _, list := range [][]algos.Task{t.current, t.queue} {
		for _, task := range list {
			if !task.IsDone() {
				s.Tasks = append(s.Tasks, task)
			}
		}
	}
	return s
}

// suspend stops all workers. It first stops giving them tasks: a new one would replace the task that
// the worker then leaves unfinished, which would be lost.
func (t *tasks) suspend() {
	t.finish()
	t.paused.Store(true)
	t.turns.Add(1)
}

func (t *tasks) suspended() bool { return t.paused.Load() }

// isToAdvance reports whether worker i is to advance.
func (t *tasks) isToAdvance(i int) bool { return t.turns.Load() != t.since[i] }

// advanceAll makes all workers advance.
func (t *tasks) advanceAll() { t.turns.Add(1) }

// nextTurn makes all workers advance, and returns a channel that is closed when they have.
func (t *tasks) nextTurn() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.behind {
		t.behind[i] = !t.current[i].IsDone()
	}
	t.caught = make(chan struct{})
	t.turns.Add(1)
	if !slices.Contains(t.behind, true) {
		close(t.caught)
	}
	return t.caught
}

func (t *tasks) catchUp(i int) {
	if !t.behind[i] {
		return
	}
	if t.behind[i] = false; !slices.Contains(t.behind, true) {
		close(t.caught)
	}
}
