package reflection

import (
	"go/types"
	"reflect"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// conversions are the methods of a Value that convert it.
func conversions() map[string]native {
	return map[string]native{
		"Convert": func(th *thread, a []value) value {
			x, ok := read(a[0])
			return converted(th, x, ok, typeNamed(th, a[1]))
		},
		"CanConvert": func(th *thread, a []value) value {
			x, ok := read(a[0])
			return memory.Bool(ok && types.ConvertibleTo(x.t.T, typeNamed(th, a[1]).T))
		},
	}
}

// converted returns a value converted to another type.
func converted(th *thread, x val, ok bool, to *memory.Type) value {
	if !ok || !types.ConvertibleTo(x.t.T, to.T) {
		th.PanicString("reflect.Value.Convert: value cannot be converted to type %s", to)
	}
	v := x.get(th)
	if types.IsInterface(to.T) {
		return val{t: to, v: packed(x.t, v)}.value3()
	}
	f, _ := x.t.T.Underlying().(*types.Basic)
	t, _ := to.T.Underlying().(*types.Basic)
	is := func(b *types.Basic, i types.BasicInfo) bool { return b != nil && b.Info()&i != 0 }
	result := value{}
	switch {
	case types.Identical(x.t.T.Underlying(), to.T.Underlying()), Kind(x.t.T) == Kind(to.T) && Kind(to.T) != reflect.Slice:
		result = v
	case is(f, types.IsInteger) && is(t, types.IsInteger):
		result = value{N: machine.Wrap(t.Kind(), v.N)}
	case is(f, types.IsFloat) && is(t, types.IsFloat):
		result = machine.Round(t.Kind(), v.Float())
	case is(f, types.IsUnsigned) && is(t, types.IsFloat):
		result = machine.Round(t.Kind(), float64(uint64(v.N)))
	case is(f, types.IsInteger) && is(t, types.IsFloat):
		result = machine.Round(t.Kind(), float64(v.N))
	case is(f, types.IsFloat) && is(t, types.IsInteger) && !is(t, types.IsUnsigned):
		result = value{N: machine.Wrap(t.Kind(), int64(v.Float()))}
	case is(f, types.IsInteger) && is(t, types.IsString):
		result = memory.String(string(rune(v.N)))
	case is(f, types.IsString) && Kind(to.T) == reflect.Slice && Kind(elementOf(to.T)) == reflect.Uint8:
		l := th.Gen.Layouts.Of(elementOf(to.T))
		result = machine.NewBytes(th.Gen.Site("reflect.Convert "+to.ID, l, true), []byte(v.Text()), len(v.Text()))
	case Kind(x.t.T) == reflect.Slice && is(t, types.IsString) && Kind(elementOf(x.t.T)) == reflect.Uint8:
		result = memory.String(string(th.Bytes(v)))
	default:
		th.Refuse("reflect.Value.Convert of a %s to %s is not supported", x.t, to)
	}
	return val{t: to, v: result}.value3()
}
