package machine

import (
	"fmt"
	"sort"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// storeBuffers is the semantics of memory models where Stores wait in buffers (P. Sewell et al.,
// x86-TSO, CACM 53(7), 2010). A Store is not an event. It is issued as soon as its thread reaches it:
// after each event of a thread, and at its start, the machine moves the thread on through its Stores
// and appends them to queues. So a thread is always at something else. Each queue has an actor, whose
// k-th event is the flush of the k-th store in it.
//
// A Load reads the newest store of its thread that is still in a queue, or else memory. Load, Await and
// Choose go ahead at any time; all other events, and the end of a thread as a Join sees it, wait
// until the thread's queues are empty. A thread that has ended, failed or stopped at a false Assume still
// drains: E is maximal only if all queues are empty.
//
// Where the memory model BuffersUnlocks, an Unlock is issued like a Store, and the mutex is free from its flush on. Where it
// FailsFromBuffer, a CompareAndSwap that fails goes ahead like a Load; one that finds the value it expects waits until the queues are
// empty, and may then fail after all.
//
// A store barrier is issued like a Store, into a buffer of its own. Its flush waits until all stores that the thread has issued
// before it are flushed, and all others wait for it.
type storeBuffers struct {
	*Machine
	barriers []event.ThreadID // by ThreadID: the actor of the thread's store barriers, or NoThread if it has not issued one
	pending  []int32          // by ThreadID: how many stores the thread has in its queues
	queues   [][]issuedStore  // by ThreadID of an actor: all stores issued; the first are flushed, one for each event of the actor
	writers  []writer         // by variable: the event that wrote it last
	before   []writer         // for each event: the last writer of its variable before it
	kept     bufferCuts
}

type issuedStore struct {
	node   behaviour.Position // of the Store
	object int32
	after  int32 // number of events its thread had done
	barred int32 // number of store barriers its thread had issued
	code   operation.Code
}

// writer is the event that wrote a variable.
type writer struct {
	thread event.ThreadID
	index  int32
}

// newStoreBuffers returns empty store buffers for m.
func newStoreBuffers(m *Machine) *storeBuffers {
	b := &storeBuffers{Machine: m, writers: make([]writer, len(m.objects))}
	for x := range b.writers {
		b.writers[x].thread = event.NoThread
	}
	b.growThreads(len(m.threads))
	return b
}

// begin issues the Stores that threads start with.
func (b *storeBuffers) begin() error {
	for t := range b.program.NumThreads() {
		if err := b.issue(event.ThreadID(t)); err != nil {
			return err
		}
	}
	return nil
}

func (b *storeBuffers) growThreads(n int) {
	for len(b.queues) < n {
		b.queues, b.pending, b.barriers = append(b.queues, nil), append(b.pending, 0), append(b.barriers, event.NoThread)
	}
}

// mostStores is the largest number of stores a thread may issue in an execution, and of events it
// may do before one: all that [event.Access.Ref] can distinguish.
const mostStores = event.NotALoad - 1

// issue moves thread t on through the Stores that it is at.
func (b *storeBuffers) issue(t event.ThreadID) error {
	for {
		at := b.threads[t].node
		n := *b.tree.At(at)
		if !n.Code.Buffered(b.limits.Memory) {
			break
		}
		actor := b.tree.Actor(t, n.Object)
		b.meetThreads()
		if err := b.mayIssue(t, at, len(b.queues[actor])); err != nil {
			return err
		}
		next, err := b.tree.After(t, at, 0)
		if err != nil {
			return err
		}
		b.meetThreads()
		if n.Code == operation.Barrier {
			b.barriers[t] = actor
		}
		b.queues[actor] = append(b.queues[actor], issuedStore{at, n.Object, b.threads[t].steps, b.barriersOf(t), n.Code})
		b.pending[t]++
		b.place(t, next)
		b.settleActor(actor)
	}
	b.settle(t)
	return nil
}

func (b *storeBuffers) mayIssue(t event.ThreadID, at behaviour.Position, stores int) error {
	if err := b.tree.Within(stores, t, at); err != nil {
		return err
	}
	if max(stores, int(b.threads[t].steps)) >= mostStores {
		return fmt.Errorf("thread %s does more than %d stores or events in an execution, the most that the memory model %v has room for: bound its loops",
			b.ThreadName(t), mostStores, b.limits.Memory)
	}
	return nil
}

// settle notes in thread t whether it waits for its queues to be empty.
func (b *storeBuffers) settle(t event.ThreadID) {
	th := &b.threads[t]
	n := b.tree.At(th.node)
	th.code, th.object = n.Code, n.Object
	if b.pending[t] == 0 || !n.Code.Drains() {
		return
	}
	th.code = operation.Drain
	if n.Code.DrainsUnlessFailing(b.limits.Memory) {
		th.code = operation.Expect
	}
}

// settleActor puts an actor at the store that it flushes next, if any.
func (b *storeBuffers) settleActor(a event.ThreadID) {
	th, queue := &b.threads[a], b.queues[a]
	more := int(th.steps) < len(queue)
	b.active.Set(a, more)
	if !more {
		th.node, th.object, th.code = behaviour.None, 0, operation.End
		return
	}
	s := &queue[th.steps]
	th.node, th.object, th.code = s.node, s.object, s.code
	if issuer := b.tree.SpawnPath(a).Parent; b.barriers[issuer] != event.NoThread && !b.inOrder(issuer, s) {
		th.code = operation.Drain
	}
}

// barriersOf returns how many store barriers thread t has issued.
func (b *storeBuffers) barriersOf(t event.ThreadID) int32 {
	if b.barriers[t] == event.NoThread {
		return 0
	}
	return int32(len(b.queues[b.barriers[t]]))
}

// inOrder reports whether the store s of thread t may be flushed: all of the thread's store barriers before it have been and, if it
// is one itself, all stores before it.
func (b *storeBuffers) inOrder(t event.ThreadID, s *issuedStore) bool {
	if b.threads[b.barriers[t]].steps < s.barred {
		return false
	}
	if s.code != operation.Barrier {
		return true
	}
	for _, a := range b.tree.Actors(t) {
		if a == event.NoThread || a == b.barriers[t] || int(b.threads[a].steps) >= len(b.queues[a]) {
			continue
		}
		if first := &b.queues[a][b.threads[a].steps]; first.barred <= s.barred {
			return false
		}
	}
	return true
}

// settleActors settles all actors of thread t, if the order of some depends on others.
func (b *storeBuffers) settleActors(t event.ThreadID) {
	if b.barriers[t] == event.NoThread {
		return
	}
	for _, a := range b.tree.Actors(t) {
		if a != event.NoThread {
			b.settleActor(a)
		}
	}
}

// recall takes back the stores that thread t issued once it had done after events or more.
func (b *storeBuffers) recall(t event.ThreadID, after int32) {
	for _, a := range b.tree.Actors(t) {
		if a == event.NoThread {
			continue
		}
		queue := b.queues[a]
		n := len(queue)
		for n > 0 && queue[n-1].after >= after {
			n--
		}
		b.pending[t] -= int32(len(queue) - n)
		b.queues[a] = queue[:n]
		b.settleActor(a)
	}
	b.settleActors(t)
	b.settle(t)
}

// Expecting reports whether a CompareAndSwap has been met that, if it fails, does not wait for the buffers.
func (m *Machine) Expecting() bool { return m.expecting }

func (m *Machine) expect() { m.guarded, m.expecting = true, true }

// RacesOtherwise reports whether an event may have races although order.HappensBefore.Races is empty: a Choice with other
// values, and, if Expecting, a CompareAndSwap. Those with the ends of stretches for which a guard held are in Races, where
// package sequence adds them.
func (m *Machine) RacesOtherwise() bool { return m.choices || m.expecting }

// ExpectsAt is CompareAndSwapAt where a CompareAndSwap that fails does not wait for the buffers.
func (m *Machine) ExpectsAt(i int) (expected int64, ok bool) {
	if !m.Expecting() {
		return 0, false
	}
	return m.CompareAndSwapAt(i)
}

// LastStoreBefore identifies the last store that thread t issued before its event with that index, where a thread
// has one buffer, as it must here: the actor that flushes it, and the Index of that flush, or 0 if there is none.
func (m *Machine) LastStoreBefore(t event.ThreadID, index int32) (actor event.ThreadID, flush int32) {
	b := m.buffers
	if actor = b.tree.KnownActor(t, 0); actor == event.NoThread {
		return actor, 0
	}
	queue := b.queues[actor]
	n := sort.Search(len(queue), func(i int) bool { return queue[i].after >= index })
	return actor, int32(n)
}
