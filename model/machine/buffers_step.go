package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// read returns the result of a Load of x by thread t now: the value and, of the event, the Kind,
// and the Partner and Ref that identify a store of its own thread.
func (b *storeBuffers) read(t event.ThreadID, x int32) (value int64, k event.Kind, partner event.ThreadID, ref uint16) {
	a := b.tree.KnownActor(t, x)
	if a == event.NoThread {
		return b.values[x], event.Read, 0, 0
	}
	queue := b.queues[a]
	for i := len(queue) - 1; i >= int(b.threads[a].steps); i-- {
		if queue[i].object == x && queue[i].code == operation.Store {
			return b.tree.At(queue[i].node).A, event.BufferRead, a + 1, uint16(i + 1)
		}
	}
	if w := b.writers[x]; w.thread == a {
		return b.values[x], event.Read, a + 1, uint16(w.index)
	}
	return b.values[x], event.Read, 0, 0
}

func (b *storeBuffers) value(t event.ThreadID, x int32) int64 {
	value, _, _, _ := b.read(t, x)
	return value
}

func (b *storeBuffers) next(t event.ThreadID) event.Event {
	th := &b.threads[t]
	n := b.tree.At(th.node)
	e := b.eventAt(t, th, n)
	if path := b.tree.SpawnPath(t); path.IsActor() {
		e.Kind = n.Code.Kind(0, 0)
		e.Partner, e.Ref = path.Parent+1, uint16(b.queues[t][th.steps].after)
		return e
	}
	switch {
	case n.Code == operation.Load || n.Code == operation.Await:
		_, e.Kind, e.Partner, e.Ref = b.read(t, n.Object)
	case n.Code.Compares():
		b.compare(&e, n)
	default:
		e.Kind = n.Code.Kind(0, 0)
	}
	return e
}

// compare completes e, the event of a CompareAndSwap.
func (b *storeBuffers) compare(e *event.Event, n *behaviour.Node) {
	if n.Code.DrainsUnlessFailing(b.limits.Memory) {
		e.Kind = event.Update
		if value, k, partner, ref := b.read(e.Thread, e.Object); value != n.A {
			e.Kind, e.Partner, e.Ref = k, partner, ref
		}
		return
	}
	if e.Kind = n.Code.Kind(n.A, b.values[e.Object]); e.Kind == event.Read {
		e.Ref = event.NotALoad
	}
}

func (b *storeBuffers) waitIsOver(t event.ThreadID, th *thread) bool {
	switch th.code {
	case operation.Lock:
		return b.holders[th.object] == 0
	case operation.Await, operation.When:
		b.guarded = true
		return b.tree.GuardAt(th.node).Holds(b.value(t, th.object))
	case operation.Expect:
		b.expect()
		return b.value(t, th.object) != b.tree.At(th.node).A
	case operation.Join:
		return b.ended(event.ThreadID(th.object))
	}
	return false // so is Drain's
}

func (b *storeBuffers) step(t event.ThreadID) (event.Event, error) {
	e, at := b.next(t), b.threads[t].node
	if len(b.events) >= b.bound {
		if err := b.checkLimits(t, at); err != nil {
			return e, err
		}
	}
	result := b.execute(e, at, b.tree.At(at))
	if err := b.proceed(e, at, result); err != nil {
		b.Undo()
		return e, err
	}
	return e, nil
}

// execute applies e, the next event of its thread, to the objects, and returns what the
// operation at that node returns.
func (b *storeBuffers) execute(e event.Event, at behaviour.Position, n *behaviour.Node) (result int64) {
	record, before := undoRecord{node: at, code: n.Code}, writer{}
	switch {
	case e.Kind == event.BufferRead:
		_, result = b.written(at, n, b.value(e.Thread, e.Object))
	case e.Kind.OnVariable():
		value, written := b.values[e.Object], int64(0)
		written, result = b.written(at, n, value)
		if before = b.writers[e.Object]; e.Kind.Writes() {
			record.value = value
			b.values[e.Object], b.writers[e.Object] = written, writer{e.Thread, e.Index}
		}
	default:
		e, result = b.synchronise(e, n)
	}
	if n.Code.DrainsUnlessFailing(b.limits.Memory) {
		b.expect()
	}
	b.lowest = 0
	b.steps++
	b.threads[e.Thread].steps++
	stack.Push(&b.events, e)
	stack.Push(&b.undo, record)
	stack.Push(&b.before, before)
	return result
}

// proceed is advance, and also issues the Stores that threads reach.
func (b *storeBuffers) proceed(e event.Event, at behaviour.Position, result int64) error {
	if e.IsFlush() {
		b.settleActor(e.Thread)
		b.settleActors(e.Issuer())
		b.pending[e.Issuer()]--
		b.settle(e.Issuer())
		return nil
	}
	if err := b.advance(e, at, result); err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		if err := b.issue(event.ThreadID(e.Object)); err != nil {
			return err
		}
	}
	return b.issue(e.Thread)
}

func (b *storeBuffers) undoTo(n int) {
	for i := len(b.events) - 1; i >= n; i-- {
		e, record := b.events[i], b.undo[i]
		b.threads[e.Thread].steps--
		if e.Kind.Writes() {
			b.values[e.Object], b.writers[e.Object] = record.value, b.before[i]
		}
		if e.IsFlush() {
			b.desynchronise(e.Kind, e.Object, e.Issuer())
			b.settleActor(e.Thread)
			b.settleActors(e.Issuer())
			b.pending[e.Issuer()]++
			b.settle(e.Issuer())
			continue
		}
		b.desynchronise(e.Kind, e.Object, e.Thread)
		if e.Kind == event.Spawn {
			b.recall(event.ThreadID(e.Object), 0)
		}
		b.place(e.Thread, record.node)
		b.recall(e.Thread, e.Index)
	}
	b.events, b.undo, b.before = b.events[:n], b.undo[:n], b.before[:n]
	b.lowest = 0
}

// localState includes the number of events the thread has done: the contents of its buffers depend
// on what it has stored, and on how much of that has left.
func (b *storeBuffers) localState(t event.ThreadID) uint64 {
	return event.Mix(uint64(b.threads[t].node), uint64(b.threads[t].steps))
}
