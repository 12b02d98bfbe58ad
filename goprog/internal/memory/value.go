// Package memory is the memory of Go programs: values, the objects that they are kept in, and the words
// that stand for values in the variables of a model.Program.
//
// An object belongs to the goroutine that made it until a value that reaches it is encoded as a word, which
// is done where others may get it. From then on the object is published: it has a [Record], whose cells are variables
// of the model, with what the object held at that moment as their initial values. So neither making an object nor
// publishing it is an event.
package memory

import "math"

// Value is what a register or a cell holds. N is a number, a bool, the bits of a float, or the offset of a
// pointer in cells. R is everything else, and nil for numbers, for nil and for "":
//
//	string       that is not empty
//	complex128   that is not 0
//	*Object      a pointer, a map or a channel
//	*Slice, *Iface, *Closure
//	[]Value      the cells of a struct or an array, or the results of a call; nobody changes them
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

// Poison is the value of what is not supported, and says what that is: using it is refused.
type Poison string

// Bool is a truth value.
func Bool(b bool) Value {
	if b {
		return Value{N: 1}
	}
	return Value{}
}

// String is a string.
func String(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{R: s}
}

// Text is the string that v is.
func (v Value) Text() string {
	s, _ := v.R.(string)
	return s
}

// Float is a floating-point number.
func Float(f float64) Value { return Value{N: int64(math.Float64bits(f))} }

// Float is the floating-point number that v is.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v.N)) }

// Complex is a complex number.
func Complex(c complex128) Value {
	if c == 0 && !math.Signbit(real(c)) && !math.Signbit(imag(c)) {
		return Value{}
	}
	return Value{R: c}
}

// Complex is the complex number that v is.
func (v Value) Complex() complex128 {
	c, _ := v.R.(complex128)
	return c
}

// Tuple is the results of a call.
func Tuple(vs ...Value) Value { return Value{R: vs} }

// Cells are those of a struct or an array of n cells.
func (v Value) Cells(n int) []Value {
	if cells, ok := v.R.([]Value); ok {
		return cells
	}
	return make([]Value, n)
}
