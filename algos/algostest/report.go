package algostest

import (
	"fmt"
	"runtime/debug"
	"strings"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// report describes the problem, with an execution, the program, and the command to run it again.
func (k kit) report(f *finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", k.Name, f.violation.what)
	fmt.Fprintf(&b, "scheduling order %s%s, %s\n\n\t%s\n\n", orderOf(f.violation.options), memoryOf(f.violation.options), f.origin, f.program)
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

func memoryOf(o algos.Options) string {
	if o.Memory == memory.SC {
		return ""
	}
	return ", under " + o.Memory.String()
}

func indented(text string) string {
	return "\t" + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n\t"), "\t\n", "\n")
}

// again returns the command that explores the program with these options, among others.
func (k kit) again(f *finding) string {
	path := "."
	if info, ok := debug.ReadBuildInfo(); ok {
		path = strings.TrimSuffix(info.Path, ".test")
	}
	test, _, _ := strings.Cut(k.test, "/")
	command := fmt.Sprintf("go test %s -run '^%s$' -algostest.program='%s'", path, test, f.program)
	if o := f.violation.options; o.Order == algos.RandomThread {
		command += fmt.Sprintf(" -algostest.seed=%d", o.Seed)
	}
	if k, any := f.violation.options.Preemptions.Limit(); any {
		command += fmt.Sprintf(" -algostest.preemptions=%d", k)
	}
	if m := f.violation.options.Memory; m != memory.SC {
		command += " -algostest.memory=" + m.String()
	}
	return command
}

// example draws an execution of the violation's class: the oracle's or, if the oracle has no such class, the
// algorithm's.
func (k kit) example(f *finding) string {
	const many = 100_000
	built := f.program.Build()
	keyer := k.keyer(built, []algos.Options{f.violation.options})
	defer keyer.Close()
	for _, x := range []algos.Explorer{exhaustive.New(algos.Options{Memory: f.violation.options.Memory}), k.New(f.violation.options)} {
		v, _ := k.visit(x, built, how{atMost: many, keep: true, keyer: keyer})
		if events, ok := v.examples[f.violation.class]; ok {
			return describe(built, f.violation.options.Memory, events)
		}
	}
	return ""
}

func describe(p *model.Program, m memory.Model, events []event.Event) string {
	shown, err := trace.Of(p, m, events)
	if err != nil {
		return fmt.Sprintf("%v, which is not an execution: %v", events, err)
	}
	var b strings.Builder
	if err := shown.Draw(&b, trace.Layout{}); err != nil {
		return err.Error()
	}
	return strings.TrimRight(b.String(), "\n")
}
