package operation

import (
	"slices"
	"strconv"
	"strings"
)

// FetchOp is the function of an atomic read-modify-write; see Thread.Fetch in package model. The
// operations are on int64 unless As says otherwise.
type FetchOp uint16

// The operations: x becomes x+v, x-v and so on; the greater of x and v for FetchMax, the
// lesser for FetchMin.
const (
	FetchAdd FetchOp = iota
	FetchSub
	FetchAnd
	FetchOr
	FetchXor
	FetchNand // ^(x & v)
	FetchMax
	FetchMin
)

var fetchNames = [...]string{"add", "sub", "and", "or", "xor", "nand", "max", "min"}

// IntType is an integer type: its width in bits, and whether it has a sign.
type IntType uint8

// The integer types.
const (
	Int64 IntType = iota
	Int32
	Int16
	Int8
	Uint64
	Uint32
	Uint16
	Uint8
)

var intNames = [...]struct{ short, long string }{
	{"", "Int64"}, {"32", "Int32"}, {"16", "Int16"}, {"8", "Int8"},
	{"u64", "Uint64"}, {"u32", "Uint32"}, {"u16", "Uint16"}, {"u8", "Uint8"},
}

const typeShift = 8 // of the IntType in a FetchOp

// As returns op on values of type t: the value of the variable and the operand
// are converted to t as Go converts integers, the result wraps around in t, and
// FetchMax and FetchMin compare as t does. The variable holds the result extended to
// int64, with its sign if t is signed and with zeros otherwise; a Uint64 keeps its
// bits.
func (op FetchOp) As(t IntType) FetchOp { return op.operation() | FetchOp(t)<<typeShift }

func (op FetchOp) operation() FetchOp { return op & (1<<typeShift - 1) }
func (op FetchOp) intType() IntType   { return IntType(op >> typeShift) }

// ApplyCode returns the code of an Apply with op; ok is false if that is an ordinary Fetch,
// which commutes with nothing.
func (op FetchOp) ApplyCode() (c Code, ok bool) {
	if !op.Valid() {
		return Fetch, false // which refuses it
	}
	c = applyCodes[op.operation()]
	return c, c != Fetch
}

var applyCodes = [...]Code{
	FetchAdd: ApplyAdd, FetchSub: ApplyAdd, FetchAnd: ApplyAnd, FetchOr: ApplyOr, FetchXor: ApplyXor,
	FetchNand: Fetch, FetchMax: ApplyMax, FetchMin: ApplyMin,
}

// Valid reports whether op is one of the operations.
func (op FetchOp) Valid() bool {
	return int(op.operation()) < len(fetchNames) && int(op.intType()) < len(intNames)
}

// String returns the name in lower case, then the type unless that is Int64: "add",
// "max8", "maxu8".
func (op FetchOp) String() string {
	if !op.Valid() {
		return "FetchOp(" + strconv.Itoa(int(op)) + ")"
	}
	return fetchNames[op.operation()] + intNames[op.intType()].short
}

// Assignment returns op as an assignment operator: "+=", "-=", "or=", "max8=".
func (op FetchOp) Assignment() string {
	if int(op) < len(operators) {
		return operators[op] + "="
	}
	return op.String() + "="
}

// ParseAssignment parses the result of Assignment.
func ParseAssignment(text string) (op FetchOp, ok bool) {
	name, ok := strings.CutSuffix(text, "=")
	if i := slices.Index(operators[:], name); i >= 0 {
		return FetchOp(i), ok
	}
	op, known := ParseFetchOp(name)
	return op, ok && known
}

var operators = [...]string{FetchAdd: "+", FetchSub: "-"}

// GoString returns op as Go source.
func (op FetchOp) GoString() string {
	if !op.Valid() {
		return op.String()
	}
	name := fetchNames[op.operation()]
	text := "model.Fetch" + strings.ToUpper(name[:1]) + name[1:]
	if t := op.intType(); t != Int64 {
		text += ".As(model." + intNames[t].long + ")"
	}
	return text
}

// ParseFetchOp parses the result of String.
func ParseFetchOp(name string) (op FetchOp, ok bool) {
	for t := range intNames {
		for op := range fetchNames {
			if f := FetchOp(op).As(IntType(t)); f.String() == name {
				return f, true
			}
		}
	}
	return 0, false
}

// Apply returns the value of a variable that held x after the operation with operand v.
func (op FetchOp) Apply(x, v int64) int64 {
	t := op.intType()
	x, v = t.convert(x), t.convert(v)
	switch op.operation() {
	case FetchAdd:
		x += v
	case FetchSub:
		x -= v
	case FetchAnd:
		x &= v
	case FetchOr:
		x |= v
	case FetchXor:
		x ^= v
	case FetchNand:
		x = ^(x & v)
	case FetchMax:
		if t.less(x, v) {
			x = v
		}
	case FetchMin:
		if t.less(v, x) {
			x = v
		}
	}
	return t.convert(x)
}

func (t IntType) convert(x int64) int64 {
	switch t {
	case Int32:
		return int64(int32(x))
	case Int16:
		return int64(int16(x))
	case Int8:
		return int64(int8(x))
	case Uint32:
		return int64(uint32(x))
	case Uint16:
		return int64(uint16(x))
	case Uint8:
		return int64(uint8(x))
	}
	return x
}

func (t IntType) less(x, v int64) bool {
	if t == Uint64 {
		return uint64(x) < uint64(v)
	}
	return x < v // narrower unsigned values are not negative as int64
}

// Split returns op without its type, and the type.
func (op FetchOp) Split() (FetchOp, IntType) { return op.operation(), op.intType() }
