package algos

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	finder "dporbench/model/races"
)

// races finds the data races of executions, once threads are known to have accesses that may race: in the machine
// that explores or, if there is none, in one that replays each execution.
type races struct {
	program *model.Program
	memory  memory.Model
	machine *machine.Machine // the exploring one or, once it is needed, the replaying one; or nil
	replay  *machine.Replay  // of which machine is a part; nil if the explorer has a machine
	finder  *finder.Finder   // of races in machine
	found   []model.Race     // in the last execution
	last    [2]event.Event   // the first race of the last description
	text    string           // the last description
}

// judge returns the ending of an execution that ends this way apart from its races. Which races those are matters
// only if executions are seen.
func (r *races) judge(events func() []event.Event, o model.Outcome, failure string, seen bool) (model.Outcome, string, error) {
	r.found = nil
	after := o.Or(model.Raced)
	if after == o && !seen {
		return o, failure, nil
	}
	if err := r.follow(events); err != nil {
		return o, failure, err
	}
	if !r.finder.Any() {
		return o, failure, nil
	}
	if !seen {
		return after, failure, nil
	}
	r.found = r.finder.Find()
	if after == o {
		return o, failure, nil
	}
	m, first := r.machine, r.found[0]
	if pair := [2]event.Event{m.Events()[first.First], m.Events()[first.Second]}; pair != r.last {
		r.last, r.text = pair, finder.Describe(m, first, func(t event.ThreadID) string { return "thread " + m.ThreadName(t) })
	}
	return after, r.text, nil
}

// follow makes sure that the machine is at the end of the execution.
func (r *races) follow(events func() []event.Event) (err error) {
	if r.machine == nil {
		if r.replay, err = machine.NewReplay(r.program, behaviour.Limits{Memory: r.memory}); err != nil {
			return err
		}
		r.machine = r.replay.Machine
	}
	if r.finder == nil {
		r.finder = finder.New(r.machine)
	}
	if r.replay != nil {
		_, err = r.replay.Run(events())
	}
	return err
}

func (r *races) close() {
	if r.replay != nil {
		r.replay.Close()
	}
}
