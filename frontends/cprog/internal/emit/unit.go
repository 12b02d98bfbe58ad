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

// Unit is a file, as far as it has been compiled.
type Unit struct {
	AST      *cc.AST
	Program  *code.Program
	strings  map[string]int64
	layouts  map[string]int64
	position map[source.Position]int32
	// Shared are the locals and thread-local variables whose address leaves their
	// function: another thread may reach them. Finding one more starts a new pass, until
	// a fixpoint.
	Shared map[*cc.Declarator]bool
	// Doubtful are the locals in registers that may be read before they have a value. Likewise.
	Doubtful map[*cc.Declarator]bool
	// Nested are the functions with locals in inner blocks whose address leaves the function. Likewise.
	Nested map[string]bool
	Found  bool
	// InScope are the variables with cleanups that are in scope at a label, by function and label. Likewise.
	InScope map[string][]*cc.Declarator
	// FallsOff are the functions with a result whose end can be reached. Likewise.
	FallsOff map[string]bool
	// Labels are the labels whose addresses are taken, with their functions. Likewise.
	Labels *[]LabelOf
	// Literals are stand-ins for the declarators of compound literals, which have none. They stay the same in all passes.
	Literals map[*cc.PostfixExpression]*cc.Declarator
	// HasAtomics says that the previous pass has found atomic accesses in the file.
	HasAtomics bool
	// HasExitHandlers says that it has found calls of atexit.
	HasExitHandlers bool
}

// LabelOf is a label of a function.
type LabelOf struct{ Function, Label string }

// LabelAddress returns the address of a label.
func (c *Unit) LabelAddress(l LabelOf) int64 {
	n := slices.Index(*c.Labels, l)
	if n < 0 {
		n = len(*c.Labels)
		*c.Labels, c.Found = append(*c.Labels, l), true
	}
	return code.FunctionSpace | code.LabelOffset + int64(n)
}

// NewUnit begins a pass over a file. The locals in shared are known to be reached by other threads, and those in
// doubtful may have no value; locals of inner blocks are tracked in the nested functions.
func NewUnit(ast *cc.AST, shared, doubtful map[*cc.Declarator]bool, nested map[string]bool) *Unit {
	return &Unit{
		AST: ast, Program: &code.Program{Bytes: code.FirstAddress, Uses: map[code.LibraryFunction]bool{}},
		strings: map[string]int64{}, layouts: map[string]int64{}, position: map[source.Position]int32{}, Shared: shared, Doubtful: doubtful, Nested: nested,
	}
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

// Reserve reserves size bytes of a space, after those reserved before and a gap, so that an access past
// the end is detected.
func Reserve(space *int64, size int64) int64 {
	const alignment = 16
	at := (*space + alignment) &^ (alignment - 1)
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
