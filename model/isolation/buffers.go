package isolation

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// Where Stores are buffered, bodies are recorded side by side with buffers of their own, because no
// order of Stores in one memory may give the value that a Load returned there.

// bufferedStores holds the stores that a thread has issued and not flushed.
type bufferedStores []bufferedStore

type bufferedStore struct {
	kind   event.Kind // Write, Unlock, or Update for a store barrier
	object int32
	value  int64
}

// newest returns the newest store to variable x that t has not flushed, or nil.
func (r *sideBySide) newest(t event.ThreadID, x int32) *bufferedStore {
	if int(t) >= len(r.issued) {
		return nil
	}
	for i, s := range slices.Backward(r.issued[t]) {
		if s.kind == event.Write && s.object == x {
			return &r.issued[t][i]
		}
	}
	return nil
}

// issue puts op, which t has just asked for, into its buffer, and lets t ask for the next.
func (r *sideBySide) issue(t event.ThreadID, op operation.Operation) error {
	r.issued[t] = append(r.issued[t], bufferedStore{op.Kind(0), op.Object, op.A})
	r.recorded[t].results = append(r.recorded[t].results, 0)
	return r.asks(t, r.resume(t, 0))
}

// flush flushes the next store in thread t's buffer for that object; ok is false unless it is one of kind k to the object.
func (r *sideBySide) flush(t event.ThreadID, k event.Kind, object int32) (ok bool) {
	i := 0
	if r.memory.StoresOvertake() {
		i = slices.IndexFunc(r.issued[t], func(s bufferedStore) bool { return s.object == object })
		if bar := slices.IndexFunc(r.issued[t], func(s bufferedStore) bool { return s.kind == event.Update }); bar >= 0 && bar < i || i > 0 && k == event.Update {
			return false
		}
	}
	if i < 0 || i >= len(r.issued[t]) || r.issued[t][i].kind != k || r.issued[t][i].object != object {
		return false
	}
	if k == event.Unlock {
		r.objects.Locked[object] = operation.Free
	} else {
		*r.objects.Variable(object) = r.issued[t][i].value
	}
	r.issued[t] = slices.Delete(r.issued[t], i, i+1)
	return true
}

// flushAny flushes a store of the last thread that has one; any is false if none has.
func (r *sideBySide) flushAny() (any bool) {
	for t := len(r.issued) - 1; t >= 0; t-- {
		if len(r.issued[t]) > 0 {
			s := r.issued[t][0]
			return r.flush(event.ThreadID(t), s.kind, s.object)
		}
	}
	return false
}
