package linear

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// span is the place of an operation among the events of its thread.
type span struct {
	thread      event.ThreadID
	from, to    int32 // it has the events from+1 to to; an operation that has not returned has all later events of its thread
	returned    bool
	invoked     *operation.Call
	output      Output
	first, last bool // whether it has events, and whether it has returned after one
}

// recorder runs executions again, to find out where their threads mark operations.
type recorder struct {
	*machine.Replay
	program *model.Program
	order   happensBefore     // of the events, by position
	said    []*operation.Call // by position: the calls marked by its thread before that event
	at      [][]int32         // the positions of the events of each thread
	starts  []int32           // by thread: the position of the latest Spawn that started it
	joins   []int32           // the positions of Joins
	called  []string          // threads as their makers name them
	names   []string          // the same, made unique
	spans   []span
}

func newRecorder(p *model.Program, m memory.Model) (*recorder, error) {
	run, err := machine.NewReplay(p, behaviour.Limits{Calls: true, Memory: m})
	if err != nil {
		return nil, err
	}
	r := &recorder{Replay: run, program: p}
	if m.Graphs() {
		r.order = &ofGraph{machine: run.Machine}
	} else {
		sequence := order.NewHappensBefore((*front.Program)(p), m)
		r.Inform(sequence)
		r.order = sequence
	}
	for t := range event.ThreadID(p.NumThreads()) {
		r.called = append(r.called, p.ThreadName(t))
	}
	r.at, r.starts = make([][]int32, p.NumThreads()), make([]int32, p.NumThreads())
	return r, nil
}

// repeat runs events, and finds the spans of all operations.
func (r *recorder) repeat(events []event.Event) error {
	n := r.Rewind(events)
	for r.order.Len() > n {
		last := r.order.At(r.order.Len() - 1).Thread
		r.at[last] = r.at[last][:len(r.at[last])-1]
		r.order.Pop()
	}
	for len(r.joins) > 0 && int(r.joins[len(r.joins)-1]) >= n {
		r.joins = r.joins[:len(r.joins)-1]
	}
	r.said = r.said[:n]
	for _, e := range events[n:] {
		if err := r.do(e); err != nil {
			return err
		}
	}
	r.spans = r.spans[:0]
	for t := range r.at {
		r.find(event.ThreadID(t))
	}
	return nil
}

func (r *recorder) do(e event.Event) error {
	at := int32(r.order.Len())
	if _, err := r.Follow(e); err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		for len(r.at) <= int(e.Object) {
			r.at, r.starts, r.called = append(r.at, nil), append(r.starts, none), append(r.called, "")
		}
		r.starts[e.Object], r.called[e.Object] = at, strings.TrimPrefix(r.StatementAt(int(at)), "go ")
	}
	if e.Kind == event.Join {
		r.joins = append(r.joins, at)
	}
	r.at[e.Thread] = append(r.at[e.Thread], at)
	r.order.Push(e)
	r.said = append(r.said, r.LastCallAt(int(at)))
	return nil
}

// name gives each thread a unique name, as traces do: the second inc is inc#2.
func (r *recorder) name() {
	r.names = append(r.names[:0], r.called...)
	seen := map[string]int{}
	number := func(t int) {
		seen[r.called[t]]++
		if n := seen[r.called[t]]; n > 1 {
			r.names[t] = fmt.Sprintf("%s#%d", r.called[t], n)
		}
	}
	for t := range r.program.NumThreads() {
		number(t)
	}
	for i := range r.order.Len() {
		if e := r.order.At(i); e.Kind == event.Spawn {
			number(int(e.Object))
		}
	}
}

// find appends the spans of the operations of thread t, in order.
func (r *recorder) find(t event.ThreadID) {
	var before *operation.Call
	first := len(r.spans)
	for i, at := range r.at[t] {
		r.add(t, first, before, r.said[at], int32(i))
		before = r.said[at]
	}
	if started := r.startOf(t) != none || int(t) < r.program.NumThreads(); started {
		r.add(t, first, before, r.LastCallOf(r.NumberOf(t)), int32(len(r.at[t])))
	}
	for i := range r.spans[first:] {
		s := &r.spans[first+i]
		end := s.to
		if !s.returned {
			end = int32(len(r.at[t]))
		}
		s.first = end > s.from
		s.last = s.returned && s.first
	}
}

// add appends the operations that thread t has marked since before, when it had done n events.
func (r *recorder) add(t event.ThreadID, first int, before, now *operation.Call, n int32) {
	var news []*operation.Call
	for c := now; c.Len() > before.Len(); c = c.Before {
		news = append(news, c)
	}
	for _, c := range slices.Backward(news) {
		if c.Response {
			s := &r.spans[len(r.spans)-1]
			s.to, s.returned, s.output = n, true, append(Output{}, c.Values...)
			continue
		}
		r.spans = append(r.spans, span{thread: t, from: n, invoked: c})
	}
}

// none stands for no position.
const none = -1

// startOf returns the position of the Spawn that started thread t, or none.
func (r *recorder) startOf(t event.ThreadID) int {
	at := int(r.starts[t])
	if at == none || at >= r.order.Len() {
		return none
	}
	if e := r.order.At(at); e.Kind != event.Spawn || e.Object != int32(t) {
		return none
	}
	return at
}

// position returns the position of event n of thread t, counted from 1; for n = 0, of the Spawn that started t, or none.
func (r *recorder) position(t event.ThreadID, n int32) int {
	if n == 0 {
		return r.startOf(t)
	}
	return int(r.at[t][n-1])
}

// isPast reports whether at a position it is known that thread t is past its n-th event: whether a later event of t, or the end of t if
// it has been joined, happens before that position or is there.
func (r *recorder) isPast(at int, t event.ThreadID, n int32) bool {
	if at == none {
		return false
	}
	if int(n) < len(r.at[t]) {
		return r.order.Before(int(r.at[t][n]), at)
	}
	return slices.ContainsFunc(r.joins, func(join int32) bool {
		return r.order.At(int(join)).Object == int32(t) && r.order.Before(int(join), at)
	})
}

// operation returns the operation of a span.
func (r *recorder) operation(s span) Operation {
	return Operation{
		Thread: s.thread, Output: s.output, Returned: s.returned,
		Input: Input{Object: s.invoked.Object, Name: s.invoked.Operation, Args: s.invoked.Values},
	}
}

// observed returns the history in which operations are ordered if a thread that begins one can be sure that the other has ended: if
// its return happens before the call, where both are events that depend only on the other events of their threads.
func (r *recorder) observed(objects func(string) bool) History {
	spans := r.begun(objects)
	h := History{Before: make(Order, len(spans))}
	for j, to := range spans {
		h.Operations = append(h.Operations, r.operation(to))
		called := r.position(to.thread, to.from)
		for i, s := range spans {
			if s.returned && (s.thread == to.thread && i < j || s.thread != to.thread && r.isPast(called, s.thread, s.to)) {
				h.Before.set(i, j)
			}
		}
	}
	return h
}

// begun returns the spans of operations of these objects that have returned or have events. An operation with neither might as well not have been
// called.
func (r *recorder) begun(objects func(string) bool) []span {
	var spans []span
	for _, s := range r.spans {
		if (s.returned || s.first) && objects(s.invoked.Object) {
			spans = append(spans, s)
		}
	}
	return spans
}
