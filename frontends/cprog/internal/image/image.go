// Package image represents a compiled program as the variables and mutexes of a model: their
// addresses and names, and which of them are made while threads run.
package image

import (
	"fmt"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/front"
)

// Image is a program as its threads see it. It does not change.
type Image struct {
	*code.Program
	Lines   []string // by position, for people
	Options Options
	Model   *front.Program
	Cells   []Cell  // the scalars of the globals
	at      []int32 // for each byte of the globals, 1 + the index of the cell that covers it; or padding; or later
	later   []laterGlobal
	areas   []area // the memory that a thread has from the start, and that of its calls
	Own     ownMemory
	// Allocations records the memory that threads have allocated, if lost memory is looked for.
	Allocations allocations
	Search      *Search // while the barriers are looked for
	Mixed       *Mixed  // during trial runs
	blocks      map[int64]namedBlock
	Pieces      Pieces
	// SectionLock is taken by atomic sections whose accesses are not known at their beginning; nil if there are
	// none.
	SectionLock *front.Mutex
	// Barriers are those whose arrivals do not depend on each other, by address.
	Barriers map[int64]*Arrivals
	Locals   []byte // initial content of a thread's private thread-local memory
	// LocalsInside says for each byte of it what Inside of a function does.
	LocalsInside []byte
	initial      *Initial // of all other variables
}

// Cell is a scalar in memory: a variable or a mutex of the model.
type Cell struct {
	Address  int64
	T        code.Scalar
	Role     code.Role
	Name     string // for people
	Whole    bool   // see Piece
	Constant bool   // it must not be stored to
	Variable front.Var
	Mutex    front.Mutex
}

// NewImage returns the image of p before its globals are declared.
func NewImage(name string, p *code.Program, o Options) (*Image, error) {
	m := &Image{Program: p, Options: o, Model: front.NewProgram(name), Own: ownMemory{cells: map[OwnPlace]*Cell{}, at: map[int32]OwnPlace{}}}
	if bytes := p.Bytes - code.FirstAddress + p.Locals; bytes > int64(o.Limits.Memory) {
		return nil, fmt.Errorf("%s: the globals are %d bytes, more than %d", name, bytes, o.Limits.Memory)
	}
	// Otherwise a loop in which a thread stops waiting, and begins to wait again, has no end.
	m.Options.Spin = o.Spin || o.Spurious
	for _, late := range []code.LibraryFunction{code.LibTimedWait, code.LibTimedLock, code.LibSemTimedWait, code.LibTimedReadLock, code.LibTimedWriteLock} {
		m.Options.Spin = m.Options.Spin || p.Uses[late]
	}
	for _, p := range p.Positions {
		m.Lines = append(m.Lines, p.String())
	}
	return m, m.divide()
}

// Is reports whether c is a number of type t at address.
func (c *Cell) Is(address int64, t code.Scalar) bool {
	return c != nil && c.Address == address && code.Size(c.T) == code.Size(t) && (c.Role == code.Plain || c.Role == code.OfLibrary)
}
