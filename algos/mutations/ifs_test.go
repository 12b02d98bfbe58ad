package mutations

import "testing"

const (
	ifsFile    = "algos/ifs/ifs.go"
	oracleFile = "algos/ifs/oracle.go"
)

// ifsPoints are what ifs rests on, each with a program that shows the need, and the number of its classes.
var ifsPoints = []point{
	{
		name:    "an event wakes the threads that it is dependent with",
		program: "p: a=x | q: x=0",
		classes: 2,
		undone:  one(ifsFile, "!event.Dependent(e, f) {", "e.Thread != f.Thread {"),
	},
	{
		name:    "a thread that has been explored sleeps",
		program: "p: a=x | q: a=x",
		classes: 1,
		undone:  one(ifsFile, "s.threads = append(s.threads[:n.below], n.t)", "s.threads = s.threads[:n.below]"),
	},
	{
		name:    "the oracle tries each thread that is awake",
		program: "p: a=x | q: a=z | r: y=1 | s: a=y; if a==0 { x=0 }",
		classes: 3,
		undone:  one(oracleFile, "if !open && s.next() {", "if !open && s.top().values == 0 && s.next() {"),
	},
	{
		name:    "states differ in what variables hold",
		program: "p: x=0; a=x; a=cas(x,2,0); a=x | q: x=2; a=x | r: a=x",
		classes: 28,
		undone:  one(oracleFile, "		key = binary.AppendVarint(key, s.Machine.Value(x))", "		key = binary.AppendVarint(key, 0)"),
	},
	{
		name:    "in what threads have done",
		program: "p: a=x; a=y | q: a=x; x=0",
		classes: 2,
		undone:  one(oracleFile, "		key = binary.AppendUvarint(key, uint64(h))", "		key = binary.AppendUvarint(key, 0*uint64(h))"),
	},
	{
		name:    "also before their last events",
		program: "p: a=x; x=0 | q: a=x; a=x; a=y",
		classes: 3,
		undone:  one(oracleFile, "history{before: *at, kind: e.Kind}", "history{kind: e.Kind}"),
	},
	{
		name:    "in what threads have read",
		program: "p: a=x; if a==0 { lock l } | q: update x | r: lock l",
		classes: 3,
		undone:  one(oracleFile, "		h.value = s.Machine.Value(e.Object)", "		h.value = 0"),
	},
	{
		name:    "and in what they have chosen",
		program: "p: a=choose(2); if a==0 { b=x }; b=y | q: b=x; y=0",
		classes: 4,
		undone:  one(oracleFile, "		h.value = int64(e.Object)", "		h.value = 0"),
	},
	{
		name:    "answers are for a sleep set",
		program: "p: a=x; x=0; a=x | q: go {  }; a=x; join; x=0",
		classes: 6,
		undone:  one(oracleFile, "		key = binary.AppendUvarint(key, uint64(t))", "		key = binary.AppendUvarint(key, 0*uint64(t))"),
	},
}

func TestIFS(t *testing.T) { checkPoints(t, "ifs", ifsPoints) }

func TestIFSUndone(t *testing.T) { checkUndone(t, "TestIFS", ifsPoints) }
