package linear

import (
	"fmt"
	"sync"

	"github.com/anishathalye/porcupine"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// Property is a requirement on the operations of a program.
type Property struct {
	// Of has the specifications of objects by name. The one named "", if any, applies to all other objects.
	Of       map[string]porcupine.Model
	Question Question
	// Results has, for each of them, or not, the results of an operation in a state. Where they are known, histories in which operations that have not ended have the same
	// results so far are one to searches of equal states.
	Results map[string]func(state any, in Input) []int64
	// Check, unless it is nil, returns an error if a specification lacks an operation. It is called for each operation.
	Check func(Input) error
}

// Demand makes executions of p that are not linearizable end as [model.NotLinearizable]. Explorations of p must use memory
// model m, which must have no store buffers; where executions are graphs, the Question must be Observed. Any other finding about an execution takes precedence.
func Demand(p *model.Program, m memory.Model, demanded Property) error {
	switch {
	case m.Buffers():
		return fmt.Errorf("linearizability is not defined under memory model %v: must be sc, sc-commuting, or one of %v", m, memory.Graphs())
	case m.Graphs() && demanded.Question != Observed:
		return fmt.Errorf("linearizability in real time is not defined under memory model %v, where no time orders the events of different threads: the question must be %v", m, Observed)
	}
	f := (*front.Program)(p)
	f.SetVerdict(&judge{program: p, before: f.Verdict(), memory: m, Property: demanded, verdicts: map[string]string{}})
	return nil
}

// Decide is part of [front.Verdict].
func (j *judge) Decide(events []event.Event, o model.Outcome, failure string) (model.Outcome, string) {
	if j.before != nil {
		o, failure = j.before.Decide(events, o, failure)
	}
	if o == model.Failed || o == model.Raced {
		return o, failure
	}
	if f, err := j.judge(events); err != nil {
		return model.Failed, err.Error()
	} else if f != "" {
		return model.NotLinearizable, f
	}
	return o, failure
}

// TakesGraphs reports whether the question is about happens-before, which graphs have, and whoever decides first takes them, too.
func (j *judge) TakesGraphs() bool {
	return j.Question == Observed && (j.before == nil || j.before.TakesGraphs())
}

// FastPath returns nil: there is none.
func (j *judge) FastPath() front.FastPath { return nil }

// Release closes idle recorders.
func (j *judge) Release() {
	j.idle.Close()
	if j.before != nil {
		j.before.Release()
	}
}

// judge is the [front.Verdict] that finds executions that are not linearizable.
type judge struct {
	Property
	program  *model.Program
	before   front.Verdict // of program, which decides first; or nil
	memory   memory.Model
	idle     machine.Idle[*recorder]
	mu       sync.Mutex        // of verdicts
	verdicts map[string]string // the violation, or "", by key of the problem
}

// mostVerdicts bounds how many verdicts are remembered.
const mostVerdicts = 1 << 16

func (j *judge) newRecorder() (*recorder, error) { return newRecorder(j.program, j.memory) }

// judge describes the violation of an execution, or returns "".
func (j *judge) judge(events []event.Event) (string, error) {
	r, err := j.idle.Take(j.newRecorder)
	if err != nil {
		return "", err
	}
	defer j.idle.Put(r)
	if err := r.repeat(events); err != nil {
		return "", fmt.Errorf("the execution cannot be repeated: %w", err)
	}
	problems, err := r.problems(j.Property)
	if err != nil {
		return "", err
	}
	for _, c := range problems {
		key := c.key()
		if wrong, ok := j.verdict(key); ok {
			if wrong != "" {
				return wrong, nil
			}
			continue
		}
		f, err := r.decide(c)
		if err != nil {
			return "", err
		}
		wrong := ""
		if f != nil {
			wrong = f.String()
		}
		j.remember(key, wrong)
		if wrong != "" {
			return wrong, nil
		}
	}
	return "", nil
}

func (j *judge) verdict(key string) (wrong string, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	wrong, ok = j.verdicts[key]
	return wrong, ok
}

func (j *judge) remember(key, wrong string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.verdicts) < mostVerdicts {
		j.verdicts[key] = wrong
	}
}
