package library

import (
	"go/types"
	"strings"
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
