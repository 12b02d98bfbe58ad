package machine

import (
	"fmt"
	"go/types"
	"math"
	"strconv"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
)

// Host returns a value of a basic type as the host's; ok is false for other types.
func Host(t types.Type, v value) (host any, ok bool) {
	b, isBasic := t.Underlying().(*types.Basic)
	if !isBasic {
		return nil, false
	}
	switch b.Kind() {
	case types.Bool:
		return v.N != 0, true
	case types.Int:
		return int(v.N), true
	case types.Int8:
		return int8(v.N), true
	case types.Int16:
		return int16(v.N), true
	case types.Int32:
		return int32(v.N), true
	case types.Int64:
		return v.N, true
	case types.Uint:
		return uint(v.N), true
	case types.Uint8:
		return uint8(v.N), true
	case types.Uint16:
		return uint16(v.N), true
	case types.Uint32:
		return uint32(v.N), true
	case types.Uint64:
		return uint64(v.N), true
	case types.Uintptr:
		return uintptr(v.N), true
	case types.Float32:
		return float32(v.Float()), true
	case types.Float64:
		return v.Float(), true
	case types.Complex64:
		return complex64(v.Complex()), true
	case types.Complex128:
		return v.Complex(), true
	case types.String:
		return v.Text(), true
	}
	return nil, false
}

// Wrap returns n in a type of integers: its bits, with its sign if it has one.
func Wrap(k types.BasicKind, n int64) int64 {
	switch k {
	case types.Int8:
		return int64(int8(n))
	case types.Int16:
		return int64(int16(n))
	case types.Int32:
		return int64(int32(n))
	case types.Uint8:
		return int64(uint8(n))
	case types.Uint16:
		return int64(uint16(n))
	case types.Uint32:
		return int64(uint32(n))
	}
	return n
}

// Round returns f in a type of floating-point numbers.
func Round(k types.BasicKind, f float64) value {
	if k == types.Float32 {
		f = float64(float32(f))
	}
	return memory.Float(f)
}

// Show writes the value that a word stands for.
func (g *Generation) Show(word int64) string {
	v, ok := g.Table.Get(word)
	if !ok {
		return strconv.FormatInt(word, 10)
	}
	return show(v)
}

func show(v value) string {
	switch r := v.R.(type) {
	case string:
		return strconv.Quote(r)
	case *object:
		return "&" + nameOf(r, int(v.N))
	case *memory.Slice:
		return fmt.Sprintf("%s[%d:%d]", nameOf(r.O, 0), r.Off, r.Off+r.Len)
	case *memory.Iface:
		return show(r.V)
	case *memory.Closure:
		return r.Fn.Name()
	case *memory.Mapping:
		var all []string
		for _, e := range r.Entries() {
			all = append(all, show(e.K)+":"+show(e.V))
		}
		return "map[" + strings.Join(all, " ") + "]"
	case []value:
		var all []string
		for _, c := range r {
			all = append(all, show(c))
		}
		return "{" + strings.Join(all, " ") + "}"
	case nil:
		return strconv.FormatInt(v.N, 10)
	}
	return "…"
}

func nameOf(o *object, off int) string {
	name := o.Site.Name
	if o.Shared != nil {
		name = o.Shared.Name
	}
	if off == 0 {
		return name
	}
	return name + o.Site.NameAt(off)
}

// basicText returns a value as println writes it.
func basicText(t types.Type, v value) string {
	if f, ok := Host(t, v); ok {
		if x, isFloat := f.(float64); isFloat && !math.IsInf(x, 0) && !math.IsNaN(x) {
			return fmt.Sprintf("%+e", x)
		}
		return fmt.Sprint(f)
	}
	return "(" + t.String() + ")"
}
