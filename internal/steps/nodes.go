package steps

import (
	"fmt"

	"dporbench/model/event"
	"dporbench/trace"
)

// child is an event after a node.
type child struct {
	node   int
	thread event.ThreadID
	index  int32
	value  int32 // of a choice
}

// node is the index of e among the nodes, which it is added to with all of its prefixes if necessary.
func (r *recorder) node(e []event.Event) (int, error) {
	at, n := r.reach(e)
	if n == len(e) {
		return at, nil
	}
	shown, err := trace.Of(r.program, r.memory, e)
	if err != nil {
		return 0, err
	}
	if len(shown.Threads) > len(r.Threads) {
		r.Threads = append(r.Threads, shown.Threads[len(r.Threads):]...)
	}
	before, races := shown.Relations(r.program, 0)
	for ; n < len(e); n++ {
		r.Nodes = append(r.Nodes, Node{Parent: at, Thread: int(e[n].Thread), Text: shown.Steps[n].Text, Before: before[n], Races: races[n]})
		next := len(r.Nodes) - 1
		r.children[childOf(at, e[n])] = next
		r.texts[textKey(e[n])] = shown.Steps[n].Text
		at = next
	}
	return at, nil
}

// reach returns the node of the longest prefix of e that has one, and its length.
func (r *recorder) reach(e []event.Event) (node, n int) {
	for ; n < len(e); n++ {
		next, ok := r.children[childOf(node, e[n])]
		if !ok {
			break
		}
		node = next
	}
	return node, n
}

func childOf(node int, e event.Event) child {
	c := child{node: node, thread: e.Thread, index: e.Index}
	if e.Kind == event.Choice {
		c.value = e.Object
	}
	return c
}

// name is an event as text, as in E if it is there, or else as it was seen first.
func (r *recorder) name(e []event.Event, f event.Event) string {
	if i := event.Find(e, f); i < len(e) {
		if at, err := r.node(e[:i+1]); err == nil {
			return r.say(at)
		}
	}
	return r.plain(f)
}

func (r *recorder) say(node int) string {
	n := r.Nodes[node]
	return r.thread(event.ThreadID(n.Thread)) + ": " + n.Text
}

func (r *recorder) thread(t event.ThreadID) string {
	if int(t) < len(r.Threads) && r.Threads[t] != "" {
		return r.Threads[t]
	}
	if int(t) < r.program.NumThreads() {
		return r.program.ThreadName(t)
	}
	return fmt.Sprintf("t%d", t)
}

// textKey has the fields that determine the text of an event that writes.
func textKey(e event.Event) event.Event {
	return event.Event{Thread: e.Thread, Index: e.Index, Kind: e.Kind, Access: event.Access{Object: e.Object}}
}

// plain is an event without the value that it returns, as it was seen first.
func (r *recorder) plain(e event.Event) string {
	if text := r.texts[textKey(e)]; text != "" && e.Kind == event.Write {
		return r.thread(e.Thread) + ": " + text
	}
	object := ""
	switch {
	case e.Kind.OnVariable():
		object = " " + r.program.VarName(e.Object)
	case e.Kind.OnMutex():
		object = " " + r.program.MutexName(e.Object)
	case e.Kind == event.Spawn || e.Kind == event.Join:
		object = " " + r.thread(event.ThreadID(e.Object))
	case e.Kind == event.Choice:
		object = fmt.Sprintf(" %d", e.Object)
	}
	return fmt.Sprintf("%s: %v%s", r.thread(e.Thread), e.Kind, object)
}

func (r *recorder) list(events []event.Event) string {
	text := ""
	for i, e := range events {
		if i > 0 {
			text += " · "
		}
		text += r.plain(e)
	}
	return "⟨" + text + "⟩"
}
