package order

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
)

// encodeBuffered is encode for a flush or a Load of a store of its own thread.
func (k *Keyer) encodeBuffered(e event.Event) {
	if e.IsFlush() {
		before, flushes := &k.writes, k.flushesOf(e.Location()) // the location may have changed since measure
		if e.Kind == event.Unlock {
			before = &k.operations
		}
		*flushes = binary.AppendUvarint(*flushes, k.threads[e.Issuer()].label)
		*flushes = binary.AppendUvarint(*flushes, (*before)[e.Object])
		(*before)[e.Object]++
		return
	}
	thread := &k.threads[e.Thread]
	thread.events = append(thread.events, byte(event.BufferRead)) // also if it has left the buffer
	thread.events = binary.AppendUvarint(thread.events, uint64(e.Object))
	thread.events = binary.AppendUvarint(thread.events, uint64(e.Ref))
}

func (k *Keyer) flushesOf(location int32) *[]byte {
	for len(k.flushes) <= int(location) {
		n := len(k.flushes)
		k.flushes = slices.Grow(k.flushes, 1)[:n+1]
		k.flushes[n] = k.flushes[n][:0]
	}
	return &k.flushes[location]
}
