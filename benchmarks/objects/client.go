package objects

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Client is threads that call operations of an object.
type Client struct {
	Object  Object
	Threads [][]Call
}

// Call is a call of an operation. Arg is 0 if it takes nothing.
type Call struct {
	Operation string
	Arg       int64
}

func (c Call) String() string {
	if c.Arg == 0 {
		return c.Operation
	}
	return fmt.Sprintf("%s(%d)", c.Operation, c.Arg)
}

// Calls is how many calls there are.
func (c Client) Calls() (n int) {
	for _, sequence := range c.Threads {
		n += len(sequence)
	}
	return n
}

// String is the client as ParseClient reads it.
func (c Client) String() string { return c.Object.Name + "{" + body(c.Threads) + "}" }

func body(threads [][]Call) string {
	var all []string
	for _, sequence := range threads {
		var calls []string
		for _, call := range sequence {
			calls = append(calls, call.String())
		}
		all = append(all, strings.Join(calls, "; "))
	}
	return strings.Join(all, " | ")
}

var (
	clientForm = regexp.MustCompile(`^([a-z][a-z0-9-]*)\{(.*)\}$`)
	callForm   = regexp.MustCompile(`^([a-z]+)(?:\(([0-9]{1,9})\))?$`)
)

// IsClient reports whether text is written like a client.
func IsClient(text string) bool { return clientForm.MatchString(text) }

// ParseClient reads a client.
func ParseClient(text string) (Client, error) {
	parts := clientForm.FindStringSubmatch(text)
	if parts == nil {
		return Client{}, fmt.Errorf("client %q: must be like treiber{push(1); pop | push(2)}", text)
	}
	object, ok := Lookup(parts[1])
	if !ok {
		return Client{}, fmt.Errorf("client %q: no object %q: must be one of %s", text, parts[1], strings.Join(Names(), ", "))
	}
	c := Client{Object: object}
	for thread := range strings.SplitSeq(parts[2], "|") {
		var sequence []Call
		for word := range strings.SplitSeq(thread, ";") {
			call, err := object.call(strings.TrimSpace(word))
			if err != nil {
				return Client{}, fmt.Errorf("client %q: %w", text, err)
			}
			sequence = append(sequence, call)
		}
		c.Threads = append(c.Threads, sequence)
	}
	if n := c.Calls(); n > mostCalls {
		return Client{}, fmt.Errorf("client %q: has %d calls: must be at most %d", text, n, mostCalls)
	}
	return c, nil
}

// mostCalls is how many calls a client may have.
const mostCalls = 32

func (o Object) call(text string) (Call, error) {
	parts := callForm.FindStringSubmatch(text)
	if parts == nil {
		return Call{}, fmt.Errorf("%q: must be a call like push(1) or pop", text)
	}
	op, ok := o.operation(parts[1])
	if !ok {
		var names []string
		for _, op := range o.Operations {
			names = append(names, op.Name)
		}
		return Call{}, fmt.Errorf("%s has no operation %q: must be one of %s", o.Name, parts[1], strings.Join(names, ", "))
	}
	arg, _ := strconv.ParseInt(parts[2], 10, 64)
	if takes := op.Arg != Nothing; takes != (arg > 0) {
		want := map[bool]string{true: "takes a number from 1 on", false: "takes nothing"}[takes]
		return Call{}, fmt.Errorf("%q: %s %s", text, op.Name, want)
	}
	return Call{op.Name, arg}, nil
}

// Clients are all clients of an object with that many calls in that many threads, but of those that differ in the order of threads and
// the names of values and keys alone only one. Each value is passed once: an object that only hands them on cannot tell them
// apart.
func Clients(o Object, calls, threads int) (all []Client) {
	var extend func(threads [][]Call, left int)
	extend = func(done [][]Call, left int) {
		n := len(done)
		if left == 0 {
			if n == threads && len(done[n-1]) > 0 && least(o, done) {
				c := Client{Object: o}
				for _, sequence := range done {
					c.Threads = append(c.Threads, slices.Clone(sequence))
				}
				all = append(all, c)
			}
			return
		}
		for _, call := range o.next(done) {
			if n > 0 {
				longer := slices.Clone(done)
				longer[n-1] = append(slices.Clip(longer[n-1]), call)
				extend(longer, left-1)
			}
			if n < threads && (n == 0 || len(done[n-1]) > 0) {
				extend(append(slices.Clip(done), []Call{call}), left-1)
			}
		}
	}
	extend(nil, calls)
	return all
}

// next are the calls that may follow: a value is the next number, a key one of those used or the next one.
func (o Object) next(threads [][]Call) (all []Call) {
	last := map[Argument]int64{}
	for _, sequence := range threads {
		for _, call := range sequence {
			op, _ := o.operation(call.Operation)
			last[op.Arg] = max(last[op.Arg], call.Arg)
		}
	}
	for _, op := range o.Operations {
		switch op.Arg {
		case Nothing:
			all = append(all, Call{op.Name, 0})
		case Value:
			all = append(all, Call{op.Name, last[Value] + 1})
		case Key:
			for k := range last[Key] + 1 {
				all = append(all, Call{op.Name, k + 1})
			}
		}
	}
	return all
}

// least reports whether no other order of the threads, with numbers in the order of their first use, gives a lesser client.
func least(o Object, threads [][]Call) bool {
	own := body(threads)
	order := make([]int, len(threads))
	for i := range order {
		order[i] = i
	}
	var permute func(k int) bool
	permute = func(k int) bool {
		if k == len(order) {
			return body(o.renamed(threads, order)) >= own
		}
		for i := k; i < len(order); i++ {
			order[k], order[i] = order[i], order[k]
			ok := permute(k + 1)
			order[k], order[i] = order[i], order[k]
			if !ok {
				return false
			}
		}
		return true
	}
	return permute(0)
}

// renamed is the threads in that order, with numbers in the order of their first use.
func (o Object) renamed(threads [][]Call, order []int) (all [][]Call) {
	names := map[Argument]map[int64]int64{Value: {}, Key: {}}
	for _, t := range order {
		var sequence []Call
		for _, call := range threads[t] {
			op, _ := o.operation(call.Operation)
			if given := names[op.Arg]; op.Arg != Nothing {
				if given[call.Arg] == 0 {
					given[call.Arg] = int64(len(given) + 1)
				}
				call.Arg = given[call.Arg]
			}
			sequence = append(sequence, call)
		}
		all = append(all, sequence)
	}
	return all
}
