package equivalence

import (
	"encoding/binary"
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// Keyer makes the keys of classes: two executions of its program have the same key exactly if they
// are equivalent. Keys of several Keyers of one program are comparable, except by Values. It belongs to
// one goroutine and must be closed.
type Keyer struct {
	by      Equivalence
	memory  memory.Model
	program *model.Program
	order   *order.Keyer
	key     []byte

	machine *machine.Machine // which runs executions again, for Values
	threads [][]byte         // by its numbers: what they do and read
}

// NewKeyer returns a Keyer for executions of p under a memory model.
func (q Equivalence) NewKeyer(p *model.Program, m memory.Model) *Keyer {
	return &Keyer{by: q, memory: m, program: p, order: order.NewKeyer(p)}
}

// Equivalence is what the keys are of.
func (k *Keyer) Equivalence() Equivalence { return k.by }

// Close frees what the Keyer holds.
func (k *Keyer) Close() {
	if k.machine != nil {
		k.machine.Close()
	}
}

// Key is the key of an execution. The error says that the events are none.
func (k *Keyer) Key(events []event.Event) (string, error) {
	var err error
	switch k.by {
	case Observed:
		k.key = k.order.AppendObserved(k.key[:0], events)
	case ReadsFrom:
		k.key = k.order.AppendReadsFrom(k.key[:0], events)
	case Values:
		k.key, err = k.appendValues(k.key[:0], events)
	default:
		k.key = k.order.Append(k.key[:0], events)
	}
	return string(k.key), err
}

// appendValues runs the events again. In one machine, a thread that another starts has the same number
// whenever its parent has done and read the same.
func (k *Keyer) appendValues(key []byte, events []event.Event) ([]byte, error) {
	if k.memory.Buffers() {
		return nil, fmt.Errorf("values are compared under sc only, not under %v", k.memory)
	}
	if k.machine == nil {
		m, err := machine.New(k.program, behaviour.Limits{Memory: k.memory})
		if err != nil {
			return nil, err
		}
		k.machine = m
	}
	k.machine.Reset()
	for t := range k.threads {
		k.threads[t] = k.threads[t][:0]
	}
	numbers := map[event.ThreadID]event.ThreadID{}
	for t := range event.ThreadID(k.program.NumThreads()) {
		numbers[t] = t
	}
	for _, e := range events {
		if err := k.run(e, numbers); err != nil {
			return nil, err
		}
	}
	for t, does := range k.threads {
		if len(does) > 0 {
			key = binary.AppendUvarint(key, uint64(t))
			key = binary.AppendUvarint(key, uint64(len(does)))
			key = append(key, does...)
		}
	}
	return key, nil
}

func (k *Keyer) run(e event.Event, numbers map[event.ThreadID]event.ThreadID) error {
	t, started := numbers[e.Thread]
	if !started {
		return fmt.Errorf("thread %d has not been started", e.Thread)
	}
	next, ready := k.machine.Next(t)
	if !ready {
		return fmt.Errorf("thread %d has ended", e.Thread)
	}
	value := int64(0)
	if e.Kind.OnVariable() && e.Kind != event.Write {
		value = k.machine.Value(next.Object)
	}
	if e.Kind == event.Choice {
		k.machine.Choose(e.Object)
	}
	done, err := k.machine.Step(t)
	if err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		numbers[event.ThreadID(e.Object)] = event.ThreadID(done.Object)
	}
	for int(t) >= len(k.threads) {
		k.threads = append(k.threads, nil)
	}
	does := append(k.threads[t], byte(done.Kind))
	does = binary.AppendVarint(does, int64(done.Object))
	k.threads[t] = binary.AppendVarint(does, value)
	return nil
}
