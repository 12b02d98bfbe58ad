package library

import (
	"go/types"
	"strings"

	"dporbench/linear/mark"
)

// markNative is what package linear/mark does, wherever that is; nil if it has no function of that name.
func markNative(name string) native {
	switch at := strings.LastIndexByte(name, '/'); {
	case at < 0 || !strings.HasSuffix(name[:at], "linear"):
	case name[at:] == "/mark.Invoke":
		return func(th *thread, a []value) value {
			th.Invoke(a[0].Text(), a[1].Text(), numbers(th, a[2]))
			return value{}
		}
	case name[at:] == "/mark.Respond":
		return func(th *thread, a []value) value {
			th.Respond(numbers(th, a[0]))
			return value{}
		}
	case name[at:] == "/mark.Count": // natively, since a body that computes all clients would be executed for each of them
		return func(_ *thread, a []value) value {
			return value{N: int64(mark.Count(a[0].Text(), int(a[1].N), int(a[2].N)))}
		}
	case name[at:] == "/mark.At":
		return func(_ *thread, a []value) value {
			return value{N: int64(mark.At(a[0].Text(), int(a[1].N), int(a[2].N), int(a[3].N), int(a[4].N), int(a[5].N)))}
		}
	}
	return nil
}

// numbers are the elements of a slice of int.
func numbers(th *thread, v value) (all []int64) {
	for _, n := range th.Elements(v, th.Gen.Layouts.Of(types.Typ[types.Int])) {
		all = append(all, n.N)
	}
	return all
}
