package emit

import (
	"encoding/binary"
	"fmt"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// Unit is a file, as far as a pass has compiled it. A pass that finds something that it should have known from its beginning is
// followed by another one.
type Unit struct {
	AST      *cc.AST
	Program  *code.Program
	strings  map[string]int64
	layouts  map[string]int64
	position map[source.Position]int32
	*Findings
	Found bool // the pass has added to the findings
}

// Findings are from all passes so far.
type Findings struct {
	// Shared are the locals and thread-local variables whose address leaves their function: another thread may reach them.
	Shared map[*cc.Declarator]bool
	// Doubtful are the locals in registers that may be read before they have a value.
	Doubtful map[*cc.Declarator]bool
	// Nested are the functions with locals in inner blocks whose address leaves the function.
	Nested map[string]bool
	// InScope are the variables with cleanups that are in scope at a label, by function and label.
	InScope map[string][]*cc.Declarator
	// FallsOff are the functions with a result whose end can be reached.
	FallsOff map[string]bool
	// Labels are the labels whose addresses are taken, with their functions.
	Labels []LabelOf
	// Literals are stand-ins for the declarators of compound literals, which have none.
	Literals map[*cc.PostfixExpression]*cc.Declarator
	// HasAtomics says that there are atomic accesses in the file, and HasExitHandlers that there are calls of atexit.
	HasAtomics, HasExitHandlers bool
	// Robust says that attributes make mutexes robust, so that their kind is only a part of them.
	Robust bool
	// KeepsAttributes says that the program reads attributes that change nothing else, so that functions that set them have to.
	KeepsAttributes bool
}

// NewFindings returns those before the first pass.
func NewFindings() *Findings {
	return &Findings{
		Shared: map[*cc.Declarator]bool{}, Doubtful: map[*cc.Declarator]bool{}, Nested: map[string]bool{},
		InScope: map[string][]*cc.Declarator{}, FallsOff: map[string]bool{}, Literals: map[*cc.PostfixExpression]*cc.Declarator{},
	}
}

// LabelOf is a label of a function.
type LabelOf struct{ Function, Label string }

// LabelAddress returns the address of a label.
func (c *Unit) LabelAddress(l LabelOf) int64 {
	n := slices.Index(c.Labels, l)
	if n < 0 {
		n = len(c.Labels)
		c.Labels, c.Found = append(c.Labels, l), true
	}
	return code.FunctionSpace | code.LabelOffset + int64(n)
}

// NewUnit begins a pass over a file, with the findings of earlier passes, to which it adds.
func NewUnit(ast *cc.AST, earlier *Findings) *Unit {
	return &Unit{
		AST: ast, Program: &code.Program{Bytes: code.FirstAddress},
		strings: map[string]int64{}, layouts: map[string]int64{}, position: map[source.Position]int32{}, Findings: earlier,
	}
}

// FoundMore ends a pass, and reports whether another one is needed.
func (c *Unit) FoundMore() bool {
	p := c.Program
	more := c.Found || c.HasAtomics != p.Atomics || c.HasExitHandlers != p.ExitHandlers
	c.HasAtomics, c.HasExitHandlers = p.Atomics, p.ExitHandlers
	return more
}

// at returns the index of n's position.
func (c *Unit) at(n cc.Node) int32 {
	p := source.PositionOf(n)
	i, known := c.position[p]
	if !known {
		i = int32(len(c.Program.Positions))
		c.position[p] = i
		c.Program.Positions = append(c.Program.Positions, p)
	}
	return i
}

// Escapes notes that the address of d leaves its function.
func (c *Unit) Escapes(d *cc.Declarator) {
	if d != nil && !c.Shared[d] {
		c.Shared[d] = true
		c.Found = true
	}
}

// Text returns the address of a string.
func (c *Unit) Text(s string) int64 { return c.Bytes(s + "\x00") }

// Bytes returns the address of constant bytes.
func (c *Unit) Bytes(s string) int64 {
	address, known := c.strings[s]
	if !known {
		address = code.ConstantSpace + int64(len(c.Program.Constants))
		c.strings[s] = address
		c.Program.Constants = append(c.Program.Constants, s...)
	}
	return address
}

// Pointers returns the address of an array of constant pointers.
func (c *Unit) Pointers(all ...int64) int64 {
	address := code.ConstantSpace + int64(len(c.Program.Constants))
	for _, p := range all {
		c.Program.Constants = binary.LittleEndian.AppendUint64(c.Program.Constants, uint64(p))
	}
	return address
}

// Reserve reserves size bytes of a space with an alignment of at least 16, after those reserved before and a gap, so that an access past
// the end is detected.
func Reserve(space *int64, size int64, alignment int) int64 {
	to := int64(max(alignment, 16))
	at := (*space + to) &^ (to - 1)
	*space = at + size
	return at
}

// Literal returns the stand-in for the declarator of a compound literal.
func (c *Unit) Literal(x *cc.PostfixExpression) *cc.Declarator {
	d := c.Literals[x]
	if d == nil {
		d = new(cc.Declarator)
		c.Literals[x] = d
	}
	return d
}

// LayoutOfArray returns the index of the layout of an array of length elements of type elem.
func (c *Unit) LayoutOfArray(n cc.Node, elem cc.Type, length int64) int64 {
	of := c.Program.Layouts[c.LayoutOf(n, elem)]
	var all code.Layout
	for k := range length {
		for _, leaf := range of {
			leaf.Offset, leaf.Name = leaf.Offset+k*tree.Size(elem), fmt.Sprintf("[%d]%s", k, leaf.Name)
			all = append(all, leaf)
		}
	}
	c.Program.Layouts = append(c.Program.Layouts, all)
	return int64(len(c.Program.Layouts) - 1)
}

// LayoutOf returns the index of the layout of t.
func (c *Unit) LayoutOf(n cc.Node, t cc.Type) int64 {
	key := fmt.Sprintf("%s/%d", t, t.Size())
	if tree.IsRecord(t) {
		key += fmt.Sprintf("/%p", t)
	}
	if i, known := c.layouts[key]; known {
		return i
	}
	c.Program.Layouts = append(c.Program.Layouts, tree.LayoutFor(n, t))
	i := int64(len(c.Program.Layouts) - 1)
	c.layouts[key] = i
	return i
}
