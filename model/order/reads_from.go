package order

import (
	"encoding/binary"

	"dporbench/model/event"
)

// ReadsFromKey is the canonical key of the reads-from class of a sequence of events that
// starts at the beginning of a program: two such sequences of one program have the same
// key exactly if their threads do the same events, and each read and update has the same
// write, or none, just before it on its variable. Locks and unlocks count as updates of
// their mutex. The order of writes that nobody reads makes no difference, so each class
// consists of whole classes of [ClassKey].
func ReadsFromKey(events []event.Event) string {
	return string(new(Keyer).AppendReadsFrom(nil, events))
}

// source identifies the last access of an object.
type source struct {
	thread uint64 // its label, plus one; 0 for nobody
	index  int32
}

// AppendReadsFrom appends the key that [ReadsFromKey] returns to key.
func (k *Keyer) AppendReadsFrom(key []byte, events []event.Event) []byte {
	k.measure(events)
	k.label(events)
	events = k.renumber(events)
	variables, mutexes := make([]source, len(k.writes)), make([]source, len(k.operations))
	for _, e := range events {
		if e.IsFlush() {
			last := variables
			if e.Kind == event.Unlock {
				last = mutexes
			}
			last[e.Object] = source{k.threads[e.Issuer()].label + 1, -e.Index} // not the Index of any Update
			continue
		}
		thread := &k.threads[e.Thread]
		if e.ReadsOwn() {
			k.encodeBuffered(e)
			continue
		}
		from := append(thread.events, byte(e.Kind))
		switch {
		case e.Kind == event.Fence:
		case e.Kind.OnVariable():
			from = appendSource(from, e, variables, thread.label)
		case e.Kind.OnMutex():
			from = appendSource(from, e, mutexes, thread.label)
		case e.Kind.OnThread():
			from = binary.AppendUvarint(from, k.threads[e.Object].label)
		default: // a Choice
			from = binary.AppendUvarint(from, uint64(e.Object))
		}
		thread.events = from
	}
	return k.list(key)
}

func appendSource(key []byte, e event.Event, last []source, label uint64) []byte {
	key = binary.AppendUvarint(key, uint64(e.Object))
	at := &last[e.Object]
	if e.Kind != event.Write {
		key = binary.AppendUvarint(key, at.thread)
		key = binary.AppendUvarint(key, uint64(at.index))
	}
	if e.Kind != event.Read {
		*at = source{label + 1, e.Index}
	}
	return key
}
