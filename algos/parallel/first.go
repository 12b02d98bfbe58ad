package parallel

import (
	"context"
	"sync"

	"dporbench/algos"
	"dporbench/model"
)

// First returns the first execution that is wanted, in the order in which a single worker reaches them, and its
// number in that order, counted from 1; e is nil if there is none. The workers call wanted concurrently. Only the
// fields Splittable and Jobs are used.
func (x *Explorer) First(ctx context.Context, p *model.Program, wanted func(*model.Execution) bool) (e *model.Execution, number int64, err error) {
	s := &search{wanted: wanted}
	_, err = (&Explorer{Splittable: x.Splittable, Jobs: x.Jobs, Concurrent: true, search: s}).Explore(ctx, p, nil)
	if err != nil || s.execution == nil {
		return nil, 0, err
	}
	e, number = s.result()
	return e, number, nil
}

// search is the state of the search for the first execution that is wanted. Tasks are disjoint intervals of the order
// of exploration, so once a wanted execution is found in a task, later tasks are not needed.
type search struct {
	wanted func(*model.Execution) bool

	mu        sync.Mutex
	explored  []interval
	least     algos.Task       // the first task in which one has been found
	execution *model.Execution // nil if none has been found
}

// interval is a number of executions from the start of a task.
type interval struct {
	task       algos.Task
	executions int64
}

// visitor returns a visit function for the executions of t; it calls found at each wanted one.
func (s *search) visitor(t algos.Task, found func()) func(*model.Execution) error {
	return func(e *model.Execution) error {
		if s.wanted(e) {
			s.found(t, e)
			found()
		}
		return nil
	}
}

func (s *search) found(t algos.Task, e *model.Execution) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.execution == nil || t.Compare(s.least) < 0 {
		s.least = t
		s.execution = e.Clone()
	}
}

// end records that this many executions of t have been explored. It returns the part of the rest that is
// worth exploring.
func (s *search) end(t algos.Task, executions int64, rest algos.Task) algos.Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.explored = append(s.explored, interval{t, executions})
	if s.execution != nil && s.least.Compare(t) <= 0 {
		return algos.Task{}
	}
	return rest
}

// beyond reports whether t begins after an execution that has been found.
func (s *search) beyond(t algos.Task) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.execution != nil && s.least.Compare(t) < 0
}

// result is the execution and its number: since it is the last one of its interval, that interval and
// all before it are counted.
func (s *search) result() (*model.Execution, int64) {
	number := int64(0)
	for _, i := range s.explored {
		if i.task.Compare(s.least) <= 0 {
			number += i.executions
		}
	}
	return s.execution, number
}
