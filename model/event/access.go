package event

// Access identifies the object that an event accesses, and, where Stores are buffered, the
// buffer that it goes through. It is a separate struct because the compiler keeps structs of at most four
// fields in registers.
type Access struct {
	// Object is e.var: the variable, the mutex or the other thread, each numbered from 0 in the
	// order of declaration. A Choice has no object; its Value is kept here.
	Object int32

	// Partner and Ref identify the other end of the buffer through which e goes, and the store
	// there: Partner is one more than the Issuer of a flush, or than the Flusher of the store that
	// a Load reads from its own thread; Ref is the number of events that the issuer had done
	// before the store, or the Index of that flush. Both are 0 where there is no such store, but
	// Ref of a CompareAndSwap that fails where Stores are buffered is [NotALoad]. Where executions are graphs, they
	// identify another event; see [Access.RefersTo].
	Partner ThreadID
	Ref     uint16
}

// NotALoad is the Ref of a Read that is not a Load: it comes only after the flushes of
// its thread's stores.
const NotALoad = 1<<16 - 1

// Value returns the value that a Choice has chosen.
func (a Access) Value() int32 { return a.Object }

// IsFlush reports whether e is the flush of a buffered store, of a buffered Unlock, or of a store barrier.
func (e Event) IsFlush() bool {
	return e.Partner > 0 && (e.Kind == Write || e.Kind == Unlock || e.Kind == Update)
}

// IsBarrier reports whether e is the flush of a store barrier: all stores that its Issuer has issued
// before it are flushed earlier, and all others later.
func (e Event) IsBarrier() bool { return e.Partner > 0 && e.Kind == Update }

// Issuer returns the thread whose store the flush e writes.
func (e Event) Issuer() ThreadID { return e.Partner - 1 }

// ReadsOwn reports whether e is a Load that reads a store of its own thread that is or
// was buffered.
func (e Event) ReadsOwn() bool { return e.Partner > 0 && (e.Kind == Read || e.Kind == BufferRead) }

// Flusher returns the actor of the store that e reads, if e.ReadsOwn.
func (e Event) Flusher() ThreadID { return e.Partner - 1 }

// Waits reports whether e, where Stores are buffered, requires all buffers of its thread
// to be empty.
func (e Event) Waits() bool {
	switch e.Kind {
	case Read:
		return e.Ref == NotALoad
	case Write, BufferRead, Choice:
		return false
	case Unlock, Update:
		return !e.IsFlush()
	}
	return true
}

// Promoted returns e, a future event, as it is after f: a Load whose store has left the
// buffer reads it from memory.
func (e Event) Promoted(f Event) Event {
	if e.Kind == BufferRead && f.Thread == e.Flusher() && f.Index == int32(e.Ref) {
		e.Kind = Read
	}
	return e
}

// dependentByBuffer is the part of e ⋈ f between the flushes of a thread and its own events,
// or others' events on it.
func dependentByBuffer(e, f Event) bool {
	if e.IsFlush() {
		e, f = f, e
	}
	switch {
	case !f.IsFlush():
		return false
	case e.IsFlush():
		return e.Partner == f.Partner && (e.IsBarrier() || f.IsBarrier())
	case e.Thread == f.Issuer():
		return e.Waits() || e.Index <= int32(f.Ref)
	}
	return e.Kind.OnThread() && e.Object == int32(f.Issuer())
}
