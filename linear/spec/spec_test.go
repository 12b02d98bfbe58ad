package spec

import (
	"strings"
	"testing"

	"dporbench/linear"
)

// TestSpecifications: sequences of operations with results that specifications allow, or, with a ! before them, do not allow.
func TestSpecifications(t *testing.T) {
	type step struct {
		name string
		args []int64
		out  linear.Output
		ok   bool
	}
	s := func(name string, args []int64, out ...int64) step {
		return step{name, args, append(linear.Output{}, out...), true}
	}
	not := func(st step) step { st.ok = false; return st }
	one, two := []int64{1}, []int64{2}
	for object, steps := range map[string][]step{
		"register": {s("read", nil, 0), s("write", one), s("read", nil, 1), not(s("read", nil, 0)), s("cas", []int64{1, 5}, 1), s("cas", []int64{1, 5}, 0), not(s("cas", []int64{5, 1}, 0)), s("read", nil, 5)},
		"counter":  {s("inc", nil, 0), s("inc", nil, 1), not(s("inc", nil, 1)), s("get", nil, 2), s("add", []int64{3}), s("dec", nil, 5), s("get", nil, 4)},
		"lock":     {s("lock", nil), not(s("lock", nil)), s("trylock", nil, 0), not(s("trylock", nil, 1)), s("unlock", nil), not(s("unlock", nil)), s("trylock", nil, 1), s("unlock", nil)},
		"queue":    {s("dequeue", nil), s("dequeue", nil, Empty), s("enqueue", one), s("enqueue", two), not(s("dequeue", nil)), not(s("dequeue", nil, 2)), s("dequeue", nil, 1), s("dequeue", nil, 2), s("dequeue", nil)},
		"stack":    {s("pop", nil), s("push", one), s("push", two), not(s("pop", nil, 1)), s("pop", nil, 2), s("push", two), s("pop", nil, 2), s("pop", nil, 1), s("pop", nil, Empty)},
		"set": {s("add", one, 1), s("add", one, 0), s("contains", one, 1), s("contains", two, 0), not(s("remove", two, 1)), s("remove", one, 1), s("remove", one, 0),
			s("add", two, 1), s("add", one, 1), s("remove", two, 1), s("contains", one, 1)},
		"map": {s("get", one), s("put", []int64{1, 7}), s("get", one, 7), s("put", []int64{1, 8}), not(s("get", one, 7)), s("get", one, 8), s("delete", one, 1), s("delete", one, 0), s("get", one, Empty)},
	} {
		spec, err := Lookup(object)
		if err != nil {
			t.Fatal(err)
		}
		state := spec.Init()
		for i, st := range steps {
			in := linear.Input{Name: st.name, Args: st.args}
			if err := spec.Check(in); err != nil {
				t.Error(err)
			}
			before := spec.DescribeState(state)
			ok, after := spec.Step(state, in, st.out)
			if ok != st.ok {
				t.Errorf("%s, step %d: %v → %v in state %v: allowed: %v, want %v", object, i, in, st.out, before, ok, st.ok)
			}
			if spec.DescribeState(state) != before {
				t.Errorf("%s, step %d changes the state %s that it is given", object, i, before)
			}
			if ok {
				if pending, same := spec.Step(state, in, linear.Output(nil)); !pending || !spec.Equal(same, after) {
					t.Errorf("%s, step %d: if it does not return, it leads to %v, want %v", object, i, same, after)
				}
				state = after
			}
		}
	}
	if len(All()) != 7 {
		t.Errorf("there are specifications without a test: %v", Names())
	}
}

// TestCheck: the error names an operation that is not in the specification.
func TestCheck(t *testing.T) {
	queue, err := Lookup("queue")
	if err != nil {
		t.Fatal(err)
	}
	for want, in := range map[string]linear.Input{
		"a queue has no operation push: must be one of dequeue, enqueue": {Name: "push"},
		"enqueue of a queue takes 1 arguments, got 0":                    {Name: "enqueue"},
	} {
		if err := queue.Check(in); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Lookup("heap"); err == nil || !strings.Contains(err.Error(), "must be one of counter, lock, map") {
		t.Error(err)
	}
}
