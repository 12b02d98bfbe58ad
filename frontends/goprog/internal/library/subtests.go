package library

import (
	"fmt"
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/world"
)

// A subtest is a goroutine; the goroutine that runs it waits until it has ended, or has called Parallel. The subtests that
// have called it continue, in parallel, once the function of the test that runs them has returned.

// What a subtest reports.
const (
	hasEnded int64 = iota
	isParallel
)

var subtest = machine.NativeFunction("subtest", func(th *thread, a []value) value {
	f, t := a[0], a[1]
	th.Subtest, th.Manner.Within = &machine.Subtest{Says: a[2], Continues: a[3]}, a[4].N != 0
	RunTest(th, t, func() { th.Call(closure(f), append([]value{t}, a[5:]...)) })
	th.Send(th.Subtest.Says, value{N: hasEnded})
	return value{}
})

// spawnSubtest starts the goroutine of a subtest, which is the function f with t and, in a fuzz test, other arguments.
func spawnSubtest(th *thread, f, t value, others ...value) machine.Subtest {
	s := machine.Subtest{
		Says:      th.MakeChan(th.Gen.Site("subtest.says", nil, false), 1),
		Continues: th.MakeChan(th.Gen.Site("subtest.continues", nil, false), 1),
	}
	th.Spawn(&memory.Closure{Fn: subtest}, append([]value{f, t, s.Says, s.Continues, memory.Bool(th.Manner.Parallel || th.Manner.Within)}, others...))
	return s
}

// RunMain calls the TestMain of a package, with a testing.M, whose method Run runs the test.
func RunMain(th *thread, testMain *machine.Function, l *layout, test func()) {
	th.RunTests = test
	th.CallFunction(testMain, []value{machine.NewObject(th.Gen.Site("testing.M", l, false), l.N)})
	th.RunTests = nil
}

// runTests runs the test on behalf of TestMain. Its panic ends the program, without the deferred calls of TestMain.
func runTests(th *thread, _ []value) value {
	run := th.RunTests
	if run == nil {
		th.Refuse("m.Run is not supported here: it is called in TestMain, once")
	}
	th.RunTests = nil
	if _, p := th.Protect(func() value { run(); return value{} }); p != nil {
		p.Now = true
		panic(p)
	}
	th.RunTests = func() { th.Refuse("m.Run is not supported a second time") }
	return value{}
}

// exit is os.Exit, which ends TestMain; in a test, it fails.
func exit(th *thread, a []value) value {
	if a[0].N == 0 && th.RunTests != nil {
		th.ExitNow()
	}
	th.Fail("os.Exit(%d)", a[0].N)
	return value{}
}

// verifyMain is goleak.VerifyTestMain: leaks are looked for in any case.
func verifyMain(th *thread, a []value) value {
	runTests(th, a)
	th.ExitNow()
	return value{}
}

func runSubtest(th *thread, a []value) value {
	startSubtest(th, a[0], NewTest(th, th.Pointer(a[0]).Site.Elem, subtestName(th, a[0], a[1].Text())), a[2])
	return memory.Bool(true) // a test that fails ends the execution
}

// startSubtest starts a subtest of a test, as spawnSubtest does, and waits until it has ended, or is parallel.
func startSubtest(th *thread, of, t, f value, others ...value) {
	if th.Gen.AskedLate() {
		th.Store(commonField(th, t, "parent"), parentLayout(th, t), of)
	}
	s := spawnSubtest(th, f, t, others...)
	if says(th, s.Says) == isParallel {
		th.Parallel = append(th.Parallel, s)
	}
}

const parallelConflict = "testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel"

// parallel has no effect in a test of its own, which is explored alone, except that the test may not run alone from then on.
func parallel(th *thread, _ []value) value {
	switch {
	case th.Manner.Parallel:
		throwText(th, "testing: t.Parallel called multiple times")
	case th.Manner.Alone:
		throwText(th, parallelConflict)
	}
	th.Manner.Parallel = true
	if s := th.Subtest; s != nil {
		th.Send(s.Says, value{N: isParallel})
		says(th, s.Continues)
	}
	return value{}
}

// alone returns a method for tests that do not run beside others.
func alone(f native) native {
	return func(th *thread, a []value) value {
		if th.Manner.Parallel || th.Manner.Within {
			throwText(th, parallelConflict)
		}
		th.Manner.Alone = true
		return f(th, a)
	}
}

// endParallel lets the subtests continue that wait for the test of th to return, and waits for them.
func endParallel(th *thread) {
	for _, s := range th.Parallel {
		th.Send(s.Continues, value{})
	}
	for _, s := range th.Parallel {
		says(th, s.Says)
	}
	th.Parallel = nil
}

func says(th *thread, ch value) int64 {
	v, _ := th.Receive(ch, th.Gen.Layouts.Of(types.Typ[types.Int]))
	return v.N
}

// endTest records that the test of t has ended, if other goroutines may ask.
func endTest(th *thread, t value) {
	if t.R != nil && th.Gen.AskedLate() {
		th.AtomicStore(doneCell(th, t), value{N: 1})
	}
}

// refuseLate fails, with the runtime's panic, if the test of t has ended and th is not its goroutine. The logs of a subtest that has ended
// go to the test that has run it, so it is the outermost one that matters.
func refuseLate(th *thread, t value, text string) {
	if th.IsMain() || th.Subtest != nil {
		return
	}
	th.AsksLate()
	for outer := t; outer.R != nil; outer = th.Load(commonField(th, t, "parent"), parentLayout(th, t)) {
		t = outer
	}
	if th.AtomicLoad(doneCell(th, t), memory.Number).N != 0 {
		th.Fail("panic: Log in goroutine after the test has completed: %s", text)
	}
}

// doneCell returns the cell of a testing.T, in its embedded common part, that says whether its test has ended.
func doneCell(th *thread, t value) value {
	return commonField(th, t, "done")
}

// parentLayout is the layout of a pointer to the test that has run a subtest.
func parentLayout(th *thread, t value) *layout {
	_, common := th.Pointer(t).Site.Elem.Field("common")
	_, parent := common.Field("parent")
	return parent
}

// A bubble of testing/synctest is the goroutine of a test, which is started like a subtest, and all goroutines started by it. The goroutine that calls
// synctest.Test waits until they have ended, and no time passes for them once the test has returned: see machine.Bubble.

func synctests() map[string]native {
	return map[string]native{
		"testing/synctest.Test": func(th *thread, a []value) value {
			if th.Bubble != nil {
				throwText(th, "synctest.Run called from within a synctest bubble")
			}
			t := NewTest(th, th.Pointer(a[0]).Site.Elem, nameOf(th, a[0]))
			th.InBubble(func() {
				s := spawnSubtest(th, a[1], t)
				says(th, s.Says)
			})
			th.EndBubble()
			return value{}
		},
		"testing/synctest.Wait": func(th *thread, _ []value) value {
			if th.Bubble == nil {
				throwText(th, "goroutine is not in a bubble")
			}
			th.AwaitIdle()
			return value{}
		},
		"internal/synctest.IsInBubble": func(th *thread, _ []value) value { return memory.Bool(th.Bubble != nil) },
	}
}

// outsideBubbles returns a method of testing.T that must not be called in a bubble.
func outsideBubbles(name string, f native) native {
	return func(th *thread, a []value) value {
		if th.Bubble != nil {
			throwText(th, "testing: t."+name+" called inside synctest bubble")
		}
		return f(th, a)
	}
}

// A fuzz test is run like go test runs it without -fuzz: its function is called for the seeds that are added, and then for each in the package's
// testdata/fuzz, as subtests.

// fuzzMethods are the methods of testing.F that it does not share with testing.T.
func fuzzMethods() map[string]native {
	return map[string]native{
		"(*testing.F).Add": func(th *thread, a []value) value {
			th.Seeds = append(th.Seeds, memory.Tuple(th.Elements(a[1], anyLayout(th))...))
			return value{}
		},
		"(*testing.F).Fuzz": fuzz,
	}
}

func fuzz(th *thread, a []value) value {
	f, ff := a[0], a[1].R.(*memory.Iface)
	params := ff.T.T.Underlying().(*types.Signature).Params()
	l := th.Gen.Layouts.Of(params.At(0).Type().(*types.Pointer).Elem())
	for i, seed := range th.Seeds {
		fuzzOnce(th, f, l, fmt.Sprintf("seed#%d", i), ff.V, arguments(th, params, seed.R.([]value)))
	}
	for _, file := range world.Seeds(th) {
		fuzzOnce(th, f, l, file.Name, ff.V, arguments(th, params, file.Values))
	}
	return value{}
}

// fuzzOnce runs the function of a fuzz test as a subtest.
func fuzzOnce(th *thread, f value, t *layout, name string, ff value, args []value) {
	startSubtest(th, f, NewTest(th, t, subtestName(th, f, name)), ff, args...)
}

// arguments are the values of a seed for the parameters of the function, which come after its test.
func arguments(th *thread, params *types.Tuple, seed []value) (args []value) {
	if len(seed) != params.Len()-1 {
		th.Fail("wrong number of values in corpus entry: %d, want %d", len(seed), params.Len()-1)
	}
	for i, v := range seed {
		f, want := v.R.(*memory.Iface), params.At(i+1).Type()
		if f == nil || !types.Identical(f.T.T, want) {
			th.Fail("mismatched types in corpus entry: value %d, want %s", i+1, want)
		}
		args = append(args, f.V)
	}
	return args
}
