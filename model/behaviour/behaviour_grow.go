package behaviour

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// maxRunAhead bounds how many operations a body asks for before it waits for
// the machine to do them. It need not wait for one that returns nothing, and a
// switch of coroutines costs more than anything else a machine does.
const maxRunAhead = 32

func (b *Behaviour) grow(t event.ThreadID, n Position, value int64) (Position, error) {
	c := b.running[t].coroutine
	var ahead []operation.Operation // the operations known to follow n
	if b.running[t].at != n {
		var err error
		if c, err = b.replay(t, n); err != nil {
			return None, err
		}
		b.halt(t)
		ahead = c.Asked()[1:]
	}
	b.running[t] = running{} // so that makeRoom leaves the coroutine alone
	if err := b.reviewWays(); err != nil {
		b.release(c)
		return None, err
	}
	b.makeRoom(n)
	if len(ahead) == 0 {
		c.Resume(b.result(n, value))
		if err := c.Refusal(); err != nil {
			b.release(c)
			return None, err
		}
		ahead = c.Asked()
	}
	m := b.add(t, c, n, ahead)
	above := &b.nodes[n]
	b.nodes[m].value, b.nodes[m].sibling = value, above.child
	above.child = m
	switch {
	case b.nodes[m].depth >= b.spinAt[t] && !b.limits.Given:
		return m, b.spins(t, m)
	case len(b.threads) > maxThreads:
		return m, b.tooManyThreads(len(b.threads), "")
	}
	return m, nil
}

// result returns the value that the operation at n returns to the body: for a Go, the
// thread it started, which no edge holds.
func (b *Behaviour) result(n Position, value int64) int64 {
	if b.nodes[n].Code == operation.Spawn {
		return int64(b.nodes[n].Object)
	}
	return value
}

// add makes nodes for ops, which follow one another below n (None: from the root), and
// returns the first. The coroutine of t is stopped at the last one.
func (b *Behaviour) add(t event.ThreadID, c *front.Coroutine, n Position, ops []operation.Operation) Position {
	first := b.addOne(t, c, n, &ops[0])
	b.locals.note(first, c, len(ops))
	last := first
	for i := range ops[1:] {
		next := b.addOne(t, c, last, &ops[1+i])
		b.locals.note(next, c, len(ops)-1-i)
		b.nodes[last].child = next
		last = next
	}
	b.peak = max(b.peak, b.used)
	b.arrived(t, last, len(ops))
	b.running[t] = running{c, last}
	return first
}

func (b *Behaviour) addOne(t event.ThreadID, c *front.Coroutine, above Position, op *operation.Operation) Position {
	made := Node{Code: op.Code, Object: op.Object, Operands: op.Operands, Order: op.Order, parent: above}
	if op.Order != 0 {
		b.fences = b.fences || op.Order.Fences() != operation.NoFence
	}
	if above != None {
		made.depth = b.nodes[above].depth + 1
	}
	switch op.Code {
	case operation.Spawn:
		made.Object = int32(b.childOf(t, c.Spawned()))
		made.B = int64(b.message(op.Child.ChildName()))
		if c.Spawned() == spinSpawns {
			b.spinAt[t] = min(b.spinAt[t], made.depth)
		}
	case operation.Assume:
		b.spun = b.spun || op.A > 0
	case operation.Fail:
		made.A = int64(b.message(op.Message))
	case operation.Await, operation.When, operation.Pass:
		made.A = int64(len(b.guards))
		op.Guard().Remember()
		b.guards = append(b.guards, op.Guard())
	}
	if int(op.Object) >= b.objects && op.Code.OnVariable() {
		b.meetObject(op.Object)
	}
	n := b.insert(made)
	if op.Code == operation.Spawn && b.bodies != nil {
		b.bodies[n] = op.Child.(front.Declared).Body
	}
	switch {
	case op.Code.OnVariable() && (b.unordered.plain != nil || op.Order.Plain()):
		b.noteAccess(t, n)
		b.tellOfRaces()
	case op.Code == operation.Spawn:
		b.noteSpawn(t)
		b.tellOfRaces()
	}
	b.remarks.note(n, op)
	return n
}

// insert makes a node.
func (c *cache) insert(made Node) (n Position) {
	c.used++
	if n = c.free; n == None {
		stack.Push(&c.nodes, made)
		return Position(len(c.nodes) - 1)
	}
	c.free = c.nodes[n].sibling
	c.nodes[n] = made
	return n
}

func (c *cache) message(text string) int {
	i := slices.Index(c.messages, text)
	if i < 0 {
		i = len(c.messages)
		c.messages = append(c.messages, text)
	}
	return i
}

// begin starts a coroutine of thread t. The body of a spawned thread is a closure: unless
// the program says that it can be reused, its maker is rerun to make a fresh one, so that
// the body finds what it captured as it was at the Go, not as an earlier run left it.
func (b *Behaviour) begin(t event.ThreadID, spawn Position, again front.Replay) (*front.Coroutine, error) {
	if spawn == None {
		return b.run(t, b.program.Declared(t).Body, nil, again)
	}
	if body := b.bodies[spawn]; body != nil {
		return b.run(t, body, nil, again)
	}
	maker, err := b.replay(b.threads[t].Parent, spawn)
	if err != nil {
		return nil, err
	}
	return b.run(t, maker.Asked()[0].Child.(front.Declared).Body, maker, again)
}

// replay starts a coroutine of t and brings it to n, checking that it does what it did before.
// Its pending operations begin with the one at n.
func (b *Behaviour) replay(t event.ThreadID, n Position) (*front.Coroutine, error) {
	again := b.rerunTo(t, n)
	defer func() { b.spare = append(b.spare, again) }()
	c, err := b.begin(t, b.nodes[again.path[0]].parent, again)
	if err != nil {
		return nil, err
	}
	if op := &c.Asked()[0]; !b.agrees(t, again.path[again.done], op, c.Spawned()) {
		err := b.nondeterminism(t, again.path[:again.done+1], *op)
		b.release(c)
		return nil, err
	}
	c.Arrive()
	return c, nil
}

// Revealed returns what the body of t holds at n; see [front.Thread.Reveal]. The body is rerun up to there, unless that
// has been done.
func (b *Behaviour) Revealed(t event.ThreadID, n Position) (any, error) {
	if v, ok := b.revealed[n]; ok {
		return v, nil
	}
	c, err := b.replay(t, n)
	if err != nil {
		return nil, err
	}
	defer b.release(c)
	if b.revealed == nil {
		b.revealed = map[Position]any{}
	}
	b.revealed[n] = c.Revealed()
	return b.revealed[n], nil
}

// rerun takes a body through nodes that its thread has been at before.
type rerun struct {
	tree    *Behaviour
	thread  event.ThreadID
	path    []Position // from the root to the node where the thread is to stop
	done    int        // how many of them it has passed
	strayed bool       // it has done something else; what it does from then on is not compared
}

// Returned implements [front.Replay].
func (r *rerun) Returned(op operation.Operation, spawned int32) (result int64, ok bool) {
	way := r.path[r.done:]
	if r.strayed || len(way) < 2 || !r.tree.agrees(r.thread, way[0], &op, spawned) {
		r.strayed = true
		return 0, false
	}
	r.done++
	return r.tree.result(way[0], r.tree.nodes[way[1]].value), true
}

// rerunTo returns a rerun of thread t from its root down to n. It is put in spare after use.
func (b *Behaviour) rerunTo(t event.ThreadID, n Position) *rerun {
	var r *rerun
	if last := len(b.spare) - 1; last >= 0 {
		r, b.spare = b.spare[last], b.spare[:last]
	} else {
		r = &rerun{tree: b}
	}
	r.thread, r.done, r.strayed, r.path = t, 0, false, append(r.path[:0], n)
	for !b.nodes[n].root {
		n = b.nodes[n].parent
		r.path = append(r.path, n)
	}
	slices.Reverse(r.path)
	return r
}

// agrees reports whether op is the operation at n; spawned counts the threads t has started.
func (b *Behaviour) agrees(t event.ThreadID, n Position, op *operation.Operation, spawned int32) bool {
	m := &b.nodes[n]
	if m.Code != op.Code || m.Order != op.Order {
		return false
	}
	switch m.Code {
	case operation.Spawn:
		return m.Object == int32(b.childOf(t, spawned))
	case operation.Fail:
		return b.messages[m.A] == op.Message
	case operation.Await, operation.When, operation.Pass:
		return m.Object == op.Object && b.guards[m.A].Agrees(op.Guard())
	}
	return m.Object == op.Object && m.Operands == op.Operands
}

// GuardAt returns the guard of the Await or When at n.
func (b *Behaviour) GuardAt(n Position) *operation.Guard { return b.guards[b.nodes[n].A] }

// GuardOf returns the guard at n, or nil if there is none.
func (b *Behaviour) GuardOf(n Position) *operation.Guard {
	if !b.nodes[n].Code.Guarded() {
		return nil
	}
	return b.GuardAt(n)
}

// Operation returns the operation at n, for people: two that read the same are the same.
func (b *Behaviour) Operation(n Position) operation.Operation {
	op := operation.Operation{Step: b.Step(n), Order: b.nodes[n].Order}
	switch at := &b.nodes[n]; at.Code {
	case operation.Fail:
		op.Operands, op.Message = operation.Operands{}, b.messages[at.A]
	case operation.Spawn:
		op.Operands, op.Child = operation.Operands{}, front.Declared{Name: b.messages[at.B]}
	}
	return op
}

func (b *Behaviour) addThread(l front.SpawnPath) event.ThreadID {
	b.threads = append(b.threads, l)
	b.order.added(b.program, b.threads)
	b.running = append(b.running, running{})
	b.spinAt = append(b.spinAt, spinDepth)
	return event.ThreadID(len(b.threads) - 1)
}

func (r *coroutines) halt(t event.ThreadID) {
	r.release(r.running[t].coroutine)
	r.running[t] = running{}
}

// release puts c and those that made its body aside for reuse; c may be nil.
func (r *coroutines) release(c *front.Coroutine) {
	for c != nil {
		c.Abandon()
		r.idle = append(r.idle, c)
		c, c.Maker = c.Maker, nil
	}
}

func (b *Behaviour) run(t event.ThreadID, body front.Body, maker *front.Coroutine, again front.Replay) (*front.Coroutine, error) {
	c := b.idle.Take()
	c.Begin(front.Start{Program: b.program, Thread: t, Names: b, Memory: b.limits.Memory, Applied: b.applied, Ahead: maxRunAhead,
		Places: b.places.wanted, Calls: b.limits.Calls, Locals: b.locals.wanted, MaxMade: b.limits.MaxMade, Again: again}, body)
	c.Maker = maker
	if err := c.Refusal(); err != nil {
		b.release(c)
		return nil, err
	}
	return c, nil
}
