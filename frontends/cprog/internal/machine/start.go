package machine

import (
	"fmt"
	"runtime"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// start is the body of a thread: it calls function f. Bodies run many times, so their memory
// is kept for reuse.
func start(m *image.Image, of *shared, t *front.Thread, segment int64, children *child, f int, args ...int64) {
	th, _ := of.idle.Get().(*thread)
	if th == nil {
		th = new(thread)
	}
	defer of.idle.Put(th)
	defer refuseDefect()
	*th = thread{
		Image: m, shared: of, model: t, segment: segment, children: children,
		private: append(th.private[:0], m.Locals...), inside: append(th.inside[:0], m.LocalsInside...), top: int64(len(m.Locals)),
		registers: th.registers, graphs: t.Memory().Graphs(), locality: locality{calls: th.calls},
	}
	if t.WantsLocal() && !m.Options.LikeGenMC && m.Options.Leaks == image.NoLeaks {
		th.describes = true
		t.Local(th.localState, &th.since)
	}
	if th.graphs && !m.Races {
		th.refuse(&code.Instruction{}, "memory orders count under %v, and are read only where data races are looked for: needs --data-races on", t.Memory())
	}
	if m.Sections && t.Memory() != memory.SC {
		th.refuse(&code.Instruction{Line: m.SectionLine}, "atomic sections, and atomic accesses to more than 8 bytes, are supported under sequential consistency only")
	}
	if m.Options.Leaks != image.NoLeaks {
		m.Allocations.Under(t.Memory())
	}
	result := th.run(m.Functions[f], args)
	if th.describes {
		th.given = th.localState()
	}
	if segment != lineage.Root && len(th.specific) > 0 {
		th.destroyKeys(new(code.Instruction))
	}
	if segment != lineage.Root {
		th.leaveRobust(new(code.Instruction))
	}
	if m.ThreadLocals > 0 {
		th.leaveLocals(result)
	}
	th.notesEnd(false)
	if result == code.Undefined && !(m.Uses[code.LibUnset] && segment != lineage.Root) { // the function has returned without a value, which nobody may use
		result = 0
	}
	if segment == lineage.Root && !m.Options.LikeGenMC {
		t.Exit(result, !m.JoinsMain())
	}
	t.Return(result)
}

// refuseDefect turns a runtime panic, which comes from the machine itself, into a refusal: a defect here is not a
// failure of the program.
func refuseDefect() {
	switch r := recover().(type) {
	case nil:
	case runtime.Error:
		panic(&operation.UsageError{Problem: fmt.Sprintf("the machine that executes C has a defect: %v", r)})
	default:
		panic(r)
	}
}

// Load makes an image of p in which globals have their initial values and main is ready to run. Memory is divided into
// pieces.
func Load(name string, p *code.Program, o image.Options, pieces image.Pieces) (*image.Image, error) {
	m, err := image.NewImage(name, p, o)
	if err != nil {
		return nil, err
	}
	m.Pieces = pieces
	initial, err := initialValues(m)
	if err != nil {
		return nil, err
	}
	if err := m.Declare(initial); err != nil {
		return nil, err
	}
	for _, c := range m.Cells {
		if p.Sections && initial.Load(c.Address, c.T) == heldValue {
			return nil, fmt.Errorf("%s: the number %d is not supported in a program with atomic sections", name, heldValue)
		}
	}
	m.Model.AssumeIsolated()
	m.Model.RepeatBodies()
	of := &shared{functions: functions()}
	m.Model.Thread("main", func(t *front.Thread) { start(m, of, t, lineage.Root, nil, p.Main, p.ArgumentCount, p.Arguments, 0) })
	return m, nil
}

// initialValues returns the values that the initialisers store.
func initialValues(m *image.Image) (values *image.Initial, err error) {
	th := &thread{Image: m, shared: &shared{functions: functions()}, segment: lineage.Root, initial: image.NewInitial(m.Program), private: make([]byte, m.Program.Locals), inside: m.LocalsInside, top: m.Program.Locals}
	defer source.Catch(&err)
	i := slices.IndexFunc(m.Functions, func(f *code.Function) bool { return f.Name == code.InitFunction })
	th.run(m.Functions[i], nil)
	m.Locals = th.private[:m.Program.Locals]
	return th.initial, nil
}

// A thread's segment is its path from main, see package lineage, so that its addresses, and what
// pthread_self returns, are the same in every execution and exploration.

// segmentBits bounds a segment, so that addresses stay below the other spaces.
const segmentBits = 27

// create starts a thread that calls the function at that address.
func (th *thread) create(i *code.Instruction, function, argument int64, isDetached bool) int64 {
	f := th.functionAt(i, function)
	if !th.Functions[f].Defined {
		th.refuse(i, "function %s is not defined", th.Functions[f].Name)
	}
	th.spawned++
	segment, ok := lineage.Child(th.segment, th.spawned, segmentBits)
	if !ok {
		th.refuse(i, "too many threads")
	}
	th.changes.Note()
	th.shares(argument)
	m, of, known := th.Image, th.shared, th.children
	c := th.model.Go(th.Functions[f].Name, func(t *front.Thread) { start(m, of, t, segment, known, int(f), argument) })
	th.children = &child{segment, c, th.children}
	if isDetached {
		th.claim(i, segment, detached)
	}
	return segment
}

// A thread is joined or detached once. Its own joins and detaches a thread remembers; in a program that detaches threads, a
// variable for each thread records which of both has been done.
const (
	joined = 1 + iota
	detached
)

// isThread reports whether a thread may have that number.
func isThread(segment int64) bool { return segment < 1<<segmentBits && lineage.IsPath(segment) }

// claim records that a thread is joined or detached.
func (th *thread) claim(i *code.Instruction, segment, how int64) {
	verb := [...]string{joined: "joined", detached: "detached"}
	before := th.claimed[segment]
	switch {
	case segment == lineage.Root && (th.Options.LikeGenMC || !th.JoinsMain()):
		th.refuse(i, "main is %s, which is supported only in a file that calls pthread_self and pthread_exit", verb[how])
	case !isThread(segment):
		th.fail(i, "a thread is %s that has not been started", verb[how])
	case before == 0 && th.Uses[code.LibDetach] && !th.Options.LikeGenMC:
		record := th.noteAt(i, image.ClaimOf(segment))
		th.as(operation.Relaxed)
		before = th.swap(record, how)
	}
	switch {
	case before == joined && how == joined:
		th.fail(i, "a thread is joined for the second time")
	case before != 0:
		th.fail(i, "a thread that is %s is %s", verb[before], verb[how])
	}
	if th.claimed == nil {
		th.claimed = map[int64]int64{}
	}
	th.claimed[segment] = how
	th.changes.Note()
}

// join returns the result of a thread. A thread cannot join itself, which joinError records.
func (th *thread) join(i *code.Instruction, segment int64) int64 {
	if th.joinError = 0; segment == th.segment {
		th.joinError = wouldDeadlock
		return 0
	}
	th.mayBeCancelled(i) // a thread that is cancelled has not joined
	th.claim(i, segment, joined)
	th.mayStop(i, th.joinsLate)
	th.joinsLate = false
	if c, ok := th.children.find(segment); ok {
		return th.model.Join(c.model)
	}
	c, ok := th.model.ChildAt(lineage.Steps(segment))
	if !ok {
		th.fail(i, "a thread is joined that has not been started")
	}
	return th.model.Join(c)
}
