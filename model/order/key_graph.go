package order

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// placed is a write as the key of a graph names it: by the label of its thread, and its Index. The initial write is 0.0.
type placed struct {
	thread uint64
	index  uint64
}

func (p placed) append(key []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(key, p.thread), p.index)
}

// appendGraph is Append for an execution that is a graph, after label. It does not depend on the order of the events, as long as
// that respects po and rf.
func (k *Keyer) appendGraph(key []byte, events []event.Event) []byte {
	for x := range k.placed {
		k.placed[x] = k.placed[x][:0]
	}
	for _, e := range events {
		thread := &k.threads[e.Thread]
		thread.events = k.encodeNode(append(thread.events, byte(e.Kind)), e)
	}
	key = k.list(key)
	for x, order := range k.placed {
		if len(order) == 0 {
			continue
		}
		key = binary.AppendUvarint(key, uint64(x))
		key = binary.AppendUvarint(key, uint64(len(order)))
		for _, w := range order {
			key = w.append(key)
		}
	}
	return key
}

// encodeNode appends e, without its kind, and places it in mo if it writes.
func (k *Keyer) encodeNode(key []byte, e event.Event) []byte {
	switch {
	case e.Kind == event.Fence:
		return key
	case e.Kind.OnThread():
		return binary.AppendUvarint(key, k.threads[e.Object].label)
	case !e.HasReference():
		return binary.AppendUvarint(key, uint64(e.Value()))
	}
	key = binary.AppendUvarint(key, uint64(e.Object))
	source := placed{}
	if t, index, ok := e.RefersTo(); ok {
		source = placed{k.threads[t].label, uint64(index)}
	}
	if e.Kind == event.Read {
		return source.append(key)
	}
	order := stack.At(&k.placed, int(e.Location()))
	*order = slices.Insert(*order, slices.Index(*order, source)+1, placed{k.threads[e.Thread].label, uint64(e.Index)})
	return key
}
