package machine

import (
	"cmp"
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/waiting"
	"dporbench/model/guarded"
)

// An atomic section is one step of the execution. One that can access only a single variable, at an address
// known at its beginning, is one event: the update of that variable is the section itself, executed on a copy
// of the thread. Any other section holds the variables that it accesses, from the first access to its end: a
// held variable has a special value, the section works on a copy, and accesses from elsewhere wait. So no other
// thread sees or changes what the section has accessed, and everything that happens meanwhile commutes with the
// section: up to the order of commuting events, the executions are those in which sections are steps. Sections
// cannot deadlock with each other: if all addresses are known at their beginning, they take their variables in
// the order of the addresses, and otherwise one section runs at a time.
//
// A section that reaches a false assume has no effect.

// heldValue is the value of a variable that a section holds.
const heldValue = -0x5ec7_10ad_ac70_3ed5

func isFree(v int64) bool { return v != heldValue }

// section is the atomic section that a thread is in.
type section struct {
	depth  int // of nested sections; 0 outside sections
	held   []held
	locked bool // no other section runs
	known  bool // held has all variables that it may access
	done   bool // the new values of those have been written
}

// held is a variable with its value before the section, and its current value in the section.
type held struct {
	cell      *image.Cell
	seen, now int64
}

func (th *thread) beginSection(c *call, i *code.Instruction) {
	if th.alone != nil {
		return
	}
	if th.section.depth++; th.section.depth > 1 {
		return
	}
	th.event(i)
	s := &c.f.Sections[i.N]
	if !s.Known {
		th.lockSections()
		return
	}
	cells, single, writes := th.reach(c, s)
	switch {
	case single && !writes:
		th.holdAtOnce(cells[0], th.read(cells[0]))
	case single:
		th.model.Note("section of "+cells[0].Name, nil)
		th.holdAtOnce(cells[0], th.replace(cells[0], guarded.Always, th.sectionUpdate(c, s, cells[0])))
	case th.SectionLock != nil && len(cells) > 0:
		th.lockSections()
	default:
		th.section.known = true
		for _, cell := range cells {
			th.section.held = append(th.section.held, th.take(cell))
		}
	}
}

func (th *thread) lockSections() {
	th.model.Lock(*th.SectionLock)
	th.section.locked = true
}

func (th *thread) holdAtOnce(cell *image.Cell, seen int64) {
	th.section.held = append(th.section.held, held{cell, seen, seen})
	th.section.known, th.section.done = true, true
}

// take waits until a variable is free, and holds it.
func (th *thread) take(cell *image.Cell) held {
	th.model.Note("hold "+cell.Name, nil)
	seen := th.model.When(cell.Variable, isFree, func(int64) int64 { return heldValue })
	return held{cell, seen, seen}
}

// endSection ends the section that the thread is in.
func (th *thread) endSection(i *code.Instruction) {
	switch {
	case th.alone != nil:
	case th.section.depth == 0:
		th.refuse(i, "the end of an atomic section that has not begun")
	case th.section.depth > 1:
		th.section.depth--
	default:
		th.leaveSection(i, true)
	}
}

// leaveSection frees the variables that the section holds, with or without its effects, if the thread is
// in one.
func (th *thread) leaveSection(i *code.Instruction, effects bool) {
	s := th.section
	th.section = section{held: s.held[:0]}
	if len(s.held) > 0 || s.locked {
		th.event(i)
	}
	for _, h := range s.held {
		switch {
		case s.done:
		case effects:
			th.model.Store(h.cell.Variable, h.now)
		default:
			th.model.Store(h.cell.Variable, h.seen)
		}
	}
	if s.locked {
		th.model.Unlock(*th.SectionLock)
	}
}

// hold returns the thread's section's copy of a variable, which it takes if necessary.
func (th *thread) hold(i *code.Instruction, cell *image.Cell) *held {
	for k := range th.section.held {
		if h := &th.section.held[k]; h.cell == cell {
			return h
		}
	}
	if th.section.known {
		th.refuse(i, "an atomic section uses a variable that it does not hold")
	}
	th.event(i)
	th.section.held = append(th.section.held, th.take(cell))
	return &th.section.held[len(th.section.held)-1]
}

// sets makes v the value of a variable in the current section.
func (th *thread) sets(h *held, v int64) {
	if v != code.Undefined {
		v = code.Cut(h.cell.T, v)
	}
	th.changes.Wrote(h.now, v)
	h.now = v
}

// reach returns the variables that a section with known addresses may access, in the order of the addresses;
// whether there is only one, which it does not access in parts; and whether it writes.
func (th *thread) reach(c *call, s *code.Section) (cells []*image.Cell, single, writes bool) {
	scratch := code.Frame{R: slices.Clone(c.R), Private: c.Private, Stack: c.Stack}
	whole := true
	for at := s.First + 1; at <= s.Last; at++ {
		i := &c.f.Code[at]
		if i.Addresses() {
			th.computeAddress(&scratch, i)
		}
		if !i.Accesses() || !th.inShared(scratch.R[i.A]) {
			continue
		}
		writes = writes || i.Op != code.OpLoad
		for _, p := range th.partsOf(i, scratch.R[i.A], i.T) {
			whole = whole && p.cell.Is(scratch.R[i.A], i.T)
			if p.cell != nil {
				cells = append(cells, p.cell)
			}
		}
	}
	slices.SortFunc(cells, func(x, y *image.Cell) int { return cmp.Compare(x.Address, y.Address) })
	cells = slices.Compact(cells)
	return cells, whole && len(cells) == 1, writes
}

func (th *thread) computeAddress(f *code.Frame, i *code.Instruction) {
	if i.Op == code.OpThreadLocal {
		f.R[i.D] = th.segment<<code.SegmentShift | i.N
		return
	}
	f.Run([]code.Instruction{*i}, 0, 1)
}

// inShared reports whether there may be a variable at address that other threads can reach.
func (th *thread) inShared(address int64) bool {
	switch {
	case address < code.FirstAddress || address >= code.ConstantSpace:
		return false
	case address>>code.SegmentShift != 0:
		if image.InHeap(address) {
			return true
		}
		_, _, _, known := th.Leaf(address)
		return known
	}
	_, known := th.Global(address)
	return known
}

// sectionUpdate returns the effect of a section on the only variable that it accesses.
func (th *thread) sectionUpdate(c *call, s *code.Section, cell *image.Cell) func(int64) int64 {
	frozen := th.copied()
	frozen.registers = nil // a section whose addresses are known calls nothing
	frame := *c
	frame.R = slices.Clone(c.R)
	body := *c.f
	body.Code = s.Body
	place := image.OwnPlace{Address: cell.Address, Size: code.Size(cell.T)}
	return func(v int64) int64 {
		alone, own := frozen.copied(), frame
		own.f, own.R, own.loops, own.origins, own.rounds = &body, slices.Clone(frame.R), nil, nil, 0
		alone.alone = map[image.OwnPlace]int64{place: v}
		if alone.tries(&own, s.First+1) == stoppedAtAssume {
			return v
		}
		return code.Cut(cell.T, alone.alone[place])
	}
}

// copied returns a copy of the thread that shares no memory with it, to be run alone.
func (th *thread) copied() *thread {
	alone := *th
	alone.entered, alone.points = slices.Clone(th.entered), slices.Clone(th.points)
	alone.model, alone.notes, alone.steps, alone.changes, alone.locality = nil, nil, 0, waiting.Changes{}, locality{}
	alone.private, alone.inside = slices.Clone(th.private), slices.Clone(th.inside)
	alone.bits = maps.Clone(th.bits)
	alone.registers, alone.section, alone.frames = slices.Clone(th.registers), section{}, th.cloneFrames()
	return &alone
}

// stoppedAtAssume is the panic of a thread that runs alone and reaches a false assume.
var stoppedAtAssume = &source.Error{Problem: "a false assume"}

// tries executes a call from pc on, and returns what has stopped it early, if anything.
func (th *thread) tries(c *call, pc int) (stopped *source.Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			stopped = r
		default:
			panic(r)
		}
	}()
	th.execute(c, pc)
	return nil
}
