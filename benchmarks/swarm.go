package benchmarks

import "dporbench/model"

// The protocol by which workers of dporswarm share an exploration, with a store that loses a record and a worker
// that crashes at any of its steps. The exploration has n executions. Task i is what remains of it from execution i on:
// its record says how many executions a worker has counted, and leaves the task after them.
var swarm = Benchmark{
	Name:   "swarm",
	Doc:    "workers, coordinator and store of dporswarm; a record is lost, and a worker crashes at any step",
	Source: "docs/many-machines.md of this repository",
	Params: []Param{{"n", "executions that the workers share", 1, mostShared}, {"w", "workers, the first of which crashes", 1, 10}},
	Build:  Two(Swarm),
}

// mostShared is the largest number of tasks that the queue's variable has bits for.
const mostShared = 20

// Swarm builds swarm(n, w).
func Swarm(n, w int) *model.Program {
	p := model.NewProgram("swarm")
	DeclareSwarm(p, n, w, crashes(w), CountTree)
	return p
}

// crashes has the first of several workers crash: if there is no other, nobody is left to continue.
func crashes(workers int) int { return min(1, workers-1) }

// DeclareSwarm declares the variables and threads of swarm(n, w), in which the first workers crash, and which counts in
// the given way.
func DeclareSwarm(p *model.Program, n, workers, crashing int, count Counting) {
	s := shares{n, p.Var("queue", 1), p.Vars("record", n, 0)}
	for i := range workers {
		p.Thread("worker", func(t *model.Thread) { s.work(t, i < crashing) })
	}
	p.Thread("disk", func(t *model.Thread) { t.Store(s.records[t.Choose(n)], 0) })
	p.Thread("coordinator", func(t *model.Thread) { s.coordinate(t, count) })
}

// shares holds the variables shared by the threads of swarm.
type shares struct {
	n       int
	queue   model.Var   // bit i is task i; in units of taken, the tasks taken by workers; over, at the end
	records []model.Var // executions counted in task i; 0 for none
}

const (
	taken = 1 << mostShared
	over  = 1 << (2 * mostShared)
)

// tasksIn are the tasks in a value of queue.
func tasksIn(queue int64) int64 { return queue & (taken - 1) }

// lowest is the first task in a value of queue, as a bit.
func lowest(queue int64) int64 { return tasksIn(queue) & -tasksIn(queue) }

// take takes a task, and returns false when there will be none.
func (s shares) take(t *model.Thread) (task int, ok bool) {
	seen := t.When(s.queue,
		func(q int64) bool { return tasksIn(q) != 0 || q&over != 0 },
		func(q int64) int64 {
			if lowest(q) == 0 {
				return q
			}
			return q - lowest(q) + taken
		})
	for bit := lowest(seen); bit > 1; bit >>= 1 {
		task++
	}
	return task, lowest(seen) != 0
}

// put puts a task into the queue unless it is there.
func (s shares) put(t *model.Thread, task int) { t.Fetch(s.queue, model.FetchOr, 1<<task) }

// acknowledge removes a task that was taken.
func (s shares) acknowledge(t *model.Thread) { t.Add(s.queue, -taken) }

// expire ends the lease of a task whose worker has crashed, which is then in the queue again.
func (s shares) expire(t *model.Thread, task int) {
	t.When(s.queue, func(int64) bool { return true }, func(q int64) int64 { return (q - taken) | 1<<task })
}

// stepsOfTask is the largest number of steps between taking a task and its acknowledgement.
const stepsOfTask = 4

// work is a worker. One that crashes does so before any step of its first task, and is started again.
func (s shares) work(t *model.Thread, crashes bool) {
	left := -1 // steps until it crashes
	if crashes {
		left = int(t.Choose(stepsOfTask + 1))
	}
	for task, ok := s.take(t); ok; task, ok = s.take(t) {
		if s.handle(t, task, &left) {
			s.acknowledge(t)
		} else {
			s.expire(t, task)
		}
		left = -1
	}
}

// handle makes sure that a task has a record, and that the task it leaves is in the queue. It returns false if the worker crashes.
func (s shares) handle(t *model.Thread, task int, left *int) bool {
	crashed := func() bool { *left--; return *left == -1 }
	if crashed() {
		return false
	}
	counted := t.Load(s.records[task])
	if counted == 0 {
		counted = 1 + t.Choose(s.n-task) // explore
		if crashed() {
			return false
		}
		if other := t.CompareExchange(s.records[task], 0, counted); other != 0 {
			counted = other
		}
	}
	if crashed() {
		return false
	}
	if rest := task + int(counted); rest < s.n {
		s.put(t, rest)
	}
	return !crashed()
}

// mostRounds bounds how often the coordinator looks for records: once for each thing that goes wrong is enough.
const mostRounds = 4

// coordinate counts the records when the queue is empty, and puts tasks without a record into the queue again.
func (s shares) coordinate(t *model.Thread, count Counting) {
	for range mostRounds {
		t.Await(s.queue, func(q int64) bool { return q == 0 })
		records := make([]int, s.n)
		for i, r := range s.records {
			records[i] = int(t.Load(r))
		}
		total, missing := count(records)
		if len(missing) == 0 {
			t.Assert(total < 0 || total == s.n, "wrong total")
			t.Fetch(s.queue, model.FetchOr, over)
			return
		}
		for _, task := range missing {
			s.put(t, task)
		}
	}
	t.Assert(false, "a task gets no record")
}

// Counting adds up the records of tasks: how many executions they have counted, 0 for none, each leaving the task after
// these. It returns the tasks that need a record before the total can be known; or a negative total, if it finds that
// the records are not of one exploration.
type Counting func(records []int) (total int, missing []int)

// CountTree counts the records that can be reached from the record of task 0.
func CountTree(records []int) (total int, missing []int) {
	for total < len(records) {
		if records[total] == 0 {
			return 0, []int{total}
		}
		total += records[total]
	}
	return total, nil
}

// CountNumbers counts all records, and compares their number with the number of tasks that they leave. This is wrong: a record
// that nothing leaves and a task that two records leave make up for each other.
func CountNumbers(records []int) (total int, missing []int) {
	created, recorded := 1, 0
	if records[0] == 0 {
		missing = append(missing, 0)
	}
	for task, counted := range records {
		if counted == 0 {
			continue
		}
		recorded++
		total += counted
		if rest := task + counted; rest < len(records) {
			created++
			if records[rest] == 0 {
				missing = append(missing, rest)
			}
		}
	}
	if len(missing) == 0 && created != recorded {
		return -1, nil
	}
	return total, missing
}
