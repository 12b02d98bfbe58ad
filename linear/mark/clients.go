package mark

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
)

// Operation is an operation of an object, for Clients.
type Operation struct {
	Name string
	Arg  Argument
	// Do calls the operation with its argument, 0 if it takes none, and returns its results.
	Do func(arg int) []int
}

// Clients makes at least one and at most calls calls of an object's operations, in at most the given number of goroutines, which it starts and waits
// for, and marks them. dporbench explores all such clients, but only one of several that differ only in the order of goroutines, and in names
// that the object cannot distinguish: see [Generate]. Elsewhere, one of them is chosen at random. It prints which one it is.
func Clients(name string, calls, goroutines int, operations ...Operation) {
	if calls < 1 || goroutines < 1 || len(operations) == 0 {
		panic("mark.Clients needs operations, and at least one call and one goroutine")
	}
	o := describe(operations)
	which := rand.Intn(Count(o, calls, goroutines))
	threads := make([][]Call, goroutines)
	for i := 0; ; i++ {
		at := func(part int) int { return At(o, calls, goroutines, which, i, part) }
		if at(0) < 0 {
			break
		}
		threads[at(0)] = append(threads[at(0)], Call{at(1), at(2)})
	}
	threads = slices.DeleteFunc(threads, func(sequence []Call) bool { return len(sequence) == 0 })
	fmt.Printf("client of %s: %s\n", name, object(operations).text(threads))
	var all sync.WaitGroup
	for _, sequence := range threads {
		all.Add(1)
		go func() {
			defer all.Done()
			for _, c := range sequence {
				call(name, operations[c.Operation], c.Arg)
			}
		}()
	}
	all.Wait()
}

func call(name string, o Operation, arg int) {
	if o.Arg == Nothing {
		Invoke(name, o.Name)
	} else {
		Invoke(name, o.Name, arg)
	}
	Respond(o.Do(arg)...)
}

// describe writes operations like "push 1 pop 0".
func describe(operations []Operation) string {
	var words []string
	for _, o := range operations {
		words = append(words, fmt.Sprint(o.Name, " ", int(o.Arg)))
	}
	return strings.Join(words, " ")
}

// Count returns the number of clients of operations as describe writes them.
func Count(operations string, calls, goroutines int) int {
	return len(upTo(operations, calls, goroutines))
}

// At returns part 0, 1 or 2 of the i-th call of one of those clients: the goroutine, the operation or the argument; -1 if it has no such call.
func At(operations string, calls, goroutines, client, i, part int) int {
	for t, sequence := range upTo(operations, calls, goroutines)[client] {
		if i < len(sequence) {
			return [3]int{t, sequence[i].Operation, sequence[i].Arg}[part]
		}
		i -= len(sequence)
	}
	return -1
}

var known sync.Map // by the arguments of upTo

func upTo(operations string, calls, goroutines int) (all [][][]Call) {
	key := fmt.Sprint(operations, calls, goroutines)
	if found, ok := known.Load(key); ok {
		return found.([][][]Call)
	}
	var o object
	words := strings.Fields(operations)
	for i := 0; i+1 < len(words); i += 2 {
		o = append(o, Operation{Name: words[i], Arg: Argument(words[i+1][0] - '0')})
	}
	for n := 1; n <= calls; n++ {
		for threads := 1; threads <= min(n, goroutines); threads++ {
			all = append(all, Generate(o, n, threads)...)
		}
	}
	known.Store(key, all)
	return all
}
