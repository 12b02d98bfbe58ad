package simulate

import "container/heap"

// worker explores a task.
type worker struct {
	span
	begun float64
	at    float64 // when the execution span.next will be over
}

// busy are the workers that explore, the one whose execution is over first at the top.
type busy []*worker

func (b busy) Len() int           { return len(b) }
func (b busy) Less(i, j int) bool { return b[i].at < b[j].at }
func (b busy) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *busy) Push(x any)        { *b = append(*b, x.(*worker)) }
func (b *busy) Pop() any {
	last := len(*b) - 1
	w := (*b)[last]
	*b = (*b)[:last]
	return w
}

// simulation is that of so many workers.
type simulation struct {
	*Tree
	Costs
	busy   busy
	idle   int
	queue  []span
	tasks  int
	wanted int     // tasks, as the workers know
	told   float64 // when they were told
	now    float64
}

// Simulate lets so many workers explore the tree, by the rules of a swarm: a worker takes the task that
// has waited longest, explores it for its budget, or until it knows that tasks are wanted, and puts what
// is left into the queue, in several parts if so many are wanted.
func (t *Tree) Simulate(workers int, c Costs) Outcome {
	s := &simulation{Tree: t, Costs: c, idle: workers, told: -c.Notice}
	s.queue = append(s.queue, span{0, len(t.executions), 0})
	s.begin()
	for len(s.busy) > 0 {
		w := s.busy[0]
		s.now = w.at
		s.notice()
		w.next++
		switch {
		case w.next == w.end:
			s.end()
		case s.suspends(w):
			s.leave(w.span)
			s.end()
		default:
			w.at += float64(t.executions[w.next].cost) * c.Event
			heap.Fix(&s.busy, 0)
		}
		s.begin()
	}
	return Outcome{workers, s.now, t.Sequential(c) / s.now, s.tasks}
}

// notice tells the workers how many tasks are wanted, now and then.
func (s *simulation) notice() {
	if s.now-s.told >= s.Notice {
		s.wanted, s.told = max(0, s.idle-len(s.queue)), s.now
	}
}

func (s *simulation) suspends(w *worker) bool {
	spent := s.now - w.begun
	return spent >= s.Budget || spent >= s.Least && s.wanted > 0
}

// leave puts what is left of a task into the queue.
func (s *simulation) leave(left span) {
	for range min(s.wanted, s.Parts-1) {
		shallow, deep, ok := s.split(left)
		if !ok {
			break
		}
		s.queue, left = append(s.queue, shallow), deep
	}
	s.queue = append(s.queue, left)
}

func (s *simulation) end() {
	heap.Pop(&s.busy)
	s.idle++
}

// begin lets idle workers take tasks.
func (s *simulation) begin() {
	for s.idle > 0 && len(s.queue) > 0 {
		task := s.queue[0]
		s.queue = s.queue[1:]
		s.idle--
		s.tasks++
		begun := s.now + s.Task + s.Replay*s.Event
		heap.Push(&s.busy, &worker{task, begun, begun + float64(s.executions[task.next].cost)*s.Event})
	}
}
