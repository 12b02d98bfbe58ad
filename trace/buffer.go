package trace

import (
	"dporbench/model/event"
)

// nameBuffer gives the buffer of e, a flush, its name and its number in the machine.
func (r *replay) nameBuffer(e event.Event) {
	issuer, started := r.numbers[e.Issuer()]
	if _, known := r.numbers[e.Thread]; known || !started || e.Object < 0 {
		return
	}
	r.numbers[e.Thread] = r.Actor(issuer, e.Object)
	name := r.names[e.Issuer()] + ".buffer"
	if r.memory.StoresOvertake() {
		name += "." + r.program.VarName(e.Object)
	}
	r.name(e.Thread, name)
}

// nameBuffers does so for all buffers with something left to flush.
func (r *replay) nameBuffers() {
	for number := range event.ThreadID(r.Machine.Threads()) {
		e, ok := r.Next(number)
		if !ok || !e.IsFlush() || r.traced(number) != event.NoThread {
			continue
		}
		e.Partner = r.traced(e.Issuer()) + 1
		e.Thread = event.ThreadID(len(r.names))
		r.nameBuffer(e)
	}
}

// issued returns the stores that a thread puts into a buffer once it has done after events, in the
// order of their flushes.
func (d drawing) issued(t event.ThreadID, after int32) (texts []entry) {
	if !d.Memory.Buffers() {
		return nil
	}
	for _, s := range d.Steps {
		if s.Event.IsFlush() && s.Event.Issuer() == t && int32(s.Event.Ref) == after {
			texts = append(texts, entry{t, "(" + plain(s.Text) + ")"})
		}
	}
	return texts
}
