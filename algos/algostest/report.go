package algostest

import (
	"fmt"
	"runtime/debug"
	"strings"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/litmus"
	"dporbench/model"
)

// report is all there is to say of a finding: what is wrong, with an execution
// that shows it, the program in one line and as Go, and how to run it again.
func (k kit) report(f *finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", k.Name, f.flaw.what)
	fmt.Fprintf(&b, "scheduling order %s, %s\n\n\t%s\n\n", orderOf(f.flaw.options), f.origin, f.program)
	if example := k.example(f); example != "" {
		fmt.Fprintf(&b, "An execution of such a class:\n\n%s\n\n", indented(example))
	}
	fmt.Fprintf(&b, "As Go:\n\n%s\nTo run just this again:\n\n\t%s\n", f.program.Source("Program"), k.again(f))
	return b.String()
}

func orderOf(o algos.Options) string {
	if o.Order == algos.RandomThread {
		return fmt.Sprintf("random, seed %d", o.Seed)
	}
	return o.Order.String()
}

func indented(text string) string { return "\t" + strings.ReplaceAll(text, "\n", "\n\t") }

// again is the command that explores the program once more, in this way among
// others.
func (k kit) again(f *finding) string {
	path := "."
	if info, ok := debug.ReadBuildInfo(); ok {
		path = strings.TrimSuffix(info.Path, ".test")
	}
	test, _, _ := strings.Cut(k.test, "/")
	command := fmt.Sprintf("go test %s -run '^%s$' -algostest.program='%s'", path, test, f.program)
	if o := f.flaw.options; o.Order == algos.RandomThread {
		command += fmt.Sprintf(" -algostest.seed=%d", o.Seed)
	}
	return command
}

// example is an execution of the class that the flaw is about, event by event,
// if there is one. It is one of the oracle's, or, if the class is unknown to
// that, the algorithm's own.
func (k kit) example(f *finding) string {
	const many = 100_000
	built := f.program.Build()
	for _, x := range []algos.Explorer{exhaustive.New(algos.Options{}), k.New(f.flaw.options)} {
		v, _ := k.visit(x, built, how{atMost: many, keep: true})
		if events, ok := v.examples[f.flaw.class]; ok {
			return describe(f.program, built, events)
		}
	}
	return ""
}

// describe writes an execution of p, which was built, one event a line.
func describe(p litmus.Program, built *model.Program, events []model.Event) string {
	names := map[model.ThreadID]string{}
	for i := range p.Threads {
		names[model.ThreadID(i)] = litmus.ThreadName(i)
	}
	children := map[model.ThreadID]int{}
	lines := make([]string, len(events))
	for i, e := range events {
		object := ""
		switch {
		case e.Kind.OnVariable():
			object = built.VarName(e.Object)
		case e.Kind.OnMutex():
			object = built.MutexName(e.Object)
		default:
			child := model.ThreadID(e.Object)
			if e.Kind == model.Spawn {
				children[e.Thread]++
				names[child] = fmt.Sprintf("%s.%d", names[e.Thread], children[e.Thread])
			}
			object = names[child]
		}
		lines[i] = fmt.Sprintf("%s: %v %s", names[e.Thread], e.Kind, object)
	}
	return strings.Join(lines, "\n")
}
