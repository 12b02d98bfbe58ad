package order

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// ClassKey returns the canonical key of the happens-before trace of a sequence of events
// that starts at the beginning of a program: two such sequences of one program have the
// same key if and only if they have the same trace. It is an exact encoding, not a hash,
// of about two bytes per event, and not printable.
//
// The key lists, thread by thread, the events, and with each the number of writes of its
// variable (operations on its mutex) before it. That number says between which two writes
// an access stands, and thus the order of every two dependent events. Spawned threads are
// identified by their place in a walk over the spawns, so the key does not depend on how
// an exploration numbered them.
//
// Applies that commute, with no other access of the variable between them, all have the
// number of writes before the first of them.
//
// Where Stores are buffered, the flushes are listed by variable (of a buffered Unlock, by mutex), each with its thread
// and the number of writes (operations) before it; a Load of a store of its own thread has the number of that store,
// because it reads that store whenever the flush comes.
//
// Where executions are graphs, the key lists with each read the write that it reads from, and for each variable
// and mutex its writes in mo.
//
// Where threads make variables and mutexes, keys are comparable only within one *Program; the
// keys of Program.ClassKey in package model are the same for all.
func ClassKey(events []event.Event) string { return string(new(Keyer).Append(nil, events)) }

// Keyer makes canonical keys, one after the other, and reuses its memory. The
// zero value is ready for use, and makes the keys of the function ClassKey.
type Keyer struct {
	program    Program // nil if the numbers of variables made by threads are to be kept
	renumbered []event.Event
	writes     []uint64 // so far, by variable
	operations []uint64 // so far, by mutex
	lazy       bool     // operations on mutexes are not ordered
	threads    []keyThread
	order      []event.ThreadID // the threads as the key lists them
	flushes    [][]byte         // by event.Kind.Location
	commuting  bool             // some events are of Applies
	graph      bool             // the execution is a graph
	placed     [][]placed       // by event.Kind.Location, if the execution is a graph
	phases     []phase          // by variable, if commuting
}

type keyThread struct {
	events []byte
	label  uint64
	// The threads it spawned, first and last, and the next one that its parent
	// spawned; NoThread if there is none.
	first, last, next event.ThreadID
	spawned           bool
}

// NewKeyer returns a Keyer for executions of p; see Program.ClassKey in package model.
func NewKeyer(p Program) *Keyer { return &Keyer{program: p} }

// Append appends the key of a sequence, as defined at [ClassKey], to key.
func (k *Keyer) Append(key []byte, events []event.Event) []byte {
	k.measure(events)
	k.label(events)
	events = k.renumber(events)
	switch {
	case k.graph:
		return k.appendGraph(key, events)
	case k.commuting:
		k.encodeCommuting(events)
	default:
		k.encode(events)
	}
	return k.list(key)
}

// AppendLazy is Append for the lazy happens-before, in which critical sections are ordered only as far as their
// accesses of variables are. It requires sequential consistency.
func (k *Keyer) AppendLazy(key []byte, events []event.Event) []byte {
	k.lazy = true
	key = k.Append(key, events)
	k.lazy = false
	return key
}

// list appends the encodings of all threads and flushes.
func (k *Keyer) list(key []byte) []byte {
	for _, t := range k.order {
		thread := &k.threads[t]
		if len(thread.events) == 0 {
			continue // it adds nothing, or only other executions spawn it
		}
		key = binary.AppendUvarint(key, thread.label)
		key = binary.AppendUvarint(key, uint64(len(thread.events)))
		key = append(key, thread.events...)
	}
	for x, flushes := range k.flushes {
		if len(flushes) > 0 {
			key = binary.AppendUvarint(key, uint64(x))
			key = binary.AppendUvarint(key, uint64(len(flushes)))
			key = append(key, flushes...)
		}
	}
	return key
}

func (k *Keyer) measure(events []event.Event) {
	var threads, variables, mutexes int32
	k.flushes, k.commuting, k.graph = k.flushes[:0], false, false
	for _, e := range events {
		threads = max(threads, int32(e.Thread)+1)
		k.graph = k.graph || e.HasReference()
		switch {
		case e.Kind.OnVariable():
			variables = max(variables, e.Object+1)
			k.commuting = k.commuting || e.Kind.Applies()
		case e.Kind.OnMutex():
			mutexes = max(mutexes, e.Object+1)
		case e.Kind.OnThread():
			threads = max(threads, e.Object+1)
		}
		if e.IsFlush() {
			threads = max(threads, int32(e.Issuer())+1)
			k.flushesOf(e.Location())
		}
	}
	k.writes = stack.Zeroed(k.writes, int(variables))
	k.operations = stack.Zeroed(k.operations, int(mutexes))
	k.threads = slices.Grow(k.threads[:0], int(threads))[:threads]
	for t := range k.threads {
		k.threads[t] = keyThread{events: k.threads[t].events[:0], first: event.NoThread, last: event.NoThread, next: event.NoThread}
	}
}

// label orders the threads in a way determined by the trace alone: first the ones that
// were not spawned, by number, then the spawned ones, parents before children and
// siblings in the order of their spawns. A thread's label is twice its number in
// the first case, and an odd number for its place in the second.
func (k *Keyer) label(events []event.Event) {
	for _, e := range events {
		if e.Kind == event.Spawn {
			k.spawn(e.Thread, event.ThreadID(e.Object))
		}
	}
	k.order = k.order[:0]
	for t := range k.threads {
		if !k.threads[t].spawned {
			k.threads[t].label = 2 * uint64(t)
			k.order = append(k.order, event.ThreadID(t))
		}
	}
	declared := len(k.order)
	for i := 0; i < len(k.order); i++ {
		for c := k.threads[k.order[i]].first; c != event.NoThread; c = k.threads[c].next {
			k.threads[c].label = 2*uint64(len(k.order)-declared) + 1
			k.order = append(k.order, c)
		}
	}
}

func (k *Keyer) spawn(parent, child event.ThreadID) {
	p := &k.threads[parent]
	if p.first == event.NoThread {
		p.first = child
	} else {
		k.threads[p.last].next = child
	}
	p.last = child
	k.threads[child].spawned = true
}

func (k *Keyer) encode(events []event.Event) {
	for _, e := range events {
		if e.Partner != 0 {
			k.encodeBuffered(e)
			continue
		}
		thread := &k.threads[e.Thread]
		key := append(thread.events, byte(e.Kind))
		switch {
		case e.Kind == event.Fence:
		case e.Kind.OnVariable():
			key = binary.AppendUvarint(key, uint64(e.Object))
			key = binary.AppendUvarint(key, k.writes[e.Object])
			if e.Kind != event.Read {
				k.writes[e.Object]++
			}
		case e.Kind.OnMutex():
			key = binary.AppendUvarint(key, uint64(e.Object))
			key = binary.AppendUvarint(key, k.operations[e.Object])
			if !k.lazy {
				k.operations[e.Object]++
			}
		case e.Kind.OnThread():
			key = binary.AppendUvarint(key, k.threads[e.Object].label)
		default: // a Choice
			key = binary.AppendUvarint(key, uint64(e.Value()))
		}
		thread.events = key
	}
}
