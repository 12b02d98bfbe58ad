package order

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
)

// encodeBuffered is encode for a flush or a Load of a store of its own thread.
func (k *Keyer) encodeBuffered(e event.Event) {
	if e.IsFlush() {
		k.growFlushes(flushPlace(e)) // it may have a different number than when it was measured
		before, flushes := &k.writes, &k.flushes[flushPlace(e)]
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

func (k *Keyer) growFlushes(x int) {
	for len(k.flushes) <= x {
		n := len(k.flushes)
		k.flushes = slices.Grow(k.flushes, 1)[:n+1]
		k.flushes[n] = k.flushes[n][:0]
	}
}

// flushPlace is the index in flushes of what e flushes.
func flushPlace(e event.Event) int {
	if e.Kind == event.Unlock {
		return 2*int(e.Object) + 1
	}
	return 2 * int(e.Object)
}
