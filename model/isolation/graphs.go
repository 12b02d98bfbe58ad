package isolation

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Where executions are graphs, an operation finds the value of the write that its event refers to, which may not be the last one.

// reference is a write that events refer to.
type reference struct {
	thread event.ThreadID
	index  int32
}

// refer makes the next operation of a thread find the value of the write that e, its event, refers to, if it refers to one.
func (r *sideBySide) refer(e event.Event) {
	r.found = nil
	if !e.HasReference() {
		return
	}
	value := operation.Free
	if e.Kind.OnVariable() {
		value = r.program.Initial(e.Object)
	}
	if t, index, ok := e.RefersTo(); ok {
		value = r.written[reference{t, index}]
	}
	r.found = &value
}

// wrote records the value that e, which has just been done, has left in the place of the one that it found.
func (r *sideBySide) wrote(e event.Event) {
	if r.found == nil {
		return
	}
	if r.written == nil {
		r.written = map[reference]int64{}
	}
	r.written[reference{e.Thread, e.Index}] = *r.found
	r.found = nil
}
