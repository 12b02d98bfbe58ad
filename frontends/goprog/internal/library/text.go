package library

import (
	"bytes"
	"math"
	"strings"
	"unicode"

	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
)

// texts are functions on strings and bytes that the standard library has in assembly, and classes of characters.
func texts() map[string]native {
	ofStrings := func(f func(s, t string) int) native {
		return func(_ *thread, a []value) value { return value{N: int64(f(a[0].Text(), a[1].Text()))} }
	}
	ofBytes := func(f func(s, t []byte) int) native {
		return func(th *thread, a []value) value { return value{N: int64(f(th.Bytes(a[0]), th.Bytes(a[1])))} }
	}
	inString := func(f func(s string, b byte) int) native {
		return func(_ *thread, a []value) value { return value{N: int64(f(a[0].Text(), byte(a[1].N)))} }
	}
	inBytes := func(f func(s []byte, b byte) int) native {
		return func(th *thread, a []value) value { return value{N: int64(f(th.Bytes(a[0]), byte(a[1].N)))} }
	}
	m := map[string]native{
		"internal/bytealg.IndexString": ofStrings(strings.Index), "internal/bytealg.Index": ofBytes(bytes.Index),
		"internal/bytealg.CompareString": ofStrings(strings.Compare), "internal/bytealg.Compare": ofBytes(bytes.Compare),
		"internal/bytealg.IndexByteString": inString(strings.IndexByte), "internal/bytealg.IndexByte": inBytes(bytes.IndexByte),
		"internal/bytealg.LastIndexByteString": inString(strings.LastIndexByte), "internal/bytealg.LastIndexByte": inBytes(bytes.LastIndexByte),
		"internal/bytealg.CountString": inString(func(s string, b byte) int { return bytes.Count([]byte(s), []byte{b}) }),
		"internal/bytealg.Count":       inBytes(func(s []byte, b byte) int { return bytes.Count(s, []byte{b}) }),
		"strings.Count":                ofStrings(strings.Count), "strings.LastIndex": ofStrings(strings.LastIndex),
		"internal/bytealg.Equal": func(th *thread, a []value) value {
			return memory.Bool(bytes.Equal(th.Bytes(a[0]), th.Bytes(a[1])))
		},
		"internal/bytealg.MakeNoZero": func(th *thread, a []value) value {
			s := th.Gen.Site("bytes", th.Gen.Layouts.Of(types.Typ[types.Uint8]), true)
			th.Fit(a[0].N, 1, "bytes of a string")
			return machine.NewSlice(s, s.Elem, a[0].N, memory.RoundedUp(a[0].N, 1, false))
		},
		"internal/bytealg.Cutoff": constantly(math.MaxInt32),
	}
	m["bytes.Equal"] = m["internal/bytealg.Equal"]
	m["strings.Index"], m["bytes.Index"] = m["internal/bytealg.IndexString"], m["internal/bytealg.Index"]
	m["internal/stringslite.Index"] = m["internal/bytealg.IndexString"]
	for name, is := range map[string]func(rune) bool{
		"IsSpace": unicode.IsSpace, "IsLetter": unicode.IsLetter, "IsDigit": unicode.IsDigit, "IsUpper": unicode.IsUpper, "IsLower": unicode.IsLower,
		"IsPunct": unicode.IsPunct, "IsControl": unicode.IsControl, "IsPrint": unicode.IsPrint, "IsNumber": unicode.IsNumber,
		"IsSymbol": unicode.IsSymbol, "IsGraphic": unicode.IsGraphic, "IsTitle": unicode.IsTitle, "IsMark": unicode.IsMark,
	} {
		m["unicode."+name] = func(_ *thread, a []value) value { return memory.Bool(is(rune(a[0].N))) }
	}
	for name, to := range map[string]func(rune) rune{
		"ToUpper": unicode.ToUpper, "ToLower": unicode.ToLower, "ToTitle": unicode.ToTitle, "SimpleFold": unicode.SimpleFold,
	} {
		m["unicode."+name] = func(_ *thread, a []value) value { return value{N: int64(to(rune(a[0].N)))} }
	}
	return m
}

// mathematics are functions that the standard library has in assembly on some machines.
func mathematics() map[string]native {
	m := map[string]native{
		"math.Float64bits": func(_ *thread, a []value) value { return value{N: a[0].N} }, "math.Float64frombits": func(_ *thread, a []value) value { return value{N: a[0].N} },
		"math.Float32bits": func(_ *thread, a []value) value { return value{N: int64(math.Float32bits(float32(a[0].Float())))} },
		"math.Float32frombits": func(_ *thread, a []value) value {
			return memory.Float(float64(math.Float32frombits(uint32(a[0].N))))
		},
		"math.FMA": func(_ *thread, a []value) value {
			return memory.Float(math.FMA(a[0].Float(), a[1].Float(), a[2].Float()))
		},
	}
	for name, in := range map[string]string{
		"float64bits": "Float64bits", "float64frombits": "Float64frombits", "float32bits": "Float32bits", "float32frombits": "Float32frombits",
	} {
		m["internal/strconv."+name] = m["math."+in]
	}
	for name, f := range map[string]func(float64) float64{
		"Floor": math.Floor, "Ceil": math.Ceil, "Trunc": math.Trunc, "Sqrt": math.Sqrt, "Exp": math.Exp, "Exp2": math.Exp2, "Log": math.Log, "Log2": math.Log2,
		"Log10": math.Log10, "Log1p": math.Log1p, "Abs": math.Abs, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan, "Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan,
		"Sinh": math.Sinh, "Cosh": math.Cosh, "Tanh": math.Tanh, "Cbrt": math.Cbrt, "Round": math.Round, "RoundToEven": math.RoundToEven,
	} {
		m["math."+name] = func(_ *thread, a []value) value { return memory.Float(f(a[0].Float())) }
	}
	for name, f := range map[string]func(x, y float64) float64{
		"Max": math.Max, "Min": math.Min, "Pow": math.Pow, "Mod": math.Mod, "Hypot": math.Hypot, "Atan2": math.Atan2, "Dim": math.Dim, "Copysign": math.Copysign,
	} {
		m["math."+name] = func(_ *thread, a []value) value { return memory.Float(f(a[0].Float(), a[1].Float())) }
	}
	return m
}

// hashes are functions that look into the memory of strings. Seeds are random in Go; here seeds and hashes are the same each time,
// and so are executions.
func hashes() map[string]native {
	hash := func(text []byte, seed int64) value {
		return value{N: int64(machine.HashText(uint64(seed), string(text)))}
	}
	return map[string]native{
		"hash/maphash.rthash":                      func(th *thread, a []value) value { return hash(th.Bytes(a[0]), a[1].N) },
		"hash/maphash.rthashString":                func(_ *thread, a []value) value { return hash([]byte(a[0].Text()), a[1].N) },
		"hash/maphash.randUint64":                  constantly(1),
		"internal/abi.EscapeNonString":             nothing,
		"crypto/internal/constanttime.boolToUint8": func(_ *thread, a []value) value { return a[0] }, // an intrinsic
		"runtime.fastrand":                         func(th *thread, _ []value) value { return value{N: th.Noise() & math.MaxUint32} },
		"runtime.cheaprand":                        func(th *thread, _ []value) value { return value{N: th.RandomBits()} },
		"runtime.typehash": func(th *thread, a []value) value {
			t, ok := th.Gen.TypeNumbered(a[0].N)
			if !ok {
				th.Refuse("runtime.typehash is supported only for the type of an any")
			}
			return value{N: int64(valueHash(th, t.T, th.Load(a[1], t.Lay), uint64(a[2].N)))}
		},
		"runtime.memhash": func(th *thread, a []value) value {
			o := th.Pointer(a[0])
			if o.Site.Elem == nil || !o.Site.Elem.Has(int(a[0].N), th.Gen.Layouts.Of(types.Typ[types.Uint8])) {
				th.Refuse("the hash of memory that holds no bytes is not supported")
			}
			return hash(th.Bytes(value{R: &memory.Slice{O: o, Off: a[0].N, Len: a[2].N, Cap: a[2].N}}), a[1].N)
		},
	}
}

// valueHash is a hash of a value: of equal ones the same.
func valueHash(th *thread, t types.Type, v value, h uint64) uint64 {
	l := th.Gen.Layouts.Of(t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		cells := v.Cells(l.N)
		for k := range u.NumFields() {
			if u.Field(k).Name() != "_" {
				h = valueHash(th, u.Field(k).Type(), l.Parts[k].From(cells, l.Fields[k]), h)
			}
		}
		return h
	case *types.Array:
		for off, cells := 0, v.Cells(l.N); off < len(cells); off += l.Elem.N {
			h = valueHash(th, u.Elem(), l.Elem.From(cells, off), h)
		}
		return h
	case *types.Interface:
		if f, ok := v.R.(*memory.Iface); ok {
			return valueHash(th, f.T.T, f.V, machine.HashText(h, f.T.ID))
		}
		return h
	case *types.Pointer, *types.Chan:
		return event.Mix(h, uint64(th.Address(v)))
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return machine.HashText(h, v.Text())
		case u.Info()&types.IsFloat != 0 && v.Float() == 0:
			return event.Mix(h, 0) // of both zeros
		case u.Info()&(types.IsInteger|types.IsBoolean|types.IsFloat) != 0:
			return event.Mix(h, uint64(v.N))
		}
	}
	th.Refuse("the hash of a %s is not supported", t)
	return h
}
