package order

import (
	"cmp"
	"encoding/binary"
	"slices"

	"dporbench/model/event"
)

// ReadsFromKey returns the canonical key of the reads-from class of a sequence of events
// that starts at the beginning of a program: two such sequences of one program have the
// same key if and only if their threads do the same events, and each read and update has
// the same write, or none, just before it on its variable. Locks and unlocks count as
// updates of their mutex. The order of writes that are never read makes no difference, so
// each class consists of whole classes of [ClassKey].
func ReadsFromKey(events []event.Event) string {
	return string(new(Keyer).AppendReadsFrom(nil, events))
}

// source identifies the last access of an object.
type source struct {
	thread uint64 // its label, plus one; 0 for none
	index  int32
}

// AppendReadsFrom appends the key that [ReadsFromKey] returns to key.
func (k *Keyer) AppendReadsFrom(key []byte, events []event.Event) []byte {
	return k.appendSources(key, events, false)
}

// AppendObserved appends a key that also records, for each read and update, which writes of its variable come
// before it, but not their order unless one of them is read: what observers see.
func (k *Keyer) AppendObserved(key []byte, events []event.Event) []byte {
	return k.appendSources(key, events, true)
}

// written holds the writes of an object so far.
type written struct {
	last     source
	all      []source // in the order of a key, if keys list them
	observed bool
}

func (w *written) push(s source) {
	w.last = s
	if w.observed {
		at, _ := slices.BinarySearchFunc(w.all, s, compareSources)
		w.all = slices.Insert(w.all, at, s)
	}
}

func compareSources(a, b source) int {
	return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.index, b.index))
}

func newWritten(n int, observed bool) []written {
	all := make([]written, n)
	for i := range all {
		all[i].observed = observed
	}
	return all
}

func (k *Keyer) appendSources(key []byte, events []event.Event, observed bool) []byte {
	k.measure(events)
	k.label(events)
	events = k.renumber(events)
	variables, mutexes := newWritten(len(k.writes), observed), newWritten(len(k.operations), observed)
	for _, e := range events {
		if e.IsFlush() {
			into := variables
			if e.Kind == event.Unlock {
				into = mutexes
			}
			into[e.Object].push(source{k.threads[e.Issuer()].label + 1, -e.Index}) // not the Index of any Update
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
			from = appendSource(from, e, &variables[e.Object], thread.label)
		case e.Kind.OnMutex():
			from = appendSource(from, e, &mutexes[e.Object], thread.label)
		case e.Kind.OnThread():
			from = binary.AppendUvarint(from, k.threads[e.Object].label)
		default: // a Choice
			from = binary.AppendUvarint(from, uint64(e.Object))
		}
		thread.events = from
	}
	return k.list(key)
}

func appendSource(key []byte, e event.Event, w *written, label uint64) []byte {
	key = binary.AppendUvarint(key, uint64(e.Object))
	if e.Kind != event.Write {
		key = appendName(key, w.last)
		if w.observed {
			key = binary.AppendUvarint(key, uint64(len(w.all)))
			for _, s := range w.all {
				key = appendName(key, s)
			}
		}
	}
	if e.Kind != event.Read {
		w.push(source{label + 1, e.Index})
	}
	return key
}

func appendName(key []byte, s source) []byte {
	key = binary.AppendUvarint(key, s.thread)
	return binary.AppendUvarint(key, uint64(s.index))
}
