package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/harness/internal/swarm/tasks"
)

// simulated is a swarm of two workers, a coordinator and a store, which take turns: one message is sent at a time. One of the
// messages, or the store behind it, has a fault.
type simulated struct {
	random *rand.Rand
	job    *tasks.Exploration

	records map[slot][]byte
	log     []announced
	queue   []*queued
	taken   int

	sent    []message // so far
	at      int       // number of the message with the fault; 0 for none
	fault   fault
	naive   bool // the coordinator only compares numbers
	restart bool // the coordinator is killed and started again when the fault has happened
	due     []due

	accounts account
	read     int // messages of log that the coordinator has read
	told     []string
	attempt  int
	err      error
	over     bool

	actors  []*actor
	current *actor
}

type queued struct {
	key  string
	id   string
	task []byte
}

type announced struct {
	slot
	data []byte // nil if the message has been lost since
}

// due happens later.
type due struct {
	after int // so many messages
	do    func()
}

// account adds up the records for the coordinator: books, or a double with a mistake.
type account interface {
	Take(id string, data []byte) (all bool, err error)
	again(ctx context.Context, s Store) (all bool, err error)
}

// message is a kind of message.
type message int

const (
	taskPut message = iota
	taskDelivered
	taskAcknowledged
	recordStored
	recordRead
	recordAnnounced
	messages
)

var messageNames = [messages]string{"a task is put into the queue", "a task is delivered", "a task is acknowledged",
	"a record is stored", "a record is read by a worker", "a record is announced to the coordinator"}

// fault is an accident of a message.
type fault int

const (
	lost       fault = iota // before it has an effect
	unanswered              // after it has had its effect; the sender is killed, or gives up
	repeated
	delayed  // the sender gives up, and the message has its effect later
	damaged  // garbage arrives
	vanished // its effect is undone in the store later, as if it had never been
	faults
)

var faultNames = [faults]string{"lost", "unanswered", "repeated", "delayed", "damaged", "vanished later"}

// possible lists the faults of each kind of message. To be acknowledged in garbage is not to be acknowledged.
var possible = [messages][]fault{
	taskPut:          {lost, unanswered, repeated, delayed, damaged, vanished},
	taskDelivered:    {lost, repeated, delayed, damaged},
	taskAcknowledged: {lost, repeated, delayed},
	recordStored:     {lost, unanswered, repeated, delayed, damaged, vanished},
	recordRead:       {lost, delayed, damaged},
	recordAnnounced:  {lost, repeated, delayed, damaged},
}

var errFault = errors.New("no answer")

// actor is a process that gives up its turn before each message.
type actor struct{ turn, done chan bool }

func (s *simulated) spawn(do func()) {
	a := &actor{make(chan bool), make(chan bool)}
	s.actors = append(s.actors, a)
	go func() {
		<-a.turn
		do()
		a.done <- false
	}()
}

func (s *simulated) yield() {
	a := s.current
	a.done <- true
	<-a.turn
}

// send sends a message, and returns its fault.
func (s *simulated) send(m message) fault {
	s.yield()
	s.sent = append(s.sent, m)
	if len(s.sent) != s.at {
		return faults
	}
	if s.restart {
		s.later(func() {
			if !s.over {
				s.accountsAnew()
			}
		})
	}
	return s.fault
}

// later does something after some more messages, or when nothing else is left to be done.
func (s *simulated) later(do func()) {
	s.due = append(s.due, due{len(s.sent) + 1 + s.random.IntN(25), do})
}

func (s *simulated) doDue(all bool) (done bool) {
	for i := 0; i < len(s.due); {
		if d := s.due[i]; all || d.after <= len(s.sent) {
			s.due = append(s.due[:i], s.due[i+1:]...)
			d.do()
			done = true
		} else {
			i++
		}
	}
	return done
}

func (s *simulated) AddTask(_ context.Context, id string, task []byte, attempt int) error {
	q := &queued{key: fmt.Sprint(id, attempt), id: id, task: task}
	add := func() {
		for _, other := range s.queue {
			if other.key == q.key {
				return
			}
		}
		s.queue = append(s.queue, q)
	}
	switch s.send(taskPut) {
	case lost:
		return errFault
	case unanswered:
		add()
		return errFault
	case repeated:
		s.later(add)
	case delayed:
		s.later(add)
		return errFault
	case damaged:
		q.task = garble(task)
	case vanished:
		s.later(func() { s.remove(q) })
	}
	add()
	return nil
}

func (s *simulated) remove(q *queued) {
	for i, other := range s.queue {
		if other == q {
			s.queue = append(s.queue[:i], s.queue[i+1:]...)
			return
		}
	}
}

func garble(data []byte) []byte {
	data = bytes.Clone(data)
	data[len(data)/2] ^= 1
	return data
}

func (s *simulated) Record(_ context.Context, id string, copy int) ([]byte, error) {
	switch data := s.records[slot{id, copy}]; s.send(recordRead) {
	case lost:
		return nil, errFault
	case delayed: // from before the turn, when it may not have been there
		return data, nil
	case damaged:
		if data = s.records[slot{id, copy}]; data != nil {
			data = garble(data)
		}
		return data, nil
	}
	return s.records[slot{id, copy}], nil
}

func (s *simulated) AddRecord(_ context.Context, id string, copy int, data []byte) (bool, error) {
	at := slot{id, copy}
	add := func() bool {
		if s.records[at] != nil {
			return false
		}
		s.records[at] = data
		s.log = append(s.log, announced{at, data})
		return true
	}
	switch s.send(recordStored) {
	case lost:
		return false, errFault
	case unanswered:
		add()
		return false, errFault
	case repeated:
		s.later(func() { add() })
	case delayed:
		s.later(func() { add() })
		return false, errFault
	case damaged:
		data = garble(data)
	case vanished:
		if !add() {
			return false, nil
		}
		s.later(func() { s.forget(at) })
		return true, nil
	}
	return add(), nil
}

func (s *simulated) forget(at slot) {
	delete(s.records, at)
	for i := range s.log {
		if s.log[i].slot == at {
			s.log[i].data = nil
		}
	}
}

// work is a worker, which explores that many executions of a task.
func (s *simulated) work(budget int64) {
	for !s.over {
		if len(s.queue) == 0 {
			s.yield()
			continue
		}
		f := s.send(taskDelivered)
		if len(s.queue) == 0 {
			continue
		}
		q := s.queue[0]
		s.queue = s.queue[1:]
		task := q.task
		switch f {
		case lost, delayed: // the lease ends, and it is delivered again
			s.later(func() { s.queue = append(s.queue, q) })
			continue
		case repeated:
			s.queue = append(s.queue, q)
		case damaged:
			task = garble(task)
		}
		s.taken++
		if s.handle(q.id, task, budget) != nil {
			s.queue = append(s.queue, q)
		} else if f := s.send(taskAcknowledged); f == lost || f == delayed {
			s.later(func() { s.queue = append(s.queue, q) })
		}
		s.taken--
	}
}

// handle does what Worker.work does with a task.
func (s *simulated) handle(id string, task []byte, budget int64) error {
	if tasks.ID(s.job.ID(), task) != id {
		return nil
	}
	_, err := Handle(context.Background(), s, s.job.ID(), task, func(ctx context.Context, task []byte) (tasks.Record, error) {
		e, err := tasks.NewExplorer(s.job)
		if err != nil {
			return tasks.Record{}, err
		}
		defer e.Close()
		budget := budget + int64(s.random.IntN(2))
		r, rest, err := e.Explore(ctx, task, func(stats *algos.Stats) bool { return stats.Executions < budget })
		r.Children, r.Worker = tasks.Leave(rest, int(1+budget)), fmt.Sprint("worker ", budget)
		return r, err
	})
	return err
}

// coordinate is the coordinator.
func (s *simulated) coordinate() {
	for !s.over && s.err == nil {
		s.yield()
		var all bool
		switch {
		case s.read < len(s.log):
			all, s.err = s.announce()
		case len(s.queue)+s.taken == 0 && !s.doDue(true):
			all, s.err = s.accounts.again(context.Background(), s)
			if errors.Is(s.err, errFault) {
				s.err = nil // it tries again
			}
		}
		s.over = all
	}
	s.over = true
}

// announce passes the next record to the coordinator.
func (s *simulated) announce() (all bool, err error) {
	f, r := s.send(recordAnnounced), s.log[s.read]
	s.read++
	if r.data == nil {
		return false, nil
	}
	switch f {
	case lost:
		return false, nil
	case repeated:
		if all, err := s.accounts.Take(r.id, r.data); all || err != nil {
			return all, err
		}
	case delayed:
		s.log = append(s.log, r)
		return false, nil
	case damaged:
		r.data = garble(r.data)
	}
	return s.accounts.Take(r.id, r.data)
}
