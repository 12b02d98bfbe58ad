package model

import (
	"fmt"

	"dporbench/model/stack"
)

// storeBuffers are what a machine has beside the rest where Stores are buffered (P. Sewell et al.,
// x86-TSO, CACM 53(7), 2010). A Store is no event. It is issued as soon as its thread gets there: after
// each event of a thread, and at its start, the machine moves the thread on through its Stores and
// appends them to queues. So a thread is always at something else. Each queue has an actor, whose k-th
// event is the flush of the k-th store in it.
//
// A Load reads the newest store of its thread that is still in a queue, or else memory. Load, Await and
// Choose go ahead at any time; all other events, and the end of a thread for those who join it, wait
// until the thread's queues are empty. A thread that has ended, failed or stopped at a false Assume still
// drains: E is maximal only if all queues are empty.
//
// Under GenMCTSO, an Unlock is issued like a Store, and the mutex is free from its flush on. A CompareAndSwap
// that fails goes ahead like a Load; one that finds the value it expects waits until the queues are empty,
// and then it may fail after all.
type storeBuffers struct {
	pending []int32         // by ThreadID: how many stores the thread has in its queues
	queues  [][]issuedStore // by ThreadID of an actor: all stores issued; as many are flushed as the actor has done events
	writers []writer        // by variable: what wrote it last
	before  []writer        // beside the events: what had written the event's variable before
	cuts    bufferCuts
}

type issuedStore struct {
	node   Position // of the Store
	object int32
	after  int32 // how many events its thread had done
	code   opcode
}

// writer is the event that wrote a variable.
type writer struct {
	thread ThreadID
	index  int32
}

// newStoreBuffers gives m store buffers; its threads are at their starts.
func (m *Machine) newStoreBuffers() error {
	m.buffers = &storeBuffers{writers: make([]writer, len(m.values))}
	for x := range m.buffers.writers {
		m.buffers.writers[x].thread = NoThread
	}
	m.buffers.grow(len(m.threads))
	for t := range m.program.threads {
		if err := m.issue(ThreadID(t)); err != nil {
			return err
		}
	}
	return nil
}

func (b *storeBuffers) grow(n int) {
	for len(b.queues) < n {
		b.queues, b.pending = append(b.queues, nil), append(b.pending, 0)
	}
}

// mostStores is how many stores a thread may issue in an execution, and how many events it may do
// before one: as many as [Event.Ref] tells apart.
const mostStores = NotALoad - 1

// issue moves thread t on through the Stores that it is at.
func (m *Machine) issue(t ThreadID) error {
	b := m.buffers
	for m.limits.Memory.isBuffered(m.tree.nodes[m.threads[t].node].code) {
		at := m.threads[t].node
		x, code := m.tree.nodes[at].object, m.tree.nodes[at].code
		actor := m.tree.Actor(t, x)
		m.meetThreads()
		if err := m.mayIssue(t, at, len(b.queues[actor])); err != nil {
			return err
		}
		next, err := m.tree.After(t, at, 0)
		if err != nil {
			return err
		}
		m.meetThreads()
		b.queues[actor] = append(b.queues[actor], issuedStore{at, x, m.threads[t].steps, code})
		b.pending[t]++
		m.place(t, next)
		m.settleActor(actor)
	}
	m.settle(t)
	return nil
}

func (m *Machine) mayIssue(t ThreadID, at Position, stores int) error {
	if err := m.tree.Within(stores, t, at); err != nil {
		return err
	}
	if max(stores, int(m.threads[t].steps)) >= mostStores {
		return fmt.Errorf("thread %s does more than %d stores or events in an execution, which are all that the memory model %v has room for: bound its loops",
			m.ThreadName(t), mostStores, m.limits.Memory)
	}
	return nil
}

// settle notes in thread t whether it waits for its queues to be empty.
func (m *Machine) settle(t ThreadID) {
	thread := &m.threads[t]
	n := &m.tree.nodes[thread.node]
	thread.code, thread.object = n.code, n.object
	if m.buffers.pending[t] == 0 || !n.code.drains() {
		return
	}
	thread.code = opDrain
	if m.limits.Memory.drainsUnlessFailing(n.code) {
		thread.code = opExpect
	}
}

// drains reports whether a thread at that operation waits for its buffers to be empty, or counts
// as ended only then.
func (c opcode) drains() bool {
	switch c {
	case opLoad, opAwait, opChoose, opAssume:
		return false
	}
	return true
}

// settleActor puts an actor at the store that it flushes next, if there is one.
func (m *Machine) settleActor(a ThreadID) {
	thread, queue := &m.threads[a], m.buffers.queues[a]
	more := int(thread.steps) < len(queue)
	m.active.Set(a, more)
	if !more {
		thread.node, thread.object, thread.code = noNode, 0, opEnd
		return
	}
	s := &queue[thread.steps]
	thread.node, thread.object, thread.code = s.node, s.object, s.code
}

// read is what a Load of x by thread t reads now: the value, and of the event, the Kind, the Partner and
// the Ref.
func (m *Machine) read(t ThreadID, x int32) (value int64, k Kind, partner ThreadID, ref uint16) {
	b, a := m.buffers, m.tree.knownActor(t, x)
	if a == NoThread {
		return m.values[x], Read, 0, 0
	}
	queue := b.queues[a]
	for i := len(queue) - 1; i >= int(m.threads[a].steps); i-- {
		if queue[i].object == x && queue[i].code == opStore {
			return m.tree.nodes[queue[i].node].a, BufferRead, a + 1, uint16(i + 1)
		}
	}
	if w := b.writers[x]; w.thread == a {
		return m.values[x], Read, a + 1, uint16(w.index)
	}
	return m.values[x], Read, 0, 0
}

// nextBuffered is Next.
func (m *Machine) nextBuffered(t ThreadID) (e Event, ok bool) {
	thread := &m.threads[t]
	n := &m.tree.nodes[thread.node]
	if n.code <= opAssume {
		return Event{}, false
	}
	e = Event{Thread: t, Index: thread.steps + 1, Kind: m.kind(n), Access: Access{Object: n.object}}
	if m.tree.threads[t].isActor() {
		e.Partner, e.Ref = m.tree.threads[t].parent+1, uint16(m.buffers.queues[t][thread.steps].after)
		return e, true
	}
	switch n.code {
	case opLoad, opAwait:
		_, e.Kind, e.Partner, e.Ref = m.read(t, n.object)
	case opChoose:
		e.Object = m.choice
	case opCAS, opCompareExchange:
		m.compare(&e, n)
	}
	return e, true
}

// compare completes e, which is that of a CompareAndSwap.
func (m *Machine) compare(e *Event, n *node) {
	if m.limits.Memory.drainsUnlessFailing(n.code) {
		e.Kind = Update
		if value, k, partner, ref := m.read(e.Thread, e.Object); value != n.a {
			e.Kind, e.Partner, e.Ref = k, partner, ref
		}
	} else if e.Kind == Read {
		e.Ref = NotALoad
	}
}

// waitIsOverBuffered is waitIsOver.
func (m *Machine) waitIsOverBuffered(t ThreadID, thread *machineThread) bool {
	switch thread.code {
	case opLock:
		return m.holders[thread.object] == 0
	case opAwait, opWhen:
		m.guarded = true
		value, _, _, _ := m.read(t, thread.object)
		return m.tree.guardAt(thread.node).Holds(value)
	case opExpect:
		m.guarded = true
		value, _, _, _ := m.read(t, thread.object)
		return value != m.tree.nodes[thread.node].a
	case opJoin:
		return m.ended(ThreadID(thread.object))
	}
	return false // so is opDrain's
}

// stepBuffered is Step.
func (m *Machine) stepBuffered(t ThreadID) (Event, error) {
	e, _ := m.nextBuffered(t)
	at := m.threads[t].node
	if len(m.events) >= m.bound {
		if err := m.checkLimits(t, at); err != nil {
			return e, err
		}
	}
	m.steps++
	result := m.execute(e, m.tree.Step(at))
	if err := m.advanceBuffered(e, at, result); err != nil {
		m.Undo()
		return e, err
	}
	return e, nil
}

// execute does what e, the next event of its thread, does to the objects, and returns what s returns.
func (m *Machine) execute(e Event, s Step) (result int64) {
	b := m.buffers
	record, before := undoRecord{node: m.threads[e.Thread].node, code: s.code}, writer{}
	switch {
	case e.Kind == BufferRead:
		value, _, _, _ := m.read(e.Thread, e.Object)
		result = s.Returned(value)
	case e.Kind.OnVariable():
		value := m.values[e.Object]
		result = s.Returned(value)
		if before = b.writers[e.Object]; e.Kind.Writes() {
			record.value = m.swap(e.Object, s.Written(value))
			b.writers[e.Object] = writer{e.Thread, e.Index}
		}
	case e.Kind == Lock:
		m.holders[e.Object] = 1 + int64(e.Thread)
	case e.Kind == Unlock:
		m.holders[e.Object] = 0
	case e.Kind == Join:
		result = m.tree.resultAt(m.threads[e.Object].node)
	case e.Kind == Choice:
		result = int64(m.choice)
		m.choices = m.choices || s.Values() > 1
		m.choice = 0
	}
	m.guarded = m.guarded || s.guard != nil || m.limits.Memory.drainsUnlessFailing(s.code)
	m.lowest = 0
	m.threads[e.Thread].steps++
	stack.Push(&m.events, e)
	stack.Push(&m.undo, record)
	stack.Push(&b.before, before)
	return result
}

// advanceBuffered is advance, and issues the Stores that threads come to.
func (m *Machine) advanceBuffered(e Event, at Position, result int64) error {
	if e.IsFlush() {
		m.settleActor(e.Thread)
		m.buffers.pending[e.Issuer()]--
		m.settle(e.Issuer())
		return nil
	}
	if err := m.advance(e, at, result); err != nil {
		return err
	}
	if e.Kind == Spawn {
		if err := m.issue(ThreadID(e.Object)); err != nil {
			return err
		}
	}
	return m.issue(e.Thread)
}

// undoBufferedTo is undoTo.
func (m *Machine) undoBufferedTo(n int) {
	for i := len(m.events) - 1; i >= n; i-- {
		e, record := m.events[i], m.undo[i]
		m.threads[e.Thread].steps--
		switch e.Kind {
		case Write, Update:
			m.values[e.Object], m.buffers.writers[e.Object] = record.value, m.buffers.before[i]
		case Lock:
			m.holders[e.Object] = 0
		case Unlock:
			m.holders[e.Object] = 1 + int64(e.Thread)
			if e.IsFlush() {
				m.holders[e.Object] = 1 + int64(e.Issuer())
			}
		case Spawn:
			m.place(ThreadID(e.Object), noNode)
			m.recall(ThreadID(e.Object), 0)
		}
		if e.IsFlush() {
			m.settleActor(e.Thread)
			m.buffers.pending[e.Issuer()]++
			m.settle(e.Issuer())
			continue
		}
		m.place(e.Thread, record.node)
		m.recall(e.Thread, e.Index)
	}
	m.events, m.undo, m.buffers.before = m.events[:n], m.undo[:n], m.buffers.before[:n]
	m.lowest = 0
}

// recall takes back the stores that thread t has issued after so many events, or later.
func (m *Machine) recall(t ThreadID, after int32) {
	b := m.buffers
	for _, a := range m.tree.Actors(t) {
		if a == NoThread {
			continue
		}
		queue := b.queues[a]
		n := len(queue)
		for n > 0 && queue[n-1].after >= after {
			n--
		}
		b.pending[t] -= int32(len(queue) - n)
		b.queues[a] = queue[:n]
		m.settleActor(a)
	}
	m.settle(t)
}

// bufferCuts are for store buffers what machineCuts are for the rest.
type bufferCuts struct {
	before  []writer
	writers []writer
	pending []int32
	lengths []int32 // of the queues, before and after the cut
	stores  []issuedStore
}

func (c *bufferCuts) reset() {
	c.before, c.writers, c.pending = c.before[:0], c.writers[:0], c.pending[:0]
	c.lengths, c.stores = c.lengths[:0], c.stores[:0]
}

// cutBuffers undoes the last events of E, of which Cut has kept all else.
func (m *Machine) cutBuffers(n int) {
	b := m.buffers
	c := &b.cuts
	c.before = append(c.before, b.before[n:]...)
	c.writers = append(c.writers, b.writers...)
	c.pending = append(c.pending, b.pending...)
	long := len(c.lengths)
	for _, queue := range b.queues {
		c.lengths = append(c.lengths, int32(len(queue)))
	}
	m.undoTo(n)
	for a, queue := range b.queues {
		c.stores = append(c.stores, queue[len(queue):c.lengths[long+a]]...)
		c.lengths = append(c.lengths, int32(len(queue)))
	}
}

// pasteBuffers is the part of Paste for store buffers. f is the frame that was cut.
func (m *Machine) pasteBuffers(f machineFrame) {
	b := m.buffers
	c := &b.cuts
	b.before = append(b.before[:f.at], take(&c.before, f.events)...)
	copy(b.writers, take(&c.writers, len(b.writers)))
	copy(b.pending, take(&c.pending, f.threads))
	clear(b.pending[f.threads:])
	short := take(&c.lengths, f.threads)
	long := take(&c.lengths, f.threads)
	for a := len(b.queues) - 1; a >= 0; a-- {
		if a >= f.threads {
			b.queues[a] = b.queues[a][:0]
			continue
		}
		b.queues[a] = append(b.queues[a][:short[a]], take(&c.stores, int(long[a]-short[a]))...)
	}
}
