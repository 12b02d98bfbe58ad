package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/trace"
)

// Schedule is what a program does when threads are let go on in some order.
type Schedule struct {
	trace.Trace
	Maximal bool   // an execution; if not, the beginning of one
	Stuck   string // why the next thread cannot go on; "" if all could
}

// Follow lets the threads of p do an event each, in this order. A thread is named
// as [trace.Trace] names it, or by its number. The error says which name is of no
// thread that has been started by then.
func Follow(p *model.Program, threads []string) (*Schedule, error) {
	m, err := model.NewMachine(p, model.Limits{})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	s := new(Schedule)
	if s.Trace, err = trace.Of(p, nil); err != nil {
		return nil, err
	}
	for i, name := range threads {
		t, err := s.thread(name)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
		if why := obstacle(m, t); why != "" {
			s.Stuck = fmt.Sprintf("event %d of %d cannot be: %s %s", i+1, len(threads), s.Threads[t], why)
			break
		}
		e, err := m.Step(t)
		if err != nil {
			return nil, err
		}
		if e.Kind == model.Spawn { // it has a name from now on
			if s.Trace, err = trace.Of(p, m.Events()); err != nil {
				return nil, err
			}
		}
	}
	s.Trace, err = trace.Of(p, m.Events())
	s.Maximal = s.Stuck == "" && m.NextEnabled(model.NoThread) == model.NoThread
	return s, err
}

// thread finds a thread by its name or its number.
func (s *Schedule) thread(name string) (model.ThreadID, error) {
	if i := slices.Index(s.Threads, name); i >= 0 {
		return model.ThreadID(i), nil
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(s.Threads) {
		return model.ThreadID(i), nil
	}
	return 0, fmt.Errorf("no thread is called %q there: must be one of %s, or a number from 0 to %d",
		name, strings.Join(s.Threads, ", "), len(s.Threads)-1)
}

// obstacle says why thread t cannot go on; "" if it can.
func obstacle(m *model.Machine, t model.ThreadID) string {
	if m.Enabled(t) {
		return ""
	}
	if text := m.Statement(t); text != "" {
		return fmt.Sprintf("is blocked at %q", text)
	}
	return "has no event left"
}

func (s *Schedule) events() []model.Event { return eventsOf(s.Steps) }

func eventsOf(steps []trace.Step) []model.Event {
	events := make([]model.Event, len(steps))
	for i, s := range steps {
		events[i] = s.Event
	}
	return events
}
