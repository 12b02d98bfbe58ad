package trace

import (
	"fmt"
	"strings"

	"dporbench/model/event"
)

// Where executions are graphs, the text of a step names the write that its event refers to: a read the one that it reads from, as in
// "y → 0 from the start" or "y → 1 from q.2", and a write the one after which it comes in mo unless that is the last one, as in
// "x = 1 after p.3". A recording is replayed by these names.

// GraphKey explains what else is drawn where executions are graphs.
const GraphKey = "x → 1 from p.2: reads from the second event of p   x = 1 after p.2: in mo right after it, not last"

const start = "the start"

// reference is the end of the text of e, if executions are graphs.
func (r *replay) reference(e event.Event, isLast bool) string {
	if !e.HasReference() || e.Kind.OnMutex() {
		return ""
	}
	of := start
	if t, index, ok := e.RefersTo(); ok {
		of = fmt.Sprintf("%s.%d", r.names[t], index)
	}
	switch {
	case e.Kind == event.Write && isLast:
		return ""
	case e.Kind == event.Write:
		return " after " + of
	}
	return " from " + of
}

// refer makes the next event of thread t of the machine refer to what e refers to, in the numbers of the trace. isLast means that this
// is the last write in mo.
func (r *replay) refer(t event.ThreadID, e event.Event) (isLast bool) {
	if !e.HasReference() {
		return false
	}
	last, _ := r.Next(t)
	to := e.Access
	if u, index, ok := to.RefersTo(); ok {
		to = to.ReferTo(r.numbers[u], index)
	}
	r.Refer(to)
	return last.Partner == to.Partner && last.Ref == to.Ref
}

// referAsRecorded makes the next event e of a thread refer to the write that its recorded text names.
func (r *replay) referAsRecorded(t event.ThreadID, e event.Event, text string) event.Event {
	if !e.HasReference() || !strings.Contains(text, " from ") && !strings.Contains(text, " after ") {
		return e
	}
	if strings.HasSuffix(text, start) {
		e.Access = e.ReferToInitial()
	}
	for _, s := range r.steps {
		if w := s.Event; w.Location() == e.Location() && w.Kind != event.Read && strings.HasSuffix(text, fmt.Sprintf(" %s.%d", r.names[w.Thread], w.Index)) {
			e.Access = e.ReferTo(w.Thread, w.Index)
		}
	}
	r.refer(t, e)
	next, _ := r.Next(t)
	return r.inTrace(e.Thread, next)
}
