// Package hint says how a statement that cannot be read as part of a small program could be written. It is apart from the reader
// because processes that only measure do without regular expressions.
package hint

import (
	"regexp"
	"strings"
	"sync"

	"dporbench/frontends/smallprog"
)

// mistake is a way to write a statement that is not in the notation, and how it is written there.
type mistake struct {
	pattern *regexp.Regexp
	hint    string // $1, $2 ... are the groups of the pattern
}

// mistakes are tried in this order.
var mistakes = sync.OnceValue(func() []mistake {
	var all []mistake
	for _, m := range [][2]string{
		{`\n|^[^(]*[,&]`, "; separates the statements of a thread, | separates threads"},
		{`^([a-hxyzuvw]) ?:= ?(\w+)$`, "it is written $1=$2"},
		{`^([a-h]) ?= ?([xyzuvw]) ?[+*/-] ?\w+$`, "a register takes the value as it is read, as in $1=$2; a store may add, as in $2=$1+1"},
		{`^([a-h]) ?= ?[a-h] ?[+*/-] ?\w+$`, "a register takes the value as it is read, as in $1=x; a store may add, as in x=$1+1"},
		{`^([a-h]) ?= ?([a-h])$`, "a register takes the value of a variable, as in $1=x"},
		{`^(fence|respond|go|join) ?\(\)$`, "it is written $1"},
		{`^(swap|cas|cmpxchg)\b`, "it is written a=swap(x,1), a=cas(x,0,1) or a=cmpxchg(x,0,1), with or without a register"},
		{`^update ([xyzuvw]).+$`, "update $1 adds 1 as one step"},
		{`^([xyzuvw]) ?= ?([xyzuvw])$`, "a statement accesses one variable: a=$2; $1=a"},
		{`^([xyzuvw]) ?= ?([xyzuvw]) ?\+ ?(\d+)$`, "a statement accesses one variable: a=$2; $1=a+$3, or $1+=$3 as one step"},
		{`^(?:\+\+)?([xyzuvw])(?:\+\+)?$`, "update $1 adds 1 as one step; a=$1; $1=a+1 takes two"},
		{`^([xyzuvw])--$`, "$1-=1 subtracts 1 as one step"},
		{`^if ?\(?([xyzuvw]) ?==`, "conditions are about registers: a=$1; if a==1 { ... }"},
		{`^if ?\(([a-h]) ?== ?(\d+)\)`, "no brackets: if $1==$2 { ... }"},
		{`^if\b`, "conditions are about registers, as in if a==1 { ... }"},
		{`^(while|for)\b`, "there are no loops; await x==1 waits until x is 1"},
		{`^(lock|unlock) ?\(?\w*\)?$`, "mutexes are l, m and n, as in $1 l"},
		{`^([lmn])\.(lock|unlock)`, "it is written $2 $1"},
		{`^(?:int|long|let|var|atomic_int) `, "nothing is declared: variables are x, y, z, u, v and w, registers a to h, and all begin with 0"},
		{`^(?:print|printf|return)\b`, "what threads read is shown by trace; assert a!=1 fails where a is 1"},
		{`^assert\b`, "it is written assert a!=1, for a register a that must not be 1"},
		{`^([a-h]) ?= ?-?\d+$`, "$1 is a register: it takes the value of a variable, as in $1=x"},
	} {
		all = append(all, mistake{regexp.MustCompile(m[0]), m[1]})
	}
	return all
})

// names lists all names that statements may contain.
const names = "variables are x, y, z, u, v and w, registers a to h, mutexes l, m and n, as in x=1, a=x, lock l"

// Of says how the statement could be written that an error is about, or is "" for any other error.
func Of(e *smallprog.Error) string {
	if !strings.HasPrefix(e.Problem, "cannot read statement") {
		return ""
	}
	statement := e.Text[e.At:e.End]
	for _, m := range mistakes() {
		if found := m.pattern.FindStringSubmatchIndex(statement); found != nil {
			return string(m.pattern.ExpandString(nil, m.hint, statement, found))
		}
	}
	return names
}
