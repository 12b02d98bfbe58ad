package objects

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/linear/mark"
)

// Client is threads that call operations of an object.
type Client struct {
	Object  Object
	Threads [][]Call
}

// Call is a call of an operation. Arg is 0 if it takes no argument.
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

// Calls returns the number of calls.
func (c Client) Calls() (n int) {
	for _, sequence := range c.Threads {
		n += len(sequence)
	}
	return n
}

// String returns the client as ParseClient reads it.
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

// IsClient reports whether text is written like a client.
func IsClient(text string) bool {
	_, _, ok := split(text)
	return ok
}

// split splits a text written like a client, name{body}.
func split(text string) (name, body string, ok bool) {
	name, rest, opened := strings.Cut(text, "{")
	body, closed := strings.CutSuffix(rest, "}")
	return name, body, opened && closed && consistsOf(name, letters+digits+"-") && strings.Contains(letters, name[:1])
}

const (
	letters = "abcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// consistsOf reports whether text has only those characters, and at least one.
func consistsOf(text, characters string) bool {
	return text != "" && strings.Trim(text, characters) == ""
}

// ParseClient reads a client.
func ParseClient(text string) (Client, error) {
	name, threads, ok := split(text)
	if !ok {
		return Client{}, fmt.Errorf("client %q: must be like treiber{push(1); pop | push(2)}", text)
	}
	object, ok := Lookup(name)
	if !ok {
		return Client{}, fmt.Errorf("client %q: no object %q: must be one of %s", text, name, strings.Join(Names(), ", "))
	}
	c := Client{Object: object}
	for thread := range strings.SplitSeq(threads, "|") {
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

// mostCalls bounds the calls of a client.
const mostCalls = 32

func (o Object) call(text string) (Call, error) {
	name, number, takes := strings.Cut(text, "(")
	number, closed := strings.CutSuffix(number, ")")
	const most = 9 // digits
	if !consistsOf(name, letters) || takes && !(closed && consistsOf(number, digits) && len(number) <= most) {
		return Call{}, fmt.Errorf("%q: must be a call like push(1) or pop", text)
	}
	op, ok := o.operation(name)
	if !ok {
		var names []string
		for _, op := range o.Operations {
			names = append(names, op.Name)
		}
		return Call{}, fmt.Errorf("%s has no operation %q: must be one of %s", o.Name, name, strings.Join(names, ", "))
	}
	arg, _ := strconv.ParseInt(number, 10, 64)
	if takes := op.Arg != Nothing; takes != (arg > 0) {
		want := map[bool]string{true: "takes a number from 1 on", false: "takes nothing"}[takes]
		return Call{}, fmt.Errorf("%q: %s %s", text, op.Name, want)
	}
	return Call{op.Name, arg}, nil
}

// Clients returns all clients of an object with that many calls in that many threads; see [mark.Generate].
func Clients(o Object, calls, threads int) (all []Client) {
	var operations []mark.Operation
	for _, op := range o.Operations {
		operations = append(operations, mark.Operation{Name: op.Name, Arg: op.Arg})
	}
	for _, client := range mark.Generate(operations, calls, threads) {
		c := Client{Object: o}
		for _, sequence := range client {
			var named []Call
			for _, call := range sequence {
				named = append(named, Call{o.Operations[call.Operation].Name, int64(call.Arg)})
			}
			c.Threads = append(c.Threads, named)
		}
		all = append(all, c)
	}
	return all
}
