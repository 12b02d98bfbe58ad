// Package memory is the memory of Go programs: values, the objects that they are kept in, and the words
// that stand for values in the variables of a front.Program.
//
// An object belongs to the goroutine that made it until a value that reaches it is encoded as a word, which
// happens where others may get it. From then on the object is published: it has a [Record], whose cells are variables
// of the model, with the object's contents at that moment as their initial values. So neither making an object nor
// publishing it is an event.
package memory

import "math"

// Value is the content of a register or a cell. N is a number, a bool, the bits of a float, or the offset of a
// pointer in cells. R is everything else, and nil for numbers, for nil and for "":
//
//	string       that is not empty
//	complex128   that is not 0
//	*Object      a pointer, a map or a channel
//	*Slice, *Iface, *Closure
//	[]Value      the cells of a struct or an array, or the results of a call; never changed
//	*Mapping     the contents of a map, in the cell of its object
//	Poison       what could not be computed
type Value struct {
	N int64
	R any
}

// Slice is a slice that is not nil. Off is in cells, Len and Cap are in elements.
type Slice struct {
	O             *Object
	Off, Len, Cap int64
}

// Iface is the value of an interface that is not nil.
type Iface struct {
	T *Type
	V Value
}

// Closure is a function with what it captures.
type Closure struct {
	Fn       Function
	Bindings []Value
}

// Function is code.
type Function interface {
	// ID is the same in all executions, and different for all functions.
	ID() string
	// Name is for people.
	Name() string
}

// Poison is a value that is not supported, and says why: using it is refused.
type Poison string

// Bool returns a truth value.
func Bool(b bool) Value {
	if b {
		return Value{N: 1}
	}
	return Value{}
}

// String returns a string.
func String(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{R: s}
}

// Text returns the string v.
func (v Value) Text() string {
	s, _ := v.R.(string)
	return s
}

// Float returns a floating-point number.
func Float(f float64) Value { return Value{N: int64(math.Float64bits(f))} }

// Float returns the floating-point number v.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v.N)) }

// Complex returns a complex number.
func Complex(c complex128) Value {
	if c == 0 && !math.Signbit(real(c)) && !math.Signbit(imag(c)) {
		return Value{}
	}
	return Value{R: c}
}

// Complex returns the complex number v.
func (v Value) Complex() complex128 {
	c, _ := v.R.(complex128)
	return c
}

// Tuple returns the results of a call.
func Tuple(vs ...Value) Value { return Value{R: vs} }

// Cells returns the cells of a struct or an array of n cells.
func (v Value) Cells(n int) []Value {
	if cells, ok := v.R.([]Value); ok {
		return cells
	}
	return make([]Value, n)
}
