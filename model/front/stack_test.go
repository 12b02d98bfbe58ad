package front_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/model"
	"dporbench/model/front"
)

// stackProgram makes a program of a toy language. Each line is a thread, each word an instruction on its stack: a number
// is pushed, x? loads the variable x, x! pops a value and stores it, x~ waits until x is not 0, + adds the two topmost values,
// and assert pops a value, which must not be 0.
func stackProgram(name, text string) *model.Program {
	p := front.NewProgram(name)
	p.AssumeIsolated() // bodies share no state but the variables of p
	p.RepeatBodies()   // and change nothing that they capture
	vars := map[string]front.Var{}
	for n, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		for _, word := range words {
			if x := strings.TrimRight(word, "?!~"); x != word && vars[x] == (front.Var{}) {
				vars[x] = p.Var(x, 0)
			}
		}
		p.Thread(fmt.Sprintf("line %d", n+1), func(t *front.Thread) { runStack(t, vars, words, n+1) })
	}
	return (*model.Program)(p)
}

// runStack is the body of a thread: it interprets the words of a line.
func runStack(t *front.Thread, vars map[string]front.Var, words []string, line int) {
	var stack []int64
	pop := func() int64 {
		if len(stack) == 0 {
			t.Fail("the stack is empty")
		}
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	for column, word := range words {
		t.Place(fmt.Sprintf("%d:%d", line, column+1))
		switch x := vars[strings.TrimRight(word, "?!~")]; {
		case word == "+":
			stack = append(stack, pop()+pop())
		case word == "assert":
			t.Assert(pop() != 0, "0 on the stack")
		case strings.HasSuffix(word, "?"):
			stack = append(stack, t.Load(x))
		case strings.HasSuffix(word, "!"):
			t.Store(x, pop())
		case strings.HasSuffix(word, "~"):
			stack = append(stack, t.Await(x, func(v int64) bool { return v != 0 }))
		default:
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				t.Fail("unknown word " + word)
			}
			stack = append(stack, n)
		}
	}
}

// TestStackLanguage: POP visits each class of programs in the toy language exactly once, as full enumeration shows, and
// finds the failures.
func TestStackLanguage(t *testing.T) {
	for _, c := range []struct {
		text   string
		failed bool
	}{
		{"1 x! y? z!\n1 y! x? w!", false},                    // store buffering
		{"1 data! 1 ready!\nready~ data? assert", false},     // message passing
		{"1 ready! 1 data!\nready~ data? assert", true},      // the same, wrongly
		{"x? 1 + x!\nx? 1 + x!\nx~ assert", false},           // a lost update
		{"x? 1 + x!\nx? 1 + x! x? -1 + assert", true},        // which is noticed
		{"1 a!\na~ 1 b!\nb~ a? + assert\na? b? + c!", false}, // four threads
		{"+", true},
	} {
		p := stackProgram("stack", c.text)
		want, err := algostest.Oracle(p)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		got, stats, err := algostest.Explore(pop.New(algos.Options{}), p)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if d := got.Difference(want); d != "" || c.failed != (stats.Failed > 0) {
			t.Errorf("%s: %s; %d executions fail, of %d", c.text, d, stats.Failed, stats.Executions)
		}
	}
}
