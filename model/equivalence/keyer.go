package equivalence

import (
	"encoding/binary"
	"fmt"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Keyer makes the keys of classes: two executions of its program have the same key if and only if they are equivalent.
// Keys of several Keyers of one program are comparable, except by Values and ReadsValueFrom. It belongs to one goroutine
// and must be closed.
type Keyer struct {
	by      Equivalence
	memory  memory.Model
	program *model.Program
	order   *order.Keyer
	key     []byte

	replay  *machine.Replay // for Values and ReadsValueFrom
	threads [][]byte        // by the replay's numbers: their events and the values read
	pasts   pasts           // for ReadsValueFrom
}

// NewKeyer returns a Keyer for executions of p under a memory model.
func (q Equivalence) NewKeyer(p *model.Program, m memory.Model) *Keyer {
	return &Keyer{by: q, memory: m, program: p, order: order.NewKeyer((*front.Program)(p))}
}

// Equivalence returns the equivalence of the keys.
func (k *Keyer) Equivalence() Equivalence { return k.by }

// Close frees the memory of the Keyer.
func (k *Keyer) Close() {
	if k.replay != nil {
		k.replay.Close()
	}
}

// Key returns the key of an execution. It returns an error if the events are not one.
func (k *Keyer) Key(events []event.Event) (string, error) {
	if err := k.checkMemory(); err != nil {
		return "", err
	}
	var err error
	switch k.by {
	case Observed:
		k.key = k.order.AppendObserved(k.key[:0], events)
	case ReadsFrom:
		k.key = k.order.AppendReadsFrom(k.key[:0], events)
	case Lazy:
		k.key = k.order.AppendLazy(k.key[:0], events)
	case ReadsValueFrom, Values:
		k.key, err = k.appendValues(k.key[:0], events)
	default:
		k.key = k.order.Append(k.key[:0], events)
	}
	return string(k.key), err
}

// appendValues reruns the events. In one machine, a spawned thread has the same number
// whenever its parent has done and read the same.
func (k *Keyer) appendValues(key []byte, events []event.Event) ([]byte, error) {
	if k.replay == nil {
		r, err := machine.NewReplay(k.program, behaviour.Limits{Memory: k.memory})
		if err != nil {
			return nil, err
		}
		k.replay = r
	}
	if _, err := k.replay.Run(events); err != nil {
		return nil, err
	}
	for t := range k.threads {
		k.threads[t] = k.threads[t][:0]
	}
	k.pasts.reset()
	for i, e := range k.replay.Events() {
		value := int64(0)
		if e.Kind.OnVariable() && e.Kind != event.Write {
			value = k.replay.Overwritten(i)
		}
		does := stack.At(&k.threads, int(e.Thread))
		*does = append(*does, byte(e.Kind))
		*does = binary.AppendVarint(*does, int64(e.Object))
		*does = binary.AppendVarint(*does, value)
		if k.by == ReadsValueFrom {
			for t, n := range k.pasts.push(e) {
				*does = binary.AppendUvarint(binary.AppendUvarint(*does, uint64(t)+1), uint64(n))
			}
			*does = append(*does, 0)
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

// checkMemory returns the error for equivalences that are not defined under the memory model.
func (k *Keyer) checkMemory() error {
	needsSC := k.by == Lazy || k.by == ReadsValueFrom || k.by == Values
	if k.memory.Buffers() && needsSC || k.memory.Graphs() && k.by != Mazurkiewicz {
		return fmt.Errorf("executions are compared by %v under sc only, not under %v", k.by, k.memory)
	}
	return nil
}
