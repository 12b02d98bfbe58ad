package library

import (
	"fmt"
	"go/types"
	"strings"

	"dporbench/linear/mark"
)

// markNative returns the native for a function of package linear/mark, wherever that is; nil if it has no function with that name.
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
		return func(th *thread, a []value) value {
			return value{N: countClients(th, a[0].Text(), int(a[1].N), int(a[2].N))}
		}
	case name[at:] == "/mark.At":
		return func(_ *thread, a []value) value {
			return value{N: int64(mark.At(a[0].Text(), int(a[1].N), int(a[2].N), int(a[3].N), int(a[4].N), int(a[5].N)))}
		}
	}
	return nil
}

// countClients refuses more clients than the number of choices allowed.
func countClients(th *thread, operations string, calls, goroutines int) int64 {
	fit := callsThatFit(operations, calls, goroutines)
	if fit == calls {
		return int64(mark.Count(operations, calls, goroutines))
	}
	var must []string
	if fit > 0 {
		must = append(must, fmt.Sprintf("calls must be at most %d", fit))
	}
	for g := goroutines - 1; g > 0; g-- {
		if callsThatFit(operations, calls, g) == calls {
			must = append(must, fmt.Sprintf("goroutines at most %d", g))
			break
		}
	}
	if must == nil {
		must = append(must, "there must be fewer operations")
	}
	th.Refuse("mark.Clients with calls = %d and goroutines = %d has more than %d clients: %s", calls, goroutines, mostClients, strings.Join(must, ", or "))
	return 0
}

// mostClients bounds the number of clients, which is a number of choices.
const mostClients = 64

// callsThatFit returns how many calls, up to the given number, that many goroutines may have. It does not count many more clients than
// are allowed.
func callsThatFit(operations string, calls, goroutines int) int {
	n := 0
	for n < calls && mark.Count(operations, n+1, goroutines) <= mostClients {
		n++
	}
	return n
}

// numbers returns the elements of a slice of int.
func numbers(th *thread, v value) (all []int64) {
	for _, n := range th.Elements(v, th.Gen.Layouts.Of(types.Typ[types.Int])) {
		all = append(all, n.N)
	}
	return all
}
